//! Imports an operator's comparables: prices of similar items.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use super::ComparableError;
use crate::comparables::{ComparableInput, NewComparable};
use crate::ports::{Clock, ComparableStore};
use crate::violation::Violation;

/// The offset of the time zone furthest ahead of UTC.
const EARLIEST_CLOCK: SignedDuration = SignedDuration::from_hours(14);

/// Imports an operator's comparables, batch by batch.
pub struct ImportComparables {
    comparables: Arc<dyn ComparableStore>,
    clock: Arc<dyn Clock>,
}

/// The outcome of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedBatch {
    /// Comparables added; in a dry run, those that would be added.
    pub added: usize,
    /// Comparables that were already stored.
    pub known: usize,
    /// The numbers of the refused comparables, each with the violated rule.
    pub refused: Vec<(u64, Violation)>,
}

impl ImportComparables {
    /// Creates the use case.
    pub fn new(comparables: Arc<dyn ComparableStore>, clock: Arc<dyn Clock>) -> Self {
        Self { comparables, clock }
    }

    /// Adds the valid, new comparables of a batch, in one step. Each has a number, and the result lists
    /// the numbers of the refused ones. A dry run (`is_trial`) changes nothing and returns the same result, but counts a
    /// comparable in each batch that repeats it.
    pub async fn run(
        &self,
        batch: Vec<(u64, ComparableInput)>,
        is_trial: bool,
    ) -> Result<ImportedBatch, ComparableError> {
        let today = today(self.clock.now());
        let (mut new, mut refused) = (Vec::with_capacity(batch.len()), Vec::new());
        for (number, offered) in batch {
            match NewComparable::new(offered, today) {
                Ok(comparable) => new.push(comparable),
                Err(violation) => refused.push((number, violation)),
            }
        }
        let all = new.len();
        let added = if is_trial {
            all - self.comparables.known(&new).await?
        } else {
            self.comparables.add(new).await?
        };
        Ok(ImportedBatch { added, known: all - added, refused })
    }
}

/// Returns the latest date anywhere on earth, so that a sale made today is accepted everywhere.
pub(super) fn today(now: Timestamp) -> Date {
    let now = now.saturating_add(EARLIEST_CLOCK).unwrap_or(now);
    Offset::UTC.to_datetime(now).date()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn today_is_the_day_of_the_earliest_time_zone() {
        let day = |text: &str| today(text.parse().unwrap());
        assert_eq!(day("2026-11-23T09:59:59Z"), date(2026, 11, 23));
        assert_eq!(day("2026-11-23T10:00:00Z"), date(2026, 11, 24));
    }
}
