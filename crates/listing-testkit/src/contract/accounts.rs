use std::sync::Arc;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyName, KeyRecord, KeyState};
use listing_domain::ports::{AccountStore, AccountStoreError, IdSource, KeyOwner, NewKey};
use listing_domain::principal::{Scope, Scopes};

use super::{email, later, moment, open_account, run_cases};
use crate::SeededIds;

const CREATED: &str = "2026-11-21T10:00:00Z";
const MAX_KEYS: u32 = 10;

type Store = Arc<dyn AccountStore>;

/// The contract of account stores.
pub async fn account_store_contract<S: AccountStore + 'static>(make: impl AsyncFn() -> S) {
    let store = async || {
        let store: Store = Arc::new(make().await);
        store
    };
    run_cases!(store();
        account_is_read_back_unchanged,
        second_account_with_the_same_email_is_refused,
        email_is_taken_once_under_concurrency,
        accounts_are_listed_by_email,
        key_has_an_owner_until_it_is_revoked,
        a_key_is_revoked_once_and_by_its_account_only,
        keys_are_listed_oldest_first_with_the_revoked_ones,
        active_keys_are_limited_and_revoking_makes_room,
        the_limit_of_keys_holds_under_concurrency,
        each_account_has_its_own_limit_of_keys,
        key_needs_an_account_and_is_added_once,
        last_use_is_recorded,
        a_key_keeps_its_name_and_scopes,
        expired_key_has_no_owner,
        rotated_key_works_until_its_overlap_ends,
        a_key_rotated_without_overlap_makes_room_for_the_new_one,
        a_key_can_be_revoked_during_its_overlap,
        ended_keys_are_bounded_and_dropped_after_their_retention,
        suspended_account_has_no_access_until_resumed,
        a_deleted_account_leaves_its_email_to_others,
    );
}

async fn add_key(store: &Store, ids: &SeededIds, account: AccountId) -> Result<NewKey, AccountStoreError> {
    let key = new_key(ids, account);
    store.add_key(&key, MAX_KEYS).await.map(|()| key)
}

fn new_key(ids: &SeededIds, account: AccountId) -> NewKey {
    let key = ids.api_key();
    NewKey::plain(KeyId::new(ids.id()), account, &key, moment(CREATED))
}

async fn account(store: &Store, ids: &SeededIds, name: &str) -> AccountId {
    open_account(store.as_ref(), ids, name).await
}

async fn account_is_read_back_unchanged(store: Store) {
    let ids = SeededIds::new(1);
    let ann = Account::new(AccountId::new(ids.id()), email("ann"), moment(CREATED));
    store.add_account(&ann).await.expect("a first account can be added");
    assert_eq!(store.account_by_email(&email("ann")).await.unwrap_or_default(), Some(ann.clone()));
    assert_eq!(store.account_by_email(&email("bob")).await.ok(), Some(None));
    assert_eq!(store.accounts().await.ok(), Some(vec![ann]));
}

async fn second_account_with_the_same_email_is_refused(store: Store) {
    let ids = SeededIds::new(2);
    let first = account(&store, &ids, "ann").await;
    let second = Account::new(AccountId::new(ids.id()), email("ann"), moment(CREATED));
    let refused = store.add_account(&second).await;
    assert!(matches!(refused, Err(AccountStoreError::EmailTaken)), "{refused:?}");
    let stored = store.account_by_email(&email("ann")).await.expect("accounts can be read");
    assert_eq!(stored.map(|account| account.id), Some(first));
}

async fn email_is_taken_once_under_concurrency(store: Store) {
    let ids = SeededIds::new(3);
    let accounts: Vec<Account> =
        (0..20).map(|_| Account::new(AccountId::new(ids.id()), email("ann"), moment(CREATED))).collect();
    let outcomes = join_all(accounts.iter().map(|account| store.add_account(account))).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let taken = |outcome: &&Result<(), _>| matches!(outcome, Err(AccountStoreError::EmailTaken));
    assert_eq!(outcomes.iter().filter(taken).count(), 19, "{outcomes:?}");
    assert_eq!(store.accounts().await.map(|all| all.len()).ok(), Some(1));
}

