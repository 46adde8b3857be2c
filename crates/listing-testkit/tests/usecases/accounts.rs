//! Opening accounts, changing plans, adding credits, telling the usage.

use std::sync::Arc;

use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore, AccountStoreError, Clock, IdSource, QuotaError};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::{
    AccountError, AddCredits, ChangePlan, CreateAccount, ErrorKind, GetUsage, UsageError,
};

use crate::support::{FaultyLedger, House, Step, email};

fn add_credits(house: &House) -> AddCredits {
    let policy = QuotaPolicy::default();
    AddCredits::new(house.store.clone(), house.store.clone(), house.clock.clone(), policy)
}

#[tokio::test]
async fn an_account_is_opened_once_on_the_free_plan() {
    let house = House::open().await;
    assert_eq!((house.account.plan, house.account.created_at), (Plan::Free, house.clock.now()));
    assert_eq!(house.store.account_by_email(&email("ann")).await.unwrap().as_ref(), Some(&house.account));
    let create = CreateAccount::new(house.store.clone(), house.clock.clone(), house.ids.clone());
    let refused = create.run(email("ann")).await.unwrap_err();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::EmailTaken)), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert_ne!(create.run(email("bob")).await.unwrap().id, house.account.id);
}

#[tokio::test]
async fn a_plan_is_changed_for_an_account_that_is_there() {
    let house = House::open().await;
    let change = ChangePlan::new(house.store.clone());
    for plan in [Plan::ProAnnual, Plan::ProMonthly, Plan::Free] {
        assert_eq!(change.run(&email("ann"), plan).await.unwrap().plan, plan);
        assert_eq!(house.usage().await.plan, plan);
    }
    let error = change.run(&email("nobody"), Plan::ProAnnual).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_payment_adds_its_packs_once() {
    let house = House::open().await;
    let add = add_credits(&house);
    for (payment, packs, expected) in [("a", 1, 20), ("a", 1, 20), ("b", 2, 60), ("a", 1_000, 60)] {
        let usage = add.run(&email("ann"), packs, payment.to_owned()).await.unwrap();
        assert_eq!(usage.credits_remaining, expected, "{payment}");
    }
    house.assert_sound();
}

#[tokio::test]
async fn packs_are_counted_within_bounds() {
    let house = House::open().await;
    let add = add_credits(&house);
    for packs in [0, 1_001, u32::MAX] {
        let refused = add.run(&email("ann"), packs, format!("pay {packs}")).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
        assert_eq!(refused.to_string(), "packs must be between 1 and 1000");
    }
    assert_eq!(house.usage().await.credits_remaining, 0);
    let most = add.run(&email("ann"), AddCredits::MAX_PACKS, "most".to_owned()).await.unwrap();
    assert_eq!(most.credits_remaining, 20_000);
    let error = add.run(&email("nobody"), 1, "pay".to_owned()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_usage_of_an_account_is_told() {
    let house = House::open().await;
    let get = GetUsage::new(house.store.clone(), house.clock.clone(), QuotaPolicy::default());
    let usage = get.run(house.account.id).await.unwrap();
    assert_eq!((usage.plan, usage.free_used, usage.free_limit), (Plan::Free, 0, 3));
    assert_eq!((usage.credits_remaining, usage.can_generate()), (0, true));
    assert_eq!(usage.next_reset().to_string(), "2026-12-01T00:00:00Z");
    let unknown = get.run(AccountId::new(house.ids.id())).await.unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_ledger_out_of_reach_is_an_inner_error() {
    let house = House::open().await;
    let ledger = |faults| Arc::new(FaultyLedger { inner: house.store.clone(), faults });
    let policy = QuotaPolicy::default();
    let get = GetUsage::new(ledger(&[Step::Usage]), house.clock.clone(), policy);
    let UsageError(cause) = get.run(house.account.id).await.unwrap_err();
    assert!(matches!(cause, QuotaError::Unavailable(_)));
    assert_eq!(UsageError(cause).kind(), ErrorKind::Internal);
    let add = AddCredits::new(house.store.clone(), ledger(&[Step::Grant]), house.clock.clone(), policy);
    let error = add.run(&email("ann"), 1, "pay".to_owned()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(house.usage().await.credits_remaining, 0);
}
