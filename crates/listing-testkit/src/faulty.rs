use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Email};
use listing_domain::batch::StoredPhoto;
use listing_domain::billing::{
    BillingEvent, BillingSubject, CheckoutId, ClaimedSubject, CustomerId, Order, OrderState, OrderTerms,
    ParkedSubject, PlacedOrder, SoldOrder, SubjectClaim, SubjectEnd,
};
use listing_domain::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableSearch, NewComparable, StoredComparable,
};
use listing_domain::entitlement::Entitlement;
use listing_domain::expense::MicroUsd;
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, ListPurpose, Revised, Revision,
    RewriteCount,
};
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{
    AccountId, BillingAttemptId, GenerationId, KeyId, LinkId, MailId, ReservationId, SessionId,
};
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention};
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::link::Link;
use listing_domain::mail::{GivenUpMail, MailOccasion, WaitingMail};
use listing_domain::origin::Origin;
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, ExternalIdentity, LinkedIdentity, Person, Preferences, TakeBack};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{
    AccountOverview, AccountSearch, AccountStore, AccountStoreError, Activity, BillingQueue, ChargedRevision,
    ComparableStore, CostLine, DayCount, EntitlementStore, ExpenseBook, GenerationStore, Grant, GrantOutcome,
    HoldRequest, KeptPhotoStore, KeyOwner, LinkStore, NewKey, OrderStore, Outbox, PersonStore,
    PersonStoreError, QuotaError, QuotaLedger, RecordedCalls, RefundOutcome, RefundRequest, Reservation,
    ReversalOutcome, ReversalRequest, RevisionSettlement, SessionStore, SettleRequest, Settlement,
    StoreError,
};
use listing_domain::quota::Usage;
use listing_domain::session::{Session, SessionOwner, SessionPolicy};
use listing_domain::token::TokenDigest;

/// A port of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the ports say it")]
pub enum StorePort {
    Accounts,
    Activity,
    BillingQueue,
    Comparables,
    Entitlements,
    Expenses,
    Generations,
    KeptPhotos,
    Ledger,
    Links,
    Orders,
    Outbox,
    People,
    Sessions,
}

impl StorePort {
    /// All ports.
    pub const ALL: [Self; 14] = [
        Self::Accounts,
        Self::Activity,
        Self::BillingQueue,
        Self::Comparables,
        Self::Entitlements,
        Self::Expenses,
        Self::Generations,
        Self::KeptPhotos,
        Self::Ledger,
        Self::Links,
        Self::Orders,
        Self::Outbox,
        Self::People,
        Self::Sessions,
    ];
}

/// A failure of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreFault {
    /// The store does not answer.
    Unavailable,
    /// Its data break its own rules.
    Inconsistent,
}

/// The cause of every failure; no response may contain it.
pub const STORE_SECRET: &str = "could not connect to server at 10.1.2.3";

type Plan = Arc<dyn Fn(StorePort, &str) -> Option<StoreFault> + Send + Sync>;

/// A store whose calls fail by a test's plan.
pub struct Faulty<S> {
    store: Arc<S>,
    plan: Mutex<Option<Plan>>,
    failed: Mutex<Vec<(StorePort, &'static str)>>,
}

impl<S> Faulty<S> {
    /// A store that works until it gets a plan.
    pub fn over(store: Arc<S>) -> Self {
        Self { store, plan: Mutex::new(None), failed: Mutex::new(Vec::new()) }
    }

    /// Fails each call for which the plan, given the port and the method's name, returns a fault.
    pub fn fail_when(&self, plan: impl Fn(StorePort, &str) -> Option<StoreFault> + Send + Sync + 'static) {
        *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(plan));
    }

    /// Fails all calls of one port, and no others.
    pub fn fail(&self, port: StorePort, fault: StoreFault) {
        self.fail_when(move |called, _| (called == port).then_some(fault));
    }

