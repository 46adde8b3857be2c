//! Units of processes that are gone.

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ports::{IdSource as _, QuotaLedger as _};

use crate::support::{FREE, Fixture, now, open, settling};

#[tokio::test]
async fn what_a_dead_process_held_goes_back_within_a_minute() {
    let fixture = Fixture::new();
    let account = fixture.account("ann@example.com", Plan::Free).await;
    let dying = open(&fixture.file()).in_the_name_of(fixture.ids.id());
    dying.beat(now()).await.unwrap();
    let held = dying.hold(&fixture.request(account, now())).await.unwrap();
    drop(dying);

    let quiet = now() + SignedDuration::from_secs(30);
    assert_eq!(fixture.store.expire(quiet).await.unwrap(), 0, "it may be busy");
    let gone = now() + SignedDuration::from_secs(31);
    assert_eq!(fixture.store.expire(gone).await.unwrap(), 1);
    assert_eq!(fixture.store.usage(account, FREE, gone).await.unwrap().free_used, 0);
    assert!(!fixture.store.settle(&settling(held.id, gone)).await.unwrap().charged);
    fixture.assert_sound().await;
}

#[tokio::test]
async fn a_living_process_keeps_what_it_holds_until_its_time_is_over() {
    let fixture = Fixture::new();
    let account = fixture.account("ann@example.com", Plan::Free).await;
    let living = open(&fixture.file()).in_the_name_of(fixture.ids.id());
    living.hold(&fixture.request(account, now())).await.unwrap();
    for seconds in (0..300).step_by(10) {
        let moment = now() + SignedDuration::from_secs(seconds);
        living.beat(moment).await.unwrap();
        assert_eq!(fixture.store.expire(moment).await.unwrap(), 0, "after {seconds} s");
    }
    let over = now() + SignedDuration::from_mins(5);
    living.beat(over).await.unwrap();
    assert_eq!(fixture.store.expire(over).await.unwrap(), 1);
}

#[tokio::test]
async fn signs_of_life_of_the_long_gone_are_removed() {
    let fixture = Fixture::new();
    for day in 0..3 {
        let process = open(&fixture.file()).in_the_name_of(fixture.ids.id());
        process.beat(now() + SignedDuration::from_hours(25 * day)).await.unwrap();
    }
    assert_eq!(fixture.rows("instance"), 1);
}
