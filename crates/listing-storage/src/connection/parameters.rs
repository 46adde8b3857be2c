//! Sets the parameters that let a PostgreSQL connection detect a lost peer.

use crate::limits::DatabaseLimits;

/// Limits every network wait. Parameters already in the address take precedence.
pub(super) fn bounded(address: &str) -> String {
    let mut bounded = address.to_owned();
    let mut separator = if query(address).is_some() { '&' } else { '?' };
    for (name, value) in defaults() {
        if !has(address, name) {
            bounded.push(separator);
            bounded.push_str(name);
            bounded.push('=');
            bounded.push_str(&value.to_string());
            separator = '&';
        }
    }
    bounded
}

/// True for a run-time parameter in the `options`, such as `options=-c%20statement_timeout%3D30s`.
pub(super) fn sets(address: &str, name: &str) -> bool {
    let options = parameters(address).filter(|(found_name, _)| *found_name == "options");
    options.map(|(_, value)| value).any(|value| value.contains(name))
}

fn defaults() -> [(&'static str, u128); 6] {
    [
        ("connect_timeout", DatabaseLimits::CONNECT.as_secs().into()),
        ("keepalives", 1),
        ("keepalives_idle", DatabaseLimits::KEEPALIVE_IDLE.as_secs().into()),
        ("keepalives_interval", DatabaseLimits::KEEPALIVE_INTERVAL.as_secs().into()),
        ("keepalives_count", DatabaseLimits::KEEPALIVE_COUNT.into()),
        ("tcp_user_timeout", DatabaseLimits::UNACKNOWLEDGED.as_millis()),
    ]
}

fn has(address: &str, name: &str) -> bool {
    parameters(address).any(|(found_name, _)| found_name == name)
}

fn parameters(address: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = query(address).into_iter().flat_map(|query| query.split('&'));
    pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// Skips question marks in a password, which is before the `@`.
fn query(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.find('/').unwrap_or(rest.len());
    let host = rest[..authority].rfind('@').map_or(0, |at| at + 1);
    rest[host..].split_once('?').map(|(_, query)| query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_the_address_win_over_the_defaults() {
        let stated = "postgres://ann:p%40ss@db/ptl?tcp_user_timeout=4000&connect_timeout=3&sslmode=require";
        let bounded = bounded(stated);
        assert!(bounded.starts_with(stated), "{bounded}");
        for (name, count) in
            [("tcp_user_timeout", 1), ("connect_timeout", 1), ("keepalives_idle", 1), ("keepalives", 1)]
        {
            let found = parameters(&bounded).filter(|(found_name, _)| *found_name == name).count();
            assert_eq!(found, count, "{name} in {bounded}");
        }
        assert!(bounded.contains("tcp_user_timeout=4000") && bounded.contains("&keepalives_idle=30"));
    }

    #[test]
    fn default_parameters_are_added_to_every_form_of_address() {
        for address in [
            "postgres://ann@localhost/ptl",
            "postgresql:///ptl",
            "postgres://localhost",
            "postgres://ann:what?@localhost/ptl",
            "postgresql:///ptl?host=/run/postgresql",
        ] {
            let bounded = bounded(address);
            let begins_query = bounded.contains("?connect_timeout=5") != address.contains("?host=");
            assert!(bounded.starts_with(address) && begins_query, "{bounded}");
            assert_eq!(query(&bounded).map(|query| query.contains("tcp_user_timeout=5000")), Some(true));
        }
    }

    #[test]
    fn statement_timeout_in_the_options_of_an_address_is_found() {
        let stated = "postgres://h/ptl?options=-c%20statement_timeout%3D30s";
        assert!(sets(stated, "statement_timeout"));
        assert!(!sets(stated, "lock_timeout"));
        assert!(!sets("postgres://h/statement_timeout", "statement_timeout"));
    }
}
