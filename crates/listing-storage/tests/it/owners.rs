//! The units held by processes that have ended.

use futures_util::future::join_all;
use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ports::{IdSource as _, QuotaLedger as _};
use listing_storage::Store;

use crate::fixture::Fixture;
use crate::support::{FREE, now, open, patient, settling};

#[tokio::test]
async fn units_held_by_a_dead_process_are_released_within_a_minute() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let dying = open(&fixture.file()).with_instance_id(fixture.ids.id());
    dying.record_heartbeat(now()).await.unwrap();
    let held = dying.hold(&fixture.request(account)).await.unwrap();
    drop(dying);

    let quiet = now() + SignedDuration::from_secs(30);
    assert_eq!(fixture.store.expire(quiet).await.unwrap(), 0, "the process may still be busy");
    let gone = now() + SignedDuration::from_secs(31);
    assert_eq!(fixture.store.expire(gone).await.unwrap(), 1);
    assert_eq!(fixture.store.usage(account, FREE, gone).await.unwrap().free_used, 0);
    assert!(!fixture.store.settle(&settling(held.id, gone)).await.unwrap().charged);
    fixture.assert_sound().await;
}

#[tokio::test]
async fn units_held_by_a_living_process_are_released_at_their_expiry() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let living = open(&fixture.file()).with_instance_id(fixture.ids.id());
    living.hold(&fixture.request(account)).await.unwrap();
    for seconds in (0..300).step_by(10) {
        let moment = now() + SignedDuration::from_secs(seconds);
        living.record_heartbeat(moment).await.unwrap();
        assert_eq!(fixture.store.expire(moment).await.unwrap(), 0, "after {seconds} s");
    }
    let over = now() + SignedDuration::from_mins(5);
    living.record_heartbeat(over).await.unwrap();
    assert_eq!(fixture.store.expire(over).await.unwrap(), 1);
}

#[tokio::test]
async fn heartbeats_of_ended_processes_are_removed() {
    let fixture = Fixture::on_file();
    for day in 0..3 {
        let process = open(&fixture.file()).with_instance_id(fixture.ids.id());
        process.record_heartbeat(now() + SignedDuration::from_hours(25 * day)).await.unwrap();
    }
    assert_eq!(fixture.rows("instance"), 1);
}

#[tokio::test]
async fn ending_process_releases_only_its_own_holds() {
    for fixture in Fixture::each() {
        let account = fixture.account(Plan::ProAnnual).await;
        let ending = Store::new(patient(&fixture.address)).with_instance_id(fixture.ids.id());
        let other = Store::new(patient(&fixture.address)).with_instance_id(fixture.ids.id());
        for store in [&ending, &other, &fixture.store] {
            store.record_heartbeat(now()).await.unwrap();
            store.hold(&fixture.request(account)).await.unwrap();
        }
        // More units than one query returns.
        let many: Vec<_> = (0..250).map(|_| fixture.request(account)).collect();
        for held in join_all(many.iter().map(|request| ending.hold(request))).await {
            held.unwrap();
        }
        assert_eq!(ending.release_held(now()).await.unwrap(), 251);
        assert_eq!(ending.release_held(now()).await.unwrap(), 0);
        assert_eq!(
            fixture.store.release_held(now()).await.unwrap(),
            0,
            "a store without an instance id releases nothing"
        );
        assert_eq!(other.release_held(now()).await.unwrap(), 1);
        fixture.assert_sound().await;
    }
}
