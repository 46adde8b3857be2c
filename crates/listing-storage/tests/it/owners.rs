//! Units of processes that are gone.

use futures_util::future::join_all;
use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ports::{IdSource as _, QuotaLedger as _};
use listing_storage::Store;

use crate::place::Place;
use crate::support::{FREE, now, open, patient, settling};

#[tokio::test]
async fn units_held_by_a_dead_process_go_back_within_a_minute() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let dying = open(&place.file()).in_the_name_of(place.ids.id());
    dying.beat(now()).await.unwrap();
    let held = dying.hold(&place.request(account)).await.unwrap();
    drop(dying);

    let quiet = now() + SignedDuration::from_secs(30);
    assert_eq!(place.store.expire(quiet).await.unwrap(), 0, "it may be busy");
    let gone = now() + SignedDuration::from_secs(31);
    assert_eq!(place.store.expire(gone).await.unwrap(), 1);
    assert_eq!(place.store.usage(account, FREE, gone).await.unwrap().free_used, 0);
    assert!(!place.store.settle(&settling(held.id, gone)).await.unwrap().charged);
    place.assert_sound().await;
}

#[tokio::test]
async fn a_living_process_holds_its_units_until_their_time_is_over() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let living = open(&place.file()).in_the_name_of(place.ids.id());
    living.hold(&place.request(account)).await.unwrap();
    for seconds in (0..300).step_by(10) {
        let moment = now() + SignedDuration::from_secs(seconds);
        living.beat(moment).await.unwrap();
        assert_eq!(place.store.expire(moment).await.unwrap(), 0, "after {seconds} s");
    }
    let over = now() + SignedDuration::from_mins(5);
    living.beat(over).await.unwrap();
    assert_eq!(place.store.expire(over).await.unwrap(), 1);
}

#[tokio::test]
async fn heartbeats_of_ended_processes_are_removed() {
    let place = Place::on_file();
    for day in 0..3 {
        let process = open(&place.file()).in_the_name_of(place.ids.id());
        process.beat(now() + SignedDuration::from_hours(25 * day)).await.unwrap();
    }
    assert_eq!(place.rows("instance"), 1);
}

#[tokio::test]
async fn a_process_that_ends_gives_back_its_own_holds_and_no_others() {
    for place in Place::each() {
        let account = place.account(Plan::ProAnnual).await;
        let ending = Store::new(patient(&place.address)).in_the_name_of(place.ids.id());
        let other = Store::new(patient(&place.address)).in_the_name_of(place.ids.id());
        for store in [&ending, &other, &place.store] {
            store.beat(now()).await.unwrap();
            store.hold(&place.request(account)).await.unwrap();
        }
        // More than one look-up returns.
        let many: Vec<_> = (0..250).map(|_| place.request(account)).collect();
        for held in join_all(many.iter().map(|request| ending.hold(request))).await {
            held.unwrap();
        }
        assert_eq!(ending.release_held(now()).await.unwrap(), 251);
        assert_eq!(ending.release_held(now()).await.unwrap(), 0);
        assert_eq!(place.store.release_held(now()).await.unwrap(), 0, "it holds under no name");
        assert_eq!(other.release_held(now()).await.unwrap(), 1);
        place.assert_sound().await;
    }
}
