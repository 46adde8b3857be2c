//! The photos of exports, and the place of their work.

use std::sync::Arc;

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionSlot, KeptPhotoStore};
use tokio::task::spawn_blocking;

use crate::format::ExportError;

/// The store of the photos of an account's items.
#[derive(Clone)]
pub struct PhotoSource {
    /// The store.
    pub store: Arc<dyn KeptPhotoStore>,
    /// The account.
    pub account: AccountId,
    /// The current moment.
    pub now: Timestamp,
    /// The slot that is charged for the work, if any.
    pub slot: Option<Arc<dyn AdmissionSlot>>,
}

impl PhotoSource {
    /// Does work on the blocking pool.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ExportError> + Send + 'static,
    ) -> Result<T, ExportError> {
        let slot = self.slot.clone();
        let done = spawn_blocking(move || {
            let (mut work, mut outcome) = (Some(work), None);
            let mut run = || outcome = work.take().map(|work| work());
            match slot {
                Some(slot) => slot.work(&mut run),
                None => run(),
            }
            outcome
        });
        done.await.ok().flatten().unwrap_or(Err(ExportError::Interrupted))
    }
}
