//! Short words of English.

/// Words of up to three letters that are not abbreviations, folded. None is a size, a country next to one, or
/// a unit.
pub(super) const SHORT_WORDS: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "fit", "for", "get", "has", "he",
    "her", "his", "if", "in", "is", "its", "may", "me", "my", "nor", "not", "of", "off", "on", "one", "or",
    "our", "out", "own", "per", "she", "so", "the", "to", "too", "two", "up", "was", "we", "who", "why",
    "yes", "you",
];
