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

/// The words, sentences and tables of one language.
pub(crate) struct Lang {
    /// The language's own name, for menus.
    pub(crate) own_name: &'static str,
    /// The language's name in English.
    pub(crate) english_name: &'static str,
    /// The language's three-letter code (ISO 639-3).
    pub(crate) iso_639_3: &'static str,
    /// The market of a listing in this language whose caller names none.
    pub(crate) market: Market,
    pub(crate) market_name: fn(Market) -> &'static str,
    /// The ordinary names of the condition grades.
    pub(crate) grade: fn(Condition) -> &'static str,
    /// A function that makes a grade's words agree with a noun of a gender and number (true for plural):
    /// "comme neuve".
    pub(crate) agreeing: fn(&str, Gender, bool) -> String,
    /// A function that shortens a grade's words after the label "condition": "good" from "good condition".
    pub(crate) grade_behind_label: fn(&str) -> Option<&str>,
    /// A function that replaces spaces around punctuation by the right kind of space, without adding any.
    pub(crate) typeset: fn(&str) -> String,
    /// The word for an audience next to a noun ("women’s"), then as a value ("women").
    pub(crate) audience: fn(Audience) -> [&'static str; 2],
    pub(crate) listing: ListingWords,
    pub(crate) price: PriceWords,
    pub(crate) details: DetailWords,
    /// Words of up to three letters that are not abbreviations, in lower case without accents.
    pub(crate) short_words: &'static [&'static str],
    pub(crate) findings: FindingWords,
    pub(crate) reading: Reading,
    pub(crate) phrases: &'static Phrases,
    pub(crate) plain_breaches: PlainBreaches,
    pub(crate) phrase_format: PhraseFormat,
    pub(crate) sizes: SizeWords,
    pub(crate) lots: LotWords,
    pub(crate) traits: TraitWords,
    /// Sellers' words for conditions: the text of a table, whose first lines explain its columns.
    pub(crate) condition_words: &'static str,
    /// Names of the condition grades of a whole item: the text of a table.
    pub(crate) grade_terms: &'static str,
    /// Sellers' words for sizes: the text of a table.
    pub(crate) size_words: &'static str,
    /// Sellers' words for audiences: the text of a table.
    pub(crate) audience_words: &'static str,
    /// Sellers' words for ages, origins and styles: the text of a table.
    pub(crate) trait_words: &'static str,
    /// Sellers' words that affect a price, such as for damage: the text of a table.
    pub(crate) price_words: &'static str,
    /// Words that claim something about an item ("works", "complete"): the text of a table.
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

/// Returns the words, sentences and tables of a language.
pub(crate) const fn of(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

/// Returns the picked words of all languages, because a seller may write in any of them.
pub(crate) fn all_reading<T: 'static>(
    pick: impl Fn(&'static Reading) -> &'static [T],
) -> impl Iterator<Item = &'static T> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).reading))
}

/// Returns true if a word (lower case, no accents) is a short word of any language, so not an abbreviation.
pub(crate) fn is_short_word(word: &str) -> bool {
    Language::ALL.iter().any(|language| of(*language).short_words.contains(&word))
}

/// Returns the picked examples of forbidden phrases in all languages.
pub(crate) fn all_breaches(
    pick: fn(&'static PlainBreaches) -> &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().flat_map(move |language| pick(&of(*language).plain_breaches)).copied()
}

/// The words that the domain itself adds to listings: labels of attributes, and "see photos".
pub(crate) struct ListingWords {
    pub(crate) brand: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) condition: &'static str,
    /// The separator between a label and its value, including its spaces.
    pub(crate) colon: &'static str,
    /// "see photos", at the end of a title.
    pub(crate) see_photos: &'static str,
}

/// The grammar of phrases built from a seller's words.
pub(crate) struct PhraseFormat {
    /// The word before the last element of an enumeration.
    pub(crate) and: &'static str,
    /// True if an adjective follows its noun ("bleu clair", "cuir véritable").
    pub(crate) adjective_behind: bool,
    /// True if the wider of two color names comes first ("rouge bordeaux").
    pub(crate) wide_color_first: bool,
    /// The percent sign with the space before it, which [`Lang::typeset`] leaves unchanged.
    pub(crate) percent: &'static str,
}

/// The wordings of sizes in listings.
pub(crate) struct SizeWords {
    /// The label before a size, in lower case, like the labels below.
    pub(crate) size: &'static str,
    pub(crate) shoe_size: &'static str,
    pub(crate) dimensions: &'static str,
    pub(crate) capacity: &'static str,
    pub(crate) screen: &'static str,
    pub(crate) volume: &'static str,
    pub(crate) year: &'static str,
    /// The complete phrase for "one size fits all".
    pub(crate) one_size: &'static str,
    pub(crate) newborn: &'static str,
    /// The size system that readers of the language assume; `None` if they need its name next to the number.
    pub(crate) own_system: Option<System>,
    /// The unit "months" of a child's age, in singular and plural.
    pub(crate) months: [&'static str; 2],
    /// The unit "years" of a child's age, in singular and plural.
    pub(crate) years: [&'static str; 2],
    /// The unit "inches", in singular and plural.
    pub(crate) inches: [&'static str; 2],
    pub(crate) length_unit: fn(LengthUnit) -> &'static str,
    pub(crate) capacity_unit: fn(CapacityUnit) -> &'static str,
    pub(crate) volume_unit: fn(VolumeUnit) -> &'static str,
    pub(crate) count_unit: fn(CountUnit) -> [&'static str; 2],
    /// The size of a bicycle with a frame of this `{length}`.
    pub(crate) frame: &'static str,
    /// The size of a bicycle with wheels of so many `{inches}`.
    pub(crate) wheels: &'static str,
    /// The phrase for a phone that works with any carrier.
    pub(crate) unlocked: &'static str,
    /// The letter for each dimension, such as H for height.
    pub(crate) axis: fn(Axis) -> &'static str,
    pub(crate) decimal: &'static str,
}

/// The wordings of several items sold together, with their `{number}`.
pub(crate) struct LotWords {
    pub(crate) lot: &'static str,
    pub(crate) set: &'static str,
    pub(crate) pair: &'static str,
}

/// The wordings of ages, origins and styles in listings.
pub(crate) struct TraitWords {
    /// The wording of an approximate `{year}`: "circa".
    pub(crate) circa: &'static str,
    /// The wording of a range of decades, given the first year of each; the same year twice for one decade.
    pub(crate) decades: fn(u16, u16) -> String,
    /// The wording of a `{country}` of manufacture, including its preposition.
    pub(crate) made_in: &'static str,
    /// The wording of a style, given its `{name}`.
    pub(crate) in_style: &'static str,
}

/// The sentences that explain a suggested price. Words in braces are placeholders.
pub(crate) struct PriceWords {
    /// The first sentence: the `{item}` and its `{price}`, with the `{source}` of the price and the
    /// `{market}`.
    pub(crate) summary: &'static str,
    /// The words for a `{source}` that is not market data.
    pub(crate) without_market_data: &'static str,
    /// The words for a `{source}` of comparables: `{items}` of some `{kinds}`, the newest from a `{day}`.
    pub(crate) from_comparables: &'static str,
    /// The words for a `{market}`: a country with its currency.
    pub(crate) for_market: fn(Market) -> &'static str,
    /// The words for an `{item}`: a `{noun}` with a `{brand}`, a `{material}`, a `{lot}` and a `{condition}`.
    /// The first three additions may be empty.
    pub(crate) item: &'static str,
    pub(crate) item_brand: &'static str,
    pub(crate) item_material: &'static str,
    /// The wording of a `{lot}` as an addition to the item.
    pub(crate) item_lot: &'static str,
    /// The wording of a condition after a noun, whatever its gender and number.
    pub(crate) in_condition: fn(Condition) -> &'static str,
    /// The words for a `{price}`: about this `{amount}`.
    pub(crate) about: &'static str,
    /// The words for the range of a `{price}`: `{about}`, from `{low}` to `{high}`. `{low_number}` omits the
    /// currency.
    pub(crate) between: &'static str,
    /// The words "asking price" in singular and plural.
    pub(crate) asking_price: [&'static str; 2],
    /// The words "sold price" in singular and plural.
    pub(crate) sold_price: [&'static str; 2],
    /// The words "comparable item" in singular and plural.
    pub(crate) items: [&'static str; 2],
    /// The second sentence for a known product. It has the `{usual}` price, its date (`{estimated}`), the
    /// factors that `{changed}` it, and optionally `{photos}`.
    pub(crate) usual: &'static str,
    /// The second sentence for an item of which only the department is known.
    pub(crate) usual_of_a_department: &'static str,
    /// The second sentence for an unknown product.
    pub(crate) usual_of_anything: &'static str,
    /// The second sentence of a price that is based on comparables, optionally with a `{discount}`.
    pub(crate) from_market_data: &'static str,
    /// The addition that asking prices were lowered by `{percent}`.
    pub(crate) asking_discount: &'static str,
    /// The addition that names the `{month}` of the price table, for this country's prices.
    pub(crate) estimated: &'static str,
    /// The addition that names the `{month}` of the price table, for prices derived from other countries.
    pub(crate) estimated_between: &'static str,
    /// The addition that lists the `{changes}` to the price. Their names are in the fields `by_…`.
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
    /// The addition that the photos were taken into account.
    pub(crate) with_photos: &'static str,
    /// The third sentence: the `{level}` of confidence, without doubts.
    pub(crate) without_doubts: &'static str,
    /// The third sentence: the `{level}` of confidence, with `{doubts}`.
    pub(crate) with_doubts: &'static str,
    pub(crate) confidence: fn(Confidence) -> &'static str,
    /// The doubt about a small number of comparables, without a capital letter or full stop, like the doubts
    /// below.
    pub(crate) few: &'static str,
    /// The sentence about ignored comparables, a reason for doubt, with the ignored `{prices}`.
    pub(crate) ignored: &'static str,
    /// The words for `{prices}` that were ignored because they are far off, in singular and plural.
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
    /// The separator between two doubts.
    pub(crate) doubt_separator: &'static str,
    /// The note that the minimum price of these `{platforms}` is above the item's price.
    pub(crate) below_minimum: &'static str,
    /// The format of an amount: a `{number}` and the `{sign}` of its currency.
    pub(crate) amount: &'static str,
    /// The separator between groups of three digits.
    pub(crate) thousands: char,
    pub(crate) months: [&'static str; 12],
    /// The format of a date in a country, with `{day}`, `{month}` and `{year}`.
    pub(crate) day: fn(Market) -> &'static str,
    /// The word for the first day of a month: "1er".
    pub(crate) first_day: &'static str,
}

/// Words that are recognized in sellers' texts, all in lower case without accents.
pub(crate) struct Reading {
    /// Words that sellers put into form fields that they leave empty: "n/a".
    pub(crate) no_value: &'static [&'static str],
    /// Words in a brand field that mean "no brand".
    pub(crate) no_brand: &'static [&'static str],
    /// Words next to a brand which mean that the item is not of that brand.
    pub(crate) not_by_brand: &'static [&'static str],
    /// Words with this meaning unless they follow the brand and more text follows them: "type", "style".
    pub(crate) perhaps_not_by_brand: &'static [&'static str],
    /// Labels before the name of a brand.
    pub(crate) brand_labels: &'static [&'static str],
    /// Remarks in a brand field that don't belong to a model.
    pub(crate) brand_remarks: &'static [&'static str],
    /// Words after a brand's name that are not a model, mostly places and legal forms of companies.
    pub(crate) brand_endings: &'static [&'static str],
    /// Product lines which show that an ordinary word is meant as a brand: "Mango Man", "Gap Kids".
    pub(crate) brand_lines: &'static [&'static str],
    /// Words before the number of pieces of a lot: "lot of".
    pub(crate) lots: &'static [&'static str],
    /// Words before the number of pieces of a set: "set of".
    pub(crate) sets: &'static [&'static str],
    /// Words for a pair: "pair of", "as a pair".
    pub(crate) pairs: &'static [&'static str],
    /// Words after the number of pieces of a lot: "pack".
    pub(crate) packs: &'static [&'static str],
    pub(crate) batteries: &'static [&'static str],
    /// The words for numbers, beginning with two.
    pub(crate) numbers: &'static [&'static str],
    /// Separators between alternatives ("or"), including their spaces.
    pub(crate) alternatives: &'static [&'static str],
    /// Words in a title after which its purpose or accessories follow: "for", "with".
    pub(crate) purpose_words: &'static [&'static str],
    /// Words in an imported list that mark a comparable as sold.
    pub(crate) sold: &'static [&'static str],
    /// Words in an imported list that mark a comparable as only offered.
    pub(crate) asking: &'static [&'static str],
}

/// Typical examples of phrases that listings must not contain, in lower case with accents. They check what
/// the rules of [`Phrases`] removed, so they share no data with them.
pub(crate) struct PlainBreaches {
    pub(crate) filler: &'static [&'static str],
    /// Beginnings of lines that only list keywords.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Phrases that suggest paying outside the marketplace.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Phrases that promise shipping costs.
    pub(crate) shipping: &'static [&'static str],
    /// Words for a currency after an amount.
    pub(crate) currency_words: &'static [&'static str],
    /// Words for a street between its number and its name; empty in languages where the name comes first.
    pub(crate) streets: &'static [&'static str],
}
