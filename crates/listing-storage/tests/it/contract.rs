//! Runs the contracts (the tests that every implementation of a port must pass) and random scenarios of the
//! quota ledger, on SQLite and PostgreSQL.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use listing_storage::Store;
use listing_testkit::contract::{
    AccountArea, BatchStores, ExpenseStores, GenerationStores, KeptPhotoStores, OrderStores, Stores,
    TrayStores, WebhookStores, account_store_contract, activity_contract, batch_store_contract,
    billing_queue_contract, comparable_store_contract, entitlement_store_contract, expense_book_contract,
    generation_store_contract, kept_photo_store_contract, link_store_contract, mailbox_scenario,
    order_store_contract, outbox_contract, person_store_contract, quota_ledger_contract,
    session_store_contract, tray_store_contract, webhook_store_contract,
};
use listing_testkit::scenario::{run_scenario, steps};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tempfile::TempDir;

use crate::postgres::another_database;
use crate::support::{folder, now, patient};
use crate::view::Reader;

const STEPS: usize = 20_000;
const SCENARIO_STEPS: Range<usize> = 350..450;

/// A new database for each test case of a contract suite.
enum Databases {
    Files { folder: TempDir, made: AtomicU32 },
    Server,
}

impl Databases {
    /// In memory where Linux allows it, because no test here cuts the power.
    fn files() -> Self {
        Self::Files { folder: folder(), made: AtomicU32::new(0) }
    }

    fn server() -> Option<Self> {
        another_database().map(|_| Self::Server)
    }

    fn another(&self) -> String {
        match self {
            Self::Files { folder, made } => {
                let number = made.fetch_add(1, Ordering::Relaxed);
                format!("sqlite://{}", folder.path().join(format!("{number}.db")).display())
            }
            Self::Server => another_database().unwrap(),
        }
    }

    async fn keeps_the_account_stores_contract(&self) {
        account_store_contract(async || store(&self.another())).await;
    }

    async fn keeps_the_contracts_of_the_account_area(&self) {
        let area = async || AccountArea::of(&Arc::new(store(&self.another())));
        person_store_contract(area).await;
        session_store_contract(area).await;
        link_store_contract(area).await;
        outbox_contract(area).await;
        activity_contract(area).await;
    }

    async fn keeps_the_comparable_stores_contract(&self) {
        comparable_store_contract(async || store(&self.another())).await;
    }

    async fn keeps_the_entitlement_stores_contract(&self) {
        entitlement_store_contract(async || Stores::of(&Arc::new(store(&self.another())))).await;
    }

    async fn keeps_the_expense_books_contract(&self) {
        let books = async || {
            let store = Arc::new(store(&self.another()));
            let stores = Stores::of(&store);
            ExpenseStores { stores, expenses: store }
        };
        expense_book_contract(books).await;
    }

    async fn keeps_the_batch_stores_contract(&self) {
        let batches = async || {
            let store = Arc::new(store(&self.another()));
            BatchStores { accounts: store.clone(), batches: store }
        };
        batch_store_contract(batches).await;
    }

    async fn keeps_the_webhook_stores_contract(&self) {
        let webhooks = async || {
            let store = Arc::new(store(&self.another()));
            WebhookStores { accounts: store.clone(), batches: store.clone(), webhooks: store }
        };
        webhook_store_contract(webhooks).await;
    }

    async fn keeps_the_tray_stores_contract(&self) {
        let trays = async || {
            let store = Arc::new(store(&self.another()));
            TrayStores { accounts: store.clone(), batches: store.clone(), trays: store }
        };
        tray_store_contract(trays).await;
    }

    async fn keeps_the_billing_queues_contract(&self) {
        billing_queue_contract(async || store(&self.another())).await;
    }

    async fn keeps_the_order_stores_contract(&self) {
        let orders = async || {
            let store = Arc::new(store(&self.another()));
            OrderStores { accounts: store.clone(), orders: store }
        };
        order_store_contract(orders).await;
    }

    async fn keeps_the_generation_stores_contract(&self) {
        let histories = async || {
            let store = Arc::new(store(&self.another()));
            let stores =
                Stores { accounts: store.clone(), entitlements: store.clone(), quota: store.clone() };
            GenerationStores { stores, generations: store }
        };
        generation_store_contract(histories).await;
    }

    async fn keeps_the_kept_photo_stores_contract(&self) {
        let photos = async || {
            let store = Arc::new(store(&self.another()));
            let stores = Stores::of(&store);
            KeptPhotoStores { stores, generations: store.clone(), photos: store }
        };
        kept_photo_store_contract(photos).await;
    }

