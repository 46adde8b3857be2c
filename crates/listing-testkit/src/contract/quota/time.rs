//! Tests how a quota ledger handles months, clocks and expired holds.

use listing_domain::account::Plan;
use listing_domain::entitlement::{Entitlement, EntitlementSource, Term};
use listing_domain::origin::Origin;
use listing_domain::quota::{Period, UnitKind};

use super::{FREE, Fixture, HOLD_SECONDS, PACK, balance, free, later, moment, november};

pub(super) async fn a_new_month_has_its_own_free_units(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (last, first) = (moment("2026-11-30T23:59:59Z"), moment("2026-12-01T00:00:00Z"));
    for _ in 0..FREE {
        let held = fixture.hold(ann, last).await;
        fixture.settle(held, last).await;
    }
    fixture.assert_exhausted(ann, last).await;
    assert_eq!(fixture.usage(ann, last).await.next_reset(), first);
    let usage = fixture.usage(ann, first).await;
    assert_eq!((usage.free_used, usage.period.to_string()), (0, "2026-12".to_owned()));
    assert_eq!(fixture.hold(ann, first).await.kind, free(first));
    assert_eq!(fixture.balance(ann, first).await, balance(1, 0));
}

pub(super) async fn credits_outlive_the_month(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (now, later_on) = (november(21), moment("2028-02-29T12:00:00Z"));
    fixture.grant(ann, "pack", PACK, now).await;
    for _ in 0..=FREE {
        let held = fixture.hold(ann, now).await;
        fixture.settle(held, now).await;
    }
    assert_eq!(fixture.balance(ann, later_on).await, balance(0, PACK - 1));
}

pub(super) async fn a_hold_over_the_months_end_stays_in_its_month(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (last, first) = (moment("2026-11-30T23:59:59Z"), moment("2026-12-01T00:00:05Z"));
    let (settled, released) = (fixture.hold(ann, last).await, fixture.hold(ann, last).await);
    assert_eq!(fixture.hold(ann, first).await.kind, free(first));
    let settlement = fixture.settle(settled, first).await;
    assert!(settlement.charged);
    assert_eq!(fixture.usage(ann, first).await.period, Period::containing(first));
    assert_eq!(settlement.usage.free_used, 1, "the hold does not count in the new month");
    fixture.release(released, first).await;
    assert_eq!(fixture.balance(ann, first).await, balance(1, 0));
}

/// An account's current month is never before its last month.
pub(super) async fn clock_set_back_does_not_reopen_a_month(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (november, december) = (november(30), moment("2026-12-01T00:00:01Z"));
    fixture.hold(ann, december).await;
    let usage = fixture.usage(ann, november).await;
    assert_eq!((usage.period, usage.free_used), (Period::containing(december), 1));
    for _ in 1..FREE {
        assert_eq!(fixture.hold(ann, november).await.kind, free(december));
    }
    fixture.assert_exhausted(ann, november).await;
    assert_eq!(
        fixture.hold(bob, november).await.kind,
        free(november),
        "bob's month does not depend on ann's"
    );
}

pub(super) async fn expired_hold_returns(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let (first, second) = (fixture.hold(ann, now).await, fixture.hold(ann, later(now, 60)).await);
    let end = later(now, HOLD_SECONDS);
    assert_eq!(fixture.expire(end).await, 1, "a hold expires at its expiry time");
    assert_eq!(fixture.balance(ann, end).await, balance(1, 0));
    assert_eq!(fixture.expire(end).await, 0, "an expired hold does not expire again");
    assert_eq!(fixture.expire(later(end, 3_600)).await, 1);
    assert_eq!(fixture.balance(ann, end).await, balance(0, 0));
    fixture.release(first, end).await;
    fixture.release(second, end).await;
    assert_eq!(fixture.balance(ann, end).await, balance(0, 0), "releasing an expired hold changes nothing");
}

pub(super) async fn hold_stays_until_its_expiry(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let (settled, _held) = (fixture.hold(ann, now).await, fixture.hold(ann, now).await);
    fixture.settle(settled, now).await;
    assert_eq!(fixture.expire(later(now, HOLD_SECONDS - 1)).await, 0);
    assert_eq!(fixture.balance(ann, now).await, balance(2, 0));
    assert_eq!(fixture.expire(later(now, HOLD_SECONDS + 1)).await, 1, "only the unsettled hold expires");
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
}

pub(super) async fn expired_hold_returns_to_its_bucket(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "pack", PACK, now).await;
    for _ in 0..FREE + 2 {
        fixture.hold(ann, now).await;
    }
    assert_eq!(fixture.balance(ann, now).await, balance(3, PACK - 2));
    let end = later(now, HOLD_SECONDS + 1);
    assert_eq!(fixture.expire(end).await, 5);
    assert_eq!(fixture.balance(ann, end).await, balance(0, PACK));
}

pub(super) async fn settling_after_expiry_charges_nothing(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let (swept, unswept) = (fixture.hold(ann, now).await, fixture.hold(ann, later(now, 10)).await);
    let end = later(now, HOLD_SECONDS + 1);
    assert_eq!(fixture.expire(end).await, 1);
    let late = fixture.settle(swept, end).await;
    assert!(!late.charged);
    assert_eq!(late.usage.free_used, 1, "only held units count");
    let after = later(end, HOLD_SECONDS);
    assert!(
        fixture.settle(unswept, after).await.charged,
        "an expired unit that no sweep released can be charged"
    );
    assert_eq!(fixture.expire(after).await, 0);
    assert_eq!(unswept.kind, free(now));
    assert_ne!(unswept.kind, UnitKind::Pro);
    assert_eq!(fixture.balance(ann, after).await, balance(1, 0));
}

/// Also holds if the account's plan is cached.
pub(super) async fn plan_applies_from_its_start_until_its_end(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (start, end) = (november(20), later(november(20), 3_600));
    let term = Term { plan: Plan::ProMonthly, starts: start, ends: Some(end) };
    let entitlement = Entitlement { term, source: EntitlementSource::default() };
    let entitled = fixture.stores.entitlements.entitle(ann, &entitlement, &Origin::CLI).await;
    assert!(entitled.is_ok_and(|is_known| is_known));
    let mut held = Vec::new();
    for (at, plan, ends, unit) in [
        (later(start, -1), Plan::Free, None, free(start)),
        (start, Plan::ProMonthly, Some(end), UnitKind::Pro),
        (later(end, -1), Plan::ProMonthly, Some(end), UnitKind::Pro),
        (end, Plan::Free, None, free(start)),
    ] {
        let usage = fixture.usage(ann, at).await;
        assert_eq!((usage.plan, usage.plan_ends), (plan, ends), "{at}");
        let reservation = fixture.hold(ann, at).await;
        assert_eq!(reservation.kind, unit, "{at}");
        held.push(reservation);
    }
    let settled = fixture.settle(held[2], end).await;
    assert!(settled.charged, "a unit held under the plan keeps its kind");
    assert_eq!((settled.usage.plan, settled.usage.free_used), (Plan::Free, 2));
}
