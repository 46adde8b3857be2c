//! The fixture that several contracts share.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, Person, Preferences, TakeBack};
use listing_domain::ports::{
    AccountStore, Activity, EntitlementStore, IdSource as _, LinkStore, Outbox, PersonStore, QuotaLedger,
    SessionStore,
};
use listing_domain::request::{ListingOptions, Platforms};

use super::{Stores, email, later, moment, open_account};
use crate::SeededIds;

/// Stores of accounts and their people. All work on the same accounts.
#[derive(Clone)]
pub struct AccountArea {
    /// The accounts, plans and quota units.
    pub stores: Stores,
    /// The people.
    pub people: Arc<dyn PersonStore>,
    /// Their sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// The single-use links.
    pub links: Arc<dyn LinkStore>,
    /// Messages that wait to be sent.
    pub outbox: Arc<dyn Outbox>,
    /// The activity report.
    pub activity: Arc<dyn Activity>,
}

impl AccountArea {
    /// An area in which one store implements all ports.
    pub fn of<S>(store: &Arc<S>) -> Self
    where
        S: AccountStore
            + EntitlementStore
            + QuotaLedger
            + PersonStore
            + SessionStore
            + LinkStore
            + Outbox
            + Activity
            + 'static,
    {
        Self {
            stores: Stores::of(store),
            people: store.clone(),
            sessions: store.clone(),
            links: store.clone(),
            outbox: store.clone(),
            activity: store.clone(),
        }
    }
}

pub(super) struct Fixture {
    pub(super) area: AccountArea,
    pub(super) ids: SeededIds,
}

impl Fixture {
    /// Adds an account without a person, as an operator does.
    pub(super) async fn account(&self, name: &str) -> AccountId {
        open_account(self.area.stores.accounts.as_ref(), &self.ids, name).await
    }

    /// It is not in the store.
    pub(super) fn new_account(&self, name: &str) -> Account {
        Account::new(AccountId::new(self.ids.id()), email(name), noon())
    }

    pub(super) async fn epoch(&self, account: AccountId) -> Epoch {
        let person = self.area.people.person(account).await.expect("people can be read");
        person.map(|person| person.epoch).unwrap_or_default()
    }

    pub(super) async fn take_back(&self, account: AccountId) -> TakeBack {
        TakeBack::all(self.epoch(account).await, noon())
    }

    pub(super) async fn delete(&self, account: AccountId) {
        let deleted = self.area.stores.accounts.delete_account(account, noon(), None).await;
        assert!(deleted.expect("an account can be deleted"), "there is such an account");
    }
}

/// Noon of November 21, 2026.
pub(super) fn noon() -> Timestamp {
    moment("2026-11-21T12:00:00Z")
}

pub(super) fn hash(text: &str) -> PasswordHash {
    PasswordHash::new(format!("$argon2id$v=19${text}"))
}

fn options() -> ListingOptions {
    let platforms = Platforms::new([Platform::Vinted, Platform::Ebay]).expect("two platforms are valid");
    ListingOptions {
        platforms,
        language: Language::Fr,
        tone: Tone::Professional,
        quality: Quality::High,
        market: None,
    }
}

/// With a value in every field.
pub(super) fn full(account: Account) -> Person {
    let preferences =
        Preferences { language: Some(Language::En), market: Some(Market::France), options: Some(options()) };
    Person {
        account,
        password: Some(hash("full")),
        confirmed_at: Some(later(noon(), 60)),
        is_administrator: true,
        preferences,
        epoch: Epoch::default(),
    }
}

/// The smallest difference between stored moments.
pub(super) const MICROSECOND: SignedDuration = SignedDuration::from_micros(1);

/// Each runs in its own task.
pub(super) async fn run_concurrently<T, F>(futures: impl IntoIterator<Item = F>) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let futures: Vec<F> = futures.into_iter().collect();
    let barrier = Arc::new(tokio::sync::Barrier::new(futures.len()));
    let tasks: Vec<_> = futures
        .into_iter()
        .map(|future| {
            let barrier = Arc::clone(&barrier);
            tokio::spawn(async move {
                barrier.wait().await;
                future.await
            })
        })
        .collect();
    let mut outputs = Vec::new();
    for task in tasks {
        outputs.push(task.await.expect("no concurrent call panics"));
    }
    outputs
}
