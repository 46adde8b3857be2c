//! Tests requests with an idempotency key.

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use listing_domain::idempotency::{
    ANSWER_RETENTION, Fingerprint, IdempotentRequest, KEY_RETENTION, KeyUse, StoredAnswer,
};
use listing_domain::ids::AccountId;
use listing_domain::ports::{QuotaError, Reservation, SettleRequest};

use super::{FREE, Fixture, balance, november, settling};
use crate::new_generation;

fn idempotency(key: &str, body: u8) -> IdempotentRequest {
    let key = key.parse().expect("the test's idempotency key is valid");
    IdempotentRequest { key, fingerprint: Fingerprint::new([body; 32]) }
}

impl Fixture {
    async fn hold_once(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
        now: Timestamp,
    ) -> Result<Reservation, QuotaError> {
        let mut request = self.request(account, now);
        request.idempotency = Some(idempotency.clone());
        self.stores.quota.hold(&request).await
    }

    /// Returns the answer that the request's idempotency key must get.
    async fn settle_with_answer(&self, held: Reservation, at: Timestamp) -> StoredAnswer {
        let generation = new_generation(&self.ids, "listings");
        let (id, data) = (generation.id, generation.data.clone());
        let request = SettleRequest { generation: Some(generation), ..settling(held.id, at) };
        let settlement = self.stores.quota.settle(&request).await.expect("a reservation can be settled");
        assert!(settlement.charged);
        StoredAnswer { generation: id, data, usage: settlement.usage }
    }

    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError> {
        self.stores.quota.answer(account, idempotency).await
    }

    async fn assert_used(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
        now: Timestamp,
        expected: &KeyUse,
    ) {
        let held = self.hold_once(account, idempotency, now).await;
        assert!(matches!(&held, Err(QuotaError::KeyUsed(used)) if used == expected), "{held:?}");
        match (self.answer(account, idempotency).await, expected) {
            (Ok(Some(reply)), KeyUse::Answered(answer)) => assert_eq!(reply, *answer),
            (Err(QuotaError::KeyUsed(used)), _) => assert_eq!(used, *expected),
            (reply, _) => panic!("the key gave {reply:?} instead of {expected:?}"),
        }
    }
}

pub(super) async fn keyed_request_runs_once_and_repeats_its_answer(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let order = idempotency("order-7", 1);
    assert_eq!(fixture.answer(ann, &order).await.expect("a free key has no answer"), None);
    let held = fixture.hold_once(ann, &order, now).await.expect("a request with a free key holds a unit");
    fixture.assert_used(ann, &order, now, &KeyUse::Running).await;
    let answer = KeyUse::Answered(fixture.settle_with_answer(held, now).await);
    fixture.assert_used(ann, &order, now, &answer).await;
    fixture.hold(ann, now).await;
    fixture.assert_used(ann, &order, now, &answer).await;
    assert_eq!(fixture.balance(ann, now).await, balance(2, 0));
}

pub(super) async fn another_request_under_a_key_is_refused(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture
        .hold_once(ann, &idempotency("order-7", 1), now)
        .await
        .expect("a request with a free key holds a unit");
    fixture.assert_used(ann, &idempotency("order-7", 2), now, &KeyUse::OtherRequest).await;
    fixture.settle_with_answer(held, now).await;
    fixture.assert_used(ann, &idempotency("order-7", 2), now, &KeyUse::OtherRequest).await;
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
}

pub(super) async fn accounts_do_not_share_keys(fixture: Fixture) {
    let now = november(21);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture
        .hold_once(ann, &idempotency("order-7", 1), now)
        .await
        .expect("a request with a free key holds a unit");
    fixture.hold_once(bob, &idempotency("order-7", 2), now).await.expect("bob's key is independent of ann's");
}

