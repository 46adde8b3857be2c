//! The words for colours in all languages, and how they agree.

use listing_domain::product::Noun;
use listing_domain::wish::Language;

use crate::colour::Colour;
use crate::lang::{self, ColourEntry, SHADES};

/// A colour that has a name of its own, by what the tables of all languages call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColourWord(&'static str);

/// The colours that sellers name beside those of [`Colour`].
pub(crate) const SAID: &[&str] = &[
    "brun",
    "ecru",
    "mauve",
    "copper",
    "clear",
    "cream",
    "ivory",
    "off_white",
    "camel",
    "taupe",
    "sky_blue",
    "royal_blue",
    "teal",
    "navy",
    "lilac",
    "lavender",
    "plum",
    "coral",
    "salmon",
    "peach",
    "mustard",
    "olive",
    "charcoal",
    "fuchsia",
    "rust",
    "bronze",
];

impl From<Colour> for ColourWord {
    fn from(colour: Colour) -> Self {
        Self(colour.code())
    }
}

impl ColourWord {
    /// The colour's own name, in lower case: "noir", "black".
    pub(crate) fn name(self, language: Language) -> &'static str {
        self.entry(language).alone()
    }

    fn entry(self, language: Language) -> &'static ColourEntry {
        lang::of(language).colours.of(self.0)
    }

    /// Whether a word is the colour's name, in any form, in any language.
    fn is(self, word: &str) -> bool {
        Language::ALL.iter().any(|language| self.entry(*language).is(word))
    }
}

/// A colour as the texts use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ColourPhrase {
    /// One colour, which agrees with its noun.
    Word(ColourWord),
    /// A colour in a shade: "bleu clair". It never changes.
    Shaded(ColourWord, usize),
    /// Two names of one colour: "rouge bordeaux". They never change.
    Named {
        /// The wider one.
        wide: ColourWord,
        /// The narrower one.
        narrow: ColourWord,
    },
    /// Two colours side by side: "noir et blanc". They never change.
    Pair(Box<[ColourPhrase; 2]>),
    /// The seller's own words, which no table knows.
    Own(String),
}

impl ColourPhrase {
    /// What a seller's words for a colour mean, in any language.
    pub(crate) fn read(text: &str) -> Self {
        let words = text.trim().to_lowercase();
        single(&words).or_else(|| pair(&words)).unwrap_or_else(|| Self::Own(text.trim().to_owned()))
    }

    /// The colour as an adjective in lower case, agreeing with a noun; `None` when
    /// it is in the seller's own words, which cannot stand as one.
    pub(crate) fn adjective(&self, noun: Noun, language: Language) -> Option<String> {
        match self {
            Self::Word(word) => {
                Some(word.entry(language).agreeing(noun.gender(), noun.is_plural()).to_owned())
            }
            Self::Own(_) => None,
            _ => Some(self.value(language)),
        }
    }

    /// The colour on its own, as a value: "noir", "bleu clair".
    pub(crate) fn value(&self, language: Language) -> String {
        let words = &lang::of(language).words;
        match self {
            Self::Word(word) => word.name(language).to_owned(),
            Self::Shaded(colour, shade) => {
                in_order(words.shade_behind, colour.name(language), words.shades[*shade])
            }
            Self::Named { wide, narrow } => {
                in_order(words.wide_colour_first, wide.name(language), narrow.name(language))
            }
            Self::Pair(pair) => {
                let [one, other] = [&pair[0], &pair[1]].map(|colour| colour.value(language));
                format!("{one} {} {other}", words.and)
            }
            Self::Own(words) => words.clone(),
        }
    }
}

fn in_order(as_given: bool, first: &str, second: &str) -> String {
    if as_given { format!("{first} {second}") } else { format!("{second} {first}") }
}

fn known(word: &str) -> Option<ColourWord> {
    let seen = Colour::ALL.into_iter().map(ColourWord::from);
    seen.chain(SAID.iter().copied().map(ColourWord)).find(|colour| colour.is(word))
}

/// One colour, perhaps in a shade or of two names ("rouge bordeaux").
fn single(words: &str) -> Option<ColourPhrase> {
    if let Some(word) = known(words) {
        return Some(ColourPhrase::Word(word));
    }
    let (first, last) = words.split_once([' ', '-'])?;
    shaded(first, last).or_else(|| two_names(first, last))
}

