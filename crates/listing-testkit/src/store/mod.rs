mod accounts;
mod activity;
mod batches;
mod billing_queue;
mod comparables;
mod entitlements;
mod epochs;
mod expenses;
mod former_use;
mod generations;
mod kept_photos;
mod keys_used;
mod links;
mod orders;
mod outbox;
mod people;
mod quota;
mod sessions;
mod trays;
mod webhooks;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::billing::{CustomerId, Order};
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::generation::{Generation, GenerationSummary};
use listing_domain::idempotency::{Fingerprint, IdempotencyKey};
use listing_domain::ids::{AccountId, GenerationId, MailId, ReservationId};
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::link::Link;
use listing_domain::mail::MailOccasion;
use listing_domain::payment::{PaymentId, RefundId};
use listing_domain::person::{Epoch, ExternalIdentity};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{RecordedCalls, Refund};
use listing_domain::quota::{Period, UnitKind};
use listing_domain::session::Session;
use listing_domain::token::TokenDigest;

use crate::invariants::{
    Bucket, Entry, GenerationRow, GrantRow, KeyRow, LedgerView, RefundRow, ReservationRow,
};

/// Stores everything in memory. One lock guards all data, so that every step is atomic.
#[derive(Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    accounts: BTreeMap<AccountId, Account>,
    deleted: BTreeSet<AccountId>,
    epochs: HashMap<AccountId, Epoch>,
    entitlements: BTreeMap<AccountId, Vec<Entitlement>>,
    keys: Vec<StoredKey>,
    buckets: HashMap<(AccountId, UnitKind), Bucket>,
    reservations: BTreeMap<ReservationId, Held>,
    entries: Vec<Entry>,
    payments: HashMap<PaymentId, Payment>,
    /// Credits that accounts owe.
    debts: HashMap<AccountId, u32>,
    keys_used: HashMap<(AccountId, IdempotencyKey), UsedKey>,
    calls: Vec<RecordedCalls>,
    generations: BTreeMap<GenerationId, StoredGeneration>,
    comparables: comparables::Comparables,
    charges: Vec<activity::Charge>,
    people: HashMap<AccountId, people::Personal>,
    identities: HashMap<ExternalIdentity, people::Linked>,
    sessions: HashMap<TokenDigest, Session>,
    links: HashMap<TokenDigest, Link>,
    batches: batches::Batches,
    billing_queue: billing_queue::Queue,
    orders: Vec<Order>,
    customers: HashMap<AccountId, CustomerId>,
    webhooks: webhooks::Webhooks,
    photo_retentions: HashMap<AccountId, PhotoRetention>,
    trays: trays::Trays,
    outbox: HashMap<MailId, outbox::Queued>,
    mail_occasions: HashMap<MailOccasion, Timestamp>,
    /// Free units used in a month by accounts that later gave up an email, by the digest of its mailbox.
    former_use: HashMap<(Period, TokenDigest), u32>,
    /// Units used in a month before an account got its email.
    carried: HashMap<AccountId, former_use::Carried>,
}

struct Payment {
    account: AccountId,
    units: u32,
    refunds: HashMap<RefundId, StoredRefund>,
}

struct StoredRefund {
    units: u32,
    refund: Refund,
    /// `None` while the refund stands.
    given_back: Option<u32>,
}

impl Payment {
    /// The units of the refunds that stand.
    fn refunded(&self) -> u32 {
        self.refunds.values().filter(|refund| refund.given_back.is_none()).map(|refund| refund.units).sum()
    }

    fn refund_rows(&self) -> impl Iterator<Item = RefundRow> {
        self.refunds.values().map(|stored| RefundRow {
            account: self.account,
            taken_back: stored.refund.taken_back,
            owed: stored.refund.owed,
            given_back: stored.given_back.unwrap_or_default(),
        })
    }
}

struct UsedKey {
    fingerprint: Fingerprint,
    reservation: ReservationId,
    progress: Progress,
}

enum Progress {
    Running,
    Answered(GenerationId, Timestamp),
    Forgotten(Timestamp),
}

struct StoredGeneration {
    generation: Generation,
    thumbnail: Option<Thumbnail>,
    summary: GenerationSummary,
    photos: Option<kept_photos::KeptSet>,
    reservation: ReservationId,
    is_listed: bool,
}

struct StoredKey {
    digest: KeyDigest,
    record: KeyRecord,
}

#[derive(Clone)]
struct Held {
    row: ReservationRow,
    expires_at: Timestamp,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// For a check of the ledger's invariants.
    pub fn ledger_view(&self) -> LedgerView {
        let state = self.lock();
        LedgerView {
            buckets: state.buckets.values().copied().collect(),
            reservations: state.reservations.values().map(|held| held.row).collect(),
            entries: state.entries.clone(),
            grants: state
                .payments
                .values()
                .map(|row| GrantRow { account: row.account, units: row.units })
                .collect(),
            refunds: state.payments.values().flat_map(Payment::refund_rows).collect(),
            debts: state
                .debts
                .iter()
                .map(|(account, units)| GrantRow { account: *account, units: *units })
                .collect(),
            keys: state.keys_used.values().map(UsedKey::row).collect(),
            generations: state.generations.values().map(StoredGeneration::row).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn terms(&self, account: AccountId) -> Vec<Term> {
        self.entitlements.get(&account).into_iter().flatten().map(|entitlement| entitlement.term).collect()
    }
}

impl UsedKey {
    fn row(&self) -> KeyRow {
        let is_answered = !matches!(self.progress, Progress::Running);
        let generation = match self.progress {
            Progress::Answered(generation, _) => Some(generation),
            Progress::Running | Progress::Forgotten(_) => None,
        };
        KeyRow { reservation: self.reservation, is_answered, generation }
    }
}

impl StoredGeneration {
    fn row(&self) -> GenerationRow {
        let Generation { id, account, .. } = self.generation;
        GenerationRow { id, account, reservation: self.reservation }
    }
}
