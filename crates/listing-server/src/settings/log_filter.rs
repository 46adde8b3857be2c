//! Checks the log filter before logging starts, when a misspelled level would be read as a part of the
//! program.

use anyhow::{Result, ensure};

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Levels, alone or for parts of the program, separated by commas; returned in lower case.
pub(super) fn checked(text: &str) -> Result<String> {
    let is_level = |word: &str| LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word));
    let is_target = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte))
    };
    let is_accepted = |part: &str| match part.split_once('=') {
        Some((target, level)) => is_target(target.trim()) && is_level(level.trim()),
        None => is_level(part),
    };
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    ensure!(
        !parts.is_empty() && parts.iter().all(|part| is_accepted(part)),
        "log must be one of {}, or such levels for parts of the program, as in warn,listing_http=debug",
        LEVELS.join(", ")
    );
    Ok(parts.join(",").to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_log_level_is_refused_with_the_accepted_ones() {
        for (text, read) in [
            ("info", Some("info")),
            ("WARN", Some("warn")),
            ("warn, listing_http=debug", Some("warn,listing_http=debug")),
            ("off", Some("off")),
            ("verbose", None),
            ("listing_http", None),
            ("info,listing_http=loud", None),
            ("warning", None),
            ("=debug", None),
            (",", None),
        ] {
            let parsed = checked(text);
            assert_eq!(parsed.as_ref().ok().map(String::as_str), read, "{text}");
            if let Err(error) = parsed {
                assert!(error.to_string().contains("off, error, warn, info, debug, trace"), "{error}");
            }
        }
    }
}
