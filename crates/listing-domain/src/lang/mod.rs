//! The languages of listings: one folder each. No other module of the domain has words of a language.
//!
//! Short words and sentence forms are fields of [`Lang`], so that the compiler requires them for a new
//! language. Long lists are tables next to them, and tests read every line. `docs/adding-a-language.md` has
//! the steps.

mod colors_materials;
mod condition;
mod details;
mod en;
mod finding;
mod formats;
mod fr;
mod names;
mod phrases;
mod table;
mod template;
mod title;

use std::sync::LazyLock;

pub(crate) use colors_materials::{Colors, Materials, Qualities, QualityRole, TintRole, TintWords};
pub(crate) use condition::forms_of_grade;
pub(crate) use details::DetailWords;
pub(crate) use finding::FindingWords;
pub use phrases::has_contact;
pub(crate) use phrases::{cut, cut_prose, phrases, without_contacts};
pub(crate) use table::{Categories, CategoryGoods, CategoryKey, ConditionLabels, Decision, Goods, Nouns};
pub(crate) use template::{fill, grouped};

use crate::condition::Condition;
use crate::locale::Market;
use crate::options::Language;
use crate::pricing::Confidence;
use crate::product::{Audience, Gender};
use crate::statement::{Axis, CapacityUnit, CountUnit, LengthUnit, System, VolumeUnit};
use crate::text::Phrases;

/// The data of one language.
pub(crate) struct Lang {
    /// The language's own name, for menus.
    pub(crate) own_name: &'static str,
    /// The English name.
    pub(crate) english_name: &'static str,
    /// The three-letter code (ISO 639-3).
    pub(crate) iso_639_3: &'static str,
    /// The default market.
    pub(crate) market: Market,
    pub(crate) market_name: fn(Market) -> &'static str,
    /// The plain names of the condition grades.
    pub(crate) grade: fn(Condition) -> &'static str,
    /// A function that makes a grade's words agree with a noun's gender and number (true for plural): "comme
    /// neuve".
    pub(crate) agreeing: fn(&str, Gender, bool) -> String,
    /// A function that shortens a grade's words for use after a list's label: "good" from "good condition".
    pub(crate) grade_behind_label: fn(&str) -> Option<&str>,
    /// A function that sets the spaces around punctuation, one for one.
    pub(crate) typeset: fn(&str) -> String,
    /// The word for an audience: next to a noun, and as a value.
    pub(crate) audience: fn(Audience) -> [&'static str; 2],
    pub(crate) listing: ListingWords,
    pub(crate) price: PriceWords,
    pub(crate) details: DetailWords,
    /// Words of up to three letters that are not abbreviations, folded.
    pub(crate) short_words: &'static [&'static str],
    pub(crate) findings: FindingWords,
    pub(crate) reading: Reading,
    pub(crate) phrases: &'static Phrases,
    pub(crate) plain_breaches: PlainBreaches,
    pub(crate) phrase_format: PhraseFormat,
    pub(crate) sizes: SizeWords,
    pub(crate) lots: LotWords,
    pub(crate) traits: TraitWords,
    /// Sellers' words for conditions, sizes and audiences: tables that begin with an explanation.
    pub(crate) condition_words: &'static str,
    /// The terms for a grade of the whole item: a table that begins with an explanation.
    pub(crate) grade_terms: &'static str,
    pub(crate) size_words: &'static str,
    pub(crate) audience_words: &'static str,
    /// Sellers' words for ages, origins and styles, and for reasons of a price: tables of the same form.
    pub(crate) trait_words: &'static str,
    pub(crate) price_words: &'static str,
    /// Words for claims about an item: a table that begins with an explanation.
    pub(crate) claim_words: &'static str,
    pub(crate) colors: LazyLock<Colors>,
    pub(crate) tints: LazyLock<TintWords>,
    pub(crate) materials: LazyLock<Materials>,
    pub(crate) qualities: LazyLock<Qualities>,
    pub(crate) nouns: LazyLock<Nouns>,
    pub(crate) goods: LazyLock<Goods>,
    pub(crate) categories: LazyLock<Categories>,
    pub(crate) conditions: LazyLock<ConditionLabels>,
}

/// Returns the data of a language.
pub(crate) const fn of(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// Returns the words of one kind in all languages, because a seller may write in any of them.
pub(crate) fn all_reading<T: 'static>(
    pick: impl Fn(&'static Reading) -> &'static [T],
) -> impl Iterator<Item = &'static T> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).reading))
}

/// Returns true if a folded word is a short word of any language, so not an abbreviation.
pub(crate) fn is_short_word(word: &str) -> bool {
    Language::ALL.iter().any(|language| of(*language).short_words.contains(&word))
}

