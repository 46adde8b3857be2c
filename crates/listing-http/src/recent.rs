//! Credentials that opened something lately.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a credential is remembered, at least.
const REMEMBERED: Duration = Duration::from_mins(10);
/// How many are remembered, at least.
const MOST: usize = 10_000;

/// API keys and sessions that opened something lately, each as a number that tells nothing of it.
///
/// An address that has sent too many keys which open nothing has no more of them looked up in the
/// database. Those that have just opened something still are: people share addresses.
#[derive(Debug)]
pub(crate) struct RecentCredentials {
    hasher: RandomState,
    marks: Mutex<Marks>,
}

#[derive(Debug)]
struct Marks {
    new: HashSet<u64>,
    old: HashSet<u64>,
    since: Instant,
}

impl Default for RecentCredentials {
    fn default() -> Self {
        let marks = Marks { new: HashSet::new(), old: HashSet::new(), since: Instant::now() };
        Self { hasher: RandomState::new(), marks: Mutex::new(marks) }
    }
}

impl RecentCredentials {
    /// Remembers a credential that has opened something.
    pub(crate) fn remember(&self, credential: &str) {
        let mark = self.hasher.hash_one(credential);
        let mut marks = self.marks();
        if marks.new.len() >= MOST || marks.since.elapsed() >= REMEMBERED {
            marks.old = std::mem::take(&mut marks.new);
            marks.since = Instant::now();
        }
        marks.new.insert(mark);
    }

    /// Whether a credential has opened something lately.
    pub(crate) fn has(&self, credential: &str) -> bool {
        let mark = self.hasher.hash_one(credential);
        let marks = self.marks();
        marks.new.contains(&mark) || marks.old.contains(&mark)
    }

    fn marks(&self) -> MutexGuard<'_, Marks> {
        // A poisoned lock still guards two whole sets.
        self.marks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_remembered_in_bounded_memory() {
        let recent = RecentCredentials::default();
        assert!(!recent.has("a"));
        recent.remember("a");
        assert!(recent.has("a") && !recent.has("b"));
        for number in 0..3 * MOST {
            recent.remember(&number.to_string());
        }
        let marks = recent.marks();
        assert!(marks.new.len() + marks.old.len() <= 2 * MOST);
        drop(marks);
        assert!(recent.has(&(3 * MOST - 1).to_string()) && !recent.has("a"));
    }
}
