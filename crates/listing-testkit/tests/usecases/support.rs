use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Email, Plan};
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::expense::Expense;
use listing_domain::generation::{Generation, GenerationFilter, HistoryPolicy};
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, KeyId, ReservationId};
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::origin::Origin;
use listing_domain::person::Epoch;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{
    AccountStore, AccountStoreError, ChargedRevision, Clock, ExpenseBook as _, GenerationStore as _, Grant,
    GrantOutcome, HoldRequest, IdSource, KeyOwner, ListingWriter, NewKey, QuotaError, QuotaLedger,
    RecordedCalls, RefundOutcome, RefundRequest, Reservation, ReversalOutcome, ReversalRequest,
    RevisionSettlement, SettleRequest, Settlement, StoreError,
};
use listing_domain::quota::{QuotaPolicy, Usage};
use listing_domain::request::{
    DetailLevel, GenerationRequest, ItemReferences, ListingOptions, PhotoUploads, Platforms,
};
use listing_domain::usecase::{
    CreateAccount, FAILED_CALLS, GenerateListings, GenerationPolicy, KeyFactory, WriteListings, WritingPolicy,
};
use listing_testkit::contract::put_on_plan;
use listing_testkit::invariants::broken;
use listing_testkit::pictures::JPEG_DATA_URI;
use listing_testkit::{FakeWriter, FixedClock, MemoryStore, SeededIds, SketchPhotos, TextAnswers};

pub(crate) const FREE: u32 = 3;
pub(crate) const HOLD_SECONDS: u64 = 300;

/// With one account on the free plan.
pub(crate) struct Fixture {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) ids: Arc<SeededIds>,
    pub(crate) account: Account,
}

impl Fixture {
    /// All calls have the same outcome.
    pub(crate) async fn note_calls(&self, outcome: &'static str, number: usize) {
        let expense = Expense {
            provider: "openai",
            model: "small".into(),
            outcome,
            tokens_in: 1_000,
            tokens_out: 0,
            cost: None,
            took: Duration::from_secs(1),
        };
        let reservation = ReservationId::new(self.ids.id());
        let (account, at) = (self.account.id, self.clock.now());
        let calls = RecordedCalls { account, reservation, at, expenses: vec![expense; number] };
        self.store.record(&calls).await.unwrap();
    }

    pub(crate) async fn open() -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
        let ids = Arc::new(SeededIds::new(42));
        let create = CreateAccount::new(store.clone(), clock.clone(), ids.clone());
        let account = create.run(email("ann")).await.unwrap();
        Self { store, clock, ids, account }
    }

    pub(crate) fn key_factory(&self) -> KeyFactory {
        let (accounts, clock, ids) = (self.store.clone(), self.clock.clone(), self.ids.clone());
        KeyFactory { accounts, clock, ids, policy: QuotaPolicy::default() }
    }

    pub(crate) fn generate(&self) -> GenerateListings {
        GenerateListings {
            photos: Arc::new(SketchPhotos),
            people: self.store.clone(),
            quota: self.store.clone(),
            write: write_with(Arc::new(FakeWriter::default())),
            answers: Arc::new(TextAnswers::default()),
            thumbnails: Arc::new(SketchPhotos),
            expenses: Some(self.store.clone()),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            policy: GenerationPolicy {
                quota: QuotaPolicy::default(),
                history: HistoryPolicy::default(),
                failed_calls: Some(FAILED_CALLS),
                hold_for: SignedDuration::from_secs(i64::try_from(HOLD_SECONDS).unwrap()),
            },
        }
    }

    pub(crate) async fn usage(&self) -> Usage {
        self.store.usage(self.account.id, FREE, self.clock.now()).await.unwrap()
    }

    pub(crate) async fn history(&self) -> Vec<Generation> {
        self.store.list_in_full(self.account.id, &GenerationFilter::default(), None, 100).await.unwrap()
    }

    pub(crate) async fn set_plan(&self, plan: Plan) {
        assert!(put_on_plan(&*self.store, self.account.id, plan, self.clock.now()).await.unwrap());
    }

    /// Asserts that no unit was charged or held, and that the ledger breaks no invariant.
    pub(crate) async fn assert_untouched(&self) {
        assert_eq!(self.usage().await.free_used, 0);
        self.assert_sound();
    }

    pub(crate) fn assert_sound(&self) {
        assert_eq!(broken(&self.store.ledger_view(), FREE), Vec::<String>::new());
    }
}

pub(crate) fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

pub(crate) fn write_with(writer: Arc<dyn ListingWriter>) -> WriteListings {
    WriteListings { writer, market: None, policy: WritingPolicy::default() }
}

pub(crate) fn options(platforms: &[Platform]) -> ListingOptions {
    ListingOptions {
        platforms: Platforms::new(platforms.iter().copied()).unwrap(),
        language: Language::Fr,
        tone: Tone::default(),
        quality: Quality::default(),
        market: None,
    }
}

/// The request is French, with one photo.
pub(crate) fn request(platforms: &[Platform]) -> GenerationRequest {
    GenerationRequest {
        photos: photos(&[JPEG_DATA_URI]),
        options: options(platforms),
        known: KnownAttributes::default(),
        references: ItemReferences::default(),
        detail_level: DetailLevel::default(),
        id: None,
        ignored: Vec::new(),
    }
}

