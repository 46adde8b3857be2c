//! Runs random scenarios on the quota ledger in memory.

use std::sync::Arc;

use listing_testkit::MemoryStore;
use listing_testkit::contract::{AccountArea, Stores, mailbox_scenario};
use listing_testkit::scenario::{run_scenario, steps};
use proptest::prelude::*;

proptest! {
    // 75 steps on average, so all cases run more than 100,000.
    #![proptest_config(ProptestConfig { cases: 1_400, ..ProptestConfig::default() })]

    #[test]
    fn scenarios_keep_the_ledgers_invariants(steps in proptest::collection::vec(steps(), 50..100)) {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores::of(&store);
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
        let outcome = runtime.block_on(run_scenario(&stores, &steps, async || store.ledger_view()));
        prop_assert_eq!(outcome, Ok(()));
    }
}

proptest! {
    #[test]
    fn mailbox_gets_its_free_units_once_a_month_over_all_its_accounts(
        steps in proptest::collection::vec((0..6_usize, 0..5_u32, any::<bool>()), 1..12),
    ) {
        let area = AccountArea::of(&Arc::new(MemoryStore::new()));
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
        prop_assert_eq!(runtime.block_on(mailbox_scenario(area, &steps)), Ok(()));
    }
}
