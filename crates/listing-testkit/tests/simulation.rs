//! Simulates customers on the stores in memory.

use std::sync::Arc;

use listing_testkit::MemoryStore;
use listing_testkit::simulation::{BillingStores, Deaths, SimulatedStores, stories_with_deaths};

async fn simulated() -> SimulatedStores {
    let store = Arc::new(MemoryStore::new());
    SimulatedStores { stores: BillingStores::of(&store), ledger: Box::new(move || store.ledger_view()) }
}

#[tokio::test]
async fn a_process_that_dies_at_any_call_loses_and_doubles_nothing() {
    let stories = stories_with_deaths(simulated, Deaths { every: 1, again: 10 }).await;
    let stories = stories.unwrap_or_else(|difference| panic!("{difference}"));
    assert!(stories > 2_000, "{stories}");
    println!("{stories} stories");
}
