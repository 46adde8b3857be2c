//! Checks a PostgreSQL address before libpq reads it: libpq's errors repeat parts of an invalid address,
//! including its password.

const ENCODING_ADVICE: &str = "in the user name and the password, write % as %25, @ as %40, / as %2F, \
                               : as %3A, ? as %3F, # as %23 and a space as %20";

/// Describes the fault without repeating any part of the address; `None` for a valid one.
pub(crate) fn fault(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    if rest.chars().any(|letter| letter.is_whitespace() || letter.is_control()) || rest.contains('#') {
        return Some(format!("it contains a #, a space or a control character: {ENCODING_ADVICE}"));
    }
    if !percents_are_encoded(rest) {
        return Some(format!(
            "a % is not followed by two hexadecimal digits other than 00: {ENCODING_ADVICE}"
        ));
    }
    let (before_query, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = before_query.split_once('/').unwrap_or((before_query, ""));
    let is_pair = |pair: &str| pair.split_once('=').is_some_and(|(name, _)| is_name(name));
    let query_is_fine = query.is_empty() || query.split('&').all(is_pair);
    if authority.matches('@').count() > 1 || path.contains('@') || !query_is_fine {
        return Some(format!("a special character is not encoded: {ENCODING_ADVICE}"));
    }
    let (user, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    if user.matches(':').count() > 1 {
        return Some(format!("a : in the password is not encoded: {ENCODING_ADVICE}"));
    }
    if !hosts.split(',').all(host_is_fine) {
        return Some(format!(
            "the host must be a name or an address, and the port a number from 1 to 65535; {ENCODING_ADVICE}"
        ));
    }
    None
}

fn percents_are_encoded(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit) && digits != b"00")
    })
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
}

/// An optional port may follow. An empty text means the local socket.
fn host_is_fine(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(']') {
        Some((host, port)) => (host.strip_prefix('[').unwrap_or(""), port.strip_prefix(':')),
        None => text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))),
    };
    let is_host =
        host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:%".contains(&byte) || byte > 127);
    let is_port = |port: &str| port.is_empty() || port.parse::<u16>().is_ok_and(|port| port > 0);
    is_host && port.is_none_or(is_port)
}

pub(crate) fn without_secrets(message: &str, address: &str) -> String {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let secrets = secrets(address);
    secrets.iter().filter(|secret| !secret.is_empty()).fold(message, |text, secret| text.replace(secret, "…"))
}

/// As written and percent-decoded.
fn secrets(address: &str) -> Vec<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let in_user =
        rest.rsplit_once('@').and_then(|(user, _)| user.split_once(':')).map(|(_, password)| password);
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let in_query = pairs.filter(|(name, _)| name.contains("password")).map(|(_, value)| value);
    let written = in_user.into_iter().chain(in_query);
    written.flat_map(|secret| [secret.to_owned(), decoded(secret)]).collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_with_an_unencoded_password_is_refused_without_repeating_it() {
        for password in
            ["hun%ter2", "hun/ter2", "hun@ter2", "hun?ter2", "hun#ter2", "hun ter2", "hun:ter2", "%", "a%zz"]
        {
            for end in ["@db.example/ptl", "@db.example:5432/ptl?sslmode=require", "@/ptl"] {
                let fault = fault(&format!("postgres://ptl:{password}{end}")).expect(password);
                assert!(!fault.contains("hun") && !fault.contains("ter2"), "{fault}");
                assert!(fault.contains("% as %25"), "{fault}");
            }
        }
        assert!(fault("postgres://h/ptl?hunter2").is_some());
        assert!(fault("postgres://h:hunter2/ptl").is_some());
    }

    #[test]
    fn well_formed_addresses_are_accepted() {
        for address in [
            "postgres://ann@localhost/ptl",
            "postgresql:///ptl?host=/run/postgresql",
            "postgres://",
            "postgres://ptl:hun%25ter%402@db.example:5432/ptl",
            "postgres://ptl:p@[::1]:5432/ptl?sslmode=require&connect_timeout=3",
            "postgres://a,b:5433/ptl?target_session_attrs=read-write",
            "postgres://%2Frun%2Fpostgresql/ptl",
            "postgres://db/ptl?user=ann%40corp&password=x&options=-c%20geqo%3Doff",
            "postgres://ptl:@h/ptl",
        ] {
            assert_eq!(fault(address), None, "{address}");
        }
    }

    #[test]
    fn raw_and_encoded_passwords_are_removed_from_libpq_messages() {
        let address = "postgres://ptl:hun%25ter2@h/ptl?sslpassword=geheim";
        let message = without_secrets("no:\n\thun%25ter2 hun%ter2 geheim", address);
        assert_eq!(message, "no: … … …");
    }
}
