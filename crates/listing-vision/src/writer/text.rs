/// Unless the second letter is a capital, as in "iPhone".
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    if text.chars().nth(1).is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Unless the text is empty or ends with a punctuation mark.
pub(crate) fn ended(text: &str) -> String {
    if text.is_empty() || text.ends_with(['.', '!', '?', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// Unless the first word has further capitals: "iPhone".
pub(crate) fn lowered(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let has_capitals = first_word.chars().skip(1).any(char::is_uppercase);
    if has_capitals {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters.next();
    match first.filter(|_| letters.as_str().starts_with(|c: char| c.is_lowercase() || matches!(c, ' ' | '’')))
    {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text.to_owned(),
    }
}

/// As marketplaces count: in UTF-16 units.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Leaves out empty parts.
pub(crate) fn joined(parts: impl IntoIterator<Item = String>, separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_gets_its_capital_small_letter_or_full_stop() {
        assert_eq!(capitalized("étagère en bois"), "Étagère en bois");
        assert_eq!(capitalized(""), "");
        assert_eq!([ended("très bon état"), ended("comme neuf !")], ["très bon état.", "comme neuf !"]);
        assert_eq!(lowered("Robe longue"), "robe longue");
        assert_eq!(lowered("MacBook Air M1"), "MacBook Air M1");
    }
}