pub(super) async fn key_is_free_after_its_request_failed(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let order = idempotency("order-7", 1);
    let released = fixture.hold_once(ann, &order, now).await.expect("a request with a free key holds a unit");
    fixture.release(released, now).await;
    assert_eq!(fixture.answer(ann, &order).await.expect("a released key has no answer"), None);
    fixture.hold_once(ann, &idempotency("order-7", 2), now).await.expect("a released key can be used again");
    let later = now + SignedDuration::from_mins(5);
    assert_eq!(fixture.expire(later).await, 1);
    let held = fixture.hold_once(ann, &order, later).await.expect("a released key can be used again");
    fixture.settle_with_answer(held, later).await;
    assert_eq!(fixture.balance(ann, later).await, balance(1, 0));
}

pub(super) async fn exhausted_account_does_not_use_up_a_key(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    for _ in 0..FREE {
        fixture.hold(ann, now).await;
    }
    let order = idempotency("order-7", 1);
    let refused = fixture.hold_once(ann, &order, now).await;
    assert!(matches!(refused, Err(QuotaError::Exhausted)), "{refused:?}");
    fixture.grant(ann, "pack", 1, now).await;
    fixture.hold_once(ann, &order, now).await.expect("a request with a free key holds a unit");
}

pub(super) async fn a_late_settlement_stores_no_answer(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let order = idempotency("order-7", 1);
    let late = fixture.hold_once(ann, &order, now).await.expect("a request with a free key holds a unit");
    fixture.release(late, now).await;
    let second = fixture.hold_once(ann, &order, now).await.expect("a released hold frees its key");
    assert!(!fixture.settle(late, now).await.charged);
    fixture.assert_used(ann, &order, now, &KeyUse::Running).await;
    let answer = fixture.settle_with_answer(second, now).await;
    fixture.assert_used(ann, &order, now, &KeyUse::Answered(answer)).await;
}

pub(super) async fn a_second_settlement_returns_the_first_answer(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let held = fixture
        .hold_once(ann, &idempotency("order-7", 1), now)
        .await
        .expect("a request with a free key holds a unit");
    let first = fixture.settle_with_answer(held, now).await;
    assert_eq!(first.usage.free_used, 1);
    fixture.hold(ann, now).await;
    assert_eq!(fixture.usage(ann, now).await.free_used, 2);
    let second = fixture.settle_with_answer(held, now).await;
    assert_eq!(second.usage, first.usage, "a second settlement returns the first answer");
    let answer = fixture.answer(ann, &idempotency("order-7", 1)).await.expect("the answer is stored");
    assert_eq!(answer, Some(first));
}

pub(super) async fn concurrent_requests_with_one_key_hold_once(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(21));
    let order = idempotency("order-7", 1);
    let outcomes = join_all((0..20).map(|_| fixture.hold_once(ann, &order, now))).await;
    let held: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()).collect();
    assert_eq!(held.len(), 1, "{outcomes:?}");
    let is_running = |outcome: &&Result<_, _>| matches!(outcome, Err(QuotaError::KeyUsed(KeyUse::Running)));
    assert_eq!(outcomes.iter().filter(is_running).count(), 19, "{outcomes:?}");
    assert_eq!(fixture.balance(ann, now).await, balance(1, 0));
}

pub(super) async fn old_key_is_refused_until_it_is_dropped(fixture: Fixture) {
    let (ann, now) = (fixture.account("ann").await, november(1));
    let order = idempotency("order-7", 1);
    let held = fixture.hold_once(ann, &order, now).await.expect("a request with a free key holds a unit");
    let answer = fixture.settle_with_answer(held, now).await;
    let second = SignedDuration::from_secs(1);
    let (before_end, at_end) = (now + ANSWER_RETENTION - second, now + ANSWER_RETENTION);
    fixture.expire(before_end).await;
    fixture.assert_used(ann, &order, before_end, &KeyUse::Answered(answer)).await;
    fixture.expire(at_end).await;
    fixture.assert_used(ann, &order, at_end, &KeyUse::Forgotten).await;
    let forgotten = now + ANSWER_RETENTION + KEY_RETENTION;
    fixture.expire(forgotten - second).await;
    fixture.assert_used(ann, &order, forgotten - second, &KeyUse::Forgotten).await;
    fixture.expire(forgotten).await;
    fixture.hold_once(ann, &order, forgotten).await.expect("a dropped key can be used again");
}
