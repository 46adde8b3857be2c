//! Reads a device's model ("WH-1000XM4") from type plates, boxes and the items themselves.

use super::brand;
use super::plate::{LISTS, Piece, Word, pieces};
use super::shapes;
use super::words::{Role, roles};
use crate::product::Brand;
use crate::statement::tokens;

/// Letters and digits.
const MIN_CHARS: usize = 3;
/// For a name with weak evidence or several words.
const MIN_CHARS_DOUBTFUL: usize = 4;
/// Longer texts are sentences or serial numbers.
const MAX_CHARS: usize = 24;
/// Consecutive digits; longer runs are serial numbers or bar codes.
const MAX_DIGITS: usize = 6;
/// For a word without a digit: the "GSR" of "GSR 12V-15".
const MAX_WORD_LETTERS: usize = 3;
/// Next to a digit, these letters make a name ambiguous.
const LIKE_DIGITS: [char; 4] = ['O', 'I', 'l', '|'];

/// A model's name as the maker prints it, such as `WH-1000XM4` and `EOS 80D`.
#[derive(Debug, Clone)]
pub struct Model {
    name: String,
    brand: Option<Brand>,
}

impl Model {
    /// Parses a name; `None` without a digit, for too long a text or too many consecutive digits.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.replace(['‐', '‑', '–'], "-");
        let is_sign = |c: char| matches!(c, ' ' | '-' | '/' | '.' | '+');
        let has_valid_chars = name.chars().all(|c| c.is_ascii_alphanumeric() || is_sign(c));
        let runs = name.split(|c: char| !c.is_ascii_digit());
        let longest = runs.map(str::len).max().unwrap_or_default();
        let is_name = has_valid_chars
            && name.len() <= MAX_CHARS
            && (1..=MAX_DIGITS).contains(&longest)
            && name.trim() == name
            && !name.contains("  ");
        is_name.then_some(Self { name, brand: None })
    }

    /// The name as printed.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The brand, if printed next to the model.
    pub const fn brand(&self) -> Option<Brand> {
        self.brand
    }

    /// True if the model may belong to a brand: no other is next to it, or models of both have this form
    /// (Sony and `PlayStation`).
    pub fn fits_brand(&self, brand: Brand) -> bool {
        self.brand.is_none_or(|printed| printed == brand || shapes::fit(brand, &self.name, true))
    }

    pub(super) fn with_brand(self, brand: Option<Brand>) -> Self {
        Self { brand, ..self }
    }
}

/// Whatever the brand.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.name.eq_ignore_ascii_case(&other.name)
    }
}

impl Eq for Model {}

/// From weak to strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Evidence {
    /// After a word that may also precede other numbers: "Type", "Ref.".
    Reference,
    /// After a word for models: "Model".
    Announced,
    /// In the form of the models of the brand next to it.
    Shape,
    /// Both.
    AnnouncedShape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) model: Model,
    pub(super) evidence: Evidence,
}

/// The model names and brands in a photo's lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Plate {
    mentions: Vec<Mention>,
    /// Regardless of the other words.
    brands: Vec<Brand>,
    /// A power supply's plate, which often comes with another item.
    pub(super) is_supply: bool,
    /// A battery's plate, which often comes with another item.
    pub(super) is_battery: bool,
}

impl Plate {
    pub(super) fn read(lines: &[&str]) -> Self {
        let own_lines: Vec<&str> = lines.iter().copied().filter(|line| !mentions_other_item(line)).collect();
        let mut brands: Vec<Brand> = Vec::new();
        for brand in own_lines.iter().flat_map(|line| brand::brands_in(line)) {
            if !brands.contains(&brand) {
                brands.push(brand);
            }
        }
        let pieces: Vec<Vec<Piece<'_>>> = own_lines.iter().map(|line| pieces(line)).collect();
        let mut plate = Self {
            mentions: Vec::new(),
            is_supply: is_supply(&pieces),
            is_battery: pieces.iter().flatten().any(|piece| piece.word == Some(Word::Battery)),
            brands,
        };
        for (at, line) in pieces.iter().enumerate() {
            plate.add(line);
            // A word such as "Model" may be above its number. Below several such words, the number's own word
            // is unclear.
            let is_lone = |at: usize| pieces.get(at).is_some_and(|line| is_lone(line));
            let is_below_others = at.checked_sub(1).is_some_and(is_lone);
            if let ([piece], Some([next])) = (&line[..], pieces.get(at + 1).map(Vec::as_slice))
                && is_lone(at)
                && !is_below_others
                && next.word.is_none()
            {
                plate.add(&[Piece { word: piece.word, text: next.text }]);
            }
        }
        plate
    }

