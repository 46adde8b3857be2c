//! Logs each cause of failed statements once, at its first occurrence.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use listing_domain::ErrorChain;

use crate::error::StorageError;
use crate::location::Location;

/// After this time without an occurrence, a cause is logged again.
const QUIET_PERIOD: Duration = Duration::from_mins(10);

const MAX_CAUSES: usize = 32;

/// With the time of each cause's last occurrence.
pub(crate) struct FailureLog {
    location: Location,
    seen: Mutex<Vec<(String, Instant)>>,
}

impl FailureLog {
    pub(crate) fn new(location: Location) -> Self {
        Self { location, seen: Mutex::default() }
    }

    pub(crate) fn note(&self, error: &StorageError) {
        let text = ErrorChain(error).to_string();
        if self.is_new(&text, Instant::now()) {
            let database = &self.location;
            tracing::error!(%database, error = text, "statement failed on database {database}");
        }
    }

    fn is_new(&self, text: &str, now: Instant) -> bool {
        // Messages that differ only in numbers, such as those of files or rows, have the same cause.
        let cause: String = text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|(_, last)| now.saturating_duration_since(*last) < QUIET_PERIOD);
        if let Some((_, last)) = seen.iter_mut().find(|(known, _)| *known == cause) {
            *last = now;
            return false;
        }
        if seen.len() == MAX_CAUSES {
            seen.remove(0);
        }
        seen.push((cause, now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_is_logged_at_first_and_after_10_minutes_without_it() {
        let log = FailureLog::new(Location::parse("/data/ptl.db").unwrap());
        let start = Instant::now();
        let is_new = |text: &str, seconds| log.is_new(text, start + Duration::from_secs(seconds));
        assert!(is_new("could not extend file base/1/2", 0));
        assert!(!is_new("could not extend file base/3/44", 1));
        assert!(is_new("permission denied for table account", 1));
        // A cause that keeps occurring is not new again.
        assert!(!is_new("could not extend file base/1/2", 590));
        assert!(!is_new("could not extend file base/1/2", 1_180));
        assert!(is_new("permission denied for table account", 1_180));
    }
}
