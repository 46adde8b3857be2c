use jiff::Timestamp;

use super::BillingSubject;

/// A subject that a process has claimed, to fetch its state and apply it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedSubject {
    /// The claim.
    pub claim: SubjectClaim,
    /// The number of failures since the subject was queued.
    pub failures: u32,
}

/// A claim of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectClaim {
    /// The subject.
    pub subject: BillingSubject,
    /// The number of the claim since the subject was queued.
    pub number: u32,
    /// The end of the claim, which distinguishes it from a later one with the same number.
    pub until: Timestamp,
}

/// The end of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubjectEnd {
    /// The state was applied.
    Applied,
    /// The state could not be fetched or applied. It is tried again at this moment.
    Retry(Timestamp),
    /// The state cannot be applied without an operator, for a reason.
    Parked(String),
}

/// A subject that waits for an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParkedSubject {
    /// The subject.
    pub subject: BillingSubject,
    /// The time since which it waits.
    pub parked_at: Timestamp,
    /// The reason.
    pub reason: String,
}
