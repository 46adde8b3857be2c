//! Contract suites: the tests that every implementation of a port must pass.
//!
//! Each suite's argument `make` creates a fresh, empty implementation for each test case. If a case fails,
//! the suite prints its name on standard error.

mod access;
mod accounts;
mod activity;
mod area;
mod batches;
mod billing_queue;
mod comparables;
mod entitlements;
mod expenses;
mod generations;
mod identities;
mod kept_photos;
mod limiter;
mod links;
mod mailboxes;
mod market;
mod orders;
mod outbox;
mod people;
mod photos;
mod quota;
mod sessions;
mod trays;
mod webhooks;
mod workers;
mod writer;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Email, Plan};
use listing_domain::entitlement::{Entitlement, EntitlementSource, Term};
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{AccountStore, EntitlementStore, IdSource, QuotaLedger, StoreError};

pub use accounts::account_store_contract;
pub use activity::activity_contract;
pub use area::AccountArea;
pub use batches::{BatchStores, batch_store_contract};
pub use billing_queue::billing_queue_contract;
pub use comparables::comparable_store_contract;
pub use entitlements::entitlement_store_contract;
pub use expenses::{ExpenseStores, expense_book_contract};
pub use generations::{GenerationStores, generation_store_contract};
pub use kept_photos::{KeptPhotoStores, kept_photo_store_contract};
pub use limiter::rate_limiter_contract;
pub use links::link_store_contract;
pub use mailboxes::mailbox_scenario;
pub use market::{MarketBehavior, market_data_contract};
pub use orders::{OrderStores, order_store_contract};
pub use outbox::outbox_contract;
pub use people::person_store_contract;
pub use photos::photo_processor_contract;
pub use quota::quota_ledger_contract;
pub use sessions::session_store_contract;
pub use trays::{TrayStores, tray_store_contract};
pub use webhooks::{WebhookStores, webhook_store_contract};
pub use workers::workers_contract;
pub use writer::{WriterBehavior, WriterUnderTest, listing_writer_contract};

use crate::SeededIds;

/// Stores that work on the same accounts.
#[derive(Clone)]
pub struct Stores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The accounts' plans.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// The quota ledger.
    pub quota: Arc<dyn QuotaLedger>,
}

impl Stores {
    /// Stores in which one object implements all ports.
    pub fn of<S>(store: &Arc<S>) -> Self
    where
        S: AccountStore + EntitlementStore + QuotaLedger + 'static,
    {
        Self { accounts: store.clone(), entitlements: store.clone(), quota: store.clone() }
    }
}

/// Puts an account on a plan from a moment on, without an end. The free plan ends the current plan instead.
pub async fn put_on_plan(
    entitlements: &dyn EntitlementStore,
    account: AccountId,
    plan: Plan,
    from: Timestamp,
) -> Result<bool, StoreError> {
    if !plan.is_subscribed() {
        return entitlements.end_entitlement(account, from, &Origin::CLI).await;
    }
    let term = Term { plan, starts: from, ends: None };
    let entitlement = Entitlement { term, source: EntitlementSource::default() };
    entitlements.entitle(account, &entitlement, &Origin::CLI).await
}

/// Prints the test case's name if it panics.
struct CaseName(&'static str);

impl Drop for CaseName {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("contract case failed: {}", self.0);
        }
    }
}

/// Runs each case with a fresh implementation from the factory.
macro_rules! run_cases {
    ($make:expr; $($case:path),+ $(,)?) => {
        $({
            let _name = $crate::contract::CaseName(stringify!($case));
            $case($make.await).await;
        })+
    };
}
use run_cases;

/// The text is in RFC 3339.
fn moment(text: &str) -> Timestamp {
    text.parse().expect("the test's moment is in RFC 3339")
}

fn later(at: Timestamp, seconds: i64) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(seconds))
        .expect("the moment is within the range of timestamps")
}

async fn open_account(accounts: &dyn AccountStore, ids: &SeededIds, name: &str) -> AccountId {
    let account = Account::new(AccountId::new(ids.id()), email(name), moment("2026-11-01T08:00:00Z"));
    accounts.add_account(&account).await.expect("an account of a contract can be added");
    account.id
}

fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().expect("the test's name makes a valid email")
}
