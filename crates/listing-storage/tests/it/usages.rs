//! The cache of accounts' usage, whose entries live for less than a second.

use std::time::Duration;

use futures_util::future::join_all;
use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, GrantOutcome, QuotaLedger as _};
use listing_domain::quota::Usage;
use listing_storage::Store;
use listing_testkit::refunding;

use crate::fixture::Fixture;
use crate::support::{FREE, at, now, open, settling};

async fn usage(store: &Store, account: AccountId) -> Usage {
    store.usage(account, FREE, now()).await.unwrap()
}

async fn figures(store: &Store, account: AccountId) -> (u32, u32) {
    let usage = usage(store, account).await;
    (usage.free_used, usage.credits_remaining)
}

#[tokio::test]
async fn usage_shows_writes_of_this_process_at_once() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let store = &fixture.store;
    assert_eq!(figures(store, account).await, (0, 0));
    let first = fixture.hold(account, now()).await.unwrap();
    assert_eq!(figures(store, account).await, (1, 0), "held");
    let second = fixture.hold(account, now()).await.unwrap();
    assert_eq!(figures(store, account).await, (2, 0), "held");
    store.release(first.id, now(), &Origin::CLI).await.unwrap();
    assert_eq!(figures(store, account).await, (1, 0), "released");
    store.settle(&settling(second.id, now())).await.unwrap();
    assert_eq!(figures(store, account).await, (1, 0), "settled");
    fixture.hold(account, now()).await.unwrap();
    assert_eq!(figures(store, account).await, (2, 0), "held");
    assert_eq!(store.expire(now() + SignedDuration::from_mins(6)).await.unwrap(), 1);
    assert_eq!(figures(store, account).await, (1, 0), "expired");
    let grant = Grant { payment: "p-1".parse().unwrap(), account, units: 20, at: now(), origin: Origin::CLI };
    assert_eq!(store.grant(&grant).await.unwrap(), GrantOutcome::Granted { repaid: 0 });
    assert_eq!(figures(store, account).await, (1, 20), "granted");
    store.refund(&refunding("p-1".parse().unwrap(), account, now())).await.unwrap();
    assert_eq!(figures(store, account).await, (1, 0), "refunded");
    fixture.set_plan(account, Plan::ProAnnual).await;
    assert_eq!(usage(store, account).await.plan, Plan::ProAnnual);
}

#[tokio::test]
async fn usage_shows_writes_of_another_process_within_a_second() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let elsewhere = open(&fixture.file());
    assert_eq!(figures(&elsewhere, account).await, (0, 0));
    fixture.credits(account, 20).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(figures(&elsewhere, account).await, (0, 20));
}

#[tokio::test]
async fn hold_uses_the_stored_balance_not_the_cached_one() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let elsewhere = open(&fixture.file());
    for _ in 0..FREE {
        fixture.hold(account, now()).await.unwrap();
    }
    assert_eq!(figures(&elsewhere, account).await, (FREE, 0));
    fixture.credits(account, 1).await;
    elsewhere.hold(&fixture.request(account)).await.unwrap();
    elsewhere.hold(&fixture.request(account)).await.unwrap_err();
}

#[tokio::test]
async fn cached_usage_is_not_used_in_a_new_month() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    fixture.hold(account, now()).await.unwrap();
    assert_eq!(figures(&fixture.store, account).await, (1, 0));
    let next = fixture.store.usage(account, FREE, at("2026-12-01T00:00:00Z")).await.unwrap();
    assert_eq!((next.free_used, next.period.to_string()), (0, "2026-12".to_owned()));
}

#[tokio::test]
async fn store_without_a_usage_cache_reads_the_database_every_time() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let elsewhere = open(&fixture.file()).without_usage_cache();
    assert_eq!(figures(&elsewhere, account).await, (0, 0));
    fixture.credits(account, 20).await;
    assert_eq!(figures(&elsewhere, account).await, (0, 20));
}

#[tokio::test]
async fn usage_includes_all_concurrent_holds() {
    for fixture in Fixture::each() {
        let (ann, bob) = (fixture.account(Plan::Free).await, fixture.account(Plan::Free).await);
        let all = [ann, bob, ann, bob, ann].map(|account| fixture.hold(account, now()));
        assert!(join_all(all).await.iter().all(Result::is_ok));
        assert_eq!(figures(&fixture.store, ann).await, (3, 0));
        assert_eq!(figures(&fixture.store, bob).await, (2, 0));
    }
}
