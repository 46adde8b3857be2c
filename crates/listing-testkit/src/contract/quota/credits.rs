//! Tests purchased credits and subscriptions.

use futures_util::future::join_all;
use listing_domain::account::Plan;
use listing_domain::origin::Origin;
use listing_domain::ports::GrantOutcome::{Granted, GrantedBefore, GrantedToAnother};
use listing_domain::ports::Refund;
use listing_domain::quota::UnitKind;

use super::{FREE, Fixture, PACK, balance, free, november};

pub(super) async fn credits_come_after_free_units(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    assert_eq!(fixture.grant(ann, "two", 2, now).await, Granted);
    assert_eq!(fixture.balance(ann, now).await, balance(0, 2));
    for expected in [free(now), free(now), free(now), UnitKind::Credit, UnitKind::Credit] {
        let held = fixture.hold(ann, now).await;
        assert_eq!(held.kind, expected);
        assert!(fixture.settle(held, now).await.charged);
    }
    assert_eq!(fixture.balance(ann, now).await, balance(3, 0));
    fixture.assert_exhausted(ann, now).await;
    assert_eq!(fixture.grant(ann, "another", PACK, now).await, Granted);
    assert_eq!(fixture.hold(ann, now).await.kind, UnitKind::Credit);
    assert_eq!(fixture.balance(ann, now).await, balance(3, PACK - 1), "a held credit is not available");
}

pub(super) async fn released_unit_returns_to_its_bucket(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "two", 2, now).await;
    let first = fixture.hold(ann, now).await;
    for _ in 1..FREE {
        fixture.hold(ann, now).await;
    }
    let credit = fixture.hold(ann, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(3, 1));
    fixture.release(credit, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(3, 2));
    fixture.release(first, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(2, 2));
    assert_eq!(fixture.hold(ann, now).await.kind, free(now), "a released free unit is taken before credits");
}

pub(super) async fn a_payment_is_granted_once(fixture: Fixture) {
    let now = november(21);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    assert_eq!(fixture.grant(ann, "payment 1", PACK, now).await, Granted);
    for units in [PACK, 2 * PACK] {
        let again = fixture.grant(ann, "payment 1", units, now).await;
        assert_eq!(again, GrantedBefore { units: PACK }, "a repeated grant changes nothing");
    }
    let stolen = fixture.grant(bob, "payment 1", PACK, now).await;
    assert_eq!(stolen, GrantedToAnother, "a payment belongs to one account");
    assert_eq!(fixture.grant(ann, "payment 2", PACK, now).await, Granted);
    assert_eq!(fixture.balance(ann, now).await, balance(0, 2 * PACK));
    assert_eq!(fixture.balance(bob, now).await, balance(0, 0));
}

pub(super) async fn concurrent_reports_of_a_payment_are_granted_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let outcomes = join_all((0..20).map(|_| fixture.grant(ann, "payment", PACK, now))).await;
    assert_eq!(outcomes.iter().filter(|granted| **granted == Granted).count(), 1);
    assert_eq!(fixture.balance(ann, now).await, balance(0, PACK));
}

pub(super) async fn a_subscription_takes_no_unit(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "pack", PACK, now).await;
    for plan in [Plan::ProMonthly, Plan::ProAnnual] {
        fixture.set_plan(ann, plan, now).await;
        for _ in 0..FREE + PACK {
            let held = fixture.hold(ann, now).await;
            assert_eq!(held.kind, UnitKind::Pro);
            let settlement = fixture.settle(held, now).await;
            assert!(settlement.charged, "a subscription's generation counts as charged");
            assert_eq!(settlement.usage.plan, plan);
        }
        fixture.release(fixture.hold(ann, now).await, now).await;
    }
    assert_eq!(fixture.balance(ann, now).await, balance(0, PACK));
}

pub(super) async fn plan_change_keeps_held_units(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let on_free = fixture.hold(ann, now).await;
    let returned = fixture.hold(ann, now).await;
    fixture.set_plan(ann, Plan::ProMonthly, now).await;
    let on_pro = fixture.hold(ann, now).await;
    assert_eq!((on_free.kind, on_pro.kind), (free(now), UnitKind::Pro));
    let settlement = fixture.settle(on_free, now).await;
    assert_eq!((settlement.usage.plan, settlement.usage.free_used), (Plan::ProMonthly, 2));
    fixture.release(returned, now).await;
    fixture.set_plan(ann, Plan::Free, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
    assert!(fixture.settle(on_pro, now).await.charged);
    assert_eq!(
        fixture.balance(ann, now).await,
        balance(1, 0),
        "a unit held under the subscription is not counted"
    );
}

pub(super) async fn a_refund_takes_back_the_remaining_credits(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "kept", 2, now).await;
    fixture.grant(ann, "refunded", PACK, now).await;
    for _ in 0..FREE + 4 {
        let held = fixture.hold(ann, now).await;
        fixture.settle(held, now).await;
    }
    let held = fixture.hold(ann, now).await;
    // Of 22 bought credits, 4 are spent and 1 is held, so 17 are left.
    let refund = fixture
        .stores
        .quota
        .refund(ann, "refunded", now, &Origin::CLI)
        .await
        .expect("a payment can be refunded");
    assert_eq!(refund, Some(Refund { taken_back: 17, owed: 3 }));
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, 0));
    fixture.assert_exhausted(ann, now).await;
    fixture.release(held, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, 1), "a released unit returns to its bucket");
}

pub(super) async fn a_payment_is_refunded_once_and_by_its_buyer(fixture: Fixture) {
    let now = november(21);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.grant(ann, "pack", PACK, now).await;
    fixture.grant(bob, "another", PACK, now).await;
    let refund = async |account| {
        fixture
            .stores
            .quota
            .refund(account, "pack", now, &Origin::CLI)
            .await
            .expect("a refund can be requested")
    };
    assert_eq!(refund(bob).await, None);
    assert_eq!(refund(ann).await, Some(Refund { taken_back: PACK, owed: 0 }));
    assert_eq!(refund(ann).await, None);
    let again = fixture.grant(ann, "pack", PACK, now).await;
    assert_eq!(again, GrantedBefore { units: PACK }, "a refunded payment is not granted again");
    assert_eq!(
        (fixture.balance(ann, now).await, fixture.balance(bob, now).await),
        (balance(0, 0), balance(0, PACK))
    );
}
