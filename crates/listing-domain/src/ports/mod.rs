//! What the core needs from outside, and what each adapter promises.
//!
//! Every port is object-safe and held as `Arc<dyn Port>`. Each has one error
//! type; a look-up that finds nothing returns `None`, which only a use-case may
//! call an error. The contract suites of `listing-testkit` hold every adapter
//! to the promises written here.

mod accounts;
mod admission;
mod comparables;
mod entitlements;
mod expenses;
mod generations;
mod limiter;
mod market;
mod photos;
mod quota;
mod rates;
mod sources;
mod thumbnails;
mod writer;

pub use accounts::{AccountStore, AccountStoreError, KeyOwner, NewKey};
pub use admission::{
    Admission, AdmissionError, AdmissionPolicy, BodyMemory, Place, QueuedWork, Visitor, WorkKind, WorkPermit,
    Workers,
};
pub use comparables::{ComparableStore, ComparableStoreError};
pub use entitlements::{EntitlementStore, EntitlementStoreError};
pub use expenses::{Calls, CostLine, ExpenseBook, ExpenseBookError};
pub use generations::{GenerationStore, GenerationStoreError};
pub use limiter::{RateDecision, RateKey, RateLimiter};
pub use market::{MarketData, MarketDataError, MarketQuery};
pub use photos::{PhotoError, PhotoProblem, PhotoProcessor};
pub use quota::{
    Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger, Refund, Reservation, SettleRequest, Settlement,
};
pub use rates::ExchangeRates;
pub use sources::{Clock, IdSource};
pub use thumbnails::Thumbnailer;
pub use writer::{ListingWriter, WriterError};

/// The cause of a port's failure, kept for the log only.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
