//! The checks of the doctor, started by an administrator as `ptl doctor` would run them.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use crate::view::{Check, DoctorReport};

/// A runner of the doctor's checks of settings, database and services.
#[async_trait]
pub trait DoctorRunner: Send + Sync {
    /// Runs all checks, which may take minutes.
    async fn run_checks(&self) -> Vec<Check>;
}

/// The last report, and a flag that is true while the doctor runs.
#[derive(Default)]
pub(crate) struct DoctorState(Mutex<(Option<DoctorReport>, bool)>);

impl DoctorState {
    /// Returns the last report, and true while the doctor runs.
    pub(crate) fn state(&self) -> (Option<DoctorReport>, bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a run; returns `false` when one is already active.
    pub(crate) fn begin(&self) -> bool {
        let (_, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !std::mem::replace(is_running, true)
    }

    /// Ends the run and stores its report; without a report, the previous one stays.
    pub(crate) fn end(&self, report: Option<DoctorReport>) {
        let (last, is_running) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *is_running = false;
        if report.is_some() {
            *last = report;
        }
    }
}
