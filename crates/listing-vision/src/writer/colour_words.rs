//! The words for colors, in agreement with a noun.

use listing_domain::options::Language;
use listing_domain::product::Noun;
use listing_domain::statement::{ColorName, ColorStatement, PatternName};

use crate::colour::Colour;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ColourPhrase {
    /// Every language has words for these.
    Known(ColorStatement),
    /// The seller's own words, if no table has them.
    Own(String),
}

impl ColourPhrase {
    pub(crate) fn seen(primary: Colour, secondary: Option<Colour>) -> Self {
        let names = [Some(primary), secondary].into_iter().flatten();
        let names = names.filter_map(|colour| ColorName::from_key(colour.code()));
        ColorStatement::seen(names, None).map_or_else(|| Self::Own(primary.code().to_owned()), Self::Known)
    }

    /// For a pattern of uncertain colors; `None` if it has no words.
    pub(crate) fn of_pattern(pattern: PatternName) -> Option<Self> {
        ColorStatement::seen([], Some(pattern)).map(Self::Known)
    }

    /// Unless the phrase has one. The seller's own words may have one, so nothing is added to them.
    pub(crate) fn with_pattern(self, pattern: PatternName) -> Self {
        match self {
            Self::Known(colours) => Self::Known(colours.with_pattern(pattern)),
            own @ Self::Own(_) => own,
        }
    }

    /// Not only a pattern.
    pub(crate) const fn has_colours(&self) -> bool {
        match self {
            Self::Known(colours) => colours.has_colours(),
            Self::Own(_) => true,
        }
    }

    /// In any language.
    pub(crate) fn read(text: &str) -> Self {
        ColorStatement::read(text).map_or_else(|| Self::Own(text.trim().to_owned()), Self::Known)
    }

    /// In lower case; `None` for the seller's own words, which may be no adjective.
    pub(crate) fn adjective(&self, noun: Noun, language: Language) -> Option<String> {
        match self {
            Self::Known(colours) => Some(colours.adjective(noun, language)),
            Self::Own(_) => None,
        }
    }

    /// "noir", "bleu clair".
    pub(crate) fn value(&self, language: Language) -> String {
        match self {
            Self::Known(colours) => colours.value(language),
            Self::Own(words) => words.clone(),
        }
    }

    /// If it is a single color without a shade.
    pub(crate) fn plain(&self, language: Language) -> Option<&'static str> {
        match self {
            Self::Known(colours) => Some(colours.plain()?.name(language)),
            Self::Own(_) => None,
        }
    }
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
    fn french_colours_agree_with_their_noun() {
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
    fn every_recognisable_colour_has_a_name() {
        for colour in Colour::ALL {
            assert!(ColorName::from_key(colour.code()).is_some(), "{colour:?}");
        }
    }

    #[test]
    fn unknown_colours_keep_the_sellers_words() {
        for text in ["gris sidéral", "noir léopard", "Cosmic Latte"] {
            let phrase = ColourPhrase::read(text);
            assert_eq!(phrase, ColourPhrase::Own(text.to_owned()));
            assert_eq!(phrase.value(Language::Fr), text);
        }
    }
}