/// Returns the plainest breaches of one kind in all languages.
pub(crate) fn all_breaches(
    pick: fn(&'static PlainBreaches) -> &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).plain_breaches)).copied()
}

/// The words that the domain adds to listings.
pub(crate) struct ListingWords {
    pub(crate) brand: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
    /// The separator of a label and its value, with its spaces.
    pub(crate) colon: &'static str,
    /// "see photos", at the end of a title.
    pub(crate) see_photos: &'static str,
}

/// The format of sellers' statements.
pub(crate) struct PhraseFormat {
    /// The word between the last two of several.
    pub(crate) and: &'static str,
    /// True if an adjective follows its noun ("bleu clair", "cuir véritable").
    pub(crate) adjective_behind: bool,
    /// True if the wider of two color names comes first ("rouge bordeaux").
    pub(crate) wide_color_first: bool,
    /// The percent sign with its space, which `typeset` keeps.
    pub(crate) percent: &'static str,
}

/// The wordings of sizes.
pub(crate) struct SizeWords {
    /// The labels, in lower case.
    pub(crate) size: &'static str,
    pub(crate) shoe_size: &'static str,
    pub(crate) dimensions: &'static str,
    pub(crate) capacity: &'static str,
    pub(crate) screen: &'static str,
    pub(crate) volume: &'static str,
    pub(crate) year: &'static str,
    /// One size for all, a complete phrase.
    pub(crate) one_size: &'static str,
    pub(crate) newborn: &'static str,
    /// The size system whose numbers need no name.
    pub(crate) own_system: Option<System>,
    /// Singular and plural of each.
    pub(crate) months: [&'static str; 2],
    pub(crate) years: [&'static str; 2],
    pub(crate) inches: [&'static str; 2],
    pub(crate) length_unit: fn(LengthUnit) -> &'static str,
    pub(crate) capacity_unit: fn(CapacityUnit) -> &'static str,
    pub(crate) volume_unit: fn(VolumeUnit) -> &'static str,
    pub(crate) count_unit: fn(CountUnit) -> [&'static str; 2],
    /// A bicycle frame with a `{length}`, and wheels of `{inches}`.
    pub(crate) frame: &'static str,
    pub(crate) wheels: &'static str,
    /// An unlocked phone.
    pub(crate) unlocked: &'static str,
    /// A letter for each side.
    pub(crate) axis: fn(Axis) -> &'static str,
    pub(crate) decimal: &'static str,
}

/// The wordings of a lot with a `{number}` of pieces.
pub(crate) struct LotWords {
    pub(crate) lot: &'static str,
    pub(crate) set: &'static str,
    pub(crate) pair: &'static str,
}

/// The wordings of ages, origins and styles.
pub(crate) struct TraitWords {
    /// An approximate `{year}`.
    pub(crate) circa: &'static str,
    /// A range of decades, or one decade, from their first years.
    pub(crate) decades: fn(u16, u16) -> String,
    /// A `{country}` of manufacture, with its preposition.
    pub(crate) made_in: &'static str,
    /// A style with its `{name}`.
    pub(crate) in_style: &'static str,
}

/// The parts of a price's rationale. Words in braces are placeholders.
pub(crate) struct PriceWords {
    /// The first sentence: the `{item}` and its `{price}`, from a `{source}`, for a `{market}`.
    pub(crate) summary: &'static str,
    /// The source without market data.
    pub(crate) without_market_data: &'static str,
    /// The source with `{items}` of some `{kinds}`, the newest from a `{day}`.
    pub(crate) from_comparables: &'static str,
    /// A country with its currency.
    pub(crate) for_market: fn(Market) -> &'static str,
    /// The `{noun}` with a `{brand}`, a `{material}`, a `{lot}` and a `{condition}`. The first three may be
    /// empty.
    pub(crate) item: &'static str,
    pub(crate) item_brand: &'static str,
    pub(crate) item_material: &'static str,
    /// A `{lot}`, as an addition to the item.
    pub(crate) item_lot: &'static str,
    /// A condition that follows a noun of any gender and number.
    pub(crate) in_condition: fn(Condition) -> &'static str,
    /// The `{amount}` and its range: `{about}`, from `{low}` to `{high}`. `{low_number}` omits the currency.
    pub(crate) about: &'static str,
    pub(crate) between: &'static str,
    /// Singular and plural of each.
    pub(crate) asking_price: [&'static str; 2],
    pub(crate) sold_price: [&'static str; 2],
    pub(crate) items: [&'static str; 2],
    /// The second sentence, for a known product, a department and anything: the `{usual}` price, when it was
    /// `{estimated}`, the factors that `{changed}` it, and optionally `{photos}`.
    pub(crate) usual: &'static str,
    pub(crate) usual_of_a_department: &'static str,
    pub(crate) usual_of_anything: &'static str,
    /// The same with comparables, optionally with a `{discount}`.
    pub(crate) from_market_data: &'static str,
    /// The note that asking prices were lowered by `{percent}`.
    pub(crate) asking_discount: &'static str,
    /// The note on the table's estimate: its `{month}`, from this country's prices or between those of other
    /// countries.
    pub(crate) estimated: &'static str,
    pub(crate) estimated_between: &'static str,
    /// The factors that changed the price: `{changes}`, and each of them.
    pub(crate) adjusted_for: &'static str,
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
    /// The note that the photos counted.
    pub(crate) with_photos: &'static str,
    /// The third sentence: a `{level}` of confidence, optionally with `{doubts}`.
    pub(crate) without_doubts: &'static str,
    pub(crate) with_doubts: &'static str,
    pub(crate) confidence: fn(Confidence) -> &'static str,
    /// Reasons for doubt, without a capital or full stop.
    pub(crate) few: &'static str,
    /// The `{prices}` that did not count, singular and plural.
    pub(crate) ignored: &'static str,
    pub(crate) far_prices: [&'static str; 2],
    pub(crate) uncertain_product: &'static str,
    pub(crate) brand_unknown: &'static str,
    pub(crate) brand_missing: &'static str,
    pub(crate) model_unknown: &'static str,
    pub(crate) title_decides: &'static str,
    pub(crate) given_away: &'static str,
    pub(crate) condition_unclear: &'static str,
    pub(crate) condition_missing: &'static str,
    pub(crate) authenticate: &'static str,
    /// The separator of doubts.
    pub(crate) doubt_separator: &'static str,
    /// The note that the minimum of these `{platforms}` exceeds the item's price.
    pub(crate) below_minimum: &'static str,
    /// A `{number}` and the `{sign}` of its currency.
    pub(crate) amount: &'static str,
    /// The separator of three-digit groups.
    pub(crate) thousands: char,
    pub(crate) months: [&'static str; 12],
    /// A `{day}` of a `{month}` and `{year}` in a country's format, and the word for the first day.
    pub(crate) day: fn(Market) -> &'static str,
    pub(crate) first_day: &'static str,
}

/// Words recognized in texts, folded: lower case, no accents.
pub(crate) struct Reading {
    /// Fillers for form fields without a value.
    pub(crate) no_value: &'static [&'static str],
    /// Words in a brand field that mean no brand.
    pub(crate) no_brand: &'static [&'static str],
    /// Words that deny that the brand next to them made the item.
    pub(crate) not_by_brand: &'static [&'static str],
    /// The same, unless the brand precedes the word and more follows: "type", "style".
    pub(crate) perhaps_not_by_brand: &'static [&'static str],
    /// Labels before a brand.
    pub(crate) brand_labels: &'static [&'static str],
    /// Remarks in a brand field that are not part of a model.
    pub(crate) brand_remarks: &'static [&'static str],
    /// Additions to a brand's name that are not a model, mostly places and company forms.
    pub(crate) brand_endings: &'static [&'static str],
    /// Lines that confirm a brand whose name is also an ordinary word: "Mango Man", "Gap Kids".
    pub(crate) brand_lines: &'static [&'static str],
    /// Words before the number of pieces of a lot, and of a set.
    pub(crate) lots: &'static [&'static str],
    pub(crate) sets: &'static [&'static str],
    pub(crate) pairs: &'static [&'static str],
    /// Words after the number of pieces of a lot.
    pub(crate) packs: &'static [&'static str],
    pub(crate) batteries: &'static [&'static str],
    /// The numbers from two on.
    pub(crate) numbers: &'static [&'static str],
    /// Separators of alternatives, with their spaces.
    pub(crate) alternatives: &'static [&'static str],
    /// Words in a title that introduce its purpose or accessories.
    pub(crate) purpose_words: &'static [&'static str],
    /// Words for a sold comparable and for an offered one in an imported list.
    pub(crate) sold: &'static [&'static str],
    pub(crate) asking: &'static [&'static str],
}

/// The plainest forbidden forms, obvious to any buyer, in lower case with accents. They check the result of
/// [`Phrases`], so they share no data with it.
pub(crate) struct PlainBreaches {
    pub(crate) filler: &'static [&'static str],
    /// Beginnings of keyword lines.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Payments outside the platform.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Promises about shipping costs.
    pub(crate) shipping: &'static [&'static str],
    /// Currency words after an amount.
    pub(crate) currency_words: &'static [&'static str],
    /// Street words between a number and a name; empty if the name comes first.
    pub(crate) streets: &'static [&'static str],
}
