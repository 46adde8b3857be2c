//! Prices: a suggestion, its band, and the honest reason for it.
//!
//! The best evidence at hand decides: comparable offers, else the writer's
//! opinion, else a reference table of usual second-hand prices. The rationale
//! says which it was and what was not known; it never claims market data that
//! was not there.

mod comparable;
mod evidence;
mod question;
mod rates;
mod rationale;
mod reference;
mod round;
mod wear;
mod written;

pub use comparable::{Comparable, ComparableKind};
pub use question::PriceQuestion;
pub use rates::{GBP_PER_EURO, InvalidRate, RATES_DATE, ReferenceRates, USD_PER_EURO};
pub use reference::REFERENCE_DATE;

use self::evidence::Evidence;
use self::rationale::{Basis, Reason};
use self::reference::{Band, usual_band};
use crate::draft::PriceOpinion;
use crate::money::Money;

/// How far a writer's opinion may lie outside the reference band, as a factor
/// below it and above it. What is farther off is taken for a mistake.
const OPINION_FACTOR: i64 = 5;

/// The factor above the band when the brand is known: a sought-after brand can
/// multiply the price of an ordinary one.
const OPINION_FACTOR_OF_A_BRAND: i64 = 50;

/// A suggested price. `low <= suggested <= high`, all three in the question's
/// currency and rounded to amounts that people write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// What it would fetch quickly.
    pub low: Money,
    /// What is suggested.
    pub suggested: Money,
    /// What a patient seller might get.
    pub high: Money,
    /// Why, in one to three sentences.
    pub rationale: String,
}

/// Suggests a price.
///
/// Comparables are brought to the item's condition and currency, and their
/// median is blended with an estimate that counts the less the more comparables
/// there are. The estimate is the writer's opinion where that is believable,
/// else the reference table's price for the product in its condition. A
/// condition that nobody knows is taken to be a good one, and the rationale
/// says so.
pub fn suggest(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> PriceSuggestion {
    let condition = question.attributes.condition_or_assumed();
    let usual =
        usual_band(question.product, condition).map(|money| rates.convert(money, question.locale.currency()));
    let opinion = believable_opinion(question, usual, rates);
    let estimate = opinion.unwrap_or(usual);
    let evidence =
        Evidence::weigh(question.comparables, question.product, condition, question.locale.currency(), rates);
    let band = evidence.as_ref().map_or(estimate, |evidence| evidence.blended_with(estimate));
    let band = band.map(round::to_usual_price);
    let basis = match (evidence, opinion) {
        (Some(_), _) => Basis::Comparables { with_opinion: opinion.is_some() },
        (None, Some(_)) => Basis::Opinion,
        (None, None) => Basis::Reference,
    };
    let rationale = Reason { question, band, basis }.sentences();
    PriceSuggestion { low: band.low, suggested: band.mid, high: band.high, rationale }
}

/// The writer's opinion as a band, unless it is too far from what such things
/// usually cost.
fn believable_opinion(question: &PriceQuestion<'_>, usual: Band, rates: &ReferenceRates) -> Option<Band> {
    let PriceOpinion { low, mid, high, .. } = question.opinion?;
    let opinion = Band { low: *low, mid: *mid, high: *high }
        .map(|money| rates.convert(money, question.locale.currency()))
        .around_its_middle();
    let factor_above =
        if question.attributes.brand.is_some() { OPINION_FACTOR_OF_A_BRAND } else { OPINION_FACTOR };
    let is_believable = opinion.mid.minor() * OPINION_FACTOR >= usual.low.minor()
        && opinion.mid.minor() <= usual.high.minor() * factor_above;
    is_believable.then_some(opinion)
}

#[cfg(test)]
mod tests;
