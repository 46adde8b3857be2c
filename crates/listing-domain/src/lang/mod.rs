//! The languages of listings, one folder each; no other module has words of a language. The fields of
//! [`Lang`] make the compiler require them for a new one; tests read every line of the tables. See
//! `docs/adding-a-language.md`.

mod colors_materials;
mod comparison;
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
pub(crate) use comparison::ComparisonWords;
pub(crate) use condition::forms_of_grade;
pub(crate) use details::DetailWords;
pub(crate) use finding::FindingWords;
pub use phrases::has_contact;
pub(crate) use phrases::{contact_kinds, cut, cut_prose, phrases, without_contacts};
pub(crate) use table::{Categories, CategoryGoods, CategoryKey, ConditionLabels, Decision, Goods, Nouns};
pub(crate) use template::{fill, grouped};

use crate::condition::Condition;
use crate::locale::Market;
use crate::options::Language;
use crate::pricing::Confidence;
use crate::product::{Audience, Gender};
use crate::statement::{Axis, CapacityUnit, CountUnit, LengthUnit, System, VolumeUnit};
use crate::text::Phrases;

pub(crate) struct Lang {
    /// The language's own name.
    pub(crate) own_name: &'static str,
    pub(crate) english_name: &'static str,
    /// The three-letter code.
    pub(crate) iso_639_3: &'static str,
    /// For a listing whose caller names no market.
    pub(crate) market: Market,
    pub(crate) market_name: fn(Market) -> &'static str,
    pub(crate) grade: fn(Condition) -> &'static str,
    /// Makes a grade agree with a noun's gender and number (true for plural): "comme neuve".
    pub(crate) agreeing: fn(&str, Gender, bool) -> String,
    /// A grade after the label "condition": "good" from "good condition".
    pub(crate) grade_behind_label: fn(&str) -> Option<&str>,
    /// Puts the right kind of space around punctuation, without adding any.
    pub(crate) typeset: fn(&str) -> String,
    /// Next to a noun ("women’s"), then as a value ("women").
    pub(crate) audience: fn(Audience) -> [&'static str; 2],
    pub(crate) listing: ListingWords,
    pub(crate) price: PriceWords,
    pub(crate) details: DetailWords,
    /// Words of up to three letters that are not abbreviations, in lower case without accents.
    pub(crate) short_words: &'static [&'static str],
    pub(crate) findings: FindingWords,
    pub(crate) comparison: ComparisonWords,
    pub(crate) reading: Reading,
    pub(crate) phrases: &'static Phrases,
    pub(crate) plain_breaches: PlainBreaches,
    pub(crate) phrase_format: PhraseFormat,
    pub(crate) sizes: SizeWords,
    pub(crate) lots: LotWords,
    pub(crate) traits: TraitWords,
    /// The text of a table, like the fields below. Its first lines explain its columns.
    pub(crate) condition_words: &'static str,
    /// Names of the grades of a whole item.
    pub(crate) grade_terms: &'static str,
    pub(crate) size_words: &'static str,
    pub(crate) audience_words: &'static str,
    /// Ages, origins and styles.
    pub(crate) trait_words: &'static str,
    /// Words that affect a price, such as for damage.
    pub(crate) price_words: &'static str,
    /// Words that claim something about an item: "works", "complete".
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

pub(crate) const fn of(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// The picked words of all languages, because a seller may write in any.
pub(crate) fn all_reading<T: 'static>(
    pick: impl Fn(&'static Reading) -> &'static [T],
) -> impl Iterator<Item = &'static T> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).reading))
}

/// `word` is in lower case without accents.
pub(crate) fn is_short_word(word: &str) -> bool {
    Language::ALL.iter().any(|language| of(*language).short_words.contains(&word))
}

/// The picked examples of all languages.
pub(crate) fn all_breaches(
    pick: fn(&'static PlainBreaches) -> &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).plain_breaches)).copied()
}

/// Words that the domain adds to listings.
pub(crate) struct ListingWords {
    pub(crate) brand: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
    /// Between a label and its value, including its spaces.
    pub(crate) colon: &'static str,
    /// At the end of a title.
    pub(crate) see_photos: &'static str,
}

/// The grammar of phrases from a seller's words.
pub(crate) struct PhraseFormat {
    /// Before the last element of an enumeration.
    pub(crate) and: &'static str,
    /// An adjective follows its noun ("bleu clair", "cuir véritable").
    pub(crate) adjective_behind: bool,
    /// The wider of two color names comes first ("rouge bordeaux").
    pub(crate) wide_color_first: bool,
    /// With the space before it, which [`Lang::typeset`] leaves unchanged.
    pub(crate) percent: &'static str,
}

pub(crate) struct SizeWords {
    /// The label before a size, in lower case, like those below.
    pub(crate) size: &'static str,
    pub(crate) shoe_size: &'static str,
    pub(crate) dimensions: &'static str,
    pub(crate) capacity: &'static str,
    pub(crate) screen: &'static str,
    pub(crate) volume: &'static str,
    pub(crate) year: &'static str,
    /// "One size fits all".
    pub(crate) one_size: &'static str,
    pub(crate) newborn: &'static str,
    /// The system that readers assume; `None` if they need its name next to the number.
    pub(crate) own_system: Option<System>,
    /// Singular and plural, of a child's age.
    pub(crate) months: [&'static str; 2],
    /// Singular and plural, of a child's age.
    pub(crate) years: [&'static str; 2],
    /// Singular and plural.
    pub(crate) inches: [&'static str; 2],
    pub(crate) length_unit: fn(LengthUnit) -> &'static str,
    pub(crate) capacity_unit: fn(CapacityUnit) -> &'static str,
    pub(crate) volume_unit: fn(VolumeUnit) -> &'static str,
    pub(crate) count_unit: fn(CountUnit) -> [&'static str; 2],
    /// A bicycle's frame of this `{length}`.
    pub(crate) frame: &'static str,
    /// A bicycle's wheels of so many `{inches}`.
    pub(crate) wheels: &'static str,
    /// A phone that works with any carrier.
    pub(crate) unlocked: &'static str,
    /// The letter, such as H for height.
    pub(crate) axis: fn(Axis) -> &'static str,
    pub(crate) decimal: &'static str,
}

/// Several items sold together, with their `{number}`.
pub(crate) struct LotWords {
    pub(crate) lot: &'static str,
    pub(crate) set: &'static str,
    pub(crate) pair: &'static str,
}

pub(crate) struct TraitWords {
    /// An approximate `{year}`.
    pub(crate) circa: &'static str,
    /// A range of decades by the first year of each; the same year twice for one decade.
    pub(crate) decades: fn(u16, u16) -> String,
    /// Includes the preposition of the `{country}`.
    pub(crate) made_in: &'static str,
    /// A style by its `{name}`.
    pub(crate) in_style: &'static str,
}

/// Sentences about a price. Words in braces are placeholders.
pub(crate) struct PriceWords {
    /// The first sentence: `{item}`, `{price}`, `{source}` of the price, `{market}`.
    pub(crate) summary: &'static str,
    /// A `{source}` that is not market data.
    pub(crate) without_market_data: &'static str,
    /// A `{source}` of comparables: `{items}` of some `{kinds}`, the newest from a `{day}`.
    pub(crate) from_comparables: &'static str,
    /// A `{market}`: a country with its currency.
    pub(crate) for_market: fn(Market) -> &'static str,
    /// An `{item}`: a `{noun}` with a `{brand}`, a `{material}`, a `{lot}` and a `{condition}`. The first
    /// three additions may be empty.
    pub(crate) item: &'static str,
    pub(crate) item_brand: &'static str,
    pub(crate) item_material: &'static str,
    pub(crate) item_lot: &'static str,
    /// After a noun of any gender and number.
    pub(crate) in_condition: fn(Condition) -> &'static str,
    /// A `{price}` of about this `{amount}`.
    pub(crate) about: &'static str,
    /// A `{price}`: `{about}`, from `{low}` to `{high}`. `{low_number}` omits the currency.
    pub(crate) between: &'static str,
    /// Singular and plural.
    pub(crate) asking_price: [&'static str; 2],
    /// Singular and plural.
    pub(crate) sold_price: [&'static str; 2],
    /// "Comparable item" in singular and plural.
    pub(crate) items: [&'static str; 2],
    /// The second sentence for a known product: its `{usual}` price, its date (`{estimated}`), the factors
    /// that `{changed}` it, optionally `{photos}`.
    pub(crate) usual: &'static str,
    /// The same if only the department is known.
    pub(crate) usual_of_a_department: &'static str,
    /// The same for an unknown product.
    pub(crate) usual_of_anything: &'static str,
    /// The second sentence for a price from comparables, optionally with a `{discount}`.
    pub(crate) from_market_data: &'static str,
    /// Asking prices were lowered by `{percent}`.
    pub(crate) asking_discount: &'static str,
    /// The `{month}` of the price table, for this country's prices.
    pub(crate) estimated: &'static str,
    /// The `{month}` of the price table, for prices derived from other countries.
    pub(crate) estimated_between: &'static str,
    /// The `{changes}` to the price, from the fields `by_…`.
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
    /// The photos were taken into account.
    pub(crate) with_photos: &'static str,
    /// The third sentence: the `{level}` of confidence, without doubts.
    pub(crate) without_doubts: &'static str,
    /// The same with `{doubts}`.
    pub(crate) with_doubts: &'static str,
    pub(crate) confidence: fn(Confidence) -> &'static str,
    /// There are few comparables. Doubts have no capital letter or full stop.
    pub(crate) few: &'static str,
    /// Comparables with these `{prices}` were ignored, a reason for doubt.
    pub(crate) ignored: &'static str,
    /// `{prices}` that are far off, in singular and plural.
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
    /// Between two doubts.
    pub(crate) doubt_separator: &'static str,
    /// These `{platforms}`' minimum is above the item's price.
    pub(crate) below_minimum: &'static str,
    /// A `{number}` and the `{sign}` of its currency.
    pub(crate) amount: &'static str,
    /// Between groups of three digits.
    pub(crate) thousands: char,
    pub(crate) months: [&'static str; 12],
    /// With `{day}`, `{month}` and `{year}`.
    pub(crate) day: fn(Market) -> &'static str,
    /// The first day of a month: "1er".
    pub(crate) first_day: &'static str,
}

/// Words recognized in sellers' texts, in lower case without accents.
pub(crate) struct Reading {
    /// In form fields left empty: "n/a".
    pub(crate) no_value: &'static [&'static str],
    pub(crate) no_brand: &'static [&'static str],
    /// The item is not of the brand next to these.
    pub(crate) not_by_brand: &'static [&'static str],
    /// The same, unless they follow the brand and more text follows them: "type", "style".
    pub(crate) perhaps_not_by_brand: &'static [&'static str],
    pub(crate) brand_labels: &'static [&'static str],
    /// Remarks in a brand field that don't belong to a model.
    pub(crate) brand_remarks: &'static [&'static str],
    /// Words after a brand that are not a model, mostly places and legal forms of companies.
    pub(crate) brand_endings: &'static [&'static str],
    /// Product lines after an ordinary word that is meant as a brand: "Mango Man", "Gap Kids".
    pub(crate) brand_lines: &'static [&'static str],
    /// Before the number of pieces of a lot: "lot of".
    pub(crate) lots: &'static [&'static str],
    /// Before the number of pieces of a set: "set of".
    pub(crate) sets: &'static [&'static str],
    /// "pair of", "as a pair".
    pub(crate) pairs: &'static [&'static str],
    /// After the number of pieces of a lot: "pack".
    pub(crate) packs: &'static [&'static str],
    pub(crate) batteries: &'static [&'static str],
    /// From two.
    pub(crate) numbers: &'static [&'static str],
    /// Between alternatives ("or"), including their spaces.
    pub(crate) alternatives: &'static [&'static str],
    /// In a title, before its purpose or accessories: "for", "with".
    pub(crate) purpose_words: &'static [&'static str],
    /// In an imported list, for a sold comparable.
    pub(crate) sold: &'static [&'static str],
    /// In an imported list, for an offered one.
    pub(crate) asking: &'static [&'static str],
}

/// Typical phrases that listings must not contain, in lower case with accents. They check what the rules of
/// [`Phrases`] removed, so they share no data with them.
pub(crate) struct PlainBreaches {
    pub(crate) filler: &'static [&'static str],
    /// Beginnings of lines that only list keywords.
    pub(crate) keyword_lists: &'static [&'static str],
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Promises of shipping costs.
    pub(crate) shipping: &'static [&'static str],
    /// After an amount.
    pub(crate) currency_words: &'static [&'static str],
    /// Between a street's number and its name; empty in languages where the name comes first.
    pub(crate) streets: &'static [&'static str],
}
