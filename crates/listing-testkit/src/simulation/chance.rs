use jiff::{SignedDuration, Timestamp};

use super::interruption::{Fault, Interruption};
use crate::SeededIds;

/// Random decisions, the same for each seed.
pub(super) struct Chance(SeededIds);

impl Chance {
    pub(super) const fn new(seed: u64) -> Self {
        Self(SeededIds::new(seed))
    }

    /// True in this many of a hundred cases.
    pub(super) fn percent(&self, percent: u64) -> bool {
        self.0.below(100) < percent
    }

    pub(super) fn below(&self, bound: u64) -> u64 {
        self.0.below(bound)
    }

    /// A number of a range that includes both ends.
    pub(super) fn between(&self, first: i64, last: i64) -> i64 {
        let bound = u64::try_from(last - first + 1).unwrap_or(1);
        first + i64::try_from(self.0.below(bound)).unwrap_or_default()
    }

    /// An index of a list that is not empty.
    pub(super) fn index(&self, length: usize) -> usize {
        let length = u64::try_from(length.max(1)).unwrap_or(1);
        usize::try_from(self.0.below(length)).unwrap_or_default()
    }

    pub(super) fn pick<T: Copy>(&self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }

    /// A moment between two numbers of minutes after another.
    pub(super) fn after(&self, now: Timestamp, first: i64, last: i64) -> Timestamp {
        now + SignedDuration::from_mins(self.between(first, last))
    }

    /// An interruption of this many of a hundred runs of a use case.
    pub(super) fn interruption(&self, percent: u64, faults: &[Fault]) -> Option<Interruption> {
        let interruption = || Interruption { call: self.below(14), fault: self.pick(faults) };
        self.percent(percent).then(interruption)
    }
}