    /// Makes all calls work again.
    pub fn recover(&self) {
        *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the calls that failed since the last time.
    pub fn take_failed(&self) -> Vec<(StorePort, &'static str)> {
        std::mem::take(&mut *self.failed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn reach(&self, port: StorePort, method: &'static str) -> Result<&S, StoreError> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(fault) = plan.and_then(|plan| plan(port, method)) else { return Ok(&*self.store) };
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).push((port, method));
        Err(match fault {
            StoreFault::Unavailable => StoreError::Unavailable(STORE_SECRET.into()),
            StoreFault::Inconsistent => StoreError::Inconsistent(STORE_SECRET.into()),
        })
    }
}

/// Each call goes to the inner store unless the plan makes it fail.
macro_rules! faulty {
    ($port:ident as $name:ident
        $(fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> Result<$answer:ty, $error:ty>;)*
    ) => {
        #[async_trait]
        impl<S: $port> $port for Faulty<S> {
            $(async fn $method(&self $(, $argument: $type)*) -> Result<$answer, $error> {
                self.reach(StorePort::$name, stringify!($method))?.$method($($argument),*).await
            })*
        }
    };
}

faulty! { AccountStore as Accounts
    fn add_account(&self, account: &Account) -> Result<(), AccountStoreError>;
    fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError>;
    fn accounts(&self) -> Result<Vec<Account>, AccountStoreError>;
    fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError>;
    fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError>;
    fn delete_account(&self, account: AccountId, at: Timestamp, seen: Option<Epoch>)
        -> Result<bool, AccountStoreError>;
    fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError>;
    fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError>;
    fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError>;
    fn rotate_key(&self, old: KeyId, ends: Timestamp, new: &NewKey, max_active: u32)
        -> Result<bool, AccountStoreError>;
    fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError>;
    fn revoke_key(&self, account: AccountId, key: KeyId, at: Timestamp) -> Result<bool, AccountStoreError>;
    fn key_owner(&self, digest: &KeyDigest, at: Timestamp) -> Result<Option<KeyOwner>, AccountStoreError>;
    fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError>;
}

faulty! { Activity as Activity
    fn generations_by_day(&self, account: AccountId, from: Timestamp) -> Result<Vec<DayCount>, StoreError>;
}

faulty! { BillingQueue as BillingQueue
    fn receive(&self, event: &BillingEvent, now: Timestamp) -> Result<bool, StoreError>;
    fn queue_subject(&self, subject: &BillingSubject, now: Timestamp) -> Result<(), StoreError>;
    fn claim_subject(&self, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedSubject>, StoreError>;
    fn finish_subject(&self, claim: &SubjectClaim, end: &SubjectEnd, now: Timestamp)
        -> Result<bool, StoreError>;
    fn parked_subjects(&self, limit: u32) -> Result<Vec<ParkedSubject>, StoreError>;
    fn forget_events(&self, until: Timestamp) -> Result<u64, StoreError>;
}

faulty! { OrderStore as Orders
    fn place_order(&self, terms: &OrderTerms) -> Result<PlacedOrder, StoreError>;
    fn advance_order(&self, id: BillingAttemptId, state: &OrderState) -> Result<bool, StoreError>;
    fn set_withdrawn(&self, id: BillingAttemptId, minor: i64) -> Result<bool, StoreError>;
    fn order(&self, id: BillingAttemptId) -> Result<Option<Order>, StoreError>;
    fn order_of_checkout(&self, id: &CheckoutId) -> Result<Option<Order>, StoreError>;
    fn orders(&self, account: AccountId, limit: u32) -> Result<Vec<Order>, StoreError>;
    fn sold_order(&self, id: BillingAttemptId) -> Result<Option<SoldOrder>, StoreError>;
    fn latest_orders(&self, limit: u32) -> Result<Vec<SoldOrder>, StoreError>;
    fn unfinished_orders(&self) -> Result<Vec<Order>, StoreError>;
    fn customer(&self, account: AccountId) -> Result<Option<CustomerId>, StoreError>;
    fn set_customer(&self, account: AccountId, customer: &CustomerId) -> Result<bool, StoreError>;
    fn remove_customer(&self, account: AccountId) -> Result<(), StoreError>;
}

faulty! { ComparableStore as Comparables
    fn add(&self, new: Vec<NewComparable>) -> Result<usize, StoreError>;
    fn known(&self, new: &[NewComparable]) -> Result<usize, StoreError>;
    fn put(&self, new: NewComparable) -> Result<(ComparableId, bool), StoreError>;
    fn search(&self, search: &ComparableSearch) -> Result<Vec<StoredComparable>, StoreError>;
    fn list(&self, filter: &ComparableFilter, before: Option<ComparableId>, limit: u32)
        -> Result<Vec<StoredComparable>, StoreError>;
    fn remove(&self, ids: &[ComparableId]) -> Result<Vec<ComparableId>, StoreError>;
    fn remove_source(&self, source: &str) -> Result<u64, StoreError>;
    fn count(&self) -> Result<ComparableCounts, StoreError>;
}

faulty! { EntitlementStore as Entitlements
    fn entitle(&self, account: AccountId, entitlement: &Entitlement, origin: &Origin)
        -> Result<bool, StoreError>;
    fn end_entitlement(&self, account: AccountId, at: Timestamp, origin: &Origin) -> Result<bool, StoreError>;
    fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError>;
    fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError>;
}

faulty! { ExpenseBook as Expenses
    fn record(&self, calls: &RecordedCalls) -> Result<(), StoreError>;
    fn costs(&self, account: AccountId, from: Timestamp) -> Result<Vec<CostLine>, StoreError>;
    fn spent(&self, from: Timestamp) -> Result<MicroUsd, StoreError>;
}

faulty! { GenerationStore as Generations
    fn list(&self, account: AccountId, after: Option<GenerationCursor>, limit: u32, purpose: ListPurpose)
        -> Result<Vec<GenerationEntry>, StoreError>;
    fn list_matching(&self, account: AccountId, filter: &GenerationFilter,
        after: Option<GenerationCursor>, limit: u32) -> Result<Vec<GenerationEntry>, StoreError>;
    fn list_in_full(&self, account: AccountId, filter: &GenerationFilter,
        after: Option<GenerationCursor>, limit: u32) -> Result<Vec<Generation>, StoreError>;
    fn get_all(&self, account: AccountId, ids: &[GenerationId]) -> Result<Vec<Generation>, StoreError>;
    fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError>;
    fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError>;
    fn charged(&self, account: AccountId, id: GenerationId) -> Result<Option<ReservationId>, StoreError>;
    fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError>;
    fn count_rewrite(&self, account: AccountId, id: GenerationId, limit: u32)
        -> Result<RewriteCount, StoreError>;
    fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError>;
    fn revise(&self, account: AccountId, id: GenerationId, revision: &Revision)
        -> Result<Revised, StoreError>;
    fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError>;
    fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError>;
}

faulty! { Outbox as Outbox
    fn put(&self, mail: &WaitingMail) -> Result<(), StoreError>;
    fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError>;
    fn put_once(&self, mail: &WaitingMail, occasion: &MailOccasion) -> Result<bool, StoreError>;
    fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError>;
    fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError>;
    fn next_due(&self, now: Timestamp, busy_until: Timestamp) -> Result<Option<WaitingMail>, StoreError>;
    fn remove(&self, mail: MailId) -> Result<(), StoreError>;
    fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError>;
    fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError>;
    fn drop_expired(&self, now: Timestamp) -> Result<u64, StoreError>;
}

faulty! { PersonStore as People
    fn add_person(&self, person: &Person, identity: Option<&ExternalIdentity>)
        -> Result<(), PersonStoreError>;
    fn person(&self, account: AccountId) -> Result<Option<Person>, PersonStoreError>;
    fn person_by_email(&self, email: &Email) -> Result<Option<Person>, PersonStoreError>;
    fn person_by_identity(&self, identity: &ExternalIdentity) -> Result<Option<Person>, PersonStoreError>;
    fn identities(&self, account: AccountId) -> Result<Vec<LinkedIdentity>, PersonStoreError>;
    fn link_identity(&self, account: AccountId, identity: &ExternalIdentity, at: Timestamp, seen: Epoch)
        -> Result<bool, PersonStoreError>;
    fn unlink_issuer(&self, account: AccountId, issuer: &str, take_back: &TakeBack)
        -> Result<bool, PersonStoreError>;
    fn set_password(&self, account: AccountId, password: &PasswordHash, take_back: &TakeBack)
        -> Result<Option<Epoch>, PersonStoreError>;
    fn set_email(&self, account: AccountId, email: &Email, take_back: &TakeBack)
        -> Result<bool, PersonStoreError>;
    fn confirm_email(&self, account: AccountId, email: &Email, confirmed_at: Timestamp)
        -> Result<bool, PersonStoreError>;
    fn set_preferences(&self, account: AccountId, preferences: &Preferences)
        -> Result<bool, PersonStoreError>;
    fn set_administrator(&self, account: AccountId, is_administrator: bool)
        -> Result<bool, PersonStoreError>;
    fn has_administrator(&self) -> Result<bool, PersonStoreError>;
    fn administrators(&self) -> Result<Vec<Account>, PersonStoreError>;
    fn find_accounts(&self, search: &AccountSearch) -> Result<Vec<AccountOverview>, PersonStoreError>;
}

faulty! { KeptPhotoStore as KeptPhotos
    fn photo_retention(&self, account: AccountId) -> Result<Option<PhotoRetention>, StoreError>;
    fn set_photo_retention(&self, account: AccountId, retention: Option<PhotoRetention>)
        -> Result<bool, StoreError>;
    fn kept_photos(&self, account: AccountId, generation: GenerationId, now: Timestamp)
        -> Result<Vec<StoredPhoto>, StoreError>;
    fn count_kept_photos(&self, account: AccountId, generations: &[GenerationId], now: Timestamp)
        -> Result<Vec<usize>, StoreError>;
    fn kept_photo_summary(&self, account: AccountId, now: Timestamp)
        -> Result<KeptPhotoSummary, StoreError>;
    fn purge_kept_photos(&self, now: Timestamp, limit: Option<PhotoRetention>) -> Result<(), StoreError>;
}

faulty! { QuotaLedger as Ledger
    fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;
    fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError>;
    fn settle_revision(&self, request: &SettleRequest, revised: &ChargedRevision)
        -> Result<RevisionSettlement, QuotaError>;
    fn answer(&self, account: AccountId, idempotency: &IdempotentRequest)
        -> Result<Option<StoredAnswer>, QuotaError>;
    fn release(&self, reservation: ReservationId, at: Timestamp, origin: &Origin) -> Result<(), QuotaError>;
    fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;
    fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;
    fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError>;
    fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError>;
    fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError>;
}

faulty! { SessionStore as Sessions
    fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<bool, StoreError>;
    fn owner(&self, digest: &TokenDigest, at: Timestamp, policy: &SessionPolicy)
        -> Result<Option<SessionOwner>, StoreError>;
    fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), StoreError>;
    fn sessions(&self, account: AccountId, at: Timestamp, policy: &SessionPolicy)
        -> Result<Vec<Session>, StoreError>;
    fn end(&self, account: AccountId, session: SessionId) -> Result<bool, StoreError>;
    fn take_back(&self, account: AccountId, take_back: &TakeBack) -> Result<Option<Epoch>, StoreError>;
    fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), StoreError>;
}

faulty! { LinkStore as Links
    fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError>;
    fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;
    fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;
    fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError>;
    fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError>;
    fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError>;
}
