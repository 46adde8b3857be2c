//! Suggests a price for an item, with a range and an explanation. `docs/pricing.md` has the formulas.
//!
//! The model works with logarithms of prices. A *price signal* is a price with its uncertainty, the *spread*
//! (one standard deviation). Signals are the product's usual price in the country, adjusted to the seller's
//! facts, the writer's opinion, and comparables. The explanation, the *rationale*, names what was used and
//! what was unknown. It never claims market data if there is none.

mod brands;
mod comparable;
mod estimate;
mod evidence;
mod factors;
mod formats;
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

pub use comparable::{Comparable, ComparableKind};
pub use estimate::{Basis, BasisKind, Confidence};
pub use question::PriceQuestion;
pub use rates::{GBP_PER_EURO, InvalidRate, RATES_DATE, ReferenceRates, USD_PER_EURO};
pub use seen::{PriceSource, SeenPrices};
pub use usual::{Known, REFERENCE_DATE};

use self::estimate::Estimate;
use self::log::money_of;
use self::rationale::Rationale;
use crate::locale::Market;
use crate::money::Money;
use crate::options::Language;
use crate::product::Product;
use crate::product::brands::Tier;

/// The 75 % quantile of the standard normal distribution. One buyer in four pays the price for a patient
/// seller, and three in four pay the price for a quick sale.
const Z_OF_A_QUARTER: f64 = 0.6745;

/// A suggested price. All amounts are in the currency of the question's market and rounded to customary
/// amounts, and `low <= quick_sale <= suggested <= patient <= high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// The price below which one in ten such items is sold.
    pub low: Money,
    /// The price for a quick sale: three in four buyers pay it.
    pub quick_sale: Money,
    /// The suggested price: a fair one, without a margin for haggling.
    pub suggested: Money,
    /// The price that a patient seller might get: one in four buyers pays it.
    pub patient: Money,
    /// The price above which one in ten such items is sold.
    pub high: Money,
    /// The confidence in the suggested price.
    pub confidence: Confidence,
    /// The evidence that the price is based on.
    pub basis: Basis,
    /// The market for which the price is suggested.
    pub market: Market,
    /// The comparables that were taken into account, counted by source.
    pub seen: SeenPrices,
    /// The reasons for the price in three sentences. A fourth follows if a marketplace's minimum exceeds the
    /// price.
    pub rationale: String,
}

impl PriceSuggestion {
    /// Adds a sentence that names the marketplaces whose minimum price exceeds the item's. An empty list adds
    /// nothing.
    #[must_use]
    pub fn with_minimums(mut self, marketplaces: &[&str], language: Language) -> Self {
        if !marketplaces.is_empty() {
            self.rationale = format!("{} {}", self.rationale, rationale::minimums(marketplaces, language));
        }
        self
    }
}

/// Suggests a price for an item in the question's market.
///
/// The table of goods has the item's usual price there. The brand, material, capacity, age and condition that
/// the seller states adjust it. An unknown condition counts as good, and the rationale says so. The writer's
/// opinion counts unless it is far off. Comparables are adjusted to the item and weighted by similarity.
/// Prices that are far off are ignored.
pub fn suggest(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> PriceSuggestion {
    let estimate = Estimate::new(question, rates);
    let money = |log| round::to_usual_price(money_of(log, question.locale.currency()));
    let [low, high] = estimate.signal.band().map(money);
    let suggested = money(estimate.signal.mean);
    let rationale = Rationale { question, estimate: &estimate, band: [low, suggested, high] }.sentences();
    PriceSuggestion {
        low,
        quick_sale: money(estimate.signal.at(-Z_OF_A_QUARTER)),
        suggested,
        patient: money(estimate.signal.at(Z_OF_A_QUARTER)),
        high,
        confidence: estimate.confidence,
        basis: estimate.basis,
        market: question.locale.market,
        seen: SeenPrices::new(question, &estimate, rates),
        rationale,
    }
}

/// Returns the price tier of a brand for a product; `None` if the table of brands lacks it.
pub(crate) fn tier_of(brand: &str, product: Product) -> Option<Tier> {
    stated::read_brand(brand, product).tier()
}

#[cfg(test)]
mod tests;
