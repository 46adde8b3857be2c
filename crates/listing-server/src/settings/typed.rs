//! Parses the values of settings, the same way for flags, variables and files. Surrounding blanks and line
//! breaks, one pair of quotes, and `~` for the home folder are accepted.
//!
//! Errors name the accepted values and never repeat the value, which may be a misplaced secret.

use std::any::TypeId;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Arg;

use super::log_format::LogFormat;
use super::ranges::range;

pub(crate) fn with_parser(arg: Arg) -> Arg {
    let kind = arg.get_value_parser().type_id();
    let unit = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let unit = unit.unwrap_or_default();
    let range = range(arg.get_id().as_str()).unwrap_or(0..=u32::MAX);
    if kind == TypeId::of::<u8>() {
        arg.value_parser(move |text: &str| whole::<u8>(text, &unit, &range))
    } else if kind == TypeId::of::<u16>() {
        arg.value_parser(move |text: &str| whole::<u16>(text, &unit, &range))
    } else if kind == TypeId::of::<u32>() {
        arg.value_parser(move |text: &str| whole::<u32>(text, &unit, &range))
    } else if kind == TypeId::of::<NonZeroUsize>() {
        arg.value_parser(move |text: &str| {
            let threads = whole::<usize>(text, &unit, &range)?;
            NonZeroUsize::new(threads).ok_or_else(|| "must be at least 1".to_owned())
        })
    } else if kind == TypeId::of::<f64>() {
        arg.value_parser(dollars)
    } else if kind == TypeId::of::<bool>() {
        arg.value_parser(boolean)
    } else if kind == TypeId::of::<SocketAddr>() {
        arg.value_parser(address)
    } else if kind == TypeId::of::<LogFormat>() {
        arg.value_parser(log_format)
    } else if kind == TypeId::of::<PathBuf>() {
        arg.value_parser(path)
    } else if kind == TypeId::of::<String>() {
        arg.value_parser(one_line)
    } else {
        arg
    }
}

/// Removes surrounding blanks and line breaks and one pair of quotes.
pub(crate) fn plain(text: &str) -> &str {
    let text = text.trim();
    let unquoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    unquoted.map_or(text, str::trim)
}

fn whole<T: TryFrom<u32>>(text: &str, unit: &str, range: &RangeInclusive<u32>) -> Result<T, String> {
    let (least, most) = (range.start(), range.end());
    let number = plain(text).parse::<u32>().map_err(|_| match unit {
        "COUNT" | "" => format!("must be a whole number from {least} to {most}"),
        "PORT" => "must be a port: a whole number from 1 to 65535".to_owned(),
        "MIB" => "must be a whole number of MiB, without a unit".to_owned(),
        unit => format!("must be a whole number of {}, without a unit", unit.to_lowercase()),
    })?;
    let accepted = range.contains(&number).then_some(number).and_then(|number| number.try_into().ok());
    accepted.ok_or_else(|| match *most {
        u32::MAX => format!("must be at least {least}"),
        most => format!("must be from {least} to {most}"),
    })
}

fn dollars(text: &str) -> Result<f64, String> {
    let read = plain(text).parse::<f64>().ok().filter(|number| number.is_finite());
    read.ok_or_else(|| "must be dollars, as a number such as 2.50".to_owned())
}

fn boolean(text: &str) -> Result<bool, String> {
    match plain(text).to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("must be true or false".to_owned()),
    }
}

/// Accepts `localhost` and resolves no other names.
fn address(text: &str) -> Result<SocketAddr, String> {
    let text = plain(text);
    let local = text.rsplit_once(':').filter(|(host, _)| host.eq_ignore_ascii_case("localhost"));
    let local = local.and_then(|(_, port)| port.parse().ok());
    let local = local.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    local.or_else(|| text.parse().ok()).ok_or_else(|| {
        "must be an IP address and a port: 127.0.0.1:8080 for this machine only, 0.0.0.0:8080 or [::]:8080 \
         for all its addresses"
            .to_owned()
    })
}

