use std::sync::Arc;
use std::time::Duration;

use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore, AccountStoreError, Clock, EntitlementStore, IdSource, QuotaError, StoreError,
};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::{
    AccountError, AddCredits, ChangePlan, CreateAccount, ErrorKind, FindAccount, GetUsage, PlanChange,
    UsageError,
};

use crate::support::{FaultyLedger, Fixture, Step, email};

fn add_credits(fixture: &Fixture) -> AddCredits {
    let policy = QuotaPolicy::default();
    AddCredits::new(fixture.store.clone(), fixture.clock.clone(), policy)
}

#[tokio::test]
async fn an_account_is_opened_once_on_the_free_plan() {
    let fixture = Fixture::open().await;
    assert_eq!(fixture.account.created_at, fixture.clock.now());
    assert_eq!(fixture.usage().await.plan, Plan::Free);
    assert_eq!(fixture.store.account_by_email(&email("ann")).await.unwrap().as_ref(), Some(&fixture.account));
    let create = CreateAccount::new(fixture.store.clone(), fixture.clock.clone(), fixture.ids.clone());
    let refused = create.run(email("ann")).await.unwrap_err();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::EmailTaken)), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert_ne!(create.run(email("bob")).await.unwrap().id, fixture.account.id);
}

fn change_plan(fixture: &Fixture) -> ChangePlan {
    ChangePlan::new(fixture.store.clone(), fixture.clock.clone())
}

#[tokio::test]
async fn plan_change_needs_an_existing_account() {
    let fixture = Fixture::open().await;
    let change = change_plan(&fixture);
    for plan in [Plan::ProAnnual, Plan::ProMonthly, Plan::Free] {
        let entitled = change.run(fixture.account.id, PlanChange::to(plan), &Origin::CLI).await.unwrap();
        assert_eq!(entitled.map(|entitled| entitled.term.plan), plan.is_subscribed().then_some(plan));
        assert_eq!(fixture.usage().await.plan, plan);
        fixture.clock.advance(Duration::from_secs(1));
    }
    let stranger = AccountId::new(fixture.ids.id());
    let error = change.run(stranger, PlanChange::to(Plan::ProAnnual), &Origin::CLI).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn plan_ends_on_time() {
    let fixture = Fixture::open().await;
    let (start, day) = (fixture.clock.now(), Duration::from_hours(24));
    let until = start + jiff::SignedDuration::from_hours(24);
    let change = PlanChange {
        until: Some(until),
        source: "order 7".parse().unwrap(),
        ..PlanChange::to(Plan::ProMonthly)
    };
    let entitled =
        change_plan(&fixture).run(fixture.account.id, change, &Origin::CLI).await.unwrap().unwrap();
    assert_eq!((entitled.term.starts, entitled.term.ends), (start, Some(until)));
    fixture.clock.advance(day.saturating_sub(Duration::from_secs(1)));
    let usage = fixture.usage().await;
    assert_eq!((usage.plan, usage.plan_ends), (Plan::ProMonthly, Some(until)));
    fixture.clock.advance(Duration::from_secs(1));
    let usage = fixture.usage().await;
    assert_eq!((usage.plan, usage.plan_ends), (Plan::Free, None));
    let remaining = fixture.store.entitlements(fixture.account.id).await.unwrap();
    assert_eq!(remaining, [entitled]);
}

#[tokio::test]
async fn plan_end_must_be_in_the_future_and_the_free_plan_has_none() {
    let fixture = Fixture::open().await;
    let now = fixture.clock.now();
    let later = now + jiff::SignedDuration::from_secs(1);
    for (plan, until, message) in [
        (Plan::ProAnnual, now, "a plan must end in the future"),
        (Plan::Free, later, "the free plan has no end"),
    ] {
        let change = PlanChange { until: Some(until), ..PlanChange::to(plan) };
        let error = change_plan(&fixture).run(fixture.account.id, change, &Origin::CLI).await.unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Invalid, message.to_owned()));
    }
    assert_eq!(fixture.store.entitlements(fixture.account.id).await.unwrap(), []);
}

