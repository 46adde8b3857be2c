//! Estimates the durations of requests, so that a wait is known before it begins.

use std::time::Duration;

const NEWEST_WEIGHT: f64 = 0.2;

/// Newer durations count more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Average {
    seconds: f64,
    is_assumed: bool,
}

impl Average {
    /// The first measured duration replaces the assumed one.
    pub(crate) fn assumed(time: Duration) -> Self {
        Self { seconds: time.as_secs_f64(), is_assumed: true }
    }

    pub(crate) fn observe(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        self.seconds =
            if self.is_assumed { seconds } else { self.seconds + (seconds - self.seconds) * NEWEST_WEIGHT };
        self.is_assumed = false;
    }

    pub(crate) fn mean(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

pub(crate) fn divided_among(work: Duration, workers: usize) -> Duration {
    work / u32::try_from(workers.max(1)).unwrap_or(u32::MAX)
}

pub(crate) fn multiplied(time: Duration, count: usize) -> Duration {
    time.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_measurement_replaces_the_assumption_and_later_ones_adjust_it() {
        let seconds = Duration::from_secs;
        let mut average = Average::assumed(seconds(9));
        assert_eq!(average.mean(), seconds(9));
        average.observe(seconds(1));
        assert_eq!(average.mean(), seconds(1));
        average.observe(seconds(6));
        assert_eq!(average.mean(), seconds(2));
    }

    #[test]
    fn durations_are_divided_among_workers_and_multiplied() {
        assert_eq!(divided_among(Duration::from_secs(6), 4), Duration::from_millis(1_500));
        assert_eq!(divided_among(Duration::from_secs(6), 0), Duration::from_secs(6));
        assert_eq!(multiplied(Duration::from_millis(80), 240), Duration::from_millis(19_200));
    }
}
