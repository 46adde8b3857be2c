use std::time::Duration;

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::ids::KeyId;
use listing_domain::ports::{
    AccountStore as _, AccountStoreError, EntitlementStore as _, IdSource as _, NewKey, QuotaLedger as _,
    StoreError,
};

use crate::fixture::Fixture;
use crate::support::{now, open, settling};

#[tokio::test(flavor = "multi_thread")]
async fn concurrently_created_keys_stop_at_the_limit() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let mut adding = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let key = fixture.ids.api_key();
        let (store, id) = (fixture.store.clone(), KeyId::new(fixture.ids.id()));
        let new = NewKey::plain(id, account, &key, now());
        adding.spawn(async move { store.add_key(&new, 10).await });
    }
    let outcomes = adding.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 10);
    let refused =
        outcomes.iter().filter(|outcome| matches!(outcome, Err(AccountStoreError::TooManyKeys(10))));
    assert_eq!(refused.count(), 30);
    assert_eq!(fixture.store.keys(account).await.unwrap().len(), 10);
}

#[tokio::test]
async fn change_takes_effect_at_once_in_this_process_and_within_five_seconds_in_others() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (id, key) = fixture.key(account).await;
    let elsewhere = open(&fixture.file());
    let plan_at = async |store: &listing_storage::Store| {
        store.key_owner(&key.digest(), now()).await.unwrap().map(|owner| owner.plan)
    };
    assert_eq!(plan_at(&fixture.store).await, Some(Plan::Free));
    fixture.set_plan(account, Plan::ProAnnual).await;
    assert_eq!(plan_at(&fixture.store).await, Some(Plan::ProAnnual));

    assert_eq!(plan_at(&elsewhere).await, Some(Plan::ProAnnual));
    assert!(fixture.store.revoke_key(account, id, now()).await.unwrap());
    assert_eq!(plan_at(&fixture.store).await, None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(plan_at(&elsewhere).await, None);
}

#[tokio::test]
async fn suspension_takes_effect_in_other_processes_within_five_seconds() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (_, key) = fixture.key(account).await;
    let elsewhere = open(&fixture.file());
    assert!(elsewhere.key_owner(&key.digest(), now()).await.unwrap().is_some());
    assert!(fixture.store.suspend(account, now()).await.unwrap());
    assert_eq!(fixture.store.key_owner(&key.digest(), now()).await.unwrap(), None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(elsewhere.key_owner(&key.digest(), now()).await.unwrap(), None);
    assert!(fixture.store.resume(account).await.unwrap());
    assert!(
        elsewhere.key_owner(&key.digest(), now()).await.unwrap().is_some(),
        "a refused look-up is not cached"
    );
}

#[tokio::test]
async fn deleted_account_leaves_no_personal_data() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::ProMonthly).await;
    fixture.key(account).await;
    let held = fixture.hold(account, now()).await.unwrap();
    fixture.store.settle(&settling(held.id, now())).await.unwrap();
    assert!(fixture.store.delete_account(account, now(), None).await.unwrap());
    for (table, rows) in
        [("account", 1), ("api_key", 0), ("idempotency", 0), ("ledger", 3), ("reservation", 1)]
    {
        assert_eq!(fixture.rows(table), rows, "{table}");
    }
    assert_eq!(fixture.rows("account WHERE email IS NULL AND deleted_at IS NOT NULL"), 1);
    assert_eq!(fixture.rows("entitlement WHERE ends IS NOT NULL"), 1);
    fixture.assert_sound().await;
}

#[tokio::test]
async fn last_use_is_written_once_a_minute_and_shown_by_cached_look_ups() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (id, key) = fixture.key(account).await;
    let seen = async || fixture.store.key_owner(&key.digest(), now()).await.unwrap().unwrap().last_used_at;
    let stored = async || fixture.store.keys(account).await.unwrap()[0].last_used_at;
    assert_eq!((seen().await, stored().await), (None, None));

    fixture.store.note_key_use(id, now()).await.unwrap();
    assert_eq!((seen().await, stored().await), (Some(now()), Some(now())));
    let soon = now() + SignedDuration::from_secs(30);
    fixture.store.note_key_use(id, soon).await.unwrap();
    assert_eq!(stored().await, Some(now()));
    let later = now() + SignedDuration::from_secs(60);
    fixture.store.note_key_use(id, later).await.unwrap();
    assert_eq!((seen().await, stored().await), (Some(later), Some(later)));
}

#[tokio::test]
async fn no_file_of_the_database_holds_a_key() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::Free).await;
    let (id, key) = fixture.key(account).await;
    fixture.store.key_owner(&key.digest(), now()).await.unwrap();
    fixture.store.note_key_use(id, now()).await.unwrap();
    let (file, folder) = (fixture.file(), fixture.file().parent().unwrap().to_owned());
    let occurrences = |needle: &[u8]| {
        let files =
            std::fs::read_dir(&folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
        files
            .map(|bytes| bytes.windows(needle.len()).filter(|window| *window == needle).count())
            .sum::<usize>()
    };
    for _closed_and_open in 0..2 {
        assert_eq!(occurrences(key.reveal().as_bytes()), 0);
        assert_eq!(occurrences(&key.reveal().as_bytes()[4..]), 0, "the key's text must not be in a file");
        assert!(occurrences(key.digest().as_bytes()) > 0, "the search must find the key's digest");
        drop(open(&file));
    }
}

#[tokio::test]
async fn an_unknown_plan_is_reported_with_its_table_and_column() {
    let fixture = Fixture::on_file();
    let account = fixture.account(Plan::ProMonthly).await;
    fixture.tamper("PRAGMA ignore_check_constraints = ON; UPDATE entitlement SET plan = 'gold'").unwrap();
    let error = fixture.store.entitlements(account).await.unwrap_err();
    let StoreError::Inconsistent(source) = error else { panic!("{error:?}") };
    assert!(source.to_string().starts_with("table entitlement, row "), "{source}");
}
