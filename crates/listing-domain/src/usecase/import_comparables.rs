//! Adds comparables that a host brings.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use super::ComparableError;
use crate::comparables::{NewComparable, Offered};
use crate::ports::{Clock, ComparableStore};
use crate::violation::Violation;

/// How far the clocks of the earth are before UTC.
const EARLIEST_CLOCK: SignedDuration = SignedDuration::from_hours(14);

/// Adds comparables that a host brings, batch by batch.
pub struct ImportComparables {
    comparables: Arc<dyn ComparableStore>,
    clock: Arc<dyn Clock>,
}

/// What came of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedBatch {
    /// How many were added, or would be.
    pub added: usize,
    /// How many were there already.
    pub known: usize,
    /// The numbers of those that cannot be, each with what is wrong.
    pub refused: Vec<(u64, Violation)>,
}

impl ImportComparables {
    /// The use-case over its ports.
    pub fn new(comparables: Arc<dyn ComparableStore>, clock: Arc<dyn Clock>) -> Self {
        Self { comparables, clock }
    }

    /// Adds those of a batch that can be and are not there yet, all in one step. Each has a number
    /// by which it is named when it is refused. A trial changes nothing and tells the same, but for
    /// what stands in more than one batch.
    pub async fn run(
        &self,
        batch: Vec<(u64, Offered)>,
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

/// The day that it is somewhere on the earth: whoever sells there has sold today.
pub(super) fn today(now: Timestamp) -> Date {
    let now = now.saturating_add(EARLIEST_CLOCK).unwrap_or(now);
    Offset::UTC.to_datetime(now).date()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn today_has_begun_somewhere() {
        let day = |text: &str| today(text.parse().unwrap());
        assert_eq!(day("2026-11-23T09:59:59Z"), date(2026, 11, 23));
        assert_eq!(day("2026-11-23T10:00:00Z"), date(2026, 11, 24));
    }
}
