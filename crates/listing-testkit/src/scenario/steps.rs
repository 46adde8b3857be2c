use listing_domain::account::Plan;
use proptest::prelude::*;

use super::{ACCOUNTS, HOLD_SECONDS, Step};

/// Random steps in realistic proportions: mostly holds and their ends.
pub fn steps() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS;
    prop_oneof![
        8 => (account.clone(), proptest::option::weighted(0.4, 0..4_u8))
            .prop_map(|(account, key)| Step::Hold { account, key }),
        4 => any::<usize>().prop_map(|reservation| Step::Settle { reservation }),
        3 => any::<usize>().prop_map(|reservation| Step::Release { reservation }),
        2 => Just(Step::Expire),
        1 => (account.clone(), 0..8_u8, 1..5_u32)
            .prop_map(|(account, payment, units)| Step::Grant { account, payment, units }),
        1 => (account.clone(), 0..8_u8, 0..3_u8, proptest::option::of(1..5_u32)).prop_map(
            |(account, payment, refund, units)| Step::Refund { account, payment, refund, units }
        ),
        1 => (account.clone(), 0..8_u8, 0..3_u8)
            .prop_map(|(account, payment, refund)| Step::Reverse { account, payment, refund }),
        1 => Just(Step::Crash),
        1 => (account, proptest::sample::select(Plan::ALL), proptest::option::of(1..2 * HOLD_SECONDS))
            .prop_map(|(account, plan, seconds)| Step::Subscribe { account, plan, seconds }),
        3 => (-2 * HOLD_SECONDS..2 * HOLD_SECONDS).prop_map(|seconds| Step::Wait { seconds }),
        1 => (-40..40_i64).prop_map(|days| Step::Wait { seconds: days * 86_400 }),
        1 => Just(Step::NextMonth),
    ]
}
