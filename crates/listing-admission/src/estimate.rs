//! How long things take, so that a wait can be told before it begins.

use std::time::Duration;

/// The part that the newest time has in the average.
const NEWEST: f64 = 0.2;

/// A running average of times, the newer ones counting more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Average {
    seconds: f64,
    is_guess: bool,
}

impl Average {
    /// What is assumed until something was measured.
    pub(crate) fn guessed(time: Duration) -> Self {
        Self { seconds: time.as_secs_f64(), is_guess: true }
    }

    /// Something took so long.
    pub(crate) fn observe(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        self.seconds = if self.is_guess { seconds } else { self.seconds + (seconds - self.seconds) * NEWEST };
        self.is_guess = false;
    }

    /// How long it takes.
    pub(crate) fn mean(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// How long `work` takes when so many do it side by side.
pub(crate) fn shared_by(work: Duration, workers: usize) -> Duration {
    work / u32::try_from(workers.max(1)).unwrap_or(u32::MAX)
}

/// So many times as long.
pub(crate) fn times(time: Duration, count: usize) -> Duration {
    time.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_measurement_replaces_the_guess_and_later_ones_move_it() {
        let seconds = Duration::from_secs;
        let mut average = Average::guessed(seconds(9));
        assert_eq!(average.mean(), seconds(9));
        average.observe(seconds(1));
        assert_eq!(average.mean(), seconds(1));
        average.observe(seconds(6));
        assert_eq!(average.mean(), seconds(2));
    }

    #[test]
    fn work_is_shared_and_multiplied() {
        assert_eq!(shared_by(Duration::from_secs(6), 4), Duration::from_millis(1_500));
        assert_eq!(shared_by(Duration::from_secs(6), 0), Duration::from_secs(6));
        assert_eq!(times(Duration::from_millis(80), 240), Duration::from_millis(19_200));
    }
}
