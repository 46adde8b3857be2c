//! The doctor for administrators, as `ptl doctor` runs it.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use crate::view::{Check, Verdict};

/// A runner of the doctor's checks.
#[async_trait]
pub trait Examiner: Send + Sync {
    /// Runs all checks, which may take minutes.
    async fn examine(&self) -> Vec<Check>;
}

/// The last report, and a flag that is true while the doctor runs.
#[derive(Default)]
pub(crate) struct DoctorState(Mutex<(Option<Verdict>, bool)>);

impl DoctorState {
    /// Returns the last report, and true while the doctor runs.
    pub(crate) fn state(&self) -> (Option<Verdict>, bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a run; returns `false` when one is already active.
    pub(crate) fn begin(&self) -> bool {
        let (_, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !std::mem::replace(is_running, true)
    }

    /// Ends the run with its report; a run without one keeps the last report.
    pub(crate) fn end(&self, verdict: Option<Verdict>) {
        let (last, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *is_running = false;
        if verdict.is_some() {
            *last = verdict;
        }
    }
}
