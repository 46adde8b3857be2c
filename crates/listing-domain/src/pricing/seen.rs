use jiff::civil::Date;

use super::comparable::{Comparable, ComparableKind};
use super::estimate::Estimate;
use super::evidence::relevant_comparables;
use super::question::PriceQuestion;
use super::rates::ReferenceRates;
use crate::locale::Market;
use crate::money::Money;

/// The comparables behind a price, counted by source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenPrices {
    /// Those with an asking price.
    pub asked: usize,
    /// Sold ones.
    pub sold: usize,
    /// Those too far off to count.
    pub ignored: usize,
    /// The day of the oldest.
    pub oldest: Option<Date>,
    /// The day of the newest.
    pub newest: Option<Date>,
    /// The sources, in order of appearance.
    pub sources: Vec<PriceSource>,
    /// The day of the exchange rates, if any price was converted.
    pub rates_date: Option<Date>,
}

/// One source's comparables of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSource {
    /// Its name, for display.
    pub name: String,
    /// Asked or paid.
    pub kind: ComparableKind,
    /// Their number.
    pub count: usize,
    /// The day of the newest.
    pub newest: Date,
    /// Web addresses of the first ones, at most [`PriceSource::MAX_LINKS`].
    pub links: Vec<String>,
}

impl SeenPrices {
    pub(super) fn new(question: &PriceQuestion<'_>, estimate: &Estimate, rates: &ReferenceRates) -> Self {
        let count =
            |kind| relevant_comparables(question).filter(|comparable| comparable.kind == kind).count();
        let days = || relevant_comparables(question).map(|comparable| comparable.seen_on);
        Self {
            asked: count(ComparableKind::Asking),
            sold: count(ComparableKind::Sold),
            ignored: estimate.ignored,
            oldest: days().min(),
            newest: days().max(),
            sources: sources(relevant_comparables(question)),
            rates_date: is_converted(question, estimate).then(|| rates.date()),
        }
    }
}

impl PriceSource {
    /// The maximum number of links for each source.
    pub const MAX_LINKS: usize = 10;

    fn new(comparable: &Comparable) -> Self {
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
        let is_same =
            |source: &PriceSource| source.name == comparable.source && source.kind == comparable.kind;
        let index = sources.iter().position(is_same).unwrap_or_else(|| {
            sources.push(PriceSource::new(comparable));
            sources.len() - 1
        });
        sources[index].add(comparable);
    }
    sources
}

/// British usual prices always are: they are derived from French and American ones.
fn is_converted(question: &PriceQuestion<'_>, estimate: &Estimate) -> bool {
    let currency = question.locale.currency();
    let is_other = |money: Money| money.currency() != currency;
    let opinion = question.opinion.filter(|_| estimate.has_opinion);
    question.locale.market == Market::UnitedKingdom
        || relevant_comparables(question).any(|comparable| is_other(comparable.price))
        || opinion.is_some_and(|opinion| is_other(opinion.mid))
}
