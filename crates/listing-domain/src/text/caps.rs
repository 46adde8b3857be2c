//! Changes shouted words (in capitals) to lower case.

use super::chars::{fold, is_capital};
use super::shape::Shape;
use super::spans::{Span, words};

/// Letters. Shorter words in capitals are sizes and abbreviations.
pub(crate) const MIN_SHOUTED_LETTERS: usize = 4;

/// For a whole line without small letters to count as shouted.
const MIN_SHOUTED_LINE_WORDS: usize = 3;

/// Abbreviations of four capitals or more.
pub(crate) const ACRONYMS: &[&str] = &[
    "AMOLED", "ASUS", "DSLR", "HDMI", "IKEA", "ISBN", "JPEG", "LEGO", "MIDI", "NVME", "NWOT", "OLED", "QLED",
    "SATA", "SMEG", "SODIMM", "WIFI", "XXXL", "XXXXL",
];

/// Decide the lower-case spelling of capitals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spellings {
    /// The brand's own spelling, and true if also an ordinary word.
    pub(crate) brand: fn(&str) -> Option<(&'static str, bool)>,
    /// In lower case without accents, such as "en": no abbreviation.
    pub(crate) is_short_word: fn(&str) -> bool,
}

struct Word {
    span: Span,
    kind: Kind,
    /// "Zara" for "ZARA".
    calm: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// With small letters.
    Normal,
    /// In capitals, long enough and no abbreviation.
    Shouted,
    /// In capitals, shouted if its neighbors are.
    Short,
    /// An abbreviation, a size, a number or a brand spelled in capitals.
    Neutral,
}

/// Changes at least `run` consecutive shouted words on a line to lower case except their first letter. Short
/// words among them lose all capitals. In a [`Shape::Line`] text of three words or more, all in capitals, one
/// shouted word suffices.
///
/// A known brand gets its own spelling ("IKKS", "Zara").
pub(super) fn calm(text: &str, run: usize, shape: Shape, spellings: Spellings) -> String {
    let chars: Vec<char> = text.chars().collect();
    let all = read(&chars, spellings);
    let is_normal = all.iter().any(|word| word.kind == Kind::Normal);
    let is_shouted_line = shape == Shape::Line && !is_normal && all.len() >= MIN_SHOUTED_LINE_WORDS;
    let run = if is_shouted_line { 1 } else { run };
    // A word with small letters and the end of a line end a run.
    let continues_run = |one: &Word, next: &Word| {
        let is_normal = one.kind == Kind::Normal || next.kind == Kind::Normal;
        !is_normal && !chars[one.span.end..next.span.start].contains(&'\n')
    };
    let is_shouted = |row: &&[Word]| row.iter().filter(|word| word.kind == Kind::Shouted).count() >= run;
    let rows = all.chunk_by(continues_run).filter(is_shouted);
    let calmed = rows.flatten().filter(|word| word.kind != Kind::Neutral);
    replaced(&chars, &calmed.collect::<Vec<_>>())
}

/// Leaves at most `allowed` words in capitals (of two letters or more): first brands spelled so, then
/// abbreviations.
pub(super) fn calm_all_but(text: &str, allowed: usize, spellings: Spellings) -> String {
    let chars: Vec<char> = text.chars().collect();
    let all = read(&chars, spellings);
    let in_capitals = |word: &&Word| capitals(&chars[word.span.clone()]).is_some_and(|count| count >= 2);
    let is_brand = |word: &Word| {
        let spelled: String = chars[word.span.clone()].iter().collect();
        (spellings.brand)(&spelled).is_some_and(|(name, _)| name == spelled)
    };
    let (brands, mut others): (Vec<&Word>, Vec<&Word>) =
        all.iter().filter(in_capitals).partition(|word| is_brand(word));
    others.sort_by_key(|word| word.kind != Kind::Neutral);
    let mut too_many: Vec<&Word> = brands.into_iter().chain(others).skip(allowed).collect();
    too_many.sort_by_key(|word| word.span.start);
    replaced(&chars, &too_many)
}

fn read(chars: &[char], spellings: Spellings) -> Vec<Word> {
    let spans = words(chars);
    let is_normal = |span: &Span| capitals(&chars[span.clone()]).is_none();
    let has_normal = spans.iter().any(is_normal);
    let mut found: Vec<Word> = Vec::with_capacity(spans.len());
    let last = spans.len().saturating_sub(1);
    for (number, span) in spans.into_iter().enumerate() {
        let word = &chars[span.clone()];
        let spelled: String = word.iter().collect();
        let folded: String = word.iter().map(|c| fold(*c)).collect();
        let brand = (spellings.brand)(&spelled);
        // Entirely in capitals, a brand name that is also an ordinary word counts as that word.
        let is_brand = brand.is_some_and(|(name, is_word)| name == spelled && (has_normal || !is_word));
        let kind = match capitals(word) {
            None => Kind::Normal,
            Some(_) if is_brand => Kind::Neutral,
            // A single letter after a number or at the end is a size.
            Some(1) if number == last || is_number(chars, found.last()) => Kind::Neutral,
            Some(_) if (spellings.is_short_word)(&folded) => Kind::Short,
            Some(_) if shouts(word) => Kind::Shouted,
            Some(_) => Kind::Neutral,
        };
        let starts_line = found.last().is_none_or(|last| chars[last.span.end..span.start].contains(&'\n'));
        let calm = match (kind, brand) {
            (Kind::Short, _) if !starts_line => spelled.to_lowercase(),
            (_, Some((name, false))) if name != spelled => name.to_owned(),
            _ => with_small_letters(word),
        };
        found.push(Word { span, kind, calm });
    }
    found
}

