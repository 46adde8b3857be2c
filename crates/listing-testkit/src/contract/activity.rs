use jiff::Timestamp;
use jiff::civil::{Date, date};
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, KeyId, ReservationId};
use listing_domain::origin::{Actor, Origin};
use listing_domain::ports::{DayCount, Grant, HoldRequest, IdSource as _, SettleRequest};

use super::area::{AccountArea, Fixture, MICROSECOND, noon};
use super::{later, moment, put_on_plan, run_cases};
use crate::SeededIds;

/// The contract of activity reports: generations by day.
pub async fn activity_contract(make: impl AsyncFn() -> AccountArea) {
    let fixture = async || Fixture { area: make().await, ids: SeededIds::new(150) };
    run_cases!(fixture();
        only_charged_generations_count,
        generations_are_counted_by_day_and_by_credential,
        free_units_credits_and_subscriptions_count_alike,
        charges_before_the_start_are_excluded,
        accounts_are_counted_separately,
        a_deleted_account_has_no_activity,
    );
}

impl Fixture {
    async fn subscriber(&self, name: &str) -> AccountId {
        let account = self.account(name).await;
        let put = put_on_plan(
            self.area.stores.entitlements.as_ref(),
            account,
            Plan::ProAnnual,
            moment("2026-01-01T00:00:00Z"),
        )
        .await;
        assert!(put.is_ok_and(|is_known| is_known));
        account
    }

    async fn hold(&self, account: AccountId, at: Timestamp) -> ReservationId {
        let reservation = ReservationId::new(self.ids.id());
        let request = HoldRequest {
            reservation,
            account,
            free_limit: 3,
            now: at,
            expires_at: later(at, 300),
            idempotency: None,
            is_free: false,
            origin: Origin::CLI,
        };
        self.area.stores.quota.hold(&request).await.expect("the account has a unit left").id
    }

    async fn settle(&self, reservation: ReservationId, at: Timestamp, actor: Actor) {
        let origin = Origin { actor, request: None };
        let request = SettleRequest { reservation, free_limit: 3, at, generation: None, origin };
        self.area.stores.quota.settle(&request).await.expect("what is held can be settled");
    }

    async fn charge(&self, account: AccountId, at: Timestamp, actor: Actor) {
        let held = self.hold(account, at).await;
        self.settle(held, at, actor).await;
    }

    async fn counts(&self, account: AccountId, from: Timestamp) -> Vec<(Date, Option<KeyId>, u32)> {
        let days = self.area.activity.generations_by_day(account, from).await;
        let days = days.expect("the books can be read");
        days.into_iter().map(|DayCount { day, key, count }| (day, key, count)).collect()
    }
}

const TODAY: Date = date(2026, 11, 21);

async fn only_charged_generations_count(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    assert_eq!(fixture.counts(ann, Timestamp::UNIX_EPOCH).await, []);
    let (held, released) = (fixture.hold(ann, noon()).await, fixture.hold(ann, noon()).await);
    let quota = &fixture.area.stores.quota;
    quota.release(released, noon(), &Origin::CLI).await.expect("a held unit can be released");
    // Settles too late: the unit was released already.
    fixture.settle(released, noon(), Actor::Pages).await;
    assert_eq!(fixture.counts(ann, Timestamp::UNIX_EPOCH).await, []);
    for _ in 0..2 {
        fixture.settle(held, noon(), Actor::Pages).await;
    }
    assert_eq!(
        fixture.counts(ann, Timestamp::UNIX_EPOCH).await,
        [(TODAY, None, 1)],
        "one charge counts once"
    );
}

async fn generations_are_counted_by_day_and_by_credential(fixture: Fixture) {
    let ann = fixture.subscriber("ann").await;
    let mut keys = [KeyId::new(fixture.ids.id()), KeyId::new(fixture.ids.id())];
    keys.sort();
    let midnight = moment("2026-11-22T00:00:00Z");
    for (at, actor) in [
        (midnight, Actor::Key(keys[1])),
        (midnight - MICROSECOND, Actor::Key(keys[1])),
        (noon(), Actor::Key(keys[0])),
        (noon(), Actor::Key(keys[1])),
        (noon(), Actor::Pages),
        (noon(), Actor::Cli),
        (noon(), Actor::Administrator(ann)),
        (moment("2026-11-21T00:00:00Z"), Actor::Key(keys[0])),
        (moment("2026-12-31T23:59:59.999999Z"), Actor::Pages),
    ] {
        fixture.charge(ann, at, actor).await;
    }
    let expected = [
        (TODAY, None, 3),
        (TODAY, Some(keys[0]), 2),
        (TODAY, Some(keys[1]), 2),
        (date(2026, 11, 22), Some(keys[1]), 1),
        (date(2026, 12, 31), None, 1),
    ];
    assert_eq!(fixture.counts(ann, Timestamp::UNIX_EPOCH).await, expected);
}

async fn free_units_credits_and_subscriptions_count_alike(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let grant = Grant {
        payment: "order".parse().expect("a payment id is accepted"),
        account: ann,
        units: 1,
        at: noon(),
        origin: Origin::CLI,
    };
    fixture.area.stores.quota.grant(&grant).await.expect("credits can be granted");
    // Uses three free units and one credit.
    for _ in 0..4 {
        fixture.charge(ann, noon(), Actor::Pages).await;
    }
    let entitlements = fixture.area.stores.entitlements.as_ref();
    let put = put_on_plan(entitlements, ann, Plan::ProMonthly, noon()).await;
    assert!(put.is_ok_and(|is_known| is_known));
    fixture.charge(ann, noon(), Actor::Pages).await;
    assert_eq!(fixture.counts(ann, noon()).await, [(TODAY, None, 5)]);
}

async fn charges_before_the_start_are_excluded(fixture: Fixture) {
    let ann = fixture.subscriber("ann").await;
    for at in [noon() - MICROSECOND, noon(), noon() + MICROSECOND] {
        fixture.charge(ann, at, Actor::Pages).await;
    }
    let counts = async |from| fixture.counts(ann, from).await;
    assert_eq!(counts(noon() - MICROSECOND).await, [(TODAY, None, 3)]);
    assert_eq!(counts(noon()).await, [(TODAY, None, 2)], "a charge at the start counts");
    assert_eq!(counts(noon() + MICROSECOND).await, [(TODAY, None, 1)]);
    assert_eq!(counts(later(noon(), 1)).await, []);
}

async fn accounts_are_counted_separately(fixture: Fixture) {
    let (ann, bob) = (fixture.subscriber("ann").await, fixture.subscriber("bob").await);
    fixture.charge(ann, noon(), Actor::Pages).await;
    for _ in 0..2 {
        fixture.charge(bob, noon(), Actor::Pages).await;
    }
    assert_eq!(fixture.counts(ann, noon()).await, [(TODAY, None, 1)]);
    assert_eq!(fixture.counts(bob, noon()).await, [(TODAY, None, 2)]);
    assert_eq!(fixture.counts(AccountId::new(fixture.ids.id()), noon()).await, []);
}

async fn a_deleted_account_has_no_activity(fixture: Fixture) {
    let ann = fixture.subscriber("ann").await;
    fixture.charge(ann, noon(), Actor::Pages).await;
    fixture.delete(ann).await;
    assert_eq!(fixture.counts(ann, Timestamp::UNIX_EPOCH).await, []);
}
