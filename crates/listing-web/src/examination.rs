//! Examining the service, as `ptl doctor` does, for administrators.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use crate::view::{Check, Verdict};

/// Looks at all that the service needs.
#[async_trait]
pub trait Examiner: Send + Sync {
    /// Looks at everything, which may take minutes, and tells of each thing how it is.
    async fn examine(&self) -> Vec<Check>;
}

/// What the last examination said, and whether there is one now.
#[derive(Default)]
pub(crate) struct Examination(Mutex<(Option<Verdict>, bool)>);

impl Examination {
    /// What the last one said, and whether there is one now.
    pub(crate) fn state(&self) -> (Option<Verdict>, bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins one; `false` when there is one already.
    pub(crate) fn begin(&self) -> bool {
        let (_, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !std::mem::replace(is_running, true)
    }

    /// Ends it with what it said; one that came to nothing leaves what the last one said.
    pub(crate) fn end(&self, verdict: Option<Verdict>) {
        let (last, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *is_running = false;
        if verdict.is_some() {
            *last = verdict;
        }
    }
}
