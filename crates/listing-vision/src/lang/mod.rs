//! The languages in which the engine writes listings, one folder each.
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

/// Words and sentences that many texts share.
pub(crate) struct Words {
    /// Between alternatives, with its spaces: " or ".
    pub(crate) or: &'static str,
    /// After the noun, before a color that cannot be an adjective: "coloris".
    pub(crate) in_colour: &'static str,
    /// Before the audience: "for" in "for women".
    pub(crate) for_audience: &'static str,
    /// Before "new" if the noun's gender is unknown.
    pub(crate) before_new: &'static str,
    /// American sellers' abbreviations for items new with tags, and for new ones.
    pub(crate) new_letters: [&'static str; 2],
    pub(crate) openings: fn(Tone) -> Openings,
    /// For items that are too large or too heavy to send.
    pub(crate) collected: &'static str,
    pub(crate) labels: Labels,
    /// After each label: ":" in English, " :" in French.
    pub(crate) colon: &'static str,
    /// British words and their American replacements.
    pub(crate) american: &'static [(&'static str, &'static str)],
    /// Replacements only in the name of a pattern, because the word has other meanings elsewhere.
    pub(crate) american_patterns: &'static [(&'static str, &'static str)],
}

/// `{name}` is the item's name and `{this}` the name with a demonstrative.
#[derive(Clone, Copy)]
pub(crate) struct Openings {
    /// For a name that can follow a demonstrative ("this black jacket"); one is chosen for each text.
    pub(crate) several: &'static [&'static str],
    /// For an item of unknown gender, or for several possible items ("jewellery or watch").
    pub(crate) plain: &'static str,
}

/// In lower case.
pub(crate) struct Labels {
    pub(crate) kind: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) model: &'static str,
    pub(crate) isbn: &'static str,
    pub(crate) audience: &'static str,
    pub(crate) size: &'static str,
    /// For details from the seller that are no size and have no other label, such as "unlocked".
    pub(crate) details: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
}

/// "casque", "cuir", "noir", "Sony", "WH-1000XM4".
pub(crate) struct NameParts {
    pub(crate) noun: String,
    pub(crate) material: Option<String>,
    pub(crate) colour: Option<String>,
    pub(crate) brand: Option<String>,
    pub(crate) model: Option<String>,
    /// In titles: "femme".
    pub(crate) audience: Option<String>,
    /// Leaves out function words: "veste cuir noir".
    pub(crate) is_terse: bool,
}

pub(crate) struct Grammar {
    /// The name's words in order.
    pub(crate) name: fn(NameParts) -> Vec<String>,
    /// With the brand and the audience where buyers look first.
    pub(crate) title_name: fn(NameParts) -> Vec<String>,
    /// Adds the audience to a name or a size: "taille 38 femme", "women’s size 10".
    pub(crate) with_audience: fn(&str, &str) -> String,
    /// Demonstratives and articles agree with their noun.
    pub(crate) has_genders: bool,
    /// "cette veste en cuir noir".
    pub(crate) this: fn(&str, Noun) -> String,
    pub(crate) title_case: fn(&str) -> String,
    /// Completes a bare adjective: "état satisfaisant".
    pub(crate) whole_grade: fn(&str) -> Option<String>,
    /// A sentence with size, dimensions and condition; `None` if there are none.
    pub(crate) about: fn(Noun, About<'_>) -> Option<String>,
}

/// A statement about an item that was named before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// With its word: "size 10".
    pub(crate) size: Option<&'a str>,
    /// "120 x 60 cm".
    pub(crate) sides: Option<&'a str>,
    /// "good condition", "like new".
    pub(crate) grade: Option<&'a str>,
}
