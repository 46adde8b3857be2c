//! Tests how a quota ledger holds, charges and releases units.

use futures_util::future::join_all;
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, GrantOutcome, HoldRequest, IdSource, QuotaError, SettleRequest};
use listing_domain::quota::{Period, UnitKind, Usage};

use super::{FREE, Fixture, PACK, balance, free, november, settling};

pub(super) async fn a_fresh_account_has_its_free_units(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let expected = Usage {
        plan: Plan::Free,
        plan_ends: None,
        free_used: 0,
        free_limit: FREE,
        credits_remaining: 0,
        period: Period::containing(now),
    };
    assert_eq!(fixture.usage(ann, now).await, expected);
}

pub(super) async fn a_held_unit_counts_as_used(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture.hold(ann, now).await;
    assert_eq!(held.kind, free(now));
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
    assert_ne!(fixture.hold(ann, now).await.id, held.id);
    assert_eq!(fixture.balance(ann, now).await, balance(2, 0));
}

pub(super) async fn a_settled_unit_is_charged_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture.hold(ann, now).await;
    let settlement = fixture.settle(held, now).await;
    assert!(settlement.charged);
    assert_eq!(settlement.usage, fixture.usage(ann, now).await.into(), "the settlement returns the usage");
    assert_eq!(settlement.usage.free_used, 1);
    let again = fixture.settle(held, now).await;
    assert!(again.charged, "a repeated settlement reports the charge");
    assert_eq!(again.usage.free_used, 1, "a repeated settlement charges nothing");
}

pub(super) async fn released_unit_returns_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let (first, _second) = (fixture.hold(ann, now).await, fixture.hold(ann, now).await);
    fixture.release(first, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
    fixture.release(first, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0), "the other request still holds its unit");
}

pub(super) async fn settling_after_release_charges_nothing(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture.hold(ann, now).await;
    fixture.release(held, now).await;
    let settlement = fixture.settle(held, now).await;
    assert!(!settlement.charged, "a released unit is not charged");
    assert_eq!(settlement.usage.free_used, 0);
    assert_eq!(fixture.balance(ann, now).await, balance(0, 0));
}

pub(super) async fn releasing_after_settlement_gives_nothing_back(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture.hold(ann, now).await;
    fixture.settle(held, now).await;
    fixture.release(held, now).await;
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
    assert!(fixture.settle(held, now).await.charged, "the reservation stays settled");
}

pub(super) async fn exhausted_account_is_refused_and_nothing_is_stored(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = [fixture.hold(ann, now).await, fixture.hold(ann, now).await, fixture.hold(ann, now).await];
    let refused = fixture.request(ann, now);
    let outcome = fixture.stores.quota.hold(&refused).await;
    assert!(matches!(outcome, Err(QuotaError::Exhausted)), "held units are not available: {outcome:?}");
    let unknown = fixture.stores.quota.settle(&settling(refused.reservation, now)).await;
    assert!(matches!(unknown, Err(QuotaError::UnknownReservation)), "{unknown:?}");
    assert_eq!(fixture.balance(ann, now).await, balance(3, 0));
    assert!(!fixture.usage(ann, now).await.can_generate());
    fixture.release(held[1], now).await;
    assert!(
        fixture.stores.quota.hold(&refused).await.is_ok(),
        "the same request succeeds once a unit is available"
    );
}

pub(super) async fn accounts_do_not_share_units(fixture: Fixture) {
    let now = november(21);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.grant(bob, "bobs", PACK, now).await;
    for _ in 0..FREE {
        fixture.hold(ann, now).await;
    }
    fixture.assert_exhausted(ann, now).await;
    assert_eq!(fixture.balance(bob, now).await, balance(0, PACK));
}

