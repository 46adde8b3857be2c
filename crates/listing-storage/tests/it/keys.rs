//! Accounts and keys, beyond the port's contract.

use std::time::Duration;

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ids::KeyId;
use listing_domain::ports::{
    AccountStore as _, AccountStoreError, EntitlementStore as _, IdSource as _, NewKey, QuotaLedger as _,
    StoreError,
};

use crate::place::Place;
use crate::support::{now, open, settling};

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_keys_stop_at_the_limit() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let mut adding = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let key = place.ids.api_key();
        let (store, id) = (place.store.clone(), KeyId::new(place.ids.id()));
        let new = NewKey::plain(id, account, &key, now());
        adding.spawn(async move { store.add_key(&new, 10).await });
    }
    let outcomes = adding.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 10);
    let refused =
        outcomes.iter().filter(|outcome| matches!(outcome, Err(AccountStoreError::TooManyKeys(10))));
    assert_eq!(refused.count(), 30);
    assert_eq!(place.store.keys(account).await.unwrap().len(), 10);
}

#[tokio::test]
async fn a_change_is_seen_at_once_here_and_within_five_seconds_elsewhere() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let (id, key) = place.key(account).await;
    let elsewhere = open(&place.file());
    let plan_at = async |store: &listing_storage::Store| {
        store.key_owner(&key.digest(), now()).await.unwrap().map(|owner| owner.plan)
    };
    assert_eq!(plan_at(&place.store).await, Some(Plan::Free));
    place.set_plan(account, Plan::ProAnnual).await;
    assert_eq!(plan_at(&place.store).await, Some(Plan::ProAnnual));

    assert_eq!(plan_at(&elsewhere).await, Some(Plan::ProAnnual));
    assert!(place.store.revoke_key(account, id, now()).await.unwrap());
    assert_eq!(plan_at(&place.store).await, None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(plan_at(&elsewhere).await, None);
}

#[tokio::test]
async fn a_suspended_account_is_shut_elsewhere_within_five_seconds() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let (_, key) = place.key(account).await;
    let elsewhere = open(&place.file());
    assert!(elsewhere.key_owner(&key.digest(), now()).await.unwrap().is_some());
    assert!(place.store.suspend(account, now()).await.unwrap());
    assert_eq!(place.store.key_owner(&key.digest(), now()).await.unwrap(), None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(elsewhere.key_owner(&key.digest(), now()).await.unwrap(), None);
    assert!(place.store.resume(account).await.unwrap());
    assert!(elsewhere.key_owner(&key.digest(), now()).await.unwrap().is_some(), "no refusal is remembered");
}

#[tokio::test]
async fn nothing_personal_of_a_deleted_account_stays() {
    let place = Place::on_file();
    let account = place.account(Plan::ProMonthly).await;
    place.key(account).await;
    let held = place.hold(account, now()).await.unwrap();
    place.store.settle(&settling(held.id, now())).await.unwrap();
    assert!(place.store.delete_account(account, now(), None).await.unwrap());
    for (table, rows) in
        [("account", 1), ("api_key", 0), ("idempotency", 0), ("ledger", 2), ("reservation", 1)]
    {
        assert_eq!(place.rows(table), rows, "{table}");
    }
    assert_eq!(place.rows("account WHERE email IS NULL AND deleted_at IS NOT NULL"), 1);
    assert_eq!(place.rows("entitlement WHERE ends IS NOT NULL"), 1);
    place.assert_sound().await;
}

#[tokio::test]
async fn uses_are_written_once_a_minute_and_remembered_look_ups_know_them() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let (id, key) = place.key(account).await;
    let seen = async || place.store.key_owner(&key.digest(), now()).await.unwrap().unwrap().last_used_at;
    let stored = async || place.store.keys(account).await.unwrap()[0].last_used_at;
    assert_eq!((seen().await, stored().await), (None, None));

    place.store.note_key_use(id, now()).await.unwrap();
    assert_eq!((seen().await, stored().await), (Some(now()), Some(now())));
    let soon = now() + SignedDuration::from_secs(30);
    place.store.note_key_use(id, soon).await.unwrap();
    assert_eq!(stored().await, Some(now()));
    let later = now() + SignedDuration::from_secs(60);
    place.store.note_key_use(id, later).await.unwrap();
    assert_eq!((seen().await, stored().await), (Some(later), Some(later)));
}

#[tokio::test]
async fn no_file_of_the_database_holds_a_key() {
    let place = Place::on_file();
    let account = place.account(Plan::Free).await;
    let (id, key) = place.key(account).await;
    place.store.key_owner(&key.digest(), now()).await.unwrap();
    place.store.note_key_use(id, now()).await.unwrap();
    let (file, folder) = (place.file(), place.file().parent().unwrap().to_owned());
    let occurrences = |needle: &[u8]| {
        let files =
            std::fs::read_dir(&folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
        files
            .map(|bytes| bytes.windows(needle.len()).filter(|window| *window == needle).count())
            .sum::<usize>()
    };
    for _closed_and_open in 0..2 {
        assert_eq!(occurrences(key.reveal().as_bytes()), 0);
        assert_eq!(occurrences(&key.reveal().as_bytes()[4..]), 0, "without its prefix");
        assert!(occurrences(key.digest().as_bytes()) > 0, "the search can find what is there");
        drop(open(&file));
    }
}

#[tokio::test]
async fn an_unknown_plan_is_reported_with_its_table_and_column() {
    let place = Place::on_file();
    let account = place.account(Plan::ProMonthly).await;
    place.tamper("PRAGMA ignore_check_constraints = ON; UPDATE entitlement SET plan = 'gold'").unwrap();
    let error = place.store.entitlements(account).await.unwrap_err();
    let StoreError::Inconsistent(source) = error else { panic!("{error:?}") };
    assert!(source.to_string().starts_with("table entitlement, row "), "{source}");
}
