//! Tests purchased credits and subscriptions.

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::ports::GrantOutcome::{self, Granted, GrantedBefore, GrantedToAnother};
use listing_domain::ports::Refund;
use listing_domain::ports::RefundOutcome::{NothingLeft, Refunded, RefundedBefore, UnknownPayment};
use listing_domain::ports::ReversalOutcome::{Reversed, ReversedBefore, UnknownRefund};
use listing_domain::quota::UnitKind;

use super::{FREE, Fixture, PACK, balance, free, november};

/// A payment that is granted now, to an account without a debt.
const NEW: GrantOutcome = Granted { repaid: 0 };

pub(super) async fn credits_come_after_free_units(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    assert_eq!(fixture.grant(ann, "two", 2, now).await, NEW);
    assert_eq!(fixture.balance(ann, now).await, balance(0, 2));
    for expected in [free(now), free(now), free(now), UnitKind::Credit, UnitKind::Credit] {
        let held = fixture.hold(ann, now).await;
        assert_eq!(held.kind, expected);
        assert!(fixture.settle(held, now).await.charged);
    }
    assert_eq!(fixture.balance(ann, now).await, balance(3, 0));
    fixture.assert_exhausted(ann, now).await;
    assert_eq!(fixture.grant(ann, "another", PACK, now).await, NEW);
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
    assert_eq!(fixture.grant(ann, "payment 1", PACK, now).await, NEW);
    for units in [PACK, 2 * PACK] {
        let again = fixture.grant(ann, "payment 1", units, now).await;
        assert_eq!(again, GrantedBefore { units: PACK }, "a repeated grant changes nothing");
    }
    let stolen = fixture.grant(bob, "payment 1", PACK, now).await;
    assert_eq!(stolen, GrantedToAnother, "a payment belongs to one account");
    assert_eq!(fixture.grant(ann, "payment 2", PACK, now).await, NEW);
    assert_eq!(fixture.balance(ann, now).await, balance(0, 2 * PACK));
    assert_eq!(fixture.balance(bob, now).await, balance(0, 0));
}

pub(super) async fn concurrent_reports_of_a_payment_are_granted_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let outcomes = join_all((0..20).map(|_| fixture.grant(ann, "payment", PACK, now))).await;
    assert_eq!(outcomes.iter().filter(|granted| **granted == NEW).count(), 1);
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
    let refund = fixture.refund(ann, ("refunded", "all"), None, now).await;
    assert_eq!(refund, Refunded(Refund { taken_back: 17, owed: 3 }));
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
    let refund = async |account| fixture.refund(account, ("pack", "all"), None, now).await;
    assert_eq!(refund(bob).await, UnknownPayment);
    let taken = Refund { taken_back: PACK, owed: 0 };
    assert_eq!(refund(ann).await, Refunded(taken));
    assert_eq!(refund(ann).await, RefundedBefore(taken));
    assert_eq!(fixture.refund(ann, ("pack", "another"), None, now).await, NothingLeft);
    assert_eq!(fixture.refund(ann, ("unknown", "all"), None, now).await, UnknownPayment);
    let again = fixture.grant(ann, "pack", PACK, now).await;
    assert_eq!(again, GrantedBefore { units: PACK }, "a refunded payment is not granted again");
    assert_eq!(
        (fixture.balance(ann, now).await, fixture.balance(bob, now).await),
        (balance(0, 0), balance(0, PACK))
    );
}

pub(super) async fn refunds_take_back_at_most_what_the_payment_granted(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "kept", PACK, now).await;
    fixture.grant(ann, "refunded", PACK, now).await;
    let first = Refund { taken_back: 5, owed: 0 };
    assert_eq!(fixture.refund(ann, ("refunded", "first"), Some(5), now).await, Refunded(first));
    assert_eq!(fixture.refund(ann, ("refunded", "first"), Some(9), now).await, RefundedBefore(first));
    let rest = Refund { taken_back: PACK - 5, owed: 0 };
    assert_eq!(fixture.refund(ann, ("refunded", "second"), Some(10 * PACK), now).await, Refunded(rest));
    let nothing = Refund { taken_back: 0, owed: 0 };
    assert_eq!(fixture.refund(ann, ("refunded", "third"), Some(1), now).await, Refunded(nothing));
    assert_eq!(fixture.refund(ann, ("refunded", "fourth"), None, now).await, NothingLeft);
    assert_eq!(fixture.balance(ann, now).await, balance(0, PACK), "the other payment keeps its credits");
}

