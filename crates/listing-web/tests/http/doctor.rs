//! A runner of the doctor's checks that panics.

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use listing_http::{NotReady, Readiness};
use listing_web::DoctorRunner;
use listing_web::view::Check;

/// A runner of the doctor's checks that panics the first time, and finds no problems after that.
#[derive(Default)]
pub(crate) struct PanicsOnce(AtomicBool);

#[async_trait]
impl DoctorRunner for PanicsOnce {
    async fn run_checks(&self) -> Vec<Check> {
        assert!(self.0.swap(true, Ordering::SeqCst), "the first run panics on purpose");
        vec![Check { is_good: true, text: "everything is fine".to_owned() }]
    }
}

/// A service that is always ready.
pub(crate) struct AlwaysReady;

#[async_trait]
impl Readiness for AlwaysReady {
    async fn check(&self) -> Result<(), NotReady> {
        Ok(())
    }
}
