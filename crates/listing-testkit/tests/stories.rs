//! The ledger in memory under stories that nobody wrote.

use std::sync::Arc;

use listing_domain::account::Plan;
use listing_testkit::MemoryStore;
use listing_testkit::contract::Stores;
use listing_testkit::story::{ACCOUNTS, HOLD_SECONDS, Step, play};
use proptest::prelude::*;

/// Steps as they come in life: mostly holds and their ends, now and then a
/// purchase, a change of plan, a new month, a clock that is set back.
fn steps() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS;
    prop_oneof![
        8 => account.clone().prop_map(|account| Step::Hold { account }),
        4 => any::<usize>().prop_map(|reservation| Step::Settle { reservation }),
        3 => any::<usize>().prop_map(|reservation| Step::Release { reservation }),
        2 => Just(Step::Expire),
        1 => (account.clone(), 0..8_u8, 0..5_u32)
            .prop_map(|(account, payment, units)| Step::Grant { account, payment, units }),
        1 => (account, proptest::sample::select(Plan::ALL))
            .prop_map(|(account, plan)| Step::Subscribe { account, plan }),
        3 => (-2 * HOLD_SECONDS..2 * HOLD_SECONDS).prop_map(|seconds| Step::Wait { seconds }),
        1 => (-40..40_i64).prop_map(|days| Step::Wait { seconds: days * 86_400 }),
        1 => Just(Step::NextMonth),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn no_story_breaks_the_ledger(steps in proptest::collection::vec(steps(), 50..100)) {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores { accounts: store.clone(), quota: store.clone() };
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be built");
        let played = runtime.block_on(play(&stores, &steps, async || store.ledger_view()));
        prop_assert_eq!(played, Ok(()));
    }
}
