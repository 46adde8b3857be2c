/// In lower case without accents. Omits sizes, countries next to sizes ("UK 8") and units.
pub(super) const SHORT_WORDS: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "fit", "for", "get", "has", "he",
    "her", "his", "if", "in", "is", "its", "may", "me", "my", "nor", "not", "of", "off", "on", "one", "or",
    "our", "out", "own", "per", "she", "so", "the", "to", "too", "two", "up", "was", "we", "who", "why",
    "yes", "you",
];
