//! What a price was seen beside: the comparables that were heard, by where they were seen.

use jiff::civil::Date;

use super::comparable::{Comparable, ComparableKind};
use super::estimate::Estimate;
use super::evidence::heard;
use super::question::PriceQuestion;
use super::rates::ReferenceRates;
use crate::locale::Market;
use crate::money::Money;

/// The market data behind a price.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenPrices {
    /// How many comparables were only asked.
    pub asked: usize,
    /// How many were paid.
    pub sold: usize,
    /// How many of both were too far off to count.
    pub ignored: usize,
    /// When the oldest of them was seen.
    pub oldest: Option<Date>,
    /// When the newest of them was seen.
    pub newest: Option<Date>,
    /// Where they were seen, in the order in which they came.
    pub sources: Vec<PriceSource>,
    /// The day of the rates, where any amount was brought from another currency.
    pub rates_of: Option<Date>,
}

/// The comparables of one kind that a source had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSource {
    /// What the source is called.
    pub name: String,
    /// Whether its prices were asked or paid.
    pub kind: ComparableKind,
    /// How many there were.
    pub count: usize,
    /// When the newest was seen.
    pub newest: Date,
    /// The pages of the first of them, at most [`PriceSource::MAX_LINKS`].
    pub links: Vec<String>,
}

impl SeenPrices {
    pub(super) fn of(question: &PriceQuestion<'_>, estimate: &Estimate, rates: &ReferenceRates) -> Self {
        let count = |kind| heard(question).filter(|comparable| comparable.kind == kind).count();
        let days = || heard(question).map(|comparable| comparable.seen_on);
        Self {
            asked: count(ComparableKind::Asking),
            sold: count(ComparableKind::Sold),
            ignored: estimate.ignored,
            oldest: days().min(),
            newest: days().max(),
            sources: sources(heard(question)),
            rates_of: is_converted(question, estimate).then(|| rates.date()),
        }
    }
}

impl PriceSource {
    /// The most pages that are named of a source.
    pub const MAX_LINKS: usize = 10;

    /// A source of which nothing is counted yet.
    fn of(comparable: &Comparable) -> Self {
        let Comparable { source, kind, seen_on, .. } = comparable;
        Self { name: source.clone(), kind: *kind, count: 0, newest: *seen_on, links: Vec::new() }
    }

    fn add(&mut self, comparable: &Comparable) {
        self.count += 1;
        self.newest = self.newest.max(comparable.seen_on);
        let is_new = |link: &&String| !self.links.contains(link);
        if let Some(link) =
            comparable.link.as_ref().filter(is_new).filter(|_| self.links.len() < Self::MAX_LINKS)
        {
            self.links.push(link.clone());
        }
    }
}

fn sources<'a>(comparables: impl Iterator<Item = &'a Comparable>) -> Vec<PriceSource> {
    let mut sources: Vec<PriceSource> = Vec::new();
    for comparable in comparables {
        let is_its =
            |source: &PriceSource| source.name == comparable.source && source.kind == comparable.kind;
        let place = sources.iter().position(is_its).unwrap_or_else(|| {
            sources.push(PriceSource::of(comparable));
            sources.len() - 1
        });
        sources[place].add(comparable);
    }
    sources
}

/// Whether anything that counted was told in another currency. British prices lie between the French
/// and the American.
fn is_converted(question: &PriceQuestion<'_>, estimate: &Estimate) -> bool {
    let currency = question.locale.currency();
    let is_other = |money: Money| money.currency() != currency;
    let opinion = question.opinion.filter(|_| estimate.has_opinion);
    question.locale.market == Market::UnitedKingdom
        || heard(question).any(|comparable| is_other(comparable.price))
        || opinion.is_some_and(|opinion| is_other(opinion.mid))
}
