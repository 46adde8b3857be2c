//! The words of a search in an account's listings.

use std::fmt;

use crate::text::fold;

/// Further words are ignored.
const MAX_WORDS: usize = 20;

/// A search's words. A text matches with all of them, in any order, regardless of case, accents, apostrophes
/// and number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// Splits a typed search.
    pub fn parse(typed: &str) -> Self {
        let folded = folded(typed);
        let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self(words.take(MAX_WORDS).map(|word| stem(word).to_owned()).collect())
    }

    /// True without words.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if the texts together contain all words.
    pub fn are_in(&self, texts: &[&SearchText]) -> bool {
        self.0.iter().all(|word| texts.iter().any(|text| text.0.contains(word)))
    }
}

/// A listing's texts in searched form ("folded"): lower case, without accents, ligatures and apostrophes.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SearchText(String);

impl SearchText {
    /// Folds and joins texts with a separator, so that no word matches across two of them.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self(texts.into_iter().map(folded).collect::<Vec<_>>().join("\n"))
    }

    /// Wraps a stored folded text.
    pub const fn from_folded(text: String) -> Self {
        Self(text)
    }

    /// The folded text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SearchText {
    /// Only the size in bytes, because no log may contain a listing's text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SearchText({} bytes)", self.0.len())
    }
}

fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match fold(c) {
            '\'' | '`' | '´' | '\u{300}'..='\u{36f}' => {}
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            // The database's text columns accept no NUL.
            c if c.is_control() => folded.push(' '),
            c => folded.push(c),
        }
    }
    folded
}

/// Without the French or English plural ending, or the singular ending that it replaces: a common beginning,
/// so a search for one number finds the other.
fn stem(word: &str) -> &str {
    if word.chars().count() < 4 || word.chars().any(char::is_numeric) {
        return word;
    }
    let endings = ["ux", "al", "sses", "shes", "ches", "xes", "s", "x"];
    match endings.into_iter().find(|ending| word.ends_with(ending)) {
        Some("ux" | "sses" | "shes" | "ches" | "xes") => &word[..word.len() - 2],
        Some(_) if !word.ends_with("ss") => &word[..word.len() - 1],
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(search: &str, texts: &[&str], expected: bool) {
        assert_eq!(
            SearchWords::parse(search).are_in(&[&SearchText::new(texts.iter().copied())]),
            expected,
            "{search} in {texts:?}"
        );
    }

    #[test]
    fn a_text_matches_if_it_has_all_words_in_any_order() {
        let texts = ["Sandales blanc et noir, cuir", "Nike", "eBay"];
        for search in
            ["sandales nike", "nike sandales", "blanc noir", "ebay", "NIKE  sandale", "ébay", "cuir,nike"]
        {
            check(search, &texts, true);
        }
        for search in ["sandales adidas", "bottes", "nike rouge"] {
            check(search, &texts, false);
        }
        check("", &texts, true);
        check(" .,! ", &texts, true);
    }

    #[test]
    fn apostrophes_accents_and_ligatures_do_not_matter() {
        for search in ["levi's", "levi’s", "LEVIS", "levi", "Levi`s 501"] {
            check(search, &["Jean Levi’s 501"], true);
            check(search, &["Jean Levi's 501"], true);
            check(search, &["jean levis 501"], true);
        }
        check("theiere oeuvre", &["THÉIÈRE, œuvre"], true);
        check("été", &["Robe d’e\u{301}te\u{301}"], true);
    }

    #[test]
    fn singular_and_plural_find_each_other() {
        for (one, other) in [
            ("robe", "robes"),
            ("chapeau", "chapeaux"),
            ("cheval", "chevaux"),
            ("dress", "dresses"),
            ("watch", "watches"),
            ("box", "boxes"),
            ("sandale", "sandales"),
        ] {
            check(one, &[other], true);
            check(other, &[one], true);
        }
        check("glass", &["glas"], false);
        check("501s", &["501"], false);
    }

    #[test]
    fn text_is_folded_once_and_never_printed() {
        let text = SearchText::new(["Été à\0Paris", "L’Œuvre"]);
        assert_eq!(text.as_str(), "ete a paris\nloeuvre");
        assert_eq!(SearchText::from_folded(text.as_str().to_owned()), text);
        assert_eq!(format!("{text:?}"), "SearchText(19 bytes)");
    }

    #[test]
    fn words_beyond_the_maximum_are_ignored() {
        let many = (0..1_000).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ");
        assert_eq!(SearchWords::parse(&many).0.len(), MAX_WORDS);
    }
}