#[tokio::test]
async fn payment_adds_its_credit_packs_once() {
    let fixture = Fixture::open().await;
    let add = add_credits(&fixture);
    for (payment, packs, expected, before) in
        [("a", 1, 20, None), ("a", 1, 20, Some(20)), ("b", 2, 60, None), ("a", 1_000, 60, Some(20))]
    {
        let added = add.run(fixture.account.id, packs, payment.parse().unwrap(), Origin::CLI).await.unwrap();
        assert_eq!((added.usage.credits_remaining, added.granted_before), (expected, before), "{payment}");
    }
    fixture.assert_sound();
}

#[tokio::test]
async fn another_accounts_payment_is_refused_and_adds_nothing() {
    let fixture = Fixture::open().await;
    let create = CreateAccount::new(fixture.store.clone(), fixture.clock.clone(), fixture.ids.clone());
    let bob = create.run(email("bob")).await.unwrap().id;
    let add = add_credits(&fixture);
    add.run(bob, 1, "order 7".parse().unwrap(), Origin::CLI).await.unwrap();
    let error = add.run(fixture.account.id, 1, "order 7".parse().unwrap(), Origin::CLI).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(
        error.to_string(),
        "the payment order 7 was granted to another account: nothing was added to this one"
    );
    assert_eq!(fixture.usage().await.credits_remaining, 0);
}

#[tokio::test]
async fn an_account_is_found_by_its_email() {
    let fixture = Fixture::open().await;
    let find = FindAccount::new(fixture.store.clone());
    assert_eq!(find.run(&email("ann")).await.unwrap(), fixture.account);
    let error = find.run(&email("absent")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), "there is no account absent@example.com");
}

#[tokio::test]
async fn credit_packs_outside_the_limits_are_refused() {
    let fixture = Fixture::open().await;
    let add = add_credits(&fixture);
    for packs in [0, 1_001, u32::MAX] {
        let refused = add
            .run(fixture.account.id, packs, format!("pay {packs}").parse().unwrap(), Origin::CLI)
            .await
            .unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
        assert_eq!(refused.to_string(), "packs must be between 1 and 1000");
    }
    assert_eq!(fixture.usage().await.credits_remaining, 0);
    let most = add
        .run(fixture.account.id, AddCredits::MAX_PACKS, "most".parse().unwrap(), Origin::CLI)
        .await
        .unwrap();
    assert_eq!(most.usage.credits_remaining, 20_000);
    let error =
        add.run(AccountId::new(fixture.ids.id()), 1, "pay".parse().unwrap(), Origin::CLI).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_usage_of_an_account_is_returned() {
    let fixture = Fixture::open().await;
    let get = GetUsage::new(fixture.store.clone(), fixture.clock.clone(), QuotaPolicy::default());
    let usage = get.run(fixture.account.id).await.unwrap();
    assert_eq!((usage.plan, usage.free_used, usage.free_limit), (Plan::Free, 0, 3));
    assert_eq!((usage.credits_remaining, usage.can_generate()), (0, true));
    assert_eq!(usage.next_reset().to_string(), "2026-12-01T00:00:00Z");
    let unknown = get.run(AccountId::new(fixture.ids.id())).await.unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::Unauthenticated);
}

#[tokio::test]
async fn unavailable_ledger_is_reported_as_busy() {
    let fixture = Fixture::open().await;
    let ledger = |faults| Arc::new(FaultyLedger { inner: fixture.store.clone(), faults });
    let policy = QuotaPolicy::default();
    let get = GetUsage::new(ledger(&[Step::Usage]), fixture.clock.clone(), policy);
    let UsageError(cause) = get.run(fixture.account.id).await.unwrap_err();
    assert!(matches!(cause, QuotaError::Store(StoreError::Unavailable(_))));
    assert_eq!(UsageError(cause).kind(), ErrorKind::Busy);
    let add = AddCredits::new(ledger(&[Step::Grant]), fixture.clock.clone(), policy);
    let error = add.run(fixture.account.id, 1, "pay".parse().unwrap(), Origin::CLI).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(fixture.usage().await.credits_remaining, 0);
}