    async fn keeps_the_quota_ledgers_contract(&self) {
        let opened = std::sync::Mutex::new(Vec::new());
        let stores = async || {
            let address = self.another();
            let store = Arc::new(store(&address));
            opened.lock().unwrap().push(address);
            Stores::of(&store)
        };
        quota_ledger_contract(stores).await;
        for (case, address) in opened.into_inner().unwrap().iter().enumerate() {
            let store = store(address);
            // Long before any unit of a case is overdue.
            let broken = store.violations(now() - jiff::SignedDuration::from_hours(24 * 365)).await.unwrap();
            assert_eq!(broken, Vec::<String>::new(), "case {case}");
        }
    }

    /// Scenarios are long, because making a database takes as much time as many steps.
    fn run_scenarios(&self, wanted: usize) {
        let cases = u32::try_from(wanted / SCENARIO_STEPS.start).unwrap();
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let mut runner = TestRunner::new(config);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let steps_run = Cell::new(0);
        let outcome = runner.run(&proptest::collection::vec(steps(), SCENARIO_STEPS), |steps| {
            let address = self.another();
            let outcome = runtime.block_on(async {
                let store = Arc::new(store(&address));
                let (stores, reader) = (Stores::of(&store), RefCell::new(Reader::open(&address)));
                run_scenario(&stores, &steps, async || reader.borrow_mut().view()).await
            });
            steps_run.set(steps_run.get() + steps.len());
            prop_assert_eq!(outcome, Ok(()));
            Ok(())
        });
        outcome.unwrap();
        assert!(steps_run.get() >= wanted, "{} steps", steps_run.get());
    }
}

impl Databases {
    /// Accounts change between the addresses of two mailboxes.
    fn mailbox_gets_its_free_units_once_a_month(&self, cases: u32) {
        let mut runner =
            TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let steps = proptest::collection::vec((0..6_usize, 0..5_u32, any::<bool>()), 1..8);
        let outcome = runner.run(&steps, |steps| {
            let outcome = runtime.block_on(async {
                let area = AccountArea::of(&Arc::new(store(&self.another())));
                mailbox_scenario(area, &steps).await
            });
            prop_assert_eq!(outcome, Ok(()));
            Ok(())
        });
        outcome.unwrap();
    }
}

#[test]
fn mailbox_gets_its_free_units_once_a_month_on_sqlite() {
    Databases::files().mailbox_gets_its_free_units_once_a_month(24);
}

#[test]
fn mailbox_gets_its_free_units_once_a_month_on_postgres() {
    if let Some(server) = Databases::server() {
        server.mailbox_gets_its_free_units_once_a_month(8);
    }
}

fn store(address: &str) -> Store {
    Store::new(patient(address))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_store_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_account_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_area_keeps_its_contracts_on_sqlite() {
    Databases::files().keeps_the_contracts_of_the_account_area().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_of_comparables_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_comparable_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entitlement_store_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_entitlement_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_quota_ledger_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_quota_ledgers_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_expense_book_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_expense_books_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_generation_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_keep_their_contract_on_sqlite() {
    Databases::files().keeps_the_batch_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_keep_their_contract_on_sqlite() {
    Databases::files().keeps_the_webhook_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_photos_keep_their_contract_on_sqlite() {
    Databases::files().keeps_the_kept_photo_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trays_keep_their_contract_on_sqlite() {
    Databases::files().keeps_the_tray_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_billing_queue_keeps_its_contract_on_sqlite() {
    Databases::files().keeps_the_billing_queues_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_billing_queue_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_billing_queues_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_keep_their_contract_on_sqlite() {
    Databases::files().keeps_the_order_stores_contract().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_keep_their_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_order_stores_contract().await;
    }
}

#[test]
fn scenarios_keep_the_ledgers_invariants_on_sqlite() {
    Databases::files().run_scenarios(STEPS);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_store_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_account_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_area_keeps_its_contracts_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_contracts_of_the_account_area().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_of_comparables_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_comparable_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entitlement_store_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_entitlement_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_quota_ledger_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_quota_ledgers_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_expense_book_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_expense_books_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_keeps_its_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_generation_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_photos_keep_their_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_kept_photo_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_keep_their_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_batch_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_keep_their_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_webhook_stores_contract().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn trays_keep_their_contract_on_postgres() {
    if let Some(server) = Databases::server() {
        server.keeps_the_tray_stores_contract().await;
    }
}

#[test]
fn scenarios_keep_the_ledgers_invariants_on_postgres() {
    if let Some(server) = Databases::server() {
        server.run_scenarios(STEPS);
    }
}