fn shaded(first: &str, last: &str) -> Option<ColourPhrase> {
    let (colour, shade) = lang::all().find_map(|lang| {
        let (colour, shade) = if lang.words.shade_behind { (first, last) } else { (last, first) };
        Some((colour, (0..SHADES).find(|index| lang.words.shades[*index] == shade)?))
    })?;
    Some(ColourPhrase::Shaded(known(colour)?, shade))
}

/// "rouge bordeaux" is "burgundy red": French names the wider colour first.
fn two_names(first: &str, last: &str) -> Option<ColourPhrase> {
    let (one, other) = (known(first)?, known(last)?);
    let wide_first = lang::all().any(|lang| {
        let entry = |word: ColourWord| lang.colours.of(word.0);
        lang.words.wide_colour_first && entry(one).has_form(first) && entry(other).alone() == last
    });
    let (wide, narrow) = if wide_first { (one, other) } else { (other, one) };
    Some(ColourPhrase::Named { wide, narrow })
}

/// Two colours side by side: "noir et blanc", "black/white".
fn pair(words: &str) -> Option<ColourPhrase> {
    let said = lang::all().flat_map(|lang| lang.reading.colour_pairs);
    let (one, other) = said.chain(&[" & ", " / ", "/"]).find_map(|sign| words.split_once(sign))?;
    Some(ColourPhrase::Pair(Box::new([single(one)?, single(other)?])))
}

#[cfg(test)]
mod tests {
    use listing_domain::product::Gender;

    use super::*;

    const SHIRT: Noun = Noun::new("chemise", Gender::Feminine, false);
    const JUMPER: Noun = Noun::new("pull", Gender::Masculine, false);
    const SHOES: Noun = Noun::new("baskets", Gender::Feminine, true);
    const GLOVES: Noun = Noun::new("gants", Gender::Masculine, true);

    #[test]
    fn french_colours_agree() {
        let check = |colour: &str, expected: [&str; 4]| {
            let phrase = ColourPhrase::read(colour);
            let forms =
                [JUMPER, SHIRT, GLOVES, SHOES].map(|noun| phrase.adjective(noun, Language::Fr).unwrap());
            assert_eq!(forms, expected);
        };
        check("noir", ["noir", "noire", "noirs", "noires"]);
        check("grey", ["gris", "grise", "gris", "grises"]);
        check("brune", ["brun", "brune", "bruns", "brunes"]);
        check("mauve", ["mauve", "mauve", "mauves", "mauves"]);
        for fixed in ["marron", "orange", "kaki", "bleu marine", "taupe", "bleu clair", "noir et blanc"] {
            check(fixed, [fixed; 4]);
        }
    }

    #[test]
    fn sellers_colours_are_read_in_both_languages() {
        let check = |text: &str, fr: &str, en: &str| {
            let phrase = ColourPhrase::read(text);
            let feminine = phrase.adjective(SHIRT, Language::Fr);
            let english = phrase.adjective(SHIRT, Language::En);
            assert_eq!((feminine.as_deref(), english.as_deref()), (Some(fr), Some(en)), "{text}");
        };
        check("noir", "noire", "black");
        check("Noires", "noire", "black");
        check("Black", "noire", "black");
        check("gray", "grise", "grey");
        check("violette", "violette", "purple");
        check("Bleu marine", "bleu marine", "navy blue");
        check("bleu clair", "bleu clair", "light blue");
        check("dark green", "vert foncé", "dark green");
        check("rouge bordeaux", "rouge bordeaux", "burgundy red");
        check("khaki green", "vert kaki", "khaki green");
        check("bleu turquoise", "bleu turquoise", "turquoise blue");
        check("Noir et blanc", "noir et blanc", "black and white");
        check("light blue/white", "bleu clair et blanc", "light blue and white");
        check("off-white", "blanc cassé", "off-white");
    }

    #[test]
    fn unknown_colours_stay_the_sellers_own() {
        for text in ["lie de vin", "bleu à pois", "noir, rayures", "Cosmic Latte"] {
            let phrase = ColourPhrase::read(text);
            assert_eq!(phrase, ColourPhrase::Own(text.to_owned()));
            assert_eq!(phrase.value(Language::Fr), text);
        }
    }
}