fn is_number(chars: &[char], word: Option<&Word>) -> bool {
    word.is_some_and(|word| chars[word.span.clone()].iter().any(|c| c.is_numeric()))
}

fn shouts(word: &[char]) -> bool {
    capitals(word).is_some_and(|count| count >= MIN_SHOUTED_LETTERS)
        && !word.iter().any(|c| c.is_numeric())
        && !ACRONYMS.contains(&word.iter().collect::<String>().as_str())
}

/// `None` if the word also has a small letter.
fn capitals(word: &[char]) -> Option<usize> {
    let letters = || word.iter().filter(|c| c.is_alphabetic());
    letters().all(|c| is_capital(*c)).then(|| letters().count())
}

/// Except the first letter and those after a hyphen.
fn with_small_letters(word: &[char]) -> String {
    let mut out = String::with_capacity(word.len());
    for (i, c) in word.iter().enumerate() {
        if i == 0 || word[i - 1] == '-' { out.push(*c) } else { out.extend(c.to_lowercase()) }
    }
    out
}

/// `words` are in order.
fn replaced(chars: &[char], words: &[&Word]) -> String {
    let mut out = String::with_capacity(chars.len());
    let mut at = 0;
    for word in words {
        out.extend(&chars[at..word.span.start]);
        out.push_str(&word.calm);
        at = word.span.end;
    }
    out.extend(&chars[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPELLINGS: Spellings = Spellings {
        brand: |word| match word.to_lowercase().as_str() {
            "ikks" => Some(("IKKS", false)),
            "dkny" => Some(("DKNY", false)),
            "zara" => Some(("Zara", false)),
            "loft" => Some(("LOFT", true)),
            _ => None,
        },
        is_short_word: |word| ["en", "de", "in", "the", "a", "par"].contains(&word),
    };

    #[test]
    fn shouted_words_become_lower_case() {
        let check = |text: &str, run, shape, expected: &str| {
            assert_eq!(calm(text, run, shape, SPELLINGS), expected, "{text}");
            assert_eq!(calm(expected, run, shape, SPELLINGS), expected, "not idempotent: {text}");
        };
        check("SUPERBE VESTE ZARA EN XXXL", 1, Shape::Line, "Superbe Veste Zara en XXXL");
        check(
            "L’ÉTÉ DE LEVI’S, JEAN-PAUL, RTX4090, HDMI, DVD",
            1,
            Shape::Prose,
            "L’été de Levi’s, Jean-Paul, RTX4090, HDMI, DVD",
        );
        check("Marque : ZARA", 3, Shape::Line, "Marque : ZARA");
        check("SUPERBE VESTE NOIRE, HELLO", 3, Shape::Prose, "Superbe Veste Noire, Hello");
        check("VESTE NOIRE\nBELLE", 3, Shape::Prose, "VESTE NOIRE\nBELLE");
        check("VESTE EN CUIR NOIR 38", 3, Shape::Prose, "Veste en Cuir Noir 38");
        check("VESTE EN CUIR", 3, Shape::Line, "Veste en Cuir");
        check("EN CUIR ITALIEN", 3, Shape::Line, "En Cuir Italien");
        check("THE BLACK JACKET IN SIZE XL", 1, Shape::Line, "The Black Jacket in Size XL");
        check("ROBE A FLEURS 85 A", 3, Shape::Line, "Robe a Fleurs 85 A");
        check("ACNE STUDIOS", 3, Shape::Line, "ACNE STUDIOS");
    }

    #[test]
    fn shouted_brands_get_their_own_spelling() {
        let line = |text: &str| calm(text, 1, Shape::Line, SPELLINGS);
        assert_eq!(line("Veste IKKS noire"), "Veste IKKS noire");
        assert_eq!(line("VESTE IKKS NOIRE DKNY"), "Veste IKKS Noire DKNY");
        assert_eq!(line("Veste ZARA EN cuir"), "Veste Zara en cuir");
        assert_eq!(line("Robe LOFT bleue"), "Robe LOFT bleue");
        assert_eq!(line("TABLE LOFT BLEUE"), "Table Loft Bleue");
    }

    #[test]
    fn words_in_capitals_stay_up_to_the_allowed_number() {
        let check =
            |text: &str, expected: &str| assert_eq!(calm_all_but(text, 3, SPELLINGS), expected, "{text}");
        check("USB TV XL DVD a BON A", "USB TV XL Dvd a Bon A");
        check("USB TV XL IKKS en Cuir", "USB TV Xl IKKS en Cuir");
    }
}
