use std::collections::HashSet;

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger as _, StoreError};
use listing_domain::quota::{Period, UnitKind};

use crate::fixture::Fixture;
use crate::support::{FREE, at, now, settling};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_parallel_holds_take_exactly_the_available_units() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, 20).await;
    let mut holding = tokio::task::JoinSet::new();
    for _ in 0..200 {
        let (store, request) = (fixture.store.clone(), fixture.request(account));
        holding.spawn(async move { store.hold(&request).await });
    }
    let outcomes = holding.join_all().await;
    let held: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()).collect();
    let free = held.iter().filter(|held| held.kind == UnitKind::Free(Period::containing(now()))).count();
    assert_eq!((held.len(), free), (23, 3));
    assert_eq!(outcomes.iter().filter(|o| matches!(o, Err(QuotaError::Exhausted))).count(), 177);
    fixture.assert_sound().await;

    // Charges half of the units and releases the other half, each twice in parallel.
    let mut ending = tokio::task::JoinSet::new();
    for (index, held) in held.into_iter().copied().enumerate().flat_map(|held| [held, held]) {
        let store = fixture.store.clone();
        ending.spawn(async move {
            if index < 12 {
                assert!(store.settle(&settling(held.id, now())).await.unwrap().charged);
            } else {
                store.release(held.id, now(), &Origin::CLI).await.unwrap();
            }
        });
    }
    ending.join_all().await;
    let usage = fixture.store.usage(account, FREE, now()).await.unwrap();
    assert_eq!(usage.free_used + 20 - usage.credits_remaining, 12);
    fixture.assert_sound().await;
}

#[tokio::test]
async fn a_refused_hold_stores_nothing() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let nothing = HoldRequest { free_limit: 0, ..fixture.request(account) };
    assert!(matches!(fixture.store.hold(&nothing).await, Err(QuotaError::Exhausted)));
    for table in ["bucket", "reservation", "ledger"] {
        assert_eq!(fixture.rows(table), 0, "{table}");
    }
    fixture.hold(account, now()).await.unwrap();
    assert_eq!((fixture.rows("bucket"), fixture.rows("reservation"), fixture.rows("ledger")), (1, 1, 2));
    fixture.assert_sound().await;
}

#[tokio::test]
async fn clock_that_is_set_back_does_not_reopen_a_month() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (november, december) = (at("2026-11-30T23:59:00Z"), at("2026-12-01T00:01:00Z"));
    let in_november = fixture.hold(account, november).await.unwrap();
    for _ in 0..FREE {
        fixture.hold(account, december).await.unwrap();
    }
    assert!(matches!(fixture.hold(account, november).await, Err(QuotaError::Exhausted)));
    let usage = fixture.store.usage(account, FREE, november).await.unwrap();
    assert_eq!((usage.period, usage.free_used), (Period::containing(december), 3));

    // The unit that was held in November returns to November's bucket.
    fixture.store.release(in_november.id, december, &Origin::CLI).await.unwrap();
    assert!(matches!(fixture.hold(account, december).await, Err(QuotaError::Exhausted)));
    fixture.assert_sound().await;
}

#[tokio::test]
async fn changed_free_limit_applies_from_the_next_request_on() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let hold =
        async |free_limit| fixture.store.hold(&HoldRequest { free_limit, ..fixture.request(account) }).await;
    for _ in 0..3 {
        hold(3).await.unwrap();
    }
    assert!(matches!(hold(3).await, Err(QuotaError::Exhausted)));
    let fourth = hold(5).await.unwrap();
    fixture.assert_sound().await;
    assert!(matches!(hold(2).await, Err(QuotaError::Exhausted)));
    fixture.credits(account, 1).await;
    assert_eq!(hold(2).await.unwrap().kind, UnitKind::Credit);
    fixture.assert_sound().await;
    fixture.store.release(fourth.id, now(), &Origin::CLI).await.unwrap();
    assert!(matches!(hold(2).await, Err(QuotaError::Exhausted)));
    assert!(matches!(hold(4).await.unwrap().kind, UnitKind::Free(_)));
    fixture.assert_sound().await;
}

