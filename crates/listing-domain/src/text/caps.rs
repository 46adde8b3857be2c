//! Shouting: words in capitals.

use super::chars::is_capital;
use super::spans::{Span, words};

/// The shortest word in capitals that shouts; shorter ones are sizes and
/// abbreviations.
pub(crate) const SHOUT_LETTERS: usize = 4;

/// Words of four capitals or more that are written so.
pub(crate) const ACRONYMS: &[&str] = &[
    "AMOLED", "ASUS", "DSLR", "HDMI", "IKEA", "ISBN", "JPEG", "LEGO", "MIDI", "NVME", "NWOT", "OLED", "QLED",
    "SATA", "SMEG", "SODIMM", "WIFI", "XXXL", "XXXXL",
];

/// The text with shouted words in small letters but the first, wherever at least
/// `run` of them stand in a row on one line.
///
/// With a run of one, a brand in capitals is calmed too ("ZARA" becomes "Zara"):
/// sites that refuse capitals make no exception for brands.
pub(super) fn calm(text: &str, run: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let words = words(&chars);
    let mut calmed = Vec::new();
    let mut shouted: Vec<Span> = Vec::new();
    for word in &words {
        let new_line = shouted.last().is_some_and(|last| chars[last.end..word.start].contains(&'\n'));
        let shouts = shouts(&chars[word.clone()]);
        if (new_line || !shouts) && shouted.len() < run {
            shouted.clear();
        } else if new_line || !shouts {
            calmed.append(&mut shouted);
        }
        if shouts {
            shouted.push(word.clone());
        }
    }
    if shouted.len() >= run {
        calmed.append(&mut shouted);
    }
    with_small_letters(&chars, &calmed)
}

/// The text with at most `allowed` words in capitals, two letters or more each;
/// the others in small letters but the first.
pub(super) fn calm_all_but(text: &str, allowed: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let in_capitals = |word: &Span| capitals(&chars[word.clone()]).is_some_and(|count| count >= 2);
    let too_many: Vec<Span> = words(&chars).into_iter().filter(in_capitals).skip(allowed).collect();
    with_small_letters(&chars, &too_many)
}

fn shouts(word: &[char]) -> bool {
    capitals(word).is_some_and(|count| count >= SHOUT_LETTERS)
        && !word.iter().any(|c| c.is_numeric())
        && !ACRONYMS.contains(&word.iter().collect::<String>().as_str())
}

/// How many capitals a word has that has no small letter.
fn capitals(word: &[char]) -> Option<usize> {
    let letters = || word.iter().filter(|c| c.is_alphabetic());
    letters().all(|c| is_capital(*c)).then(|| letters().count())
}

fn with_small_letters(chars: &[char], words: &[Span]) -> String {
    let mut out = String::with_capacity(chars.len());
    let mut words = words.iter().peekable();
    for (i, c) in chars.iter().enumerate() {
        while words.next_if(|word| word.end <= i).is_some() {}
        let inside = words.peek().is_some_and(|word| word.start < i && i < word.end);
        if inside && chars[i - 1] != '-' { out.extend(c.to_lowercase()) } else { out.push(*c) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shouted_words_are_calmed() {
        assert_eq!(calm("SUPERBE VESTE ZARA EN XXXL", 1), "Superbe Veste Zara EN XXXL");
        assert_eq!(
            calm("L’ÉTÉ DE LEVI’S, JEAN-PAUL, RTX4090, HDMI, DVD", 1),
            "L’été DE Levi’s, Jean-Paul, RTX4090, HDMI, DVD"
        );
        assert_eq!(calm("Marque : ZARA", 3), "Marque : ZARA");
        assert_eq!(calm("SUPERBE VESTE NOIRE, HELLO", 3), "Superbe Veste Noire, Hello");
        assert_eq!(calm("VESTE NOIRE\nBELLE", 3), "VESTE NOIRE\nBELLE");
    }

    #[test]
    fn few_words_in_capitals_may_stay() {
        assert_eq!(calm_all_but("USB TV XL DVD a BON A", 3), "USB TV XL Dvd a Bon A");
    }
}