async fn accounts_are_listed_by_email(store: Store) {
    let ids = SeededIds::new(4);
    for name in ["cleo", "ann", "bob"] {
        account(&store, &ids, name).await;
    }
    let all = store.accounts().await.expect("accounts can be read");
    let emails: Vec<String> = all.iter().map(|account| account.email.to_string()).collect();
    assert_eq!(emails, ["ann@example.com", "bob@example.com", "cleo@example.com"]);
}

async fn key_has_an_owner_until_it_is_revoked(store: Store) {
    let ids = SeededIds::new(6);
    let ann = account(&store, &ids, "ann").await;
    let key = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let other = add_key(&store, &ids, ann).await.expect("a second key can be added");
    let owner = store
        .key_owner(&key.digest, moment(CREATED))
        .await
        .expect("keys can be read")
        .expect("an active key has an owner");
    assert_eq!((owner.key, owner.account, owner.plan), (key.id, ann, Plan::Free));
    assert_eq!(owner.last_used_at, None);
    assert_eq!(
        store.key_owner(&ids.api_key().digest(), moment(CREATED)).await.ok(),
        Some(None),
        "an unknown key has no owner"
    );
    assert_eq!(store.revoke_key(ann, key.id, moment(CREATED)).await.ok(), Some(true));
    assert_eq!(
        store.key_owner(&key.digest, moment(CREATED)).await.ok(),
        Some(None),
        "a revoked key loses its owner at once"
    );
    let owner = store.key_owner(&other.digest, moment(CREATED)).await.expect("keys can be read");
    assert_eq!(owner.map(|owner| owner.key), Some(other.id), "the other key still has an owner");
}

async fn a_key_is_revoked_once_and_by_its_account_only(store: Store) {
    let ids = SeededIds::new(7);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let key = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let at = moment(CREATED);
    assert_eq!(store.revoke_key(bob, key.id, at).await.ok(), Some(false), "bob cannot revoke ann's key");
    assert!(store.key_owner(&key.digest, moment(CREATED)).await.expect("keys can be read").is_some());
    assert_eq!(store.revoke_key(ann, key.id, at).await.ok(), Some(true));
    assert_eq!(
        store.revoke_key(ann, key.id, later(at, 60)).await.ok(),
        Some(false),
        "a revoked key cannot be revoked again"
    );
    let keys = store.keys(ann).await.expect("keys can be read");
    assert_eq!(keys.first().map(|key| key.revoked_at), Some(Some(at)), "the first revocation counts");
    assert_eq!(
        store.revoke_key(ann, KeyId::new(ids.id()), at).await.ok(),
        Some(false),
        "an unknown key cannot be revoked"
    );
}

async fn owner(store: &Store, key: &NewKey, at: Timestamp) -> Option<KeyOwner> {
    store.key_owner(&key.digest, at).await.expect("keys can be read")
}

async fn a_key_keeps_its_name_and_scopes(store: Store) {
    let ids = SeededIds::new(14);
    let ann = account(&store, &ids, "ann").await;
    let name: KeyName = "l’atelier".parse().expect("the name is short enough");
    let scopes = Scopes::only(&[Scope::UsageRead]);
    let key = NewKey { name: name.clone(), scopes, ..new_key(&ids, ann) };
    store.add_key(&key, MAX_KEYS).await.expect("a first key can be added");
    let keys = store.keys(ann).await.expect("keys can be read");
    assert_eq!(keys.first().map(|key| (&key.name, key.scopes)), Some((&name, scopes)));
    assert_eq!(owner(&store, &key, moment(CREATED)).await.map(|owner| owner.scopes), Some(scopes));
}

/// Also holds if the key was looked up, and cached, a moment before.
async fn expired_key_has_no_owner(store: Store) {
    let ids = SeededIds::new(15);
    let (ann, created) = (account(&store, &ids, "ann").await, moment(CREATED));
    let end = later(created, 60);
    let key = NewKey { expires_at: Some(end), ..new_key(&ids, ann) };
    store.add_key(&key, 1).await.expect("a first key can be added");
    assert!(owner(&store, &key, later(end, -1)).await.is_some());
    assert_eq!(owner(&store, &key, end).await, None);
    assert_eq!(
        store.revoke_key(ann, key.id, end).await.ok(),
        Some(false),
        "an expired key cannot be revoked"
    );
    let early = NewKey { created_at: later(end, -1), ..new_key(&ids, ann) };
    let outcome = store.add_key(&early, 1).await;
    assert!(matches!(outcome, Err(AccountStoreError::TooManyKeys(1))), "{outcome:?}");
    let next = NewKey { created_at: end, ..new_key(&ids, ann) };
    store.add_key(&next, 1).await.expect("an expired key does not count towards the limit");
}

