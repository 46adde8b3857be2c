//! The words for colours in both languages, and how the French ones agree.

use listing_domain::product::Gender;
use listing_domain::wish::{Language, Words};

use super::french::Agreement;
use crate::colour::Colour;

/// A colour that has a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColourWord {
    /// One of the colours that can be seen.
    Seen(Colour),
    /// A name that only people give.
    Said(SaidColour),
}

/// A colour's name with its French feminine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SaidColour {
    /// The French adjective, masculine singular.
    fr: &'static str,
    /// The French feminine singular; `None` for names of things used as
    /// colours ("taupe"), which never change.
    feminine: Option<&'static str>,
    en: &'static str,
}

const fn agreeing(fr: &'static str, feminine: &'static str, en: &'static str) -> SaidColour {
    SaidColour { fr, feminine: Some(feminine), en }
}

const fn fixed(fr: &'static str, en: &'static str) -> SaidColour {
    SaidColour { fr, feminine: None, en }
}

/// The names that sellers use beside those of [`Colour`].
const SAID: &[SaidColour] = &[
    agreeing("brun", "brune", "brown"),
    agreeing("écru", "écrue", "ecru"),
    agreeing("mauve", "mauve", "mauve"),
    agreeing("cuivré", "cuivrée", "copper"),
    agreeing("transparent", "transparente", "clear"),
    fixed("crème", "cream"),
    fixed("ivoire", "ivory"),
    fixed("blanc cassé", "off-white"),
    fixed("camel", "camel"),
    fixed("taupe", "taupe"),
    fixed("bleu ciel", "sky blue"),
    fixed("bleu roi", "royal blue"),
    fixed("bleu canard", "teal"),
    fixed("marine", "navy"),
    fixed("lilas", "lilac"),
    fixed("lavande", "lavender"),
    fixed("prune", "plum"),
    fixed("corail", "coral"),
    fixed("saumon", "salmon"),
    fixed("pêche", "peach"),
    fixed("moutarde", "mustard"),
    fixed("olive", "olive"),
    fixed("anthracite", "charcoal"),
    fixed("fuchsia", "fuchsia"),
    fixed("rouille", "rust"),
    fixed("bronze", "bronze"),
];

/// Spellings of the British words in the table, and plain synonyms.
const SYNONYMS: &[(&str, &str)] = &[
    ("gray", "grey"),
    ("multicolored", "multicoloured"),
    ("multicolor", "multicoloured"),
    ("golden", "gold"),
];

/// Shades: after the colour in French, before it in English.
const SHADES: &[Words] = &[
    Words { fr: "clair", en: "light" },
    Words { fr: "foncé", en: "dark" },
    Words { fr: "pâle", en: "pale" },
    Words { fr: "vif", en: "bright" },
    Words { fr: "pastel", en: "pastel" },
    Words { fr: "fluo", en: "neon" },
];

impl ColourWord {
    /// The colour's own name, in lower case: "noir", "black".
    pub(super) const fn name(self, language: Language) -> &'static str {
        match self {
            Self::Seen(colour) => colour.name(language),
            Self::Said(colour) => language.pick(Words { fr: colour.fr, en: colour.en }),
        }
    }

    fn agreed(self, agreement: Agreement) -> String {
        match self {
            Self::Seen(colour) => colour.french_for(agreement.gender, agreement.plural).to_owned(),
            Self::Said(SaidColour { fr, feminine: None, .. }) => fr.to_owned(),
            Self::Said(SaidColour { fr, feminine: Some(feminine), .. }) => {
                let plural = if agreement.plural { "s" } else { "" };
                agreement.pick([fr; 2], [feminine; 2]).to_owned() + plural
            }
        }
    }

    /// Whether a word is the colour's name, in any form, in either language.
    fn is(self, word: &str) -> bool {
        let names = Language::ALL.iter().any(|language| self.name(*language) == word);
        names || FORMS.iter().any(|agreement| self.agreed(*agreement) == word)
    }
}

/// The four forms of a French adjective.
const FORMS: [Agreement; 4] = [
    Agreement { gender: Gender::Masculine, plural: false },
    Agreement { gender: Gender::Feminine, plural: false },
    Agreement { gender: Gender::Masculine, plural: true },
    Agreement { gender: Gender::Feminine, plural: true },
];

/// A colour as the texts use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ColourPhrase {
    /// One colour, which agrees with its noun in French.
    Word(ColourWord),
    /// Several words, which never change: "bleu clair", "noir et blanc".
    Compound {
        /// In French.
        fr: String,
        /// In English.
        en: String,
    },
    /// The seller's own words, which no table knows.
    Own(String),
}

