//! Prices: a suggestion, its band, and the honest reason for it. `docs/pricing.md` has the formulas.
//!
//! All is weighed in logarithms. The usual price of the good in the country, with what is stated of
//! the item, is one signal; the writer's opinion is another; comparable offers are the evidence.
//! The rationale says which there were and what was not known; it never claims market data that
//! was not there.

mod brands;
mod comparable;
mod estimate;
mod evidence;
mod factors;
mod log;
mod models;
mod question;
mod rates;
mod rationale;
mod remarks;
mod round;
mod seen;
mod signal;
mod stated;
mod usual;
mod wear;
mod written;

pub use comparable::{Comparable, ComparableKind};
pub use estimate::{Basis, BasisKind, Confidence};
pub use question::PriceQuestion;
pub use rates::{GBP_PER_EURO, InvalidRate, RATES_DATE, ReferenceRates, USD_PER_EURO};
pub use seen::{PriceSource, SeenPrices};
pub use usual::{Known, REFERENCE_DATE};

use self::estimate::Estimate;
use self::log::money_of;
use self::rationale::Reason;
use crate::locale::Market;
use crate::money::Money;
use crate::options::Language;
use crate::product::Product;
use crate::product::brands::Tier;

/// The standard normal quantile of three quarters: one buyer in four pays as much as a patient
/// seller waits for, and three in four as little as one in a hurry takes.
const Z_OF_A_QUARTER: f64 = 0.6745;

/// A suggested price. `low <= quick_sale <= suggested <= patient <= high`, all in the question's
/// currency and rounded to amounts that people write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// One in ten such items is worth less.
    pub low: Money,
    /// What it would fetch quickly.
    pub quick_sale: Money,
    /// What is suggested: what it is worth, without anything added to haggle about.
    pub suggested: Money,
    /// What a patient seller might get.
    pub patient: Money,
    /// One in ten such items is worth more.
    pub high: Money,
    /// How sure it is.
    pub confidence: Confidence,
    /// What it rests on.
    pub basis: Basis,
    /// Where it is for.
    pub market: Market,
    /// The prices that were seen.
    pub seen: SeenPrices,
    /// Why, in three sentences, and one more where a marketplace's minimum is above it.
    pub rationale: String,
}

impl PriceSuggestion {
    /// The same, with a word on the marketplaces, by their names, whose minimum is more than the item
    /// is worth; without one where there are none.
    #[must_use]
    pub fn with_minimums(mut self, marketplaces: &[&str], language: Language) -> Self {
        if !marketplaces.is_empty() {
            self.rationale = format!("{} {}", self.rationale, rationale::minimums(marketplaces, language));
        }
        self
    }
}

/// Suggests a price for the question's market.
///
/// The table of goods says what such an item usually costs there; brand, material, capacity, age
/// and condition change that where they are stated. A condition that nobody knows is taken to be a
/// good one, and the rationale says so. The writer's opinion counts unless it is beyond all measure.
/// Comparables are brought to the item and weighed by how alike they are; what lies far from the
/// others does not count.
pub fn suggest(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> PriceSuggestion {
    let estimate = Estimate::of(question, rates);
    let money = |log| round::to_usual_price(money_of(log, question.locale.currency()));
    let [low, high] = estimate.signal.band().map(money);
    let suggested = money(estimate.signal.mean);
    let rationale = Reason { question, estimate: &estimate, band: [low, suggested, high] }.sentences();
    PriceSuggestion {
        low,
        quick_sale: money(estimate.signal.at(-Z_OF_A_QUARTER)),
        suggested,
        patient: money(estimate.signal.at(Z_OF_A_QUARTER)),
        high,
        confidence: estimate.confidence,
        basis: estimate.basis,
        market: question.locale.market,
        seen: SeenPrices::of(question, &estimate, rates),
        rationale,
    }
}

/// What a brand asks for its goods, where it is one of the table.
pub(crate) fn tier_of(brand: &str, product: Product) -> Option<Tier> {
    stated::brand_of(brand, product).tier()
}

#[cfg(test)]
mod tests;
