use std::sync::Arc;
use std::time::Duration;

use listing_domain::account::Plan;
use listing_domain::expense::{Expense, MicroUsd};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{CostLine, ExpenseBook, HoldRequest, IdSource as _, RecordedCalls};

use super::{Stores, later, moment, open_account, put_on_plan, run_cases};
use crate::SeededIds;

/// An expense book, with the accounts and quota units of its calls.
#[derive(Clone)]
pub struct ExpenseStores {
    /// The accounts and their quota units.
    pub stores: Stores,
    /// The expense book.
    pub expenses: Arc<dyn ExpenseBook>,
}

/// The contract of expense books, which record calls to AI services and their costs.
pub async fn expense_book_contract(make: impl AsyncFn() -> ExpenseStores) {
    let fixture = async || Fixture { books: make().await, ids: SeededIds::new(40) };
    run_cases!(fixture();
        new_expense_book_has_no_costs,
        calls_are_summed_up_by_model,
        outages_are_distinguished_from_other_failures,
        costs_are_summed_by_account_from_a_moment_on,
        later_calls_for_a_unit_are_added_to_the_first,
    );
}

struct Fixture {
    books: ExpenseStores,
    ids: SeededIds,
}

const NOON: &str = "2026-11-21T12:00:00Z";

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        let Stores { accounts, entitlements, .. } = &self.books.stores;
        let account = open_account(accounts.as_ref(), &self.ids, name).await;
        let on_pro = put_on_plan(entitlements.as_ref(), account, Plan::ProAnnual, moment(NOON)).await;
        assert!(on_pro.is_ok_and(|is_known| is_known));
        account
    }

    /// The reservation is new; the calls are some seconds after noon.
    async fn record(&self, account: AccountId, seconds: i64, expenses: &[Expense]) -> RecordedCalls {
        let at = later(moment(NOON), seconds);
        let reservation = ReservationId::new(self.ids.id());
        let request = HoldRequest {
            reservation,
            account,
            free_limit: 3,
            now: at,
            expires_at: later(at, 300),
            idempotency: None,
            is_free: false,
            origin: Origin::CLI,
        };
        self.books.stores.quota.hold(&request).await.expect("a Pro account can always hold a unit");
        let calls = RecordedCalls { account, reservation, at, expenses: expenses.to_vec() };
        self.books.expenses.record(&calls).await.expect("new calls can be recorded");
        calls
    }

    async fn costs(&self, account: AccountId, seconds: i64) -> Vec<CostLine> {
        self.books.expenses.costs(account, later(moment(NOON), seconds)).await.expect("the book can be read")
    }

    async fn spent(&self, seconds: i64) -> u64 {
        let from = later(moment(NOON), seconds);
        self.books.expenses.spent(from).await.expect("the book can be read").millionths()
    }
}

fn call(model: &str, outcome: &'static str, tokens: u64, cost: Option<u64>) -> Expense {
    Expense {
        provider: "openai",
        model: model.into(),
        outcome,
        tokens_in: tokens,
        tokens_out: tokens / 10,
        cost: cost.map(MicroUsd::new),
        took: Duration::from_millis(1_500),
    }
}

async fn new_expense_book_has_no_costs(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    assert_eq!(fixture.costs(ann, -3_600).await, []);
    assert_eq!(fixture.spent(-3_600).await, 0);
    fixture.record(ann, 0, &[]).await;
    assert_eq!(fixture.costs(ann, -3_600).await, []);
}

async fn calls_are_summed_up_by_model(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture
        .record(ann, 0, &[call("small", "unavailable", 0, Some(0)), call("small", "ok", 1_000, Some(70))])
        .await;
    fixture.record(ann, 1, &[call("large", "ok", 500, None), call("small", "ok", 2_000, Some(30))]).await;
    let line = |model: &str, calls, good, outages, tokens, cost, unpriced| CostLine {
        provider: "openai".to_owned(),
        model: model.to_owned(),
        calls,
        good,
        outages,
        tokens_in: tokens,
        tokens_out: tokens / 10,
        cost: MicroUsd::new(cost),
        unpriced,
    };
    let expected = [line("large", 1, 1, 0, 500, 0, 1), line("small", 3, 2, 1, 3_000, 100, 0)];
    assert_eq!(fixture.costs(ann, 0).await, expected);
    assert_eq!(fixture.spent(0).await, 100);
}

async fn outages_are_distinguished_from_other_failures(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    for outcome in Expense::OUTAGES {
        fixture.record(ann, 0, &[call("small", outcome, 0, None)]).await;
    }
    for outcome in ["ok", "refused", "rejected", "timeout", "malformed"] {
        fixture.record(ann, 0, &[call("small", outcome, 0, None)]).await;
    }
    let lines = fixture.costs(ann, 0).await;
    let sums: Vec<_> = lines.iter().map(|line| (line.calls, line.good, line.outages)).collect();
    assert_eq!(sums, [(10, 1, 5)]);
}

async fn costs_are_summed_by_account_from_a_moment_on(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.record(ann, 0, &[call("small", "ok", 10, Some(1))]).await;
    fixture.record(ann, 10, &[call("small", "ok", 10, Some(2))]).await;
    fixture.record(bob, 20, &[call("small", "ok", 10, Some(4))]).await;
    let cost = |lines: Vec<CostLine>| lines.iter().map(|line| line.cost.millionths()).sum::<u64>();
    assert_eq!(cost(fixture.costs(ann, 0).await), 3);
    assert_eq!(cost(fixture.costs(ann, 10).await), 2, "a call at the start counts");
    assert_eq!(cost(fixture.costs(ann, 11).await), 0);
    assert_eq!(cost(fixture.costs(bob, 0).await), 4);
    assert_eq!((fixture.spent(0).await, fixture.spent(10).await, fixture.spent(21).await), (7, 6, 0));
}

async fn later_calls_for_a_unit_are_added_to_the_first(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let first = fixture.record(ann, 0, &[call("small", "ok", 10, Some(1))]).await;
    let again = |seconds| RecordedCalls {
        at: later(first.at, seconds),
        expenses: vec![call("small", "refused", 10, Some(2)), call("small", "ok", 10, Some(4))],
        ..first.clone()
    };
    // Records the same calls twice at once, as when a form is submitted twice.
    let (one, other) = (again(60), again(90));
    let (one, other) =
        tokio::join!(fixture.books.expenses.record(&one), fixture.books.expenses.record(&other));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    let lines = fixture.costs(ann, 0).await;
    assert_eq!(lines.iter().map(|line| (line.calls, line.good)).collect::<Vec<_>>(), [(5, 3)]);
    assert_eq!((fixture.spent(0).await, fixture.spent(1).await, fixture.spent(61).await), (13, 12, 6));
}
