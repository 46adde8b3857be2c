//! How long the steps of looking take.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A step of looking at photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The classifier looks at crops.
    Classify,
    /// The heads judge what the classifier saw.
    Judge,
    /// The product is separated from its background.
    Mask,
    /// The pattern of the product is found.
    Pattern,
    /// The colours of the product are found.
    Colour,
    /// Lines of text are found.
    Find,
    /// Lines of text are read.
    Read,
}

impl Step {
    /// Every step.
    pub const ALL: [Self; 7] =
        [Self::Classify, Self::Judge, Self::Mask, Self::Pattern, Self::Colour, Self::Find, Self::Read];

    /// What reports call the step.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Classify => "classify",
            Self::Judge => "judge",
            Self::Mask => "mask",
            Self::Pattern => "pattern",
            Self::Colour => "colour",
            Self::Find => "find text",
            Self::Read => "read text",
        }
    }
}

/// The time that each step took, all photos together, whether or not at the same time.
#[derive(Debug, Default)]
pub struct Steps(Mutex<Vec<(Step, Duration)>>);

impl Steps {
    /// The steps that were done, in the order of their first time, and how long they took.
    pub fn times(&self) -> Vec<(Step, Duration)> {
        self.inner().clone()
    }

    /// Does a step and adds its time.
    pub(super) fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = work();
        let took = start.elapsed();
        let mut times = self.inner();
        match times.iter_mut().find(|(known, _)| *known == step) {
            Some((_, time)) => *time += took,
            None => times.push((step, took)),
        }
        made
    }

    fn inner(&self) -> MutexGuard<'_, Vec<(Step, Duration)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_a_step_are_added_up() {
        let steps = Steps::default();
        assert_eq!(steps.time(Step::Mask, || 7), 7);
        let first = steps.times()[0].1;
        steps.time(Step::Colour, || ());
        steps.time(Step::Mask, || std::thread::sleep(Duration::from_millis(2)));
        let times = steps.times();
        assert_eq!(times.iter().map(|(step, _)| *step).collect::<Vec<_>>(), [Step::Mask, Step::Colour]);
        assert!(times[0].1 >= first + Duration::from_millis(2));
    }
}
