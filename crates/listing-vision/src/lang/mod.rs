//! The languages in which the engine writes listings, one folder each. The other modules of this crate do not
//! depend on the language.
//!
//! Short words and grammar are fields of [`Lang`], so that the compiler requires them of a new language.
//! `docs/adding-a-language.md` explains the steps.

mod en;
mod fr;

use listing_domain::options::{Language, Tone};
use listing_domain::product::Noun;

#[cfg(test)]
pub(crate) use fr::elides;

pub(crate) struct Lang {
    pub(crate) words: Words,
    pub(crate) grammar: Grammar,
}

pub(crate) const fn for_language(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// Words and sentences of a language that many texts share.
pub(crate) struct Words {
    /// The word between alternatives, with its spaces: " or ".
    pub(crate) or: &'static str,
    /// The words that follow the noun and introduce a color that cannot be an adjective: "coloris".
    pub(crate) in_colour: &'static str,
    /// The word before the audience, within a sentence: "for" in "for women".
    pub(crate) for_audience: &'static str,
    /// The words before "new" if the noun's gender is unknown.
    pub(crate) before_new: &'static str,
    /// The abbreviations that American sellers use for items new with tags, and for new ones.
    pub(crate) new_letters: [&'static str; 2],
    /// Returns the openings of a description in a tone.
    pub(crate) openings: fn(Tone) -> Openings,
    /// The sentence for items that are too large or too heavy to send and have to be collected.
    pub(crate) collected: &'static str,
    /// The labels before values in a list, such as "Brand".
    pub(crate) labels: Labels,
    /// The mark after each label: ":" in English, " :" in French.
    pub(crate) colon: &'static str,
    /// British words and their American replacements.
    pub(crate) american: &'static [(&'static str, &'static str)],
    /// British words and their American replacements that apply only in the name of a pattern, because the
    /// word has other meanings elsewhere.
    pub(crate) american_patterns: &'static [(&'static str, &'static str)],
}

/// The sentences that open a description: `{name}` is the item's name and `{this}` the name with a
/// demonstrative.
#[derive(Clone, Copy)]
pub(crate) struct Openings {
    /// Openings for an item whose name can follow a demonstrative ("this black jacket"); one is chosen for
    /// each text.
    pub(crate) several: &'static [&'static str],
    /// The opening for an item of unknown gender, or for several possible items ("jewellery or watch").
    pub(crate) plain: &'static str,
}

/// The labels before values in a list, in lower case.
pub(crate) struct Labels {
    pub(crate) kind: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) model: &'static str,
    /// The label of an ISBN.
    pub(crate) isbn: &'static str,
    pub(crate) audience: &'static str,
    pub(crate) size: &'static str,
    /// The label of details from the seller that are no size and have no other label, such as "unlocked".
    pub(crate) details: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
}

/// The known parts of a name: "casque", "cuir", "noir", "Sony", "WH-1000XM4".
pub(crate) struct NameParts {
    pub(crate) noun: String,
    pub(crate) material: Option<String>,
    pub(crate) colour: Option<String>,
    pub(crate) brand: Option<String>,
    pub(crate) model: Option<String>,
    /// The audience, in titles: "femme".
    pub(crate) audience: Option<String>,
    /// True if function words are left out: "veste cuir noir".
    pub(crate) is_terse: bool,
}

/// The grammar of a language, as far as listings need it.
pub(crate) struct Grammar {
    /// Puts the parts of an item's name in order, as words.
    pub(crate) name: fn(NameParts) -> Vec<String>,
    /// Orders the parts of a name for titles, with the brand and the audience where buyers look first.
    pub(crate) title_name: fn(NameParts) -> Vec<String>,
    /// Adds the audience to a name or a size: "taille 38 femme", "women’s size 10".
    pub(crate) with_audience: fn(&str, &str) -> String,
    /// True if demonstratives and articles agree with the gender of their noun.
    pub(crate) has_genders: bool,
    /// Adds the noun's demonstrative to a name: "cette veste en cuir noir".
    pub(crate) this: fn(&str, Noun) -> String,
    /// Changes a text to the language's title case.
    pub(crate) title_case: fn(&str) -> String,
    /// Completes a grade that is a bare adjective: "état satisfaisant".
    pub(crate) whole_grade: fn(&str) -> Option<String>,
    /// Returns a sentence about an item with its size, dimensions and condition; `None` if there are none.
    pub(crate) about: fn(Noun, About<'_>) -> Option<String>,
}

/// The parts of a sentence about an item that was named before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// The size with the word for it: "size 10".
    pub(crate) size: Option<&'a str>,
    /// The dimensions: "120 x 60 cm".
    pub(crate) sides: Option<&'a str>,
    /// The condition as a grade: "good condition", "like new".
    pub(crate) grade: Option<&'a str>,
}
