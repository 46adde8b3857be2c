//! Simulates months of customers on the stores in memory.

use std::sync::Arc;

use listing_testkit::MemoryStore;
use listing_testkit::simulation::{
    BillingStores, Deaths, SimulatedStores, customer_months, stories_with_deaths,
};

/// Some of the things that happen in a thousand months.
const EXPECTED: [&str; 44] = [
    "applied",
    "canceled",
    "dispute in another currency",
    "dispute lost",
    "dispute won",
    "ended",
    "ended as canceled",
    "ended unpaid",
    "expired",
    "failed comparison",
    "failed order",
    "hold",
    "lapsed",
    "larger dispute",
    "late event",
    "lost dispute won",
    "pack paid",
    "pack pending",
    "partial dispute",
    "partial refund",
    "paused",
    "paused period",
    "pending failed",
    "pending paid",
    "plan paid",
    "plan pending",
    "prompt event",
    "recovered",
    "refund failed",
    "renewal failed",
    "renewal unpaid",
    "renewed",
    "repeated event",
    "resume",
    "resumed",
    "switched",
    "taken back",
    "turn Died",
    "turn Retried",
    "turn Stalled",
    "undelivered event",
    "unknown page paid",
    "vanished event",
    "whole refund",
];

#[expect(clippy::disallowed_methods, reason = "a test's variables are not settings of the server")]
fn number(variable: &str, default: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable} must be a number")))
}

async fn simulated() -> SimulatedStores {
    let store = Arc::new(MemoryStore::new());
    SimulatedStores { stores: BillingStores::of(&store), ledger: Box::new(move || store.ledger_view()) }
}

#[tokio::test]
async fn customers_get_what_they_paid_for() {
    let (seed, months) = (number("PTL_TEST_SEED", 1), number("PTL_TEST_BILLING_MONTHS", 3_000));
    let report = customer_months(simulated, seed, months).await;
    let report = report.unwrap_or_else(|difference| panic!("{difference}"));
    assert!(report.months >= months, "{report:#?}");
    let is_missing = |name: &&&str| !report.counts.contains_key(**name);
    let missing: Vec<_> = EXPECTED.iter().filter(is_missing).collect();
    assert!(missing.is_empty() || months < 1_000, "nothing of this happened: {missing:?}");
    println!("{report:#?}");
}

#[tokio::test]
async fn a_seed_gives_the_same_months() {
    let (first, second) = (customer_months(simulated, 3, 50).await, customer_months(simulated, 3, 50).await);
    assert!(first.is_ok() && first == second, "{first:?} {second:?}");
}

#[tokio::test]
async fn a_process_that_dies_at_any_call_loses_and_doubles_nothing() {
    let stories = stories_with_deaths(simulated, Deaths { every: 1, again: 10 }).await;
    let stories = stories.unwrap_or_else(|difference| panic!("{difference}"));
    assert!(stories > 2_000, "{stories}");
    println!("{stories} stories");
}
