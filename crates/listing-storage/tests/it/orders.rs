//! Orders and customers that several callers change at the same time.

use std::num::NonZeroU32;

use futures_util::future::{join, join_all};
use listing_domain::account::Plan;
use listing_domain::billing::{BillingCurrency, OrderState, OrderTerms, PaidProduct, PlacedOrder};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::options::Language;
use listing_domain::ports::{IdSource as _, OrderStore as _};

use crate::fixture::Fixture;
use crate::support::now;

const ROUNDS: usize = 100;

fn pack(fixture: &Fixture, account: AccountId) -> OrderTerms {
    OrderTerms {
        id: BillingAttemptId::new(fixture.ids.id()),
        account,
        product: PaidProduct::Pack,
        currency: BillingCurrency::Eur,
        language: Language::Fr,
        credits: NonZeroU32::new(20),
        ordered_at: now(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn order_is_placed_or_blocked_while_another_one_ends() {
    for fixture in Fixture::each() {
        let ann = fixture.account(Plan::Free).await;
        for _ in 0..ROUNDS {
            let first = pack(&fixture, ann);
            assert_eq!(fixture.store.place_order(&first).await.unwrap(), PlacedOrder::New);
            let others: Vec<_> = (0..4).map(|_| pack(&fixture, ann)).collect();
            let unpaid = OrderState::Unpaid(None);
            let end = fixture.store.advance_order(first.id, &unpaid);
            let place = join_all(others.iter().map(|terms| fixture.store.place_order(terms)));
            let (ended, placed) = join(end, place).await;
            assert!(ended.unwrap());
            let placed = others.iter().zip(placed.into_iter().map(Result::unwrap));
            let new: Vec<_> = placed.filter(|(_, placed)| *placed == PlacedOrder::New).collect();
            assert!(new.len() <= 1, "{new:?}");
            for (terms, _) in new {
                assert!(fixture.store.advance_order(terms.id, &unpaid).await.unwrap());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_accounts_gets_a_customer() {
    for fixture in Fixture::each() {
        let (ann, bob) = (fixture.account(Plan::Free).await, fixture.account(Plan::Free).await);
        for number in 0..ROUNDS {
            let customer = format!("cus_{number}").parse().unwrap();
            let set = async |account| fixture.store.set_customer(account, &customer).await.unwrap();
            let (for_ann, for_bob) = join(set(ann), set(bob)).await;
            assert!(for_ann != for_bob, "{for_ann} {for_bob}");
            let owner = if for_ann { ann } else { bob };
            assert_eq!(fixture.store.customer(owner).await.unwrap(), Some(customer));
        }
    }
}
