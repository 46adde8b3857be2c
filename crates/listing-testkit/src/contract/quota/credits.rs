//! Purchased credits and subscriptions.

use futures_util::future::join_all;
use listing_domain::account::Plan;
use listing_domain::origin::Origin;
use listing_domain::ports::GrantOutcome::{Granted, GrantedBefore, GrantedToAnother};
use listing_domain::ports::Refund;
use listing_domain::quota::UnitKind;

use super::{Desk, FREE, PACK, free, november, stand};

pub(super) async fn credits_come_after_free_units(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    assert_eq!(desk.grant(ann, "two", 2, now).await, Granted);
    assert_eq!(desk.stand(ann, now).await, stand(0, 2));
    for expected in [free(now), free(now), free(now), UnitKind::Credit, UnitKind::Credit] {
        let held = desk.hold(ann, now).await;
        assert_eq!(held.kind, expected);
        assert!(desk.settle(held, now).await.charged);
    }
    assert_eq!(desk.stand(ann, now).await, stand(3, 0));
    desk.assert_exhausted(ann, now).await;
    assert_eq!(desk.grant(ann, "another", PACK, now).await, Granted);
    assert_eq!(desk.hold(ann, now).await.kind, UnitKind::Credit);
    assert_eq!(desk.stand(ann, now).await, stand(3, PACK - 1), "a held credit is not available");
}

pub(super) async fn a_unit_goes_back_into_its_own_purse(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    desk.grant(ann, "two", 2, now).await;
    let first = desk.hold(ann, now).await;
    for _ in 1..FREE {
        desk.hold(ann, now).await;
    }
    let credit = desk.hold(ann, now).await;
    assert_eq!(desk.stand(ann, now).await, stand(3, 1));
    desk.release(credit, now).await;
    assert_eq!(desk.stand(ann, now).await, stand(3, 2));
    desk.release(first, now).await;
    assert_eq!(desk.stand(ann, now).await, stand(2, 2));
    assert_eq!(desk.hold(ann, now).await.kind, free(now), "the free unit goes first again");
}

pub(super) async fn a_payment_is_granted_once(desk: Desk) {
    let now = november(21);
    let (ann, bob) = (desk.account("ann").await, desk.account("bob").await);
    assert_eq!(desk.grant(ann, "payment 1", PACK, now).await, Granted);
    for units in [PACK, 2 * PACK] {
        let again = desk.grant(ann, "payment 1", units, now).await;
        assert_eq!(again, GrantedBefore { units: PACK }, "whatever is said of it now");
    }
    let stolen = desk.grant(bob, "payment 1", PACK, now).await;
    assert_eq!(stolen, GrantedToAnother, "a payment is one account's");
    assert_eq!(desk.grant(ann, "payment 2", PACK, now).await, Granted);
    assert_eq!(desk.stand(ann, now).await, stand(0, 2 * PACK));
    assert_eq!(desk.stand(bob, now).await, stand(0, 0));
}

pub(super) async fn concurrent_reports_of_a_payment_are_granted_once(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    let outcomes = join_all((0..20).map(|_| desk.grant(ann, "payment", PACK, now))).await;
    assert_eq!(outcomes.iter().filter(|granted| **granted == Granted).count(), 1);
    assert_eq!(desk.stand(ann, now).await, stand(0, PACK));
}

pub(super) async fn a_subscription_takes_no_unit(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    desk.grant(ann, "pack", PACK, now).await;
    for plan in [Plan::ProMonthly, Plan::ProAnnual] {
        desk.set_plan(ann, plan, now).await;
        for _ in 0..FREE + PACK {
            let held = desk.hold(ann, now).await;
            assert_eq!(held.kind, UnitKind::Pro);
            let settlement = desk.settle(held, now).await;
            assert!(settlement.charged, "a subscription's generation counts as charged");
            assert_eq!(settlement.usage.plan, plan);
        }
        desk.release(desk.hold(ann, now).await, now).await;
    }
    assert_eq!(desk.stand(ann, now).await, stand(0, PACK));
}

pub(super) async fn a_change_of_plan_leaves_what_is_held(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    let on_free = desk.hold(ann, now).await;
    let returned = desk.hold(ann, now).await;
    desk.set_plan(ann, Plan::ProMonthly, now).await;
    let on_pro = desk.hold(ann, now).await;
    assert_eq!((on_free.kind, on_pro.kind), (free(now), UnitKind::Pro));
    let settlement = desk.settle(on_free, now).await;
    assert_eq!((settlement.usage.plan, settlement.usage.free_used), (Plan::ProMonthly, 2));
    desk.release(returned, now).await;
    desk.set_plan(ann, Plan::Free, now).await;
    assert_eq!(desk.stand(ann, now).await, stand(1, 0));
    assert!(desk.settle(on_pro, now).await.charged);
    assert_eq!(desk.stand(ann, now).await, stand(1, 0), "it was held under the subscription");
}

pub(super) async fn a_refund_takes_back_what_is_left(desk: Desk) {
    let (ann, now) = (desk.account("ann").await, november(21));
    desk.grant(ann, "kept", 2, now).await;
    desk.grant(ann, "refunded", PACK, now).await;
    for _ in 0..FREE + 4 {
        let held = desk.hold(ann, now).await;
        desk.settle(held, now).await;
    }
    let held = desk.hold(ann, now).await;
    // Of 22 credits 4 are spent and 1 is held, so 17 are left.
    let refund = desk
        .stores
        .quota
        .refund(ann, "refunded", now, &Origin::CLI)
        .await
        .expect("a payment can be refunded");
    assert_eq!(refund, Some(Refund { taken_back: 17, owed: 3 }));
    assert_eq!(desk.stand(ann, now).await, stand(FREE, 0));
    desk.assert_exhausted(ann, now).await;
    desk.release(held, now).await;
    assert_eq!(desk.stand(ann, now).await, stand(FREE, 1), "what was held goes back into its bucket");
}

pub(super) async fn a_payment_is_refunded_once_and_by_its_buyer(desk: Desk) {
    let now = november(21);
    let (ann, bob) = (desk.account("ann").await, desk.account("bob").await);
    desk.grant(ann, "pack", PACK, now).await;
    desk.grant(bob, "another", PACK, now).await;
    let refund = async |account| {
        desk.stores.quota.refund(account, "pack", now, &Origin::CLI).await.expect("it can be asked")
    };
    assert_eq!(refund(bob).await, None);
    assert_eq!(refund(ann).await, Some(Refund { taken_back: PACK, owed: 0 }));
    assert_eq!(refund(ann).await, None);
    let again = desk.grant(ann, "pack", PACK, now).await;
    assert_eq!(again, GrantedBefore { units: PACK }, "a refunded payment is not granted again");
    assert_eq!((desk.stand(ann, now).await, desk.stand(bob, now).await), (stand(0, 0), stand(0, PACK)));
}
