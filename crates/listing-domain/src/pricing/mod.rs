//! Suggests a price, with a range and an explanation, the *rationale*; `docs/pricing.md` has the formulas.
//!
//! The model works with logarithms. A *price signal* is a price with its uncertainty, the *spread* (one
//! standard deviation). Signals are the usual price in the country, adjusted to the seller's facts, the
//! writer's opinion, and comparables. The rationale never claims market data if there is none.

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

/// The 75 % quantile of the standard normal distribution: one buyer in four pays the patient price, three in
/// four the quick one.
const Z_OF_A_QUARTER: f64 = 0.6745;

/// A suggested price: customary amounts in the market's currency, `low <= quick_sale <= suggested <= patient
/// <= high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// One in ten such items is sold below this price.
    pub low: Money,
    /// The price for a quick sale: three in four buyers pay it.
    pub quick_sale: Money,
    /// A fair price, without a margin for haggling.
    pub suggested: Money,
    /// The price for a patient seller: one in four buyers pays it.
    pub patient: Money,
    /// One in ten such items is sold above this price.
    pub high: Money,
    /// The confidence.
    pub confidence: Confidence,
    /// The evidence.
    pub basis: Basis,
    /// The market.
    pub market: Market,
    /// The comparables, by source.
    pub seen: SeenPrices,
    /// Three sentences, and a fourth if a marketplace's minimum exceeds the price.
    pub rationale: String,
}

impl PriceSuggestion {
    /// Adds a sentence about the marketplaces whose minimum exceeds the price, if any.
    #[must_use]
    pub fn with_minimums(mut self, marketplaces: &[&str], language: Language) -> Self {
        if !marketplaces.is_empty() {
            self.rationale = format!("{} {}", self.rationale, rationale::minimums(marketplaces, language));
        }
        self
    }
}

/// Suggests a price in the question's market.
///
/// The brand, material, capacity, age and condition adjust the usual price. An unknown condition counts as
/// good, and the rationale says so. The writer's opinion and comparables, weighted by similarity, count
/// unless far off.
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

/// `None` if the table of brands lacks it.
pub(crate) fn tier_of(brand: &str, product: Product) -> Option<Tier> {
    stated::read_brand(brand, product).tier()
}

#[cfg(test)]
mod tests;
