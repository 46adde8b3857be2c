//! The ports: traits for everything the core needs from outside, with the promises that every adapter must
//! keep.
//!
//! Every port is object-safe and held as `Arc<dyn Port>`. Each has one error type. The stores share
//! [`StoreError`]; a store with refusals of its own wraps it. A look-up that finds nothing returns `None`;
//! only use cases turn that into an error. The contract suites of `listing-testkit` check every adapter
//! against these promises.

mod accounts;
mod activity;
mod admission;
mod batches;
mod billing_queue;
mod comparables;
mod entitlements;
mod expenses;
mod generations;
mod kept_photos;
mod limiter;
mod looks;
mod mail;
mod market;
mod orders;
mod passwords;
mod payments;
mod people;
mod photos;
mod provider;
mod quota;
mod rates;
mod sessions;
mod sources;
mod store_error;
mod thumbnails;
mod trays;
mod webhooks;
mod writer;

pub use accounts::{AccountStore, AccountStoreError, KeyOwner, NewKey};
pub use activity::{Activity, DayCount};
pub use admission::{
    Admission, AdmissionError, AdmissionPolicy, AdmissionSlot, BodyMemory, QueuedWork, Requester, WorkKind,
    WorkPermit, Workers,
};
pub use batches::{BatchStore, Created};
pub use billing_queue::BillingQueue;
pub use comparables::ComparableStore;
pub use entitlements::EntitlementStore;
pub use expenses::{CostLine, ExpenseBook, RecordedCalls};
pub use generations::GenerationStore;
pub use kept_photos::KeptPhotoStore;
pub use limiter::{RateDecision, RateKey, RateLimiter, RateSubject};
pub use looks::PhotoLooks;
pub use mail::{Mailer, MailerError, Outbox};
pub use market::{MarketData, MarketDataError, MarketQuery};
pub use orders::OrderStore;
pub use passwords::{PasswordHasher, PasswordHasherError};
pub use payments::{EventVerifier, PaymentError, PaymentProvider};
pub use people::{AccountOverview, AccountSearch, PersonStore, PersonStoreError};
pub use photos::{PhotoError, PhotoFault, PhotoProblem, PhotoProcessor, PhotoType};
pub use provider::{CallbackParams, IdentifiedPerson, IdentityProvider, IdentityProviderError};
pub use quota::{
    ChargedRevision, Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger, Refund, RefundOutcome,
    RefundRequest, RefundUnits, Reservation, ReversalOutcome, ReversalRequest, RevisionSettlement,
    SettleRequest, Settlement,
};
pub use rates::ExchangeRates;
pub use sessions::{LinkStore, SessionStore};
pub use sources::{Clock, IdSource};
pub use store_error::StoreError;
pub use thumbnails::Thumbnailer;
pub use trays::{SavedTray, StartedTray, TrayStore};
pub use webhooks::{AddedWebhook, QueuedTest, SentWebhook, WebhookSender, WebhookStore};
pub use writer::{ListingWriter, WriterError};

/// The cause of a port's failure, for the log only.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
