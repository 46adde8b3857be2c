//! Steps that run in a group follow the same rules as single steps.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use futures_util::future::join_all;
use listing_domain::account::Plan;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest, KeyUse, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    Grant, HoldRequest, IdSource as _, QuotaError, QuotaLedger as _, SettleRequest, StoreError,
};
use listing_domain::quota::UnitKind;
use listing_storage::Store;
use listing_testkit::new_generation;

use crate::fixture::Fixture;
use crate::postgres::another_database;
use crate::support::{FREE, at, now, patient, settling};

fn idempotency(key: &str, content: u8) -> IdempotentRequest {
    IdempotentRequest { key: key.parse().unwrap(), fingerprint: Fingerprint::new([content; 32]) }
}

#[tokio::test]
async fn batched_steps_give_the_same_results_as_single_steps() {
    for fixture in Fixture::each() {
        let (ann, bob, pro) = (
            fixture.account(Plan::Free).await,
            fixture.account(Plan::Free).await,
            fixture.account(Plan::ProAnnual).await,
        );
        let stranger = AccountId::new(fixture.ids.id());
        let payment = Grant {
            payment: "order-1".parse().unwrap(),
            account: bob,
            units: 2,
            at: now(),
            origin: Origin::CLI,
        };
        fixture.store.grant(&payment).await.unwrap();
        let requests: Vec<_> =
            (0..8).flat_map(|_| [ann, bob, pro, stranger]).map(|account| fixture.request(account)).collect();
        let held = join_all(requests.iter().map(|request| fixture.store.hold(request))).await;
        let held_count = |account, is: fn(UnitKind) -> bool| {
            let matching = requests.iter().zip(&held).filter(|(request, _)| request.account == account);
            matching.filter(|(_, held)| held.as_ref().is_ok_and(|held| is(held.kind))).count()
        };
        let is_free = |kind| matches!(kind, UnitKind::Free(_));
        assert_eq!((held_count(ann, is_free), held_count(ann, |_| true)), (3, 3));
        assert_eq!((held_count(bob, is_free), held_count(bob, |kind| kind == UnitKind::Credit)), (3, 2));
        assert_eq!(held_count(pro, |kind| kind == UnitKind::Pro), 8);
        for (request, held) in requests.iter().zip(&held) {
            match held {
                Ok(held) => assert_eq!(held.id, request.reservation),
                Err(QuotaError::UnknownAccount) => assert_eq!(request.account, stranger),
                Err(error) => assert!(matches!(error, QuotaError::Exhausted), "{error:?}"),
            }
        }
        fixture.assert_sound().await;

        // Each reservation twice, and an unknown one once.
        let ids = held.iter().flatten().flat_map(|held| [held.id, held.id]);
        let ids: Vec<_> = ids.chain([ReservationId::new(fixture.ids.id())]).collect();
        let settled =
            join_all(ids.iter().map(|id| async { fixture.store.settle(&settling(*id, now())).await })).await;
        let (never, settled) = settled.split_last().unwrap();
        assert!(matches!(never, Err(QuotaError::UnknownReservation)), "{never:?}");
        assert!(settled.iter().all(|settled| settled.as_ref().unwrap().charged));
        let usage = fixture.store.usage(bob, FREE, now()).await.unwrap();
        assert_eq!((usage.free_used, usage.credits_remaining), (3, 0));
        fixture.assert_sound().await;
    }
}

#[tokio::test]
async fn batched_usage_reads_return_the_same_as_single_ones() {
    for fixture in Fixture::each() {
        let (ann, bob, pro) = (
            fixture.account(Plan::Free).await,
            fixture.account(Plan::Free).await,
            fixture.account(Plan::ProAnnual).await,
        );
        fixture.hold(ann, now()).await.unwrap();
        fixture.credits(bob, 2).await;
        let stranger = AccountId::new(fixture.ids.id());
        let next_month = at("2026-12-01T00:00:00Z");
        let queries = [(ann, now()), (ann, next_month), (bob, now()), (pro, now()), (stranger, now())];
        let reader = Store::new(patient(&fixture.address)).without_usage_cache();
        let queries: Vec<_> = queries.iter().cycle().take(queries.len() * 3).collect();
        let usages = join_all(queries.iter().map(|(account, at)| reader.usage(*account, FREE, *at))).await;
        for ((account, at), result) in queries.into_iter().zip(usages) {
            match result {
                Ok(usage) => {
                    let alone = reader.usage(*account, FREE, *at).await.unwrap();
                    assert_eq!(usage, alone);
                    let is_anns = (*account, *at) == (ann, now());
                    let figures = (usage.free_used, usage.credits_remaining, usage.plan);
                    let credits = if *account == bob { 2 } else { 0 };
                    let plan = if *account == pro { Plan::ProAnnual } else { Plan::Free };
                    assert_eq!(figures, (u32::from(is_anns), credits, plan));
                }
                Err(QuotaError::UnknownAccount) => assert_eq!(*account, stranger),
                Err(error) => panic!("{error:?}"),
            }
        }
    }
}