impl ColourPhrase {
    /// What a seller's words for a colour mean, in either language.
    pub(super) fn read(text: &str) -> Self {
        let words = text.trim().to_lowercase();
        single(&words).or_else(|| pair(&words)).unwrap_or_else(|| Self::Own(text.trim().to_owned()))
    }

    /// The colour as an adjective in lower case; `None` when it is in the
    /// seller's own words, which cannot stand as one.
    pub(super) fn adjective(&self, language: Language, agreement: Agreement) -> Option<String> {
        match (self, language) {
            (Self::Word(word), Language::Fr) => Some(word.agreed(agreement)),
            (Self::Word(word), Language::En) => Some(word.name(Language::En).to_owned()),
            (Self::Compound { fr, .. }, Language::Fr) => Some(fr.clone()),
            (Self::Compound { en, .. }, Language::En) => Some(en.clone()),
            (Self::Own(_), _) => None,
        }
    }

    /// The colour on its own, as a value: "noir", "bleu clair".
    pub(super) fn value(&self, language: Language) -> String {
        match (self, language) {
            (Self::Word(word), _) => word.name(language).to_owned(),
            (Self::Compound { fr, .. }, Language::Fr) => fr.clone(),
            (Self::Compound { en, .. }, Language::En) => en.clone(),
            (Self::Own(words), _) => words.clone(),
        }
    }
}

fn known(word: &str) -> Option<ColourWord> {
    let word = SYNONYMS.iter().find(|(synonym, _)| *synonym == word).map_or(word, |(_, word)| word);
    let seen = Colour::ALL.into_iter().map(ColourWord::Seen);
    seen.chain(SAID.iter().copied().map(ColourWord::Said)).find(|colour| colour.is(word))
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
    let shade = |word: &str, language: Language| SHADES.iter().find(|shade| language.pick(**shade) == word);
    let (colour, shade) = match (shade(last, Language::Fr), shade(first, Language::En)) {
        (Some(shade), _) => (known(first)?, shade),
        (None, Some(shade)) => (known(last)?, shade),
        (None, None) => return None,
    };
    let fr = format!("{} {}", colour.name(Language::Fr), shade.fr);
    Some(ColourPhrase::Compound { fr, en: format!("{} {}", shade.en, colour.name(Language::En)) })
}

/// "rouge bordeaux" is "burgundy red": French names the wider colour first.
fn two_names(first: &str, last: &str) -> Option<ColourPhrase> {
    let (one, other) = (known(first)?, known(last)?);
    let is_french = FORMS.iter().any(|form| one.agreed(*form) == first) && other.name(Language::Fr) == last;
    let (wide, narrow) = if is_french { (one, other) } else { (other, one) };
    let fr = format!("{} {}", wide.name(Language::Fr), narrow.name(Language::Fr));
    let en = format!("{} {}", narrow.name(Language::En), wide.name(Language::En));
    Some(ColourPhrase::Compound { fr, en })
}

/// Two colours side by side: "noir et blanc", "black/white".
fn pair(words: &str) -> Option<ColourPhrase> {
    let (one, other) = [" et ", " and ", " & ", " / ", "/"].iter().find_map(|sign| words.split_once(sign))?;
    let (one, other) = (single(one)?, single(other)?);
    let fr = format!("{} et {}", one.value(Language::Fr), other.value(Language::Fr));
    let en = format!("{} and {}", one.value(Language::En), other.value(Language::En));
    Some(ColourPhrase::Compound { fr, en })
}

#[cfg(test)]
mod tests {
    use listing_domain::product::Noun;

    use super::*;

    const SHIRT: Noun = Noun::feminine("chemise", "shirt");
    const JUMPER: Noun = Noun::masculine("pull", "sweater");
    const SHOES: Noun = Noun::feminine_plural("baskets", "trainers");
    const GLOVES: Noun = Noun::masculine_plural("gants", "gloves");

    #[test]
    fn french_colours_agree() {
        let check = |colour: &str, expected: [&str; 4]| {
            let phrase = ColourPhrase::read(colour);
            let forms = [JUMPER, SHIRT, GLOVES, SHOES]
                .map(|noun| phrase.adjective(Language::Fr, Agreement::with(noun)).unwrap());
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
            let feminine = phrase.adjective(Language::Fr, Agreement::with(SHIRT));
            let english = phrase.adjective(Language::En, Agreement::with(SHIRT));
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