pub(crate) fn photos(data_uris: &[&str]) -> PhotoUploads {
    let photos = data_uris.iter().map(|uri| PhotoUpload::new((*uri).to_owned())).collect();
    PhotoUploads::new(photos).unwrap()
}

pub(crate) fn known(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attribute", text).unwrap()
}

/// At which [`FaultyLedger`] can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Hold,
    Settle,
    Release,
    Usage,
    Grant,
}

/// Unavailable for the steps in `faults`.
pub(crate) struct FaultyLedger {
    pub(crate) inner: Arc<MemoryStore>,
    pub(crate) faults: &'static [Step],
}

impl FaultyLedger {
    fn pass(&self, step: Step) -> Result<(), QuotaError> {
        if self.faults.contains(&step) {
            Err(QuotaError::Store(StoreError::Unavailable("the ledger is unavailable".into())))
        } else {
            Ok(())
        }
    }
}

#[async_trait]
impl QuotaLedger for FaultyLedger {
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        self.pass(Step::Hold)?;
        self.inner.hold(request).await
    }

    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError> {
        self.pass(Step::Settle)?;
        self.inner.settle(request).await
    }

    async fn settle_revision(
        &self,
        request: &SettleRequest,
        revised: &ChargedRevision,
    ) -> Result<RevisionSettlement, QuotaError> {
        self.pass(Step::Settle)?;
        self.inner.settle_revision(request, revised).await
    }

    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError> {
        self.pass(Step::Usage)?;
        self.inner.answer(account, idempotency).await
    }

    async fn release(&self, id: ReservationId, at: Timestamp, origin: &Origin) -> Result<(), QuotaError> {
        self.pass(Step::Release)?;
        self.inner.release(id, at, origin).await
    }

    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError> {
        self.inner.expire(now).await
    }

    async fn usage(&self, account: AccountId, free: u32, now: Timestamp) -> Result<Usage, QuotaError> {
        self.pass(Step::Usage)?;
        self.inner.usage(account, free, now).await
    }

    async fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError> {
        self.pass(Step::Grant)?;
        self.inner.grant(grant).await
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError> {
        self.pass(Step::Grant)?;
        self.inner.refund(request).await
    }

    async fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError> {
        self.pass(Step::Grant)?;
        self.inner.reverse_refund(request).await
    }
}

/// Counts calls, and can fail to record uses of keys.
pub(crate) struct CountingAccounts {
    pub(crate) inner: Arc<MemoryStore>,
    pub(crate) calls: AtomicU32,
    pub(crate) noted: AtomicU32,
    pub(crate) notes_fail: bool,
}

impl CountingAccounts {
    pub(crate) fn new(inner: Arc<MemoryStore>, notes_fail: bool) -> Self {
        Self { inner, calls: AtomicU32::new(0), noted: AtomicU32::new(0), notes_fail }
    }

    fn counted(&self) -> &MemoryStore {
        self.calls.fetch_add(1, Ordering::Relaxed);
        &self.inner
    }
}

#[async_trait]
impl AccountStore for CountingAccounts {
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError> {
        self.counted().add_account(account).await
    }

    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError> {
        self.counted().account_by_email(email).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError> {
        self.counted().accounts().await
    }

    async fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError> {
        self.counted().suspend(account, at).await
    }

    async fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError> {
        self.counted().resume(account).await
    }

    async fn delete_account(
        &self,
        account: AccountId,
        at: Timestamp,
        seen: Option<Epoch>,
    ) -> Result<bool, AccountStoreError> {
        self.counted().delete_account(account, at, seen).await
    }

    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError> {
        self.counted().add_key(key, max_active).await
    }

    async fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError> {
        self.counted().drop_former_use(now).await
    }
    async fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError> {
        self.counted().drop_ended_keys(until).await
    }

    async fn rotate_key(
        &self,
        old: KeyId,
        ends: Timestamp,
        new: &NewKey,
        max_active: u32,
    ) -> Result<bool, AccountStoreError> {
        self.counted().rotate_key(old, ends, new, max_active).await
    }

    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError> {
        self.counted().keys(account).await
    }

    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError> {
        self.counted().revoke_key(account, key, at).await
    }

    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError> {
        self.counted().key_owner(digest, at).await
    }

    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError> {
        self.noted.fetch_add(1, Ordering::Relaxed);
        if self.notes_fail {
            return Err(AccountStoreError::Store(StoreError::Unavailable(
                "the store cannot be written".into(),
            )));
        }
        self.counted().note_key_use(key, at).await
    }
}

/// All API keys begin with the same characters.
pub(crate) struct AlikeKeys(pub(crate) Arc<SeededIds>);

impl IdSource for AlikeKeys {
    fn id(&self) -> uuid::Uuid {
        self.0.id()
    }

    fn api_key(&self) -> listing_domain::key::ApiKey {
        let mut secret = [0xab; 32];
        secret[20] = u8::try_from(self.0.below(256)).unwrap();
        listing_domain::key::ApiKey::from_secret(secret)
    }

    fn token(&self) -> listing_domain::token::Token {
        self.0.token()
    }

    fn webhook_secret(&self) -> listing_domain::webhook::WebhookSecret {
        self.0.webhook_secret()
    }
}