pub(super) async fn unknown_accounts_and_reservations_are_reported(fixture: Fixture) {
    let now = november(21);
    let (stranger, nothing) = (AccountId::new(fixture.ids.id()), ReservationId::new(fixture.ids.id()));
    let quota = &fixture.stores.quota;
    let held = fixture.try_hold(stranger, now).await;
    assert!(matches!(held, Err(QuotaError::UnknownAccount)), "{held:?}");
    let usage = quota.usage(stranger, FREE, now).await;
    assert!(matches!(usage, Err(QuotaError::UnknownAccount)), "{usage:?}");
    let grant = Grant {
        payment: "nobodys".parse().expect("a payment id is accepted"),
        account: stranger,
        units: PACK,
        at: now,
        origin: Origin::CLI,
    };
    let granted = quota.grant(&grant).await;
    assert!(matches!(granted, Err(QuotaError::UnknownAccount)), "{granted:?}");
    let ann = fixture.account("ann").await;
    let granted = fixture.grant(ann, "nobodys", PACK, now).await;
    assert_eq!(granted, GrantOutcome::Granted { repaid: 0 }, "a failed grant does not use the payment up");
    let settled = quota.settle(&settling(nothing, now)).await;
    assert!(matches!(settled, Err(QuotaError::UnknownReservation)), "{settled:?}");
    let released = quota.release(nothing, now, &Origin::CLI).await;
    assert!(matches!(released, Err(QuotaError::UnknownReservation)), "{released:?}");
}

pub(super) async fn reservation_id_is_used_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let request = fixture.request(ann, now);
    fixture.stores.quota.hold(&request).await.expect("the account has a unit left");
    let again = fixture.stores.quota.hold(&request).await;
    assert!(again.is_err(), "{again:?}");
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0), "a repeated reservation takes no second unit");
}

pub(super) async fn free_limit_of_the_request_applies(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    for _ in 0..FREE {
        fixture.hold(ann, now).await;
    }
    let raised = HoldRequest { free_limit: FREE + 1, ..fixture.request(ann, now) };
    let held = fixture.stores.quota.hold(&raised).await.expect("a raised limit takes effect at once");
    assert_eq!(held.kind, free(now));
    let usage = fixture.usage(ann, now).await;
    assert_eq!(
        (usage.free_used, usage.can_generate()),
        (FREE + 1, false),
        "the old limit allows no further unit"
    );
    let settlement = fixture
        .stores
        .quota
        .settle(&SettleRequest { free_limit: FREE + 1, ..settling(held.id, now) })
        .await
        .expect("a held unit can be settled");
    assert_eq!((settlement.usage.free_used, settlement.usage.free_limit), (FREE + 1, FREE + 1));
}

pub(super) async fn concurrent_holds_take_only_the_available_units(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    fixture.grant(ann, "pack", PACK, now).await;
    let outcomes = join_all((0..200).map(|_| fixture.try_hold(ann, now))).await;
    let count = |unit| outcomes.iter().flatten().filter(|held| held.kind == unit).count();
    assert_eq!((count(free(now)), count(UnitKind::Credit)), (3, 20));
    let exhausted = |outcome: &&Result<_, _>| matches!(outcome, Err(QuotaError::Exhausted));
    assert_eq!(outcomes.iter().filter(exhausted).count(), 177, "the other holds fail as exhausted");
    assert_eq!(fixture.balance(ann, now).await, balance(3, 0));
    join_all(outcomes.iter().flatten().map(|held| fixture.settle(*held, now))).await;
    assert_eq!(fixture.balance(ann, now).await, balance(3, 0));
    fixture.assert_exhausted(ann, now).await;
}

pub(super) async fn concurrent_ends_of_one_reservation_count_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    for _ in 0..10 {
        let before = fixture.usage(ann, now).await.free_used;
        let held = fixture.hold(ann, now).await;
        let settles = join_all((0..4).map(|_| fixture.settle(held, now)));
        let releases = join_all((0..4).map(|_| fixture.release(held, now)));
        let (settlements, _) = futures_util::future::join(settles, releases).await;
        let charged = settlements.iter().filter(|settlement| settlement.charged).count();
        assert!(charged == 0 || charged == 4, "all four callers must see the same end; charged: {charged}");
        let after = fixture.usage(ann, now).await.free_used;
        assert_eq!(after - before, u32::from(charged > 0));
        if after == FREE {
            break;
        }
    }
}
