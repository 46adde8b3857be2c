use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A step of analyzing photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Classifies crops of the photos.
    Classify,
    /// Combines the classifier's and the heads' results.
    Judge,
    /// Separates the product from its background.
    Mask,
    /// Finds the product's pattern.
    Pattern,
    /// Finds the product's colors.
    Colour,
    /// Finds lines of text.
    Find,
    /// Reads lines of text.
    Read,
}

impl Step {
    /// All steps.
    pub const ALL: [Self; 7] =
        [Self::Classify, Self::Judge, Self::Mask, Self::Pattern, Self::Colour, Self::Find, Self::Read];

    /// Returns the step's name in reports.
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

/// The duration of each step, summed over all photos, even if parallel.
#[derive(Debug, Default)]
pub struct Steps(Mutex<Vec<(Step, Duration)>>);

impl Steps {
    /// Returns the durations, in the order of the steps' first runs.
    pub fn times(&self) -> Vec<(Step, Duration)> {
        self.inner().clone()
    }

    pub(super) fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let took = start.elapsed();
        let mut times = self.inner();
        match times.iter_mut().find(|(known, _)| *known == step) {
            Some((_, time)) => *time += took,
            None => times.push((step, took)),
        }
        result
    }

    fn inner(&self) -> MutexGuard<'_, Vec<(Step, Duration)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_of_a_step_are_summed() {
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
