//! A caller's own fields of an item.

use std::collections::HashSet;

use crate::violation::Violation;

/// Pairs of a key and a value, stored, echoed and exported unread, with unique keys in a fixed order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata(Vec<(String, String)>);

impl Metadata {
    /// The maximum number of pairs.
    pub const MAX_PAIRS: usize = 20;
    /// The maximum length of a key, in characters.
    pub const MAX_KEY_CHARS: usize = 40;
    /// The maximum length of a value, in characters.
    pub const MAX_VALUE_CHARS: usize = 500;

    /// Reads a request's metadata. Values may have tabs and line breaks, but no other control characters.
    pub fn parse(field: &str, pairs: Vec<(String, String)>) -> Result<Self, Violation> {
        if pairs.len() > Self::MAX_PAIRS {
            return Err(Violation::new(field, format!("must have at most {} keys", Self::MAX_PAIRS)));
        }
        let mut seen = HashSet::new();
        for (key, value) in &pairs {
            check_key(field, key)?;
            check_value(&format!("{field}.{key}"), value)?;
            if !seen.insert(key) {
                return Err(Violation::new(format!("{field}.{key}"), "must not be repeated"));
            }
        }
        Ok(Self(pairs))
    }

    /// The pairs in order.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// True without pairs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn check_key(field: &str, key: &str) -> Result<(), Violation> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    if (1..=Metadata::MAX_KEY_CHARS).contains(&key.len()) && key.bytes().all(is_allowed) {
        return Ok(());
    }
    let max = Metadata::MAX_KEY_CHARS;
    let message =
        format!("must have keys of 1 to {max} letters A to Z, digits, underscores, dots and hyphens");
    Err(Violation::new(field, message))
}

fn check_value(field: &str, value: &str) -> Result<(), Violation> {
    if value.chars().count() > Metadata::MAX_VALUE_CHARS {
        let message = format!("must be at most {} characters", Metadata::MAX_VALUE_CHARS);
        return Err(Violation::new(field, message));
    }
    if value.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err(Violation::new(field, "must not have control characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[(&str, &str)]) -> Result<Metadata, String> {
        let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Metadata::parse("metadata", pairs).map_err(|violation| violation.to_string())
    }

    #[test]
    fn pairs_keep_their_order() {
        let metadata = parse(&[("shelf", "B4"), ("lot.no-2_b", "=1\n2"), ("a", "")]).unwrap();
        let keys: Vec<_> = metadata.pairs().iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["shelf", "lot.no-2_b", "a"]);
        assert!(!metadata.is_empty() && Metadata::default().is_empty());
    }

    #[test]
    fn invalid_pairs_are_refused() {
        let keys = "metadata must have keys of 1 to 40 letters A to Z, digits, underscores, dots and hyphens";
        let (long_key, long_value) = ("k".repeat(41), "é".repeat(501));
        for (pairs, expected) in [
            (&[("", "x")][..], keys),
            (&[("é", "x")], keys),
            (&[("a b", "x")], keys),
            (&[(&long_key, "x")], keys),
            (&[("a", &long_value)], "metadata.a must be at most 500 characters"),
            (&[("a", "x\0")], "metadata.a must not have control characters"),
            (&[("a", "x"), ("b", "x"), ("a", "y")], "metadata.a must not be repeated"),
        ] {
            assert_eq!(parse(pairs), Err(expected.to_owned()));
        }
    }

    #[test]
    fn metadata_is_bounded() {
        let names: Vec<String> = (0..=Metadata::MAX_PAIRS).map(|number| format!("k{number}")).collect();
        let value = "é".repeat(Metadata::MAX_VALUE_CHARS);
        let pairs: Vec<_> = names.iter().map(|name| (&**name, &*value)).collect();
        assert!(parse(&pairs[1..]).is_ok());
        assert_eq!(parse(&pairs), Err("metadata must have at most 20 keys".to_owned()));
    }
}