async fn rotated_key_works_until_its_overlap_ends(store: Store) {
    let ids = SeededIds::new(16);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let old = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let (now, ends) = (moment(CREATED), later(moment(CREATED), 3_600));
    assert!(owner(&store, &old, now).await.is_some(), "the old key is active");
    let rotate = async |new: &NewKey, max| store.rotate_key(old.id, ends, new, max).await;
    assert_eq!(rotate(&new_key(&ids, bob), MAX_KEYS).await.ok(), Some(false), "bob cannot rotate ann's key");
    let full = rotate(&new_key(&ids, ann), 1).await;
    assert!(
        matches!(full, Err(AccountStoreError::TooManyKeys(1))),
        "both keys count towards the limit: {full:?}"
    );
    let records = store.keys(ann).await.expect("keys can be read");
    assert_eq!(records.first().map(|key| key.revoked_at), Some(None), "a refused rotation changes no key");
    let new = new_key(&ids, ann);
    assert_eq!(rotate(&new, 2).await.ok(), Some(true));
    for (at, opens) in [(now, true), (later(ends, -1), true), (ends, false)] {
        assert_eq!(owner(&store, &old, at).await.is_some(), opens, "{at}");
        assert_eq!(owner(&store, &new, at).await.map(|owner| owner.key), Some(new.id));
    }
    assert_eq!(
        rotate(&new_key(&ids, ann), MAX_KEYS).await.ok(),
        Some(false),
        "a replaced key cannot be rotated"
    );
    let third = NewKey { created_at: ends, ..new_key(&ids, ann) };
    store.add_key(&third, 2).await.expect("the old key does not count after its overlap");
}

async fn a_key_rotated_without_overlap_makes_room_for_the_new_one(store: Store) {
    let ids = SeededIds::new(17);
    let (ann, now) = (account(&store, &ids, "ann").await, moment(CREATED));
    let old = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let new = new_key(&ids, ann);
    assert_eq!(store.rotate_key(old.id, now, &new, 1).await.ok(), Some(true));
    assert_eq!(owner(&store, &old, now).await, None, "the rotation takes effect at once");
    assert!(owner(&store, &new, now).await.is_some());
}

async fn a_key_can_be_revoked_during_its_overlap(store: Store) {
    let ids = SeededIds::new(18);
    let (ann, now) = (account(&store, &ids, "ann").await, moment(CREATED));
    let old = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let rotated = store.rotate_key(old.id, later(now, 3_600), &new_key(&ids, ann), MAX_KEYS).await;
    assert_eq!(rotated.ok(), Some(true));
    assert_eq!(store.revoke_key(ann, old.id, later(now, 60)).await.ok(), Some(true));
    assert!(owner(&store, &old, later(now, 59)).await.is_some());
    assert_eq!(owner(&store, &old, later(now, 60)).await, None);
}

async fn ended_keys_are_bounded_and_dropped_after_their_retention(store: Store) {
    let ids = SeededIds::new(28);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let stored = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let others = add_key(&store, &ids, bob).await.expect("a first key can be added");
    let created = moment(CREATED);
    assert_eq!(store.revoke_key(bob, others.id, later(created, 1)).await.ok(), Some(true));
    let mut former = add_key(&store, &ids, ann).await.expect("a second key can be added");
    let most = i64::from(KeyRecord::MAX_ENDED);
    for number in 1..=most + 5 {
        let at = later(created, number);
        let new = NewKey { created_at: at, ..new_key(&ids, ann) };
        assert_eq!(store.rotate_key(former.id, at, &new, MAX_KEYS).await.ok(), Some(true), "{number}");
        former = new;
    }
    let listed = async |account| store.keys(account).await.expect("keys can be read");
    let now = later(created, most + 5);
    let (ended, active): (Vec<KeyRecord>, Vec<KeyRecord>) =
        listed(ann).await.into_iter().partition(|key| key.state_at(now) != KeyState::Active);
    assert_eq!(i64::try_from(ended.len()).ok(), Some(most));
    assert_eq!(active.iter().map(|key| key.id).collect::<Vec<_>>(), [stored.id, former.id]);
    assert_eq!(listed(bob).await.len(), 1, "another account's keys stay");
    assert!(ended.iter().all(|key| key.created_at >= later(created, 5)), "the oldest keys are dropped first");
    let until = later(created, 10);
    let gone = ended.iter().filter(|key| key.ends_at() <= Some(until)).count() + 1;
    assert_eq!(store.drop_ended_keys(until).await.ok(), u64::try_from(gone).ok());
    assert_eq!((listed(ann).await.len(), listed(bob).await.len()), (ended.len() + 2 + 1 - gone, 0));
    assert!(owner(&store, &stored, now).await.is_some() && owner(&store, &former, now).await.is_some());
}