    fn add(&mut self, line: &[Piece<'_>]) {
        for piece in line {
            let announced = match piece.word {
                Some(Word::Model) => self.announced(piece.text, Evidence::Announced),
                Some(Word::Reference) => self.announced(piece.text, Evidence::Reference),
                _ => None,
            };
            let may_have_model = matches!(piece.word, None | Some(Word::Model | Word::Reference));
            let shaped = if may_have_model { self.shaped(piece.text) } else { Vec::new() };
            self.mentions.extend(announced.into_iter().chain(shaped));
        }
    }

    /// The name at the start of a text after a word such as "Model".
    fn announced(&self, text: &str, evidence: Evidence) -> Option<Mention> {
        // "AB-12 / AB-13" is ambiguous.
        let alternatives = text.split([',', ';', '|', '&']).flat_map(|part| part.split(" / "));
        if alternatives.filter_map(begins_with_name).nth(1).is_some() {
            return None;
        }
        let text = text.split(['(', ',', ';', '|']).next()?.trim();
        let fits = |brand: &&Brand| shapes::fit(**brand, text, true);
        if let Some(brand) = self.brands.iter().find(fits) {
            let model = Model { brand: Some(*brand), ..Model::parse(text)? };
            return Some(Mention { model, evidence: Evidence::AnnouncedShape });
        }
        let model = Model::parse(&begins_with_name(text)?)?;
        let letters = model.name.chars().filter(char::is_ascii_alphanumeric).count();
        if self.brands.iter().any(|brand| shapes::nearly_fit(*brand, &model.name)) {
            return None;
        }
        let is_doubtful = evidence == Evidence::Reference || model.name.contains(' ');
        let shortest = if is_doubtful { MIN_CHARS_DOUBTFUL } else { MIN_CHARS };
        (letters >= shortest).then_some(Mention { model, evidence })
    }

    /// Names in the form of models of a brand on the plate.
    fn shaped(&self, text: &str) -> Vec<Mention> {
        let words: Vec<&str> = text.split_whitespace().map(bare).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let named = (1..=shapes::MAX_WORDS.min(words.len() - at)).rev().find_map(|length| {
                let name = words[at..at + length].join(" ");
                let brand = self.brands.iter().find(|brand| shapes::fit(**brand, &name, false))?;
                Some((length, Model { brand: Some(*brand), ..Model::parse(&name)? }))
            });
            at += named.as_ref().map_or(1, |(length, _)| *length);
            found.extend(named.map(|(_, model)| Mention { model, evidence: Evidence::Shape }));
        }
        found
    }

    /// `None` if several different names have the strongest evidence.
    pub(super) fn best(&self) -> Option<&Mention> {
        // Of equal names, the first one's capitalization is kept.
        let best = self.mentions.iter().rev().max_by_key(|mention| mention.evidence)?;
        let is_other = |mention: &&Mention| mention.evidence == best.evidence && mention.model != best.model;
        (!self.mentions.iter().any(|mention| is_other(&mention))).then_some(best)
    }

    pub(super) fn brands(&self) -> &[Brand] {
        &self.brands
    }
}

/// Accessories or compatible items: "for iPhone 12".
fn mentions_other_item(line: &str) -> bool {
    roles(&tokens(line)).iter().any(|(role, _)| *role == Role::NotBrand)
}

/// Only a word such as "Model", without a number.
fn is_lone(line: &[Piece<'_>]) -> bool {
    matches!(line, [piece] if piece.word.is_some() && piece.text.is_empty())
}

/// It says so, or gives an output voltage.
fn is_supply(pieces: &[Vec<Piece<'_>>]) -> bool {
    let flat: Vec<&Piece<'_>> = pieces.iter().flatten().collect();
    let gives_voltage = |at: usize| {
        let text = flat[at].text;
        let text = if text.is_empty() { flat.get(at + 1).map_or("", |next| next.text) } else { text };
        flat[at].word == Some(Word::Output) && text.split_whitespace().any(is_voltage)
    };
    (0..flat.len()).any(|at| flat[at].word == Some(Word::Supply) || gives_voltage(at))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '+')
}

/// The longest possible name at the start: a word with a digit, perhaps after words in capitals ("GSR
/// 12V-15").
fn begins_with_name(text: &str) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let word = bare(word);
        let letters = word.chars().filter(char::is_ascii_alphabetic).count();
        let is_code = word.contains(|c: char| c.is_ascii_digit());
        let is_capitals =
            letters == word.len() && letters <= MAX_WORD_LETTERS && !word.contains(char::is_lowercase);
        let is_number = is_code && letters == 0;
        let is_allowed = if is_code { !(is_number && name.is_empty()) } else { is_capitals };
        if !is_allowed || is_rating(word) || is_standard(word) || is_unclear(word) {
            break;
        }
        name.push(word);
        if is_code {
            break;
        }
    }
    let has_code = name.last().is_some_and(|last| last.contains(|c: char| c.is_ascii_digit()));
    has_code.then(|| name.join(" "))
}

/// "230V", "100-240V", "50/60Hz", but not the "12V-15" of a model name.
fn is_rating(word: &str) -> bool {
    let mut parts = word.split(['-', '/', '~', '×']).filter(|part| !part.is_empty()).rev();
    let is_number =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
    let is_rated = |part: &str| {
        let (number, unit) = part.split_at(part.find(|c: char| c.is_alphabetic()).unwrap_or(part.len()));
        is_number(number) && LISTS.units.contains(unit.to_lowercase().as_str())
    };
    parts.next().is_some_and(is_rated) && parts.all(|part| is_number(part) || is_rated(part))
}

/// "19V", "5.0VDC", but not the "800W" of a microwave oven.
fn is_voltage(word: &str) -> bool {
    let mut units = word.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    is_rating(word) && units.any(|unit| matches!(unit.as_str(), "v" | "vdc" | "vac"))
}

/// A standard, a plug or a type of battery: "IP44", "USB3.0", "CR2032".
fn is_standard(word: &str) -> bool {
    let letters: String =
        word.chars().take_while(char::is_ascii_alphabetic).flat_map(char::to_lowercase).collect();
    let is_number = word[letters.len()..].chars().all(|c| c.is_ascii_digit() || ".-".contains(c));
    is_number && LISTS.standards.contains(letters.as_str())
}

/// A letter could be a misread digit: the "O" of "WH-1OOO".
fn is_unclear(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).any(|pair| {
        (LIKE_DIGITS.contains(&pair[0]) && pair[1].is_ascii_digit())
            || (pair[0].is_ascii_digit() && LIKE_DIGITS.contains(&pair[1]))
    })
}
