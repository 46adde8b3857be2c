//! The contract suites: what every adapter of a port must do.
//!
//! A suite is one `async fn` over a factory that makes a fresh adapter for each
//! of its cases. A case that fails is named on the standard error stream, next
//! to the assertion's own message.

mod access;
mod accounts;
mod activity;
mod area;
mod comparables;
mod entitlements;
mod expenses;
mod generations;
mod identities;
mod limiter;
mod links;
mod mailboxes;
mod market;
mod outbox;
mod people;
mod photos;
mod quota;
mod sessions;
mod workers;
mod writer;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Email, Plan};
use listing_domain::entitlement::{Entitlement, EntitlementSource, Term};
use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore, EntitlementStore, IdSource, QuotaLedger, StoreError};

pub use accounts::account_store_contract;
pub use activity::activity_contract;
pub use area::AccountArea;
pub use comparables::comparable_store_contract;
pub use entitlements::entitlement_store_contract;
pub use expenses::{Books, expense_book_contract};
pub use generations::{Histories, generation_store_contract};
pub use limiter::rate_limiter_contract;
pub use links::link_store_contract;
pub use mailboxes::mailbox_story;
pub use market::{MarketConduct, market_data_contract};
pub use outbox::outbox_contract;
pub use people::person_store_contract;
pub use photos::photo_processor_contract;
pub use quota::quota_ledger_contract;
pub use sessions::session_store_contract;
pub use workers::workers_contract;
pub use writer::{Conduct, WriterUnderTest, listing_writer_contract};

use crate::SeededIds;

/// An account store, the entitlements and the quota ledger over the same
/// accounts.
#[derive(Clone)]
pub struct Stores {
    /// Keeps the accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// Keeps what they are entitled to.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Keeps their units.
    pub quota: Arc<dyn QuotaLedger>,
}

impl Stores {
    /// All of them by one adapter.
    pub fn of<S>(store: &Arc<S>) -> Self
    where
        S: AccountStore + EntitlementStore + QuotaLedger + 'static,
    {
        Self { accounts: store.clone(), entitlements: store.clone(), quota: store.clone() }
    }
}

/// Puts an account on a plan from a moment on, without an end; the free plan
/// ends what there is.
///
/// # Errors
/// What the store says.
pub async fn put_on_plan(
    entitlements: &dyn EntitlementStore,
    account: AccountId,
    plan: Plan,
    from: Timestamp,
) -> Result<bool, StoreError> {
    if !plan.is_subscribed() {
        return entitlements.end_entitlement(account, from).await;
    }
    let term = Term { plan, starts: from, ends: None };
    entitlements.entitle(account, &Entitlement { term, source: EntitlementSource::default() }).await
}

/// Names a case when it fails.
struct CaseName(&'static str);

impl Drop for CaseName {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("contract case failed: {}", self.0);
        }
    }
}

/// Runs each case with a fresh product of the factory.
macro_rules! run_cases {
    ($make:expr; $($case:path),+ $(,)?) => {
        $({
            let _name = $crate::contract::CaseName(stringify!($case));
            $case($make.await).await;
        })+
    };
}
use run_cases;

/// A moment of a contract's story, in RFC 3339.
fn moment(text: &str) -> Timestamp {
    text.parse().expect("the moments of a contract are RFC 3339")
}

/// A moment and some seconds.
fn later(at: Timestamp, seconds: i64) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(seconds)).expect("a contract's seconds are few")
}

/// Adds an account and tells its identity.
async fn open_account(accounts: &dyn AccountStore, ids: &SeededIds, name: &str) -> AccountId {
    let account = Account::new(AccountId::new(ids.id()), email(name), moment("2026-11-01T08:00:00Z"));
    accounts.add_account(&account).await.expect("an account of a contract can be added");
    account.id
}

/// The e-mail address of a name.
fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().expect("the names of a contract make e-mail addresses")
}
