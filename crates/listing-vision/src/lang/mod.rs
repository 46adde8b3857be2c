//! The languages in which the writer writes: one folder each, and nothing of a
//! language anywhere else in this crate.
//!
//! Short words and grammar are fields of [`Lang`], so that the compiler asks a new
//! language for each of them.
//! `docs/adding-a-language.md` tells how a language is added.

mod en;
mod fr;

use listing_domain::options::{Language, Tone};
use listing_domain::product::Noun;

#[cfg(test)]
pub(crate) use fr::elides;

/// Everything that the writer knows of one language.
pub(crate) struct Lang {
    pub(crate) words: Words,
    pub(crate) grammar: Grammar,
}

/// A language's folder.
pub(crate) const fn of(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// Words that stand in many texts.
pub(crate) struct Words {
    /// Between alternatives, with its spaces.
    pub(crate) or: &'static str,
    /// Before a colour that cannot stand as an adjective, behind the noun.
    pub(crate) in_colour: &'static str,
    /// Before whom a thing is made for, within a sentence.
    pub(crate) for_audience: &'static str,
    /// Before "new" where the gender of what is new is not known.
    pub(crate) before_new: &'static str,
    /// The letters by which things that are new with tags, and new, are known in America.
    pub(crate) new_letters: [&'static str; 2],
    /// The openings of a description in each tone.
    pub(crate) openings: fn(Tone) -> Openings,
    /// Said of what is too large or too heavy to send.
    pub(crate) collected: &'static str,
    /// The labels of a list, and the colon behind each.
    pub(crate) labels: Labels,
    pub(crate) colon: &'static str,
    /// Words of ours that American sellers replace.
    pub(crate) american: &'static [(&'static str, &'static str)],
    /// The same where they name a pattern, and mean something else elsewhere.
    pub(crate) american_patterns: &'static [(&'static str, &'static str)],
}

/// The sentences that open a description: `{name}` is the name of the thing and `{this}` the name with a
/// demonstrative.
#[derive(Clone, Copy)]
pub(crate) struct Openings {
    /// Of what can be pointed at.
    pub(crate) several: &'static [&'static str],
    /// Of what has a name of unknown gender, or several.
    pub(crate) plain: &'static str,
}

/// What stands before a value in a list, in lower case.
pub(crate) struct Labels {
    pub(crate) kind: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) model: &'static str,
    /// The number of a book.
    pub(crate) isbn: &'static str,
    pub(crate) audience: &'static str,
    pub(crate) size: &'static str,
    /// The label of details that are no size and have no other label: "unlocked".
    pub(crate) details: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
}

/// The parts of a name, each if it is known: "casque", "cuir", "noir", "Sony", "WH-1000XM4".
pub(crate) struct NameParts {
    pub(crate) noun: String,
    pub(crate) material: Option<String>,
    pub(crate) colour: Option<String>,
    pub(crate) brand: Option<String>,
    pub(crate) model: Option<String>,
    /// The audience, in titles: "femme".
    pub(crate) audience: Option<String>,
    /// Little words are left out: "veste cuir noir".
    pub(crate) is_terse: bool,
}

/// The little of grammar that the texts need.
pub(crate) struct Grammar {
    /// The parts of a name in their order.
    pub(crate) name: fn(NameParts) -> Vec<String>,
    /// The same as titles have it, where the brand and whom it is for stand where buyers look first.
    pub(crate) title_name: fn(NameParts) -> Vec<String>,
    /// A name or a size with whom it is for: "taille 38 femme", "women’s size 10".
    pub(crate) beside_audience: fn(&str, &str) -> String,
    /// True if demonstratives and articles agree with the gender of their noun.
    pub(crate) has_genders: bool,
    /// A name with its noun's demonstrative: "cette veste en cuir noir".
    pub(crate) this: fn(&str, Noun) -> String,
    /// A title in the case in which people write them, where all words count.
    pub(crate) title_case: fn(&str) -> String,
    /// A grade that is a bare adjective as it is said of the whole thing: "état satisfaisant".
    pub(crate) whole_grade: fn(&str) -> Option<String>,
    /// A size, the sides and the condition as a sentence about a thing of this noun.
    pub(crate) about: fn(Noun, About<'_>) -> Option<String>,
}

/// The parts of a sentence about a thing that was named before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// The size with its word: "size 10".
    pub(crate) size: Option<&'a str>,
    /// The sides: "120 x 60 cm".
    pub(crate) sides: Option<&'a str>,
    /// The grade: "good condition", "like new".
    pub(crate) grade: Option<&'a str>,
}