async fn suspended_account_has_no_access_until_resumed(store: Store) {
    let ids = SeededIds::new(19);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let (anns, bobs) = (add_key(&store, &ids, ann).await, add_key(&store, &ids, bob).await);
    let (anns, bobs) = (anns.expect("a key can be added"), bobs.expect("a key can be added"));
    let now = moment(CREATED);
    assert!(owner(&store, &anns, now).await.is_some());
    assert_eq!(store.suspend(ann, now).await.ok(), Some(true));
    assert_eq!(store.suspend(ann, later(now, 60)).await.ok(), Some(true), "ann stays suspended");
    assert_eq!(owner(&store, &anns, now).await, None, "the suspension takes effect at once");
    assert!(owner(&store, &bobs, now).await.is_some());
    let since = async || {
        let found = store.account_by_email(&email("ann")).await.expect("accounts can be read");
        found.map(|account| account.suspended_at)
    };
    assert_eq!(since().await, Some(Some(now)), "the first suspension counts");
    assert_eq!(store.resume(ann).await.ok(), Some(true));
    assert_eq!(since().await, Some(None));
    assert!(owner(&store, &anns, now).await.is_some());
    let stranger = AccountId::new(ids.id());
    assert_eq!(store.suspend(stranger, now).await.ok(), Some(false));
    assert_eq!(store.resume(stranger).await.ok(), Some(false));
}

async fn a_deleted_account_leaves_its_email_to_others(store: Store) {
    let ids = SeededIds::new(20);
    let (ann, now) = (account(&store, &ids, "ann").await, moment(CREATED));
    let key = add_key(&store, &ids, ann).await.expect("a first key can be added");
    assert!(owner(&store, &key, now).await.is_some());
    assert_eq!(store.delete_account(ann, now, None).await.ok(), Some(true));
    assert_eq!(owner(&store, &key, now).await, None, "the deletion takes effect at once");
    assert_eq!(store.account_by_email(&email("ann")).await.ok(), Some(None));
    assert_eq!(store.accounts().await.ok(), Some(vec![]));
    assert_eq!(store.keys(ann).await.ok(), Some(vec![]));
    assert!(add_key(&store, &ids, ann).await.is_err(), "a deleted account gets no keys");
    for known in
        [store.delete_account(ann, now, None).await, store.suspend(ann, now).await, store.resume(ann).await]
    {
        assert_eq!(known.ok(), Some(false), "a deleted account does not exist");
    }
    let next = account(&store, &ids, "ann").await;
    assert_ne!(next, ann);
}

async fn keys_are_listed_oldest_first_with_the_revoked_ones(store: Store) {
    let ids = SeededIds::new(8);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let at = moment(CREATED);
    let keys: Vec<NewKey> = [120, 0, 60]
        .into_iter()
        .map(|seconds| NewKey { created_at: later(at, seconds), ..new_key(&ids, ann) })
        .collect();
    for key in &keys {
        store.add_key(key, MAX_KEYS).await.expect("a few keys can be added");
    }
    add_key(&store, &ids, bob).await.expect("a first key can be added");
    store.revoke_key(ann, keys[2].id, later(at, 300)).await.expect("keys can be revoked");
    let expected: Vec<KeyRecord> = [(&keys[1], None), (&keys[2], Some(later(at, 300))), (&keys[0], None)]
        .into_iter()
        .map(|(key, revoked_at)| KeyRecord {
            id: key.id,
            account: ann,
            name: key.name.clone(),
            hint: key.hint.clone(),
            scopes: key.scopes,
            created_at: key.created_at,
            last_used_at: None,
            expires_at: key.expires_at,
            revoked_at,
        })
        .collect();
    assert_eq!(store.keys(ann).await.ok(), Some(expected));
    assert_eq!(
        store.keys(AccountId::new(ids.id())).await.ok(),
        Some(vec![]),
        "an unknown account has no keys"
    );
}

