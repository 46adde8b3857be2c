//! Classifies single characters.

/// In UTF-16 units, in which all limits are counted.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Letters or digits.
pub(crate) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// For comparisons: lower case, no accents, straight apostrophe, plain hyphen. Each character becomes exactly
/// one, so indexes match the original.
pub(crate) fn fold(c: char) -> char {
    // Every text is folded many times and is mostly ASCII.
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let lower = c.to_lowercase().next().unwrap_or(c);
    match lower {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' => 'i',
        'ñ' => 'n',
        'ô' | 'ö' | 'ó' | 'õ' | 'ø' => 'o',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        '’' | 'ʼ' | '‘' => '\'',
        '‐' | '‑' => '-',
        other => other,
    }
}

/// In lower case without accents.
pub(crate) fn folded_words(text: &str) -> Vec<String> {
    let folded: String = text.chars().map(fold).collect();
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    // A ligature's capital is several letters, which would change the text.
    let mut capitals = first.to_uppercase();
    let capital = capitals.next().filter(|_| capitals.next().is_none()).unwrap_or(first);
    std::iter::once(capital).chain(chars).collect()
}

/// The Unicode block decides. The signs ™ © ® count as text.
pub(super) const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{1F000}'..='\u{1FAFF}'
        | '\u{2600}'..='\u{27BF}'
        | '\u{2B00}'..='\u{2BFF}'
        | '\u{2300}'..='\u{23FF}'
        | '\u{2190}'..='\u{21FF}'
        | '\u{25A0}'..='\u{25FF}'
        | '\u{203C}' | '\u{2049}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}' | '\u{20E3}')
}

/// Invisible, or affecting the display of others: zero width, text direction, fillers, tags, private use,
/// non-characters. Any of them can hide text, and listings need none. The caller checks the two that join
/// emoji in context.
pub(crate) fn is_invisible(c: char) -> bool {
    let code = u32::from(c);
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0E}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{10FFFF}')
        || code & 0xFFFE == 0xFFFE
}

/// Drawn over the previous character (accents, strokes).
pub(super) const fn is_combining(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{489}'
        | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20E2}'
        | '\u{20E4}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// With a lower-case form.
pub(super) fn is_capital(c: char) -> bool {
    let mut lower = c.to_lowercase();
    lower.next() != Some(c) || lower.next().is_some()
}