#[tokio::test]
async fn concurrent_requests_with_one_idempotency_key_share_one_hold_and_its_answer() {
    for fixture in Fixture::each() {
        let (ann, bob) = (fixture.account(Plan::Free).await, fixture.account(Plan::Free).await);
        let contents = [(ann, 1), (ann, 1), (ann, 2), (bob, 1), (ann, 1)];
        let request = |(account, content)| HoldRequest {
            idempotency: Some(idempotency("key", content)),
            ..fixture.request(account)
        };
        let requests: Vec<_> = contents.into_iter().map(request).collect();
        let held = join_all(requests.iter().map(|request| fixture.store.hold(request))).await;
        let outcomes: Vec<_> = held
            .iter()
            .map(|held| match held {
                Ok(_) => "held",
                Err(QuotaError::KeyUsed(KeyUse::Running)) => "running",
                Err(QuotaError::KeyUsed(KeyUse::OtherRequest)) => "other",
                Err(_) => "failed",
            })
            .collect();
        assert_eq!(outcomes, ["held", "running", "other", "held", "running"]);

        let settle = |index: usize, text: &'static str| {
            let generation = Some(new_generation(&fixture.ids, text));
            SettleRequest { generation, ..settling(requests[index].reservation, now()) }
        };
        let settles = [settle(0, "first"), settle(3, "bob's"), settle(0, "second")];
        let settled = join_all(settles.iter().map(|request| fixture.store.settle(request))).await;
        let settled: Vec<_> = settled.into_iter().map(Result::unwrap).collect();
        assert_eq!(settled[2], settled[0]);
        for (account, settled, text) in [(ann, settled[0], "first"), (bob, settled[1], "bob's")] {
            let answer = fixture.store.answer(account, &idempotency("key", 1)).await.unwrap();
            let StoredAnswer { data, usage, .. } = answer.unwrap();
            assert_eq!((data.as_bytes(), usage), (text.as_bytes(), settled.usage));
        }
        fixture.assert_sound().await;
    }
}

#[tokio::test]
async fn failed_step_does_not_fail_other_steps_of_its_group() {
    for fixture in Fixture::each() {
        let ann = fixture.account(Plan::ProAnnual).await;
        let used = fixture.request(ann);
        fixture.store.hold(&used).await.unwrap();
        let mut requests: Vec<_> = (0..8).map(|_| fixture.request(ann)).collect();
        requests.insert(5, used);
        let held = join_all(requests.iter().map(|request| fixture.store.hold(request))).await;
        let failed: Vec<_> = (0..).zip(&held).filter(|(_, held)| held.is_err()).collect();
        assert!(
            matches!(failed[..], [(5, Err(QuotaError::Store(StoreError::Inconsistent(_))))]),
            "{failed:?}"
        );
        fixture.assert_sound().await;
    }
}

#[tokio::test]
async fn locked_account_does_not_delay_other_accounts() {
    let Some(address) = another_database() else { return };
    let fixture = Fixture::at(address.clone(), None);
    let (ann, bob) = (fixture.account(Plan::Free).await, fixture.account(Plan::Free).await);
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute(&format!("BEGIN; SELECT id FROM account WHERE id = '{ann}' FOR UPDATE")).unwrap();
    let held = async |account| fixture.store.hold(&fixture.request(account)).await;
    let bobs = async {
        for held in join_all([held(bob), held(bob), held(bob)]).await {
            held.unwrap();
        }
        // Releases the lock on the account, for which the other holds wait.
        other.batch_execute("ROLLBACK").unwrap();
    };
    let (anns, ()) = tokio::join!(join_all([held(ann), held(ann)]), bobs);
    // On a busy machine, the waiting holds may have given up.
    assert!(
        anns.iter().all(|held| matches!(held, Ok(_) | Err(QuotaError::Store(StoreError::Unavailable(_))))),
        "{anns:?}"
    );
    fixture.store.expire(now()).await.unwrap();
    fixture.assert_sound().await;
}