async fn active_keys_are_limited_and_revoking_makes_room(store: Store) {
    let ids = SeededIds::new(9);
    let ann = account(&store, &ids, "ann").await;
    let mut keys = Vec::new();
    for _ in 0..MAX_KEYS {
        keys.push(add_key(&store, &ids, ann).await.expect("up to the limit keys can be added"));
    }
    let refused = new_key(&ids, ann);
    let outcome = store.add_key(&refused, MAX_KEYS).await;
    assert!(matches!(outcome, Err(AccountStoreError::TooManyKeys(MAX_KEYS))), "{outcome:?}");
    assert_eq!(
        store.key_owner(&refused.digest, moment(CREATED)).await.ok(),
        Some(None),
        "a refused key is not stored"
    );
    store.revoke_key(ann, keys[0].id, moment(CREATED)).await.expect("keys can be revoked");
    store.add_key(&refused, MAX_KEYS).await.expect("revoking a key makes room for another");
    let outcome = add_key(&store, &ids, ann).await.map(|key| key.id);
    assert!(matches!(outcome, Err(AccountStoreError::TooManyKeys(MAX_KEYS))), "{outcome:?}");
}

async fn the_limit_of_keys_holds_under_concurrency(store: Store) {
    let ids = SeededIds::new(10);
    let ann = account(&store, &ids, "ann").await;
    let keys: Vec<NewKey> = (0..40).map(|_| new_key(&ids, ann)).collect();
    let outcomes = join_all(keys.iter().map(|key| store.add_key(key, MAX_KEYS))).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 10);
    let full = |outcome: &&Result<(), _>| matches!(outcome, Err(AccountStoreError::TooManyKeys(MAX_KEYS)));
    assert_eq!(outcomes.iter().filter(full).count(), 30, "{outcomes:?}");
    assert_eq!(store.keys(ann).await.map(|keys| keys.len()).ok(), Some(10));
}

async fn each_account_has_its_own_limit_of_keys(store: Store) {
    let ids = SeededIds::new(11);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    for _ in 0..MAX_KEYS {
        add_key(&store, &ids, ann).await.expect("ann can add keys up to the limit");
    }
    add_key(&store, &ids, bob).await.expect("bob has a limit of his own");
}

async fn key_needs_an_account_and_is_added_once(store: Store) {
    let ids = SeededIds::new(12);
    let ann = account(&store, &ids, "ann").await;
    let nobodys = new_key(&ids, AccountId::new(ids.id()));
    assert!(store.add_key(&nobodys, MAX_KEYS).await.is_err());
    assert_eq!(store.key_owner(&nobodys.digest, moment(CREATED)).await.ok(), Some(None));
    let key = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let same_text = NewKey { id: KeyId::new(ids.id()), ..key.clone() };
    assert!(store.add_key(&same_text, MAX_KEYS).await.is_err());
    assert_eq!(store.keys(ann).await.map(|keys| keys.len()).ok(), Some(1));
}

async fn last_use_is_recorded(store: Store) {
    let ids = SeededIds::new(13);
    let ann = account(&store, &ids, "ann").await;
    let (key, other) = (add_key(&store, &ids, ann).await, add_key(&store, &ids, ann).await);
    let (key, other) = (key.expect("a key can be added"), other.expect("a key can be added"));
    let used = later(moment(CREATED), 3_600);
    store.note_key_use(key.id, used).await.expect("a use can be noted");
    let keys = store.keys(ann).await.expect("keys can be read");
    let last_use = |id| keys.iter().find(|key| key.id == id).and_then(|key| key.last_used_at);
    let noted = last_use(key.id).expect("a recorded use is listed");
    assert!(used.duration_since(noted).as_secs().abs() < KeyRecord::LAST_USE_PRECISION_SECONDS);
    assert_eq!(last_use(other.id), None, "the other key was not used");
    let owner = store.key_owner(&key.digest, moment(CREATED)).await.expect("keys can be read");
    assert_eq!(owner.and_then(|owner| owner.last_used_at), Some(noted));
    let unknown = store.note_key_use(KeyId::new(ids.id()), used).await;
    assert!(unknown.is_ok(), "recording the use of an unknown key succeeds");
}
