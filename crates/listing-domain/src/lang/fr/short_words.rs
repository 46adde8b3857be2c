/// In lower case without accents. Omits sizes, countries next to sizes ("UK 8") and units.
pub(super) const SHORT_WORDS: &[&str] = &[
    "a", "au", "aux", "ce", "ces", "de", "des", "du", "en", "est", "et", "il", "je", "la", "le", "les",
    "lui", "ma", "me", "mes", "moi", "mon", "ne", "nos", "on", "ont", "ou", "par", "pas", "peu", "que",
    "qui", "sa", "se", "ses", "si", "soi", "son", "sur", "ta", "te", "tes", "toi", "ton", "tu", "un", "une",
    "vos",
];
