//! Estimates a price from the table of usual prices, the writer's opinion and comparables.

use super::evidence;
use super::log::{log_of, spread_between};
use super::question::PriceQuestion;
use super::rates::ReferenceRates;
use super::signal::{CombinedSignal, PriceSignal};
use super::stated::{Stated, StatedBrand};
use super::usual::{Known, REFERENCE_CONDITION, Usual};
use super::wear::{SPREAD_OF_A_CONDITION, SPREAD_WITHOUT_A_CONDITION, Wear};
use crate::closed_enum::closed_enum;
use crate::draft::PriceOpinion;
use crate::money::Money;

/// The share of the table's spread for a known good of a brand in the table. It matches the ranges in
/// `tests/items.tsv`, each assumed to contain nine of ten sales.
const SPREAD_LEFT_OF_A_BRAND: f64 = 0.4;
/// The same without such a brand.
const SPREAD_LEFT: f64 = 0.5;
/// The same for a product type. For a department, all of it remains.
const SPREAD_LEFT_OF_A_KIND: f64 = 0.7;

/// A writer's own range may be narrower. Our estimate.
const SPREAD_OF_AN_OPINION: f64 = 0.4;

const SPREAD_OF_HIGH_CONFIDENCE: f64 = 0.2;
const SPREAD_OF_MEDIUM_CONFIDENCE: f64 = 0.4;
/// The required sum of the comparables' weights.
const COUNTED_FOR_HIGH: f64 = 5.0;
/// The required sum of the comparables' weights.
const COUNTED_FOR_MEDIUM: f64 = 2.0;

closed_enum! {
    /// The confidence in a price.
    pub enum Confidence as "confidence" {
        /// Only a rough guide.
        Low = "low",
        /// Probably close to the market's price.
        Medium = "medium",
        /// Several comparables agree.
        High = "high",
    }
}

/// The evidence for a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Comparables and the table.
    Comparables {
        /// Comparables with an asking price.
        asked: usize,
        /// Sold comparables.
        sold: usize,
    },
    /// The writer's opinion and the table.
    Opinion(Known),
    /// Only the table of usual prices.
    Table(Known),
}

closed_enum! {
    /// The most important evidence.
    pub enum BasisKind as "basis" {
        /// Comparable items.
        Comparables = "comparables",
        /// The writer's opinion.
        Opinion = "opinion",
        /// The table of usual prices.
        Table = "table",
    }
}

impl Basis {
    /// The most important evidence.
    pub const fn kind(self) -> BasisKind {
        match self {
            Self::Comparables { .. } => BasisKind::Comparables,
            Self::Opinion(_) => BasisKind::Opinion,
            Self::Table(_) => BasisKind::Table,
        }
    }

    /// True if based on comparables.
    pub const fn has_market_data(self) -> bool {
        matches!(self, Self::Comparables { .. })
    }
}

/// As a logarithm, with its reasons.
pub(super) struct Estimate {
    pub(super) signal: PriceSignal,
    pub(super) basis: Basis,
    pub(super) confidence: Confidence,
    pub(super) usual: Usual,
    pub(super) stated: Stated,
    pub(super) has_opinion: bool,
    /// Comparables too far off to count.
    pub(super) ignored: usize,
}

impl Estimate {
    pub(super) fn new(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> Self {
        let stated =
            Stated::read(question.product, question.attributes, question.notes, question.locale.market);
        let usual = Usual::for_product(stated.product, question.locale.market, rates);
        let table = by_table(question, usual, &stated);
        let joined = question
            .opinion
            .and_then(|opinion| by_opinion(opinion, question, rates))
            .and_then(|opinion| table.with_opinion(opinion));
        let comparables = evidence::signals(question, &stated, rates);
        let combined = joined.unwrap_or(table).with_comparables(&comparables);
        let basis = basis(question, usual.known, joined.is_some(), combined.counted > 0.0);
        let confidence = confidence(combined.signal, combined.counted, &stated, basis);
        let CombinedSignal { signal, ignored, .. } = combined;
        Self { signal, basis, confidence, usual, stated, has_opinion: joined.is_some(), ignored }
    }
}

/// The usual price, adjusted to the stated facts.
fn by_table(question: &PriceQuestion<'_>, usual: Usual, stated: &Stated) -> PriceSignal {
    let left = match (usual.known, stated.brand) {
        (Known::Good, StatedBrand::Known(..)) => SPREAD_LEFT_OF_A_BRAND,
        (Known::Good, _) => SPREAD_LEFT,
        (Known::Kind, _) => SPREAD_LEFT_OF_A_KIND,
        (Known::Department | Known::Nothing, _) => 1.0,
    };
    let is_stated = question.attributes.condition_grade().is_some();
    let spread = if is_stated { SPREAD_OF_A_CONDITION } else { SPREAD_WITHOUT_A_CONDITION };
    let grade = question.attributes.condition_or_assumed();
    let step = Wear::for_product(stated.product, stated.brand.tier()).step(REFERENCE_CONDITION, grade);
    let by_wear = stated.remarks.with_grade(grade, step, stated.product);
    PriceSignal::new(usual.signal.mean, usual.signal.spread() * left)
        .shifted(stated.factor, stated.spread)
        .shifted(by_wear, spread)
}

/// `None` if the middle price is zero.
fn by_opinion(
    opinion: &PriceOpinion,
    question: &PriceQuestion<'_>,
    rates: &ReferenceRates,
) -> Option<PriceSignal> {
    let log = |money: Money| log_of(rates.convert(money, question.locale.currency()));
    let own = log(opinion.low).zip(log(opinion.high)).map_or(0.0, |(low, high)| spread_between(low, high));
    Some(PriceSignal::new(log(opinion.mid)?, own.max(SPREAD_OF_AN_OPINION)))
}

fn basis(question: &PriceQuestion<'_>, known: Known, has_opinion: bool, has_comparables: bool) -> Basis {
    use super::comparable::ComparableKind::{Asking, Sold};
    if !has_comparables {
        return if has_opinion { Basis::Opinion(known) } else { Basis::Table(known) };
    }
    let count =
        |kind| evidence::relevant_comparables(question).filter(|comparable| comparable.kind == kind).count();
    Basis::Comparables { asked: count(Asking), sold: count(Sold) }
}

/// `counted` is the number of comparables, by weight. Low for a luxury brand without market data, since the
/// item may be a copy.
fn confidence(signal: PriceSignal, counted: f64, stated: &Stated, basis: Basis) -> Confidence {
    let is_vague = matches!(
        basis,
        Basis::Opinion(Known::Department | Known::Nothing) | Basis::Table(Known::Department | Known::Nothing)
    );
    let is_medium = signal.spread() <= SPREAD_OF_MEDIUM_CONFIDENCE
        && (!basis.has_market_data() || counted >= COUNTED_FOR_MEDIUM);
    let is_high = signal.spread() <= SPREAD_OF_HIGH_CONFIDENCE && counted >= COUNTED_FOR_HIGH;
    if is_vague || (stated.is_luxury() && !basis.has_market_data()) {
        Confidence::Low
    } else if is_high {
        Confidence::High
    } else if is_medium {
        Confidence::Medium
    } else {
        Confidence::Low
    }
}