#[tokio::test]
async fn one_call_expires_more_units_than_a_batch_and_a_late_settlement_charges_nothing() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, 500).await;
    let mut held = Vec::new();
    for _ in 0..450 {
        held.push(fixture.hold(account, now()).await.unwrap());
    }
    let over = now() + SignedDuration::from_mins(5);
    let unexpired =
        HoldRequest { expires_at: over + SignedDuration::from_secs(1), ..fixture.request(account) };
    fixture.store.hold(&unexpired).await.unwrap();
    assert_eq!(fixture.store.expire(over - SignedDuration::from_secs(1)).await.unwrap(), 0);
    assert_eq!(fixture.store.expire(over).await.unwrap(), 450);
    assert_eq!(fixture.store.expire(over).await.unwrap(), 0);

    let before = fixture.store.usage(account, FREE, over).await.unwrap();
    assert_eq!((before.free_used, before.credits_remaining), (0, 499));
    for _ in 0..2 {
        let late = fixture.store.settle(&settling(held[0].id, over)).await.unwrap();
        assert_eq!((late.charged, late.usage), (false, before.into()));
    }
    fixture.assert_sound().await;
}

#[tokio::test]
async fn payment_reported_concurrently_is_granted_once() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let grant =
        Grant { payment: "order-1".parse().unwrap(), account, units: 20, at: now(), origin: Origin::CLI };
    let reports =
        tokio::join!(fixture.store.grant(&grant), fixture.store.grant(&grant), fixture.store.grant(&grant));
    let is_new = |report: &Result<GrantOutcome, _>| matches!(report, Ok(GrantOutcome::Granted { repaid: 0 }));
    assert_eq!([reports.0, reports.1, reports.2].iter().filter(|report| is_new(report)).count(), 1);
    assert_eq!(fixture.store.usage(account, FREE, now()).await.unwrap().credits_remaining, 20);
    fixture.assert_sound().await;
}

#[tokio::test]
async fn ledger_entries_cannot_be_changed_or_deleted_even_without_the_store() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.hold(account, now()).await.unwrap();
    for statement in ["UPDATE ledger SET amount = 0", "DELETE FROM ledger"] {
        let error = fixture.tamper(statement).unwrap_err();
        assert!(error.to_string().contains("append-only"), "{error}");
    }
}

#[tokio::test]
async fn the_schema_refuses_invalid_rows() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let held = fixture.hold(account, now()).await.unwrap();
    let second_hold = format!(
        "INSERT INTO ledger (reservation, phase, entry, account, kind, period, amount, at)
         VALUES ('{}', 1, 'hold', '{account}', 'free', '2026-11', 1, 0)",
        held.id
    );
    for statement in [
        "UPDATE bucket SET spent = 3",
        "UPDATE bucket SET pending = -1",
        "UPDATE bucket SET period = ''",
        "UPDATE reservation SET state = 'lost'",
        "UPDATE account SET plan = 'gold'",
        "UPDATE account SET created_at = 'yesterday'",
        second_hold.as_str(),
        &second_hold.replace("1, 'hold'", "NULL, 'settle'"),
        &second_hold.replace("1, 'hold'", "2, 'hold'"),
    ] {
        assert!(fixture.tamper(statement).is_err(), "{statement}");
    }
}

#[tokio::test]
async fn the_same_reservation_is_not_held_twice() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let request = fixture.request(account);
    fixture.store.hold(&request).await.unwrap();
    let again = fixture.store.hold(&request).await;
    assert!(matches!(again, Err(QuotaError::Store(StoreError::Inconsistent(_)))), "{again:?}");
    assert_eq!(fixture.store.usage(account, FREE, now()).await.unwrap().free_used, 1);
    fixture.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_stores_on_one_file_share_the_units() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.credits(account, 20).await;
    let other = std::sync::Arc::new(crate::support::open(&fixture.file()));
    let mut holding = tokio::task::JoinSet::new();
    for index in 0..100 {
        let store = if index % 2 == 0 { fixture.store.clone() } else { other.clone() };
        let request = fixture.request(account);
        holding.spawn(async move { store.hold(&request).await.ok().map(|held| held.id) });
    }
    let held: HashSet<_> = holding.join_all().await.into_iter().flatten().collect();
    assert_eq!(held.len(), 23);
    fixture.assert_sound().await;
}
