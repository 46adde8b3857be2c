//! The languages in which the writer writes: one folder each, and nothing of a
//! language anywhere else in this crate.
//!
//! Short words and grammar are fields of [`Lang`], so that the compiler asks a new
//! language for each of them; so does it for each marketplace's phrases. Phrases and
//! long lists are tables beside them, which tests read to the last line.
//! `docs/adding-a-language.md` tells how a language is added.

mod en;
mod fr;
mod table;

use std::sync::LazyLock;

use listing_domain::condition::Condition;
use listing_domain::product::{Department, Noun};
use listing_domain::wish::Language;

pub(crate) use table::{Care, Sayings};

use crate::writer::phrases::Phrases;
#[cfg(test)]
pub(crate) use fr::elides;

/// Everything that the writer knows of one language.
pub(crate) struct Lang {
    pub(crate) words: Words,
    pub(crate) grammar: Grammar,
    /// What sellers say, on all marketplaces and on each.
    pub(crate) phrases: LazyLock<Phrases>,
    /// What buyers ask about a good, by the codes of the table of goods.
    pub(crate) asks: LazyLock<Sayings>,
    /// What goods are generally for, where that tells a buyer something.
    pub(crate) uses: LazyLock<Sayings>,
    /// What buyers type who look for that.
    pub(crate) use_keywords: LazyLock<Sayings>,
    /// What materials need in care.
    pub(crate) care: LazyLock<Care>,
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
    /// Behind a name that says nothing.
    pub(crate) shown_in_photos: &'static str,
    /// The same at the end of a title.
    pub(crate) see_photos: &'static str,
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
    /// The subject pronouns: masculine, feminine, and the plurals of both.
    pub(crate) pronouns: [&'static str; 4],
    /// At the end of a friendly and a casual title that nothing else tells apart: a longer and
    /// a shorter one.
    pub(crate) title_tails: [[&'static str; 2]; 2],
    /// Behind one that has no room for these.
    pub(crate) title_mark: &'static str,
    /// What only the photos can tell.
    pub(crate) the_condition: &'static str,
    pub(crate) the_type: &'static str,
    pub(crate) the_type_and_condition: &'static str,
    /// The labels of a list, and the colon behind each.
    pub(crate) labels: Labels,
    pub(crate) colon: &'static str,
    /// Where a thing ends up with its buyer: among clothes, in a home, anywhere.
    pub(crate) places: [&'static str; 3],
    /// Words of ours that American sellers replace.
    pub(crate) american: &'static [(&'static str, &'static str)],
    /// The same where they name a pattern, and mean something else elsewhere.
    pub(crate) american_patterns: &'static [(&'static str, &'static str)],
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
    /// A name with its noun's demonstrative: "cette veste en cuir noir".
    pub(crate) this: fn(&str, Noun) -> String,
    /// A name with its noun's indefinite article, where nouns have one: "une veste en cuir".
    pub(crate) some: fn(&str, Noun) -> String,
    /// The word of a noun phrase that says what a thing is: the "jacket" of "puffer jacket".
    pub(crate) head: for<'w> fn(&[&'w str]) -> Option<&'w str>,
    /// A title in the case in which people write them, where all words count.
    pub(crate) title_case: fn(&str) -> String,
    /// Brand, name and audience in the order in which eBay's sellers write them.
    pub(crate) ebay_order: fn([String; 3]) -> [String; 3],
    /// What stands before a grade within a text, where it needs something.
    pub(crate) before_grade: fn(Condition) -> &'static str,
    /// What buyers of a department search for: the goods, and the wider interest.
    pub(crate) tags: fn(Department) -> [&'static str; 2],
}
