//! The languages in which listings are written: one folder each, and nothing of
//! a language anywhere else in the domain.
//!
//! Short words and the forms of sentences are fields of [`Lang`], so that the
//! compiler asks a new language for each of them. Long lists are tables beside
//! them, which tests read to the last line. `docs/adding-a-language.md` tells how
//! a language is added.

mod condition;
mod details;
mod en;
mod finding;
mod fr;
mod names;
mod phrases;
mod said;
mod table;
mod template;
mod title;
mod written;

use std::sync::LazyLock;

pub(crate) use condition::forms_of_grade;
pub(crate) use details::DetailWords;
pub(crate) use finding::FindingWords;
pub use phrases::has_contact;
pub(crate) use phrases::{cut, cut_prose, phrases, without_contacts};
pub(crate) use said::{Colours, Materials, Qualities, QualityRole, TintRole, TintWords};
pub(crate) use table::{Categories, CategoryGoods, CategoryKey, ConditionLabels, Decision, Goods, Nouns};
pub(crate) use template::{fill, grouped};

use crate::condition::Condition;
use crate::locale::Market;
use crate::options::Language;
use crate::pricing::Confidence;
use crate::product::{Audience, Gender};
use crate::statement::{Axis, CapacityUnit, CountUnit, LengthUnit, System, VolumeUnit};
use crate::text::Phrases;

/// Everything that the domain knows of one language.
pub(crate) struct Lang {
    /// What its speakers call it, as a menu shows it.
    pub(crate) own_name: &'static str,
    /// What the language is called in English.
    pub(crate) english_name: &'static str,
    /// Its code of three letters (ISO 639-3).
    pub(crate) iso_639_3: &'static str,
    /// Where its speakers sell when nothing else is said.
    pub(crate) market: Market,
    /// The names of the countries.
    pub(crate) market_name: fn(Market) -> &'static str,
    /// The plain names of the grades of wear.
    pub(crate) grade: fn(Condition) -> &'static str,
    /// The words of a grade as they agree with a noun of this gender, and of several things where that
    /// is true: "comme neuve".
    pub(crate) agreeing: fn(&str, Gender, bool) -> String,
    /// The words of a grade without the one that the label of a list has: "good" of "good condition".
    pub(crate) grade_behind_label: fn(&str) -> Option<&str>,
    /// A text with the spaces that the language wants beside its marks, one for one.
    pub(crate) typeset: fn(&str) -> String,
    /// Whom an item is for: before a noun or behind it, and as a value.
    pub(crate) audience: fn(Audience) -> [&'static str; 2],
    /// What the domain writes into a listing itself.
    pub(crate) listing: ListingWords,
    /// What the reason for a price is made of.
    pub(crate) price: PriceWords,
    /// What the evidence behind listings is told with.
    pub(crate) details: DetailWords,
    /// Words of up to three letters that are no abbreviations, folded.
    pub(crate) short_words: &'static [&'static str],
    /// What is told of a listing that a marketplace would not take.
    pub(crate) findings: FindingWords,
    /// What is recognised in a text.
    pub(crate) reading: Reading,
    /// What must not stand in a listing, and where its text may be cut.
    pub(crate) phrases: &'static Phrases,
    /// The plainest forms of what must not, by which finished listings are checked.
    pub(crate) plain_breaches: PlainBreaches,
    /// What a statement of a seller is told with.
    pub(crate) telling: PhraseFormat,
    /// What sizes are told with.
    pub(crate) sizes: SizeWords,
    /// The forms of lots, and of ages, origins and styles.
    pub(crate) lots: LotWords,
    pub(crate) traits: TraitWords,
    /// What sellers say of conditions, of sizes and of whom an item is for: tables, whose first
    /// lines explain them.
    pub(crate) condition_words: &'static str,
    /// The terms for a grade of the whole item: a table, whose first lines explain it.
    pub(crate) grade_terms: &'static str,
    pub(crate) size_words: &'static str,
    pub(crate) audience_words: &'static str,
    /// Words of sellers for ages, origins and styles, and for reasons of a price: tables of the same form.
    pub(crate) trait_words: &'static str,
    pub(crate) price_words: &'static str,
    /// Words for claims about an item: a table, whose first lines explain it.
    pub(crate) claim_words: &'static str,
    /// The names of the colours, and what else stands in a statement of colours.
    pub(crate) colours: LazyLock<Colours>,
    pub(crate) tints: LazyLock<TintWords>,
    /// The words for materials, and for what is said of them.
    pub(crate) materials: LazyLock<Materials>,
    pub(crate) qualities: LazyLock<Qualities>,
    /// The nouns of the product types and departments.
    pub(crate) nouns: LazyLock<Nouns>,
    /// What goods are called.
    pub(crate) goods: LazyLock<Goods>,
    /// The categories of the marketplaces.
    pub(crate) categories: LazyLock<Categories>,
    /// The labels of the marketplaces' condition fields.
    pub(crate) conditions: LazyLock<ConditionLabels>,
}

