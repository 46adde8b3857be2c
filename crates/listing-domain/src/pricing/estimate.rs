//! What an item costs, with what that rests on.

use super::evidence;
use super::log::{log_of, spread_between};
use super::question::PriceQuestion;
use super::rates::ReferenceRates;
use super::signal::{PriceSignal, Verdict};
use super::stated::{Stated, StatedBrand};
use super::usual::{Known, REFERENCE_CONDITION, Usual};
use super::wear::{SPREAD_OF_A_CONDITION, SPREAD_WITHOUT_A_CONDITION, Wear};
use crate::closed_enum::closed_enum;
use crate::draft::PriceOpinion;
use crate::money::Money;

/// How much of the spread of all that is called so is left when it is known which one it is: with
/// a brand of the table, and without one. As wide as the ranges in `tests/items.tsv`, of which nine
/// in ten sales are taken to lie inside.
const SPREAD_LEFT_OF_A_BRAND: f64 = 0.4;
const SPREAD_LEFT: f64 = 0.5;
/// The same where only its kind is known. Of a department nothing is taken off.
const SPREAD_LEFT_OF_A_KIND: f64 = 0.7;

/// How far a writer's opinion may be off, at least, whatever it says of itself. Ours.
const SPREAD_OF_AN_OPINION: f64 = 0.4;

/// A spread up to which a price is known well, and one up to which it is known somewhat.
const SPREAD_OF_HIGH_CONFIDENCE: f64 = 0.2;
const SPREAD_OF_MEDIUM_CONFIDENCE: f64 = 0.4;
/// The fewest comparables that count in full for a price that is known well, and somewhat.
const COUNTED_FOR_HIGH: f64 = 5.0;
const COUNTED_FOR_MEDIUM: f64 = 2.0;

closed_enum! {
    /// How sure a price is.
    pub enum Confidence as "confidence" {
        /// An orientation.
        Low = "low",
        /// Probably near.
        Medium = "medium",
        /// Several comparables agree.
        High = "high",
    }
}

/// What a price rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Comparable offers, together with the table of usual prices.
    Comparables {
        /// How many of them were only asked.
        asked: usize,
        /// How many were paid.
        sold: usize,
    },
    /// The writer's opinion together with the table: no market data.
    Opinion(Known),
    /// The table of usual prices alone: no market data.
    Table(Known),
}

closed_enum! {
    /// What a price rests on first of all.
    pub enum BasisKind as "basis" {
        /// Prices that were seen.
        Comparables = "comparables",
        /// The writer's opinion.
        Opinion = "opinion",
        /// The table of usual prices.
        Table = "table",
    }
}

impl Basis {
    /// What it rests on first of all.
    pub const fn kind(self) -> BasisKind {
        match self {
            Self::Comparables { .. } => BasisKind::Comparables,
            Self::Opinion(_) => BasisKind::Opinion,
            Self::Table(_) => BasisKind::Table,
        }
    }

    /// Whether it rests on prices that were seen.
    pub const fn has_market_data(self) -> bool {
        matches!(self, Self::Comparables { .. })
    }
}

/// What an item costs, as a logarithm, and why.
pub(super) struct Estimate {
    pub(super) signal: PriceSignal,
    pub(super) basis: Basis,
    pub(super) confidence: Confidence,
    pub(super) usual: Usual,
    pub(super) stated: Stated,
    /// Whether the writer's opinion counted.
    pub(super) has_opinion: bool,
    /// How many comparables were too far off to count.
    pub(super) ignored: usize,
}

impl Estimate {
    pub(super) fn of(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> Self {
        let stated =
            Stated::of(question.product, question.attributes, question.notes, question.locale.market);
        let usual = Usual::of(stated.product, question.locale.market, rates);
        let table = by_table(question, usual, &stated);
        let joined = question
            .opinion
            .and_then(|opinion| by_opinion(opinion, question, rates))
            .and_then(|opinion| table.joined_by(opinion));
        let comparables = evidence::signals(question, &stated, rates);
        let verdict = joined.unwrap_or(table).heard_with(&comparables);
        let basis = basis(question, usual.known, joined.is_some(), verdict.counted > 0.0);
        let confidence = confidence(verdict.signal, verdict.counted, &stated, basis);
        let Verdict { signal, ignored, .. } = verdict;
        Self { signal, basis, confidence, usual, stated, has_opinion: joined.is_some(), ignored }
    }
}

/// The usual price of such things, by what is stated of this one.
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
    let step = Wear::of(stated.product, stated.brand.tier()).step(REFERENCE_CONDITION, grade);
    let by_wear = stated.remarks.with_grade(grade, step, stated.product);
    PriceSignal::new(usual.signal.mean, usual.signal.spread() * left)
        .moved(stated.factor, stated.spread)
        .moved(by_wear, spread)
}

/// What a writer thinks; `None` where that is nothing.
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
    let count = |kind| evidence::heard(question).filter(|comparable| comparable.kind == kind).count();
    Basis::Comparables { asked: count(Asking), sold: count(Sold) }
}

/// How sure a price is: by how many comparables count, and by its spread. A luxury brand that
/// nobody has looked at may be a copy.
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