fn log_format(text: &str) -> Result<LogFormat, String> {
    match plain(text).to_ascii_lowercase().as_str() {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("must be text or json".to_owned()),
    }
}

/// `~` means the home folder.
pub(super) fn path(text: &str) -> Result<PathBuf, String> {
    let text = one_line(text)?;
    if text.starts_with('$') {
        return Err("must be a path: variables such as $HOME are not replaced here".to_owned());
    }
    let Some(below) = text.strip_prefix('~') else { return Ok(PathBuf::from(text)) };
    if !(below.is_empty() || below.starts_with('/')) {
        return Err("must be a path: ~ means your own home folder, as in ~/ptl".to_owned());
    }
    let home = std::env::home_dir().ok_or("begins with ~, but there is no home folder")?;
    Ok(home.join(below.trim_start_matches('/')))
}

fn one_line(text: &str) -> Result<String, String> {
    let text = plain(text);
    if text.is_empty() {
        return Err("must not be empty: leave it out instead".to_owned());
    }
    if text.chars().any(char::is_control) {
        return Err("must be one line, without control characters".to_owned());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_spaces_around_a_value_are_removed() {
        for text in ["8", " 8 ", "8\r", "8\r\n", "\"8\"", "'8'", "\" 8 \"\r"] {
            assert_eq!(whole::<u32>(text, "COUNT", &(0..=u32::MAX)), Ok(8), "{text:?}");
        }
        let home = std::env::home_dir().unwrap();
        assert_eq!(path("~/my photos/ptl\r").unwrap(), home.join("my photos/ptl"));
        assert_eq!(path("~").unwrap(), home);
        assert_eq!(path("\"/srv/a b\"").unwrap(), PathBuf::from("/srv/a b"));
        assert_eq!(
            one_line("\"Photo to Listing\" <a@b.example>").unwrap(),
            "\"Photo to Listing\" <a@b.example>"
        );
    }

    #[test]
    fn addresses_are_parsed_or_refused_with_an_example() {
        for (text, read) in [
            ("localhost:8080", Some("127.0.0.1:8080")),
            ("LOCALHOST:0", Some("127.0.0.1:0")),
            ("0.0.0.0:80\r", Some("0.0.0.0:80")),
            ("[::]:8080", Some("[::]:8080")),
            (":8080", None),
            ("8080", None),
            ("0.0.0.0", None),
            ("localhost", None),
            ("localhost:http", None),
            ("localhost:99999", None),
            ("http://127.0.0.1:8080", None),
            ("example.com:80", None),
        ] {
            let parsed = address(text);
            assert_eq!(parsed.clone().ok().map(|it| it.to_string()).as_deref(), read, "{text}");
            if let Err(reason) = parsed {
                assert!(reason.contains("127.0.0.1:8080") && reason.contains("0.0.0.0:8080"), "{reason}");
            }
        }
    }

    #[test]
    fn error_names_the_accepted_values_and_never_the_given_one() {
        const SECRET: &str = "hunter2";
        for reason in [
            whole::<u32>(SECRET, "SECONDS", &(0..=u32::MAX)).unwrap_err(),
            whole::<u16>(SECRET, "PORT", &(1..=65_535)).unwrap_err(),
            dollars(SECRET).unwrap_err(),
            boolean(SECRET).unwrap_err(),
            address(SECRET).unwrap_err(),
            log_format(SECRET).unwrap_err(),
            path(&format!("${SECRET}")).unwrap_err(),
            path(&format!("~{SECRET}")).unwrap_err(),
            one_line(&format!("{SECRET}\u{7}{SECRET}")).unwrap_err(),
        ] {
            assert!(reason.starts_with("must be ") && !reason.contains(SECRET), "{reason}");
        }
        assert_eq!(
            whole::<u32>("5s", "SECONDS", &(0..=u32::MAX)).unwrap_err(),
            "must be a whole number of seconds, without a unit"
        );
        assert!(whole::<u32>("57MB", "BYTES", &(0..=u32::MAX)).unwrap_err().contains("of bytes"));
    }
}
