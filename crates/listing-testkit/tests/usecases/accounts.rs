//! Opening accounts, changing plans, adding credits, telling the usage.

use std::sync::Arc;

use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore, AccountStoreError, Clock, IdSource, QuotaError};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::{
    AccountError, AddCredits, ChangePlan, CreateAccount, ErrorKind, GetUsage, UsageError,
};

use crate::support::{FaultyLedger, Fixture, Step, email};

fn add_credits(fixture: &Fixture) -> AddCredits {
    let policy = QuotaPolicy::default();
    AddCredits::new(fixture.store.clone(), fixture.store.clone(), fixture.clock.clone(), policy)
}

#[tokio::test]
async fn an_account_is_opened_once_on_the_free_plan() {
    let fixture = Fixture::open().await;
    assert_eq!((fixture.account.plan, fixture.account.created_at), (Plan::Free, fixture.clock.now()));
    assert_eq!(fixture.store.account_by_email(&email("ann")).await.unwrap().as_ref(), Some(&fixture.account));
    let create = CreateAccount::new(fixture.store.clone(), fixture.clock.clone(), fixture.ids.clone());
    let refused = create.run(email("ann")).await.unwrap_err();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::EmailTaken)), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert_ne!(create.run(email("bob")).await.unwrap().id, fixture.account.id);
}

#[tokio::test]
async fn a_plan_is_changed_for_an_account_that_is_there() {
    let fixture = Fixture::open().await;
    let change = ChangePlan::new(fixture.store.clone());
    for plan in [Plan::ProAnnual, Plan::ProMonthly, Plan::Free] {
        assert_eq!(change.run(&email("ann"), plan).await.unwrap().plan, plan);
        assert_eq!(fixture.usage().await.plan, plan);
    }
    let error = change.run(&email("nobody"), Plan::ProAnnual).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_payment_adds_its_packs_once() {
    let fixture = Fixture::open().await;
    let add = add_credits(&fixture);
    for (payment, packs, expected) in [("a", 1, 20), ("a", 1, 20), ("b", 2, 60), ("a", 1_000, 60)] {
        let usage = add.run(&email("ann"), packs, payment.to_owned()).await.unwrap();
        assert_eq!(usage.credits_remaining, expected, "{payment}");
    }
    fixture.assert_sound();
}

#[tokio::test]
async fn packs_are_counted_within_bounds() {
    let fixture = Fixture::open().await;
    let add = add_credits(&fixture);
    for packs in [0, 1_001, u32::MAX] {
        let refused = add.run(&email("ann"), packs, format!("pay {packs}")).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
        assert_eq!(refused.to_string(), "packs must be between 1 and 1000");
    }
    assert_eq!(fixture.usage().await.credits_remaining, 0);
    let most = add.run(&email("ann"), AddCredits::MAX_PACKS, "most".to_owned()).await.unwrap();
    assert_eq!(most.credits_remaining, 20_000);
    let error = add.run(&email("nobody"), 1, "pay".to_owned()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_usage_of_an_account_is_told() {
    let fixture = Fixture::open().await;
    let get = GetUsage::new(fixture.store.clone(), fixture.clock.clone(), QuotaPolicy::default());
    let usage = get.run(fixture.account.id).await.unwrap();
    assert_eq!((usage.plan, usage.free_used, usage.free_limit), (Plan::Free, 0, 3));
    assert_eq!((usage.credits_remaining, usage.can_generate()), (0, true));
    assert_eq!(usage.next_reset().to_string(), "2026-12-01T00:00:00Z");
    let unknown = get.run(AccountId::new(fixture.ids.id())).await.unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_ledger_out_of_reach_is_an_inner_error() {
    let fixture = Fixture::open().await;
    let ledger = |faults| Arc::new(FaultyLedger { inner: fixture.store.clone(), faults });
    let policy = QuotaPolicy::default();
    let get = GetUsage::new(ledger(&[Step::Usage]), fixture.clock.clone(), policy);
    let UsageError(cause) = get.run(fixture.account.id).await.unwrap_err();
    assert!(matches!(cause, QuotaError::Unavailable(_)));
    assert_eq!(UsageError(cause).kind(), ErrorKind::Internal);
    let add = AddCredits::new(fixture.store.clone(), ledger(&[Step::Grant]), fixture.clock.clone(), policy);
    let error = add.run(&email("ann"), 1, "pay".to_owned()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(fixture.usage().await.credits_remaining, 0);
}
