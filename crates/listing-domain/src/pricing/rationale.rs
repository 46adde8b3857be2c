//! The reason for a price, in the words of its language.

use super::comparable::ComparableKind;
use super::evidence::priced;
use super::question::PriceQuestion;
use super::reference::{Band, REFERENCE_CURRENCY, REFERENCE_DATE};
use super::written::{amount, counted, day, month_and_year, number};
use crate::lang::{self, PriceWords, fill};
use crate::text::{capitalised, has_contact};

/// Fewer comparables than this call for a warning.
const FEW_COMPARABLES: usize = 3;

/// What a price rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Comparable offers, completed by the writer's opinion or by the table.
    Comparables {
        /// Whether it was the opinion.
        with_opinion: bool,
    },
    /// The writer's opinion, checked against the table.
    Opinion,
    /// The reference table alone.
    Reference,
}

/// A price and what led to it.
pub(super) struct Reason<'a> {
    /// What was asked.
    pub(super) question: &'a PriceQuestion<'a>,
    /// The answer, rounded.
    pub(super) band: Band,
    /// What it rests on.
    pub(super) basis: Basis,
}

impl Reason<'_> {
    /// One to three sentences.
    pub(super) fn sentences(&self) -> String {
        let subject = capitalised(&self.subject());
        let claim = fill(
            self.words().claim,
            &[("subject", &subject), ("range", &self.range()), ("source", &self.source())],
        );
        [claim, self.what_else_counted()].into_iter().chain(self.warning()).collect::<Vec<_>>().join(" ")
    }

    const fn words(&self) -> &'static PriceWords {
        &lang::of(self.question.locale.language).price
    }

    /// The item with its condition, stated or assumed.
    fn subject(&self) -> String {
        let noun = self.question.product.noun(self.question.locale.language).text();
        format!("{noun} {}", (self.words().in_condition)(self.question.attributes.condition_or_assumed()))
    }

    fn range(&self) -> String {
        let words = self.words();
        let Band { low, high, .. } = self.band;
        if low == high {
            return fill(words.about, &[("amount", &amount(low, words))]);
        }
        let (low, low_number) = (amount(low, words), number(low, words));
        fill(words.between, &[("low", &low), ("low_number", &low_number), ("high", &amount(high, words))])
    }

    /// Where the range comes from, to follow it directly.
    fn source(&self) -> String {
        let template = match self.basis {
            Basis::Comparables { .. } => return self.comparables(),
            Basis::Opinion => self.words().from_photos,
            Basis::Reference => self.words().from_table,
        };
        fill(template, &[("table", &self.table())])
    }

    fn table(&self) -> String {
        let words = self.words();
        let is_converted = self.question.locale.currency() != REFERENCE_CURRENCY;
        let converted = if is_converted { words.converted } else { "" };
        fill(words.table, &[("month", &month_and_year(REFERENCE_DATE, words)), ("converted", converted)])
    }

    /// How many comparables there were, of which kind, and how fresh.
    fn comparables(&self) -> String {
        let words = self.words();
        let count = |kind| priced(self.question.comparables).filter(|c| c.kind == kind).count();
        let (asked, sold) = (count(ComparableKind::Asking), count(ComparableKind::Sold));
        let kinds = [counted(asked, words.asked), counted(sold, words.sold)];
        let kinds = kinds.into_iter().filter(|kind| !kind.is_empty()).collect::<Vec<_>>().join(", ");
        let newest = priced(self.question.comparables).map(|comparable| comparable.seen_on).max();
        let newest = newest.map_or_else(String::new, |on| day(on, words));
        let items = counted(asked + sold, words.items);
        fill(words.from_comparables, &[("items", &items), ("kinds", &kinds), ("day", &newest)])
    }

    /// What completed the evidence, or what was left out of account.
    fn what_else_counted(&self) -> String {
        let brand = self.question.attributes.brand.as_ref().filter(|brand| !has_contact(&brand.value));
        let brand = brand.map_or_else(String::new, |brand| format!(" ({})", brand.value));
        let words = self.words();
        match self.basis {
            Basis::Comparables { with_opinion: true } => words.completed_from_photos.to_owned(),
            Basis::Comparables { with_opinion: false } => {
                fill(words.completed_from_table, &[("table", &self.table())])
            }
            Basis::Opinion => words.no_offers.to_owned(),
            Basis::Reference => fill(words.no_offers_no_brand, &[("brand", &brand)]),
        }
    }

    /// What makes the price less certain than it looks, in one sentence.
    fn warning(&self) -> Option<String> {
        let warnings = [self.few(), self.uncertain_product(), self.assumed_condition()];
        let joined = warnings.into_iter().flatten().collect::<Vec<_>>().join(self.words().semicolon);
        (!joined.is_empty()).then(|| format!("{}.", capitalised(&joined)))
    }

    fn few(&self) -> Option<&'static str> {
        let is_few = matches!(self.basis, Basis::Comparables { .. })
            && priced(self.question.comparables).count() < FEW_COMPARABLES;
        is_few.then_some(self.words().few)
    }

    fn uncertain_product(&self) -> Option<&'static str> {
        let is_uncertain = self.basis == Basis::Reference && !self.question.product.is_named();
        is_uncertain.then_some(self.words().uncertain_product)
    }

    fn assumed_condition(&self) -> Option<&'static str> {
        let attributes = self.question.attributes;
        if attributes.condition_grade().is_some() {
            return None;
        }
        let words = self.words();
        Some(if attributes.condition.is_some() { words.good_assumed } else { words.condition_missing })
    }
}
