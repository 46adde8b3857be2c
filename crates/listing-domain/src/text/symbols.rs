//! Removes emoji, runs of symbols, and signs outside Etsy's character set.

use super::chars::is_emoji;

/// Once each in a title on Etsy.
pub(crate) const ETSY_ONCE: &[char] = &['%', ':', '&', '+'];

/// Repeated to attract attention: `***`.
const RUN_SYMBOLS: &[char] =
    &['*', '@', '#', '!', '?', '~', '=', '+', '_', '^', '|', '$', '%', '&', '-', '<', '>', '★', '☆'];

pub(super) fn without_emoji(text: &str) -> String {
    text.chars().map(|c| if is_emoji(c) { ' ' } else { c }).collect()
}

/// Three or more. Of a run of `!` or `?`, one stays.
pub(super) fn without_symbol_runs(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let run = chars[at..].iter().take_while(|c| RUN_SYMBOLS.contains(*c)).count();
        match (run, chars[at]) {
            (0, c) => out.push(c),
            (1 | 2, _) => out.extend(&chars[at..at + run]),
            (_, mark @ ('!' | '?')) => out.push(mark),
            _ => out.push(' '),
        }
        at += run.max(1);
    }
    out
}

/// One instead of three or more exclamation or question marks.
pub(super) fn with_calm_marks(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_mark = |i: usize| matches!(chars.get(i), Some('!' | '?'));
    let run = |i: usize| is_mark(i) && is_mark(i + 1) && is_mark(i + 2);
    let follows = |i: usize| is_mark(i) && ((i >= 2 && run(i - 2)) || (i >= 1 && run(i - 1)));
    chars.iter().enumerate().filter(|(i, _)| !follows(*i)).map(|(_, c)| *c).collect()
}

/// Only letters, digits, punctuation, mathematical signs, spaces and ™ © ® stay, and of each of `% : & +` the
/// first.
///
/// Etsy defines the set by Unicode classes. To be safe, only common non-ASCII signs stay.
pub(super) fn in_etsy_charset(text: &str) -> String {
    let mut used = Vec::new();
    text.chars()
        .filter_map(|c| {
            if ETSY_ONCE.contains(&c) {
                let first = !used.contains(&c);
                used.push(c);
                first.then_some(c)
            } else if is_etsy_char(c) {
                Some(c)
            } else {
                is_emoji(c).then_some(' ')
            }
        })
        .collect()
}

fn is_etsy_char(c: char) -> bool {
    match c {
        ' ' | '\n' => true,
        '$' | '^' | '`' => false,
        c if c.is_ascii() => c.is_ascii_alphanumeric() || c.is_ascii_punctuation(),
        '’' | '‘' | '“' | '”' | '«' | '»' | '…' | '–' | '—' | '·' | '•' | '¡' | '¿' | '±' | '×' | '÷'
        | '−' | '™' | '©' | '®' => true,
        // Numerals other than digits (Ⅻ) are letters to Unicode, but not to Etsy.
        c => c.is_alphabetic() && !c.is_numeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_signs_are_removed() {
        assert_eq!(without_emoji("Veste 🧥 noire"), "Veste   noire");
        assert_eq!(without_symbol_runs("***Vélo*** L@@K !!! a+b A&B --- ?!"), " Vélo  L@@K ! a+b A&B   ?!");
        assert_eq!(with_calm_marks("Oh!!!! Ah?!? Eh!! Ih ?!"), "Oh! Ah? Eh!! Ih ?!");
        assert_eq!(in_etsy_charset("A & B & C: 50% + 5€ ™ é ½ Ⅻ ^"), "A & B  C: 50% + 5 ™ é   ");
    }
}
