//! The queue of objects at the payment provider whose state may have changed.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::billing::{BillingEvent, BillingSubject, ClaimedSubject, ParkedSubject, SubjectClaim, SubjectEnd};

/// Records the provider's events and queues their subjects, each subject once however many events it has.
///
/// A queued subject is waiting, claimed or parked. Each method is one atomic step.
#[async_trait]
pub trait BillingQueue: Send + Sync {
    /// Records an event and queues its subject. Returns `false` for an event that was recorded before, which
    /// changes nothing, and for one without a subject, which is not recorded.
    async fn receive(&self, event: &BillingEvent, now: Timestamp) -> Result<bool, StoreError>;

    /// Queues a subject without an event. A waiting or parked one becomes due, and a claimed one is claimed
    /// again after the claim's end.
    async fn queue_subject(&self, subject: &BillingSubject, now: Timestamp) -> Result<(), StoreError>;

    /// Claims the subject that has been due longest until `until`: a waiting one, or one whose claim has
    /// expired. Of simultaneous calls, each gets another subject.
    async fn claim_subject(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedSubject>, StoreError>;

    /// Ends a claim. A subject that was queued again during the claim waits from `now` on instead of leaving
    /// the queue or being parked. Returns `false` for a claim that a later one replaced, which changes
    /// nothing.
    async fn finish_subject(
        &self,
        claim: &SubjectClaim,
        end: &SubjectEnd,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Lists the parked subjects, newest first, at most `limit`.
    async fn parked_subjects(&self, limit: u32) -> Result<Vec<ParkedSubject>, StoreError>;

    /// Forgets events that were received up to a moment, and returns their number. The provider must not
    /// deliver them any more.
    async fn forget_events(&self, until: Timestamp) -> Result<u64, StoreError>;
}
