//! The languages in which the writer writes: one folder each, and nothing of a
//! language anywhere else in this crate.
//!
//! Short words and grammar are fields of [`Lang`], so that the compiler asks a new
//! language for each of them.
//! `docs/adding-a-language.md` tells how a language is added.

mod en;
mod fr;

use listing_domain::condition::Condition;
use listing_domain::product::Noun;
use listing_domain::wish::Language;

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
    /// Before a material that the name does not say.
    pub(crate) of_material: &'static str,
    /// Before whom a thing is made for, within a sentence.
    pub(crate) for_audience: &'static str,
    /// Between the parts of a headline on Poshmark.
    pub(crate) poshmark_separator: &'static str,
    /// The letters by which things that are new with tags, and new, are known there.
    pub(crate) poshmark_new: [&'static str; 2],
    /// The openings of a description, by tone.
    pub(crate) openings: Openings,
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

/// The sentences that open a description, by tone: `{name}` is the name of the thing, `{this}` the
/// name with a demonstrative and `{some}` the name with an indefinite article. The first of each
/// tone has the bare name.
pub(crate) struct Openings {
    pub(crate) professional: &'static [&'static str],
    pub(crate) friendly: &'static [&'static str],
    pub(crate) casual: &'static [&'static str],
}

/// What stands before a value in a list, in lower case.
pub(crate) struct Labels {
    pub(crate) kind: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) model: &'static str,
    /// The number of a book.
    pub(crate) isbn: &'static str,
    pub(crate) audience: &'static str,
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
}

/// The little of grammar that the texts need.
pub(crate) struct Grammar {
    /// The parts of a name in their order.
    pub(crate) name: fn(NameParts) -> Vec<String>,
    /// The same as people say it who do not care for the order of a catalogue.
    pub(crate) casual_name: fn(NameParts) -> Vec<String>,
    /// The same as buyers search and short titles say it: "veste cuir noir Zara".
    pub(crate) title_name: fn(NameParts) -> Vec<String>,
    /// True if demonstratives and articles agree with the gender of their noun.
    pub(crate) has_genders: bool,
    /// A name with its noun's demonstrative: "cette veste en cuir noir".
    pub(crate) this: fn(&str, Noun) -> String,
    /// A name with its noun's indefinite article, where nouns have one: "une veste en cuir".
    pub(crate) some: fn(&str, Noun) -> String,
    /// A title in the case in which people write them, where all words count.
    pub(crate) title_case: fn(&str) -> String,
    /// Brand, name and audience in the order in which eBay's sellers write them.
    pub(crate) ebay_order: fn([String; 3]) -> [String; 3],
    /// What stands before a grade within a text, where it needs something.
    pub(crate) before_grade: fn(Condition) -> &'static str,
}
