//! Prices: a suggestion, its band and its rationale. `docs/pricing.md` has the formulas.
//!
//! The model works in logarithms. One signal is the good's usual price in the country, adjusted to the stated
//! facts. Another is the writer's opinion. Comparable offers are the evidence. The rationale names what was
//! used and what was unknown, and never claims market data without any.

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

/// The standard normal quantile of three quarters. One buyer in four pays the price of a patient seller, and
/// three in four pay that of a quick sale.
const Z_OF_A_QUARTER: f64 = 0.6745;

/// A suggested price. `low <= quick_sale <= suggested <= patient <= high`, all in the question's currency and
/// rounded to customary amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// The price below which one in ten such items sells.
    pub low: Money,
    /// The price for a quick sale.
    pub quick_sale: Money,
    /// The suggested price: the fair one, without a margin for haggling.
    pub suggested: Money,
    /// The price that a patient seller might get.
    pub patient: Money,
    /// The price above which one in ten such items sells.
    pub high: Money,
    /// The confidence.
    pub confidence: Confidence,
    /// The basis.
    pub basis: Basis,
    /// The market.
    pub market: Market,
    /// The comparables behind the price.
    pub seen: SeenPrices,
    /// The reasons in three sentences, and a fourth if a marketplace's minimum exceeds the price.
    pub rationale: String,
}

impl PriceSuggestion {
    /// Adds a sentence on the marketplaces, by name, whose minimum exceeds the item's price. No names add
    /// nothing.
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
/// The table of goods has the item's usual price there. Stated brand, material, capacity, age and condition
/// adjust it. An unknown condition counts as good, and the rationale says so. The writer's opinion counts
/// unless it is far off. Comparables are adjusted to the item and weighted by similarity. Outliers don't
/// count.
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

/// Returns the price tier of a brand, if the table has it.
pub(crate) fn tier_of(brand: &str, product: Product) -> Option<Tier> {
    stated::read_brand(brand, product).tier()
}

#[cfg(test)]
mod tests;