/// A language's folder.
pub(crate) const fn of(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// What all languages have for recognising one thing, one after the other: a
/// seller may write in any of them.
pub(crate) fn all_reading<T: 'static>(
    pick: impl Fn(&'static Reading) -> &'static [T],
) -> impl Iterator<Item = &'static T> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).reading))
}

/// Whether a folded word is a short one of any language, and so no abbreviation.
pub(crate) fn is_short_word(word: &str) -> bool {
    Language::ALL.iter().any(|language| of(*language).short_words.contains(&word))
}

/// What all languages have of the plainest breaches of one kind, one after the other.
pub(crate) fn all_breaches(
    pick: fn(&'static PlainBreaches) -> &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).plain_breaches)).copied()
}

/// What the domain writes into a listing itself.
pub(crate) struct ListingWords {
    pub(crate) brand: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
    /// What stands between a label and its value, with its spaces.
    pub(crate) colon: &'static str,
    /// "see photos", at the end of a title.
    pub(crate) see_photos: &'static str,
}

/// What a statement of a seller is told with.
pub(crate) struct PhraseFormat {
    /// Between the last two of several.
    pub(crate) and: &'static str,
    /// Whether an adjective stands behind its noun ("bleu clair", "cuir véritable").
    pub(crate) adjective_behind: bool,
    /// Whether of two names of a colour the wider one is said first ("rouge bordeaux").
    pub(crate) wide_colour_first: bool,
    /// What stands behind a number of percent, with its space, which `typeset` keeps.
    pub(crate) percent: &'static str,
}

/// What sizes are told with.
pub(crate) struct SizeWords {
    /// The labels, in lower case.
    pub(crate) size: &'static str,
    pub(crate) shoe_size: &'static str,
    pub(crate) dimensions: &'static str,
    pub(crate) capacity: &'static str,
    pub(crate) screen: &'static str,
    pub(crate) volume: &'static str,
    pub(crate) year: &'static str,
    /// One size for everybody; says itself that it is a size.
    pub(crate) one_size: &'static str,
    /// The size of a baby that was just born.
    pub(crate) newborn: &'static str,
    /// The system whose numbers are told without its name.
    pub(crate) own_system: Option<System>,
    /// One and many of each.
    pub(crate) months: [&'static str; 2],
    pub(crate) years: [&'static str; 2],
    pub(crate) inches: [&'static str; 2],
    pub(crate) length_unit: fn(LengthUnit) -> &'static str,
    pub(crate) capacity_unit: fn(CapacityUnit) -> &'static str,
    pub(crate) volume_unit: fn(VolumeUnit) -> &'static str,
    pub(crate) count_unit: fn(CountUnit) -> [&'static str; 2],
    /// A bicycle's frame of a `{length}`, and its wheels of so many `{inches}`.
    pub(crate) frame: &'static str,
    pub(crate) wheels: &'static str,
    /// A phone that takes any operator's card.
    pub(crate) unlocked: &'static str,
    /// A letter for each side.
    pub(crate) axis: fn(Axis) -> &'static str,
    /// The sign before decimals.
    pub(crate) decimal: &'static str,
}

/// The forms of a lot of a `{number}` of things.
pub(crate) struct LotWords {
    pub(crate) lot: &'static str,
    pub(crate) set: &'static str,
    pub(crate) pair: &'static str,
}

/// The forms of ages, origins and styles.
pub(crate) struct TraitWords {
    /// A `{year}` that is not exact.
    pub(crate) circa: &'static str,
    /// From one decade to another or the same, by their first years.
    pub(crate) decades: fn(u16, u16) -> String,
    /// Made in a `{country}`, which has its preposition.
    pub(crate) made_in: &'static str,
    /// In the style of a `{name}`.
    pub(crate) in_style: &'static str,
}

/// What the reason for a price is made of. Words in braces are filled in.
pub(crate) struct PriceWords {
    /// The first sentence: the `{item}` and its `{price}`, by a `{source}`, for a `{market}`.
    pub(crate) claim: &'static str,
    /// The source: none.
    pub(crate) without_market_data: &'static str,
    /// The source: `{items}`, which are of these `{kinds}`, the newest of a `{day}`.
    pub(crate) from_comparables: &'static str,
    /// A country with its currency, as a price is for it.
    pub(crate) for_market: fn(Market) -> &'static str,
    /// The `{noun}` with a `{brand}`, a `{material}` and a `{lot}`, any of them perhaps empty, and a `{condition}`.
    pub(crate) item: &'static str,
    pub(crate) of_brand: &'static str,
    pub(crate) of_material: &'static str,
    /// A `{lot}` that the item is.
    pub(crate) of_lot: &'static str,
    /// A condition to follow a noun of any gender and number.
    pub(crate) in_condition: fn(Condition) -> &'static str,
    /// The `{amount}`, and where it may lie: `{about}`, from `{low}` to `{high}`; `{low_number}` is
    /// the first without its currency.
    pub(crate) about: &'static str,
    pub(crate) between: &'static str,
    /// One and many of each.
    pub(crate) asked: [&'static str; 2],
    pub(crate) sold: [&'static str; 2],
    pub(crate) items: [&'static str; 2],
    /// The second sentence: the `{usual}` price as it was `{estimated}`, what it was `{changed}` by,
    /// and perhaps the `{photos}`; of a known thing, of a department, of anything.
    pub(crate) usual: &'static str,
    pub(crate) usual_of_a_department: &'static str,
    pub(crate) usual_of_anything: &'static str,
    /// The same of comparables, perhaps with a `{discount}`.
    pub(crate) completed: &'static str,
    /// That asking prices were lowered by so many `{percent}`.
    pub(crate) discounted: &'static str,
    /// When the table was estimated: in a `{month}`, of this country's prices or between others'.
    pub(crate) estimated: &'static str,
    pub(crate) estimated_between: &'static str,
    /// What changed the price: `{changes}`, and each of them.
    pub(crate) changed_by: &'static str,
    pub(crate) by_no_brand: &'static str,
    pub(crate) by_brand: &'static str,
    pub(crate) by_mass_brand: &'static str,
    pub(crate) by_premium_brand: &'static str,
    pub(crate) by_luxury_brand: &'static str,
    pub(crate) by_material: &'static str,
    pub(crate) by_capacity: &'static str,
    pub(crate) by_age: &'static str,
    pub(crate) by_model: &'static str,
    pub(crate) by_title: &'static str,
    pub(crate) by_era: &'static str,
    pub(crate) by_style: &'static str,
    pub(crate) by_origin: &'static str,
    pub(crate) by_condition: &'static str,
    pub(crate) by_remarks: &'static str,
    pub(crate) by_lot: &'static str,
    /// That the photos counted.
    pub(crate) with_photos: &'static str,
    /// The third sentence: a `{level}` of confidence, perhaps with `{doubts}`.
    pub(crate) sure: &'static str,
    pub(crate) unsure: &'static str,
    pub(crate) confidence: fn(Confidence) -> &'static str,
    /// What makes the price less certain; no capital, no full stop.
    pub(crate) few: &'static str,
    /// So many `{prices}` that did not count: one and many.
    pub(crate) ignored: &'static str,
    pub(crate) far_prices: [&'static str; 2],
    pub(crate) uncertain_product: &'static str,
    pub(crate) brand_unknown: &'static str,
    pub(crate) brand_missing: &'static str,
    pub(crate) model_unknown: &'static str,
    pub(crate) title_decides: &'static str,
    pub(crate) given_away: &'static str,
    pub(crate) good_assumed: &'static str,
    pub(crate) condition_missing: &'static str,
    pub(crate) authenticate: &'static str,
    /// What stands between two of them.
    pub(crate) semicolon: &'static str,
    /// That on these `{platforms}` no price is as low as what the item is worth.
    pub(crate) below_minimum: &'static str,
    /// A `{number}` and the `{sign}` of its currency.
    pub(crate) amount: &'static str,
    /// What stands between groups of three digits.
    pub(crate) thousands: char,
    pub(crate) months: [&'static str; 12],
    /// A `{day}` of a `{month}` and `{year}`, as people of a country write it, and its first day.
    pub(crate) day: fn(Market) -> &'static str,
    pub(crate) first_day: &'static str,
}

/// What is recognised in a text, folded: lower case, no accents.
pub(crate) struct Reading {
    /// What is written into a form's field of which nothing is known.
    pub(crate) nothing: &'static [&'static str],
    /// What is written where a brand is asked for and there is none.
    pub(crate) no_brand: &'static [&'static str],
    /// What says that a thing is not by the brand that stands beside.
    pub(crate) not_by_brand: &'static [&'static str],
    /// The same, unless the brand stands before it and more behind it: "type", "style".
    pub(crate) perhaps_not_by_brand: &'static [&'static str],
    /// What stands before a brand.
    pub(crate) brand_labels: &'static [&'static str],
    /// Remarks in the field of a brand that are not part of a model.
    pub(crate) brand_remarks: &'static [&'static str],
    /// Additions to a brand's name that are not a model, mostly places and company forms.
    pub(crate) brand_endings: &'static [&'static str],
    /// Lines that confirm a brand whose name is also an ordinary word: "Mango Man", "Gap Kids".
    pub(crate) brand_lines: &'static [&'static str],
    /// Words before the number of things of a lot, and of a set.
    pub(crate) lots: &'static [&'static str],
    pub(crate) sets: &'static [&'static str],
    /// Two that belong together.
    pub(crate) pairs: &'static [&'static str],
    /// Words after the number of things of a lot.
    pub(crate) packs: &'static [&'static str],
    /// Words for a battery and its life.
    pub(crate) batteries: &'static [&'static str],
    /// The numbers from two on.
    pub(crate) numbers: &'static [&'static str],
    /// What stands between two of which it is one, with its spaces.
    pub(crate) alternatives: &'static [&'static str],
    /// The words in a title behind which stands what the thing is for or comes with.
    pub(crate) thing_ends: &'static [&'static str],
    /// What a list of comparables calls one that was sold, and one that is offered.
    pub(crate) sold: &'static [&'static str],
    pub(crate) asked: &'static [&'static str],
}

/// The plainest forms of what no listing may say, which any buyer would recognise; in lower case,
/// with accents. They check what [`Phrases`] took out, and so share nothing with these.
pub(crate) struct PlainBreaches {
    /// Words that sell nothing.
    pub(crate) filler: &'static [&'static str],
    /// What a line of search words begins with.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Ways to pay that go around the platform.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Promises about shipping costs.
    pub(crate) shipping: &'static [&'static str],
    /// Words for currencies behind an amount.
    pub(crate) currency_words: &'static [&'static str],
    /// Words for streets that stand between a number and a name; none where the name comes first.
    pub(crate) streets: &'static [&'static str],
}