/// Spends the free units and this number of credits.
async fn spend(fixture: &Fixture, account: AccountId, credits: u32, now: Timestamp) {
    for _ in 0..FREE + credits {
        let held = fixture.hold(account, now).await;
        fixture.settle(held, now).await;
    }
}

pub(super) async fn a_debt_is_paid_by_the_next_purchase(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "spent", PACK, now).await;
    spend(&fixture, ann, PACK - 2, now).await;
    let refund = Refund { taken_back: 2, owed: PACK - 2 };
    assert_eq!(fixture.refund(ann, ("spent", "all"), None, now).await, Refunded(refund));
    assert_eq!(fixture.grant(ann, "small", 8, now).await, Granted { repaid: 8 });
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, 0));
    fixture.assert_exhausted(ann, now).await;
    assert_eq!(fixture.grant(ann, "large", PACK, now).await, Granted { repaid: PACK - 10 });
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, 10));
    assert_eq!(fixture.grant(ann, "last", 1, now).await, NEW, "the debt is paid");
}

pub(super) async fn a_reversed_refund_gives_its_credits_back_once(fixture: Fixture) {
    let now = november(21);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.grant(ann, "disputed", PACK, now).await;
    spend(&fixture, ann, 3, now).await;
    let dispute = ("disputed", "dispute");
    let refund = Refund { taken_back: PACK - 3, owed: 3 };
    assert_eq!(fixture.refund(ann, dispute, None, now).await, Refunded(refund));
    assert_eq!(fixture.reverse(bob, dispute, now).await, UnknownRefund);
    assert_eq!(fixture.reverse(ann, ("disputed", "other"), now).await, UnknownRefund);
    assert_eq!(fixture.reverse(ann, dispute, now).await, Reversed { units: PACK, repaid: 3 });
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, PACK - 3), "as before the dispute");
    assert_eq!(fixture.reverse(ann, dispute, now).await, ReversedBefore);
    assert_eq!(fixture.refund(ann, dispute, None, now).await, RefundedBefore(refund));
    assert_eq!(fixture.balance(ann, now).await, balance(FREE, PACK - 3));
    let another = Refund { taken_back: 1, owed: 0 };
    let again = fixture.refund(ann, ("disputed", "partial"), Some(1), now).await;
    assert_eq!(again, Refunded(another), "a payment whose refund was reversed can be refunded");
}

/// A refund and a dispute may exceed a payment together.
pub(super) async fn a_reversal_leaves_what_other_refunds_take_back(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let refund = Refund { taken_back: 15, owed: 0 };
    let [first, second] = ["refund first", "dispute first"];
    for payment in [first, second] {
        fixture.grant(ann, payment, PACK, now).await;
    }
    assert_eq!(fixture.refund(ann, (first, "refund"), Some(15), now).await, Refunded(refund));
    let rest = Refund { taken_back: PACK - 15, owed: 0 };
    assert_eq!(fixture.refund(ann, (first, "dispute"), Some(PACK), now).await, Refunded(rest));
    let all = Refund { taken_back: PACK, owed: 0 };
    assert_eq!(fixture.refund(ann, (second, "dispute"), Some(PACK), now).await, Refunded(all));
    let nothing = Refund { taken_back: 0, owed: 0 };
    assert_eq!(fixture.refund(ann, (second, "refund"), Some(15), now).await, Refunded(nothing));
    for payment in [first, second] {
        let reversed = fixture.reverse(ann, (payment, "dispute"), now).await;
        assert_eq!(reversed, Reversed { units: PACK - 15, repaid: 0 }, "{payment}");
    }
    assert_eq!(fixture.balance(ann, now).await, balance(0, 2 * (PACK - 15)));
}

pub(super) async fn concurrent_reports_of_a_refund_take_back_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "pack", PACK, now).await;
    let reports = (0..20).map(|_| fixture.refund(ann, ("pack", "refund"), Some(5), now));
    let outcomes = join_all(reports).await;
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Refunded(_))).count(), 1);
    assert_eq!(fixture.balance(ann, now).await, balance(0, PACK - 5));
}
