//! What every account store does.

use std::sync::Arc;

use futures_util::future::join_all;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::ports::{AccountStore, AccountStoreError, IdSource, NewKey};

use super::{email, later, moment, open_account, run_cases};
use crate::SeededIds;

const CREATED: &str = "2026-11-21T10:00:00Z";
const MAX_KEYS: u32 = 10;

type Store = Arc<dyn AccountStore>;

/// Holds an account store to its promises; `make` makes an empty one.
pub async fn account_store_contract<S: AccountStore + 'static>(make: impl AsyncFn() -> S) {
    let store = async || {
        let store: Store = Arc::new(make().await);
        store
    };
    run_cases!(store();
        an_account_is_found_as_it_was_added,
        an_email_is_taken_once,
        the_same_email_at_the_same_moment_is_taken_once,
        accounts_are_listed_by_email,
        a_key_opens_its_account_until_it_is_revoked,
        a_key_is_revoked_once_and_by_its_account_only,
        keys_are_listed_oldest_first_with_the_revoked_ones,
        active_keys_are_limited_and_revoking_makes_room,
        the_limit_of_keys_holds_under_concurrency,
        the_limit_of_keys_is_each_accounts_own,
        a_key_needs_an_account_and_comes_once,
        the_last_use_is_noted,
    );
}

async fn add_key(store: &Store, ids: &SeededIds, account: AccountId) -> Result<NewKey, AccountStoreError> {
    let key = new_key(ids, account);
    store.add_key(&key, MAX_KEYS).await.map(|()| key)
}

fn new_key(ids: &SeededIds, account: AccountId) -> NewKey {
    let key = ids.api_key();
    let (digest, hint) = (key.digest(), key.hint());
    NewKey { id: KeyId::new(ids.id()), account, digest, hint, created_at: moment(CREATED) }
}

async fn account(store: &Store, ids: &SeededIds, name: &str) -> AccountId {
    open_account(store.as_ref(), ids, name).await
}

async fn an_account_is_found_as_it_was_added(store: Store) {
    let ids = SeededIds::new(1);
    let ann = Account { id: AccountId::new(ids.id()), email: email("ann"), created_at: moment(CREATED) };
    store.add_account(&ann).await.expect("a first account can be added");
    assert_eq!(store.account_by_email(&email("ann")).await.unwrap_or_default(), Some(ann.clone()));
    assert_eq!(store.account_by_email(&email("bob")).await.ok(), Some(None));
    assert_eq!(store.accounts().await.ok(), Some(vec![ann]));
}

async fn an_email_is_taken_once(store: Store) {
    let ids = SeededIds::new(2);
    let first = account(&store, &ids, "ann").await;
    let second = Account { id: AccountId::new(ids.id()), email: email("ann"), created_at: moment(CREATED) };
    let refused = store.add_account(&second).await;
    assert!(matches!(refused, Err(AccountStoreError::EmailTaken)), "{refused:?}");
    let kept = store.account_by_email(&email("ann")).await.expect("accounts can be read");
    assert_eq!(kept.map(|account| account.id), Some(first));
}

async fn the_same_email_at_the_same_moment_is_taken_once(store: Store) {
    let ids = SeededIds::new(3);
    let accounts: Vec<Account> = (0..20)
        .map(|_| Account { id: AccountId::new(ids.id()), email: email("ann"), created_at: moment(CREATED) })
        .collect();
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

async fn a_key_opens_its_account_until_it_is_revoked(store: Store) {
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
        "an unknown key opens nothing"
    );
    assert_eq!(store.revoke_key(ann, key.id, moment(CREATED)).await.ok(), Some(true));
    assert_eq!(
        store.key_owner(&key.digest, moment(CREATED)).await.ok(),
        Some(None),
        "a revoked key is shut at once"
    );
    let owner = store.key_owner(&other.digest, moment(CREATED)).await.expect("keys can be read");
    assert_eq!(owner.map(|owner| owner.key), Some(other.id), "the other key still opens");
}

async fn a_key_is_revoked_once_and_by_its_account_only(store: Store) {
    let ids = SeededIds::new(7);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    let key = add_key(&store, &ids, ann).await.expect("a first key can be added");
    let at = moment(CREATED);
    assert_eq!(store.revoke_key(bob, key.id, at).await.ok(), Some(false), "it is not bob's");
    assert!(store.key_owner(&key.digest, moment(CREATED)).await.expect("keys can be read").is_some());
    assert_eq!(store.revoke_key(ann, key.id, at).await.ok(), Some(true));
    assert_eq!(
        store.revoke_key(ann, key.id, later(at, 60)).await.ok(),
        Some(false),
        "it is not active any more"
    );
    let keys = store.keys(ann).await.expect("keys can be read");
    assert_eq!(keys.first().map(|key| key.state), Some(KeyState::Revoked(at)), "the first time counts");
    assert_eq!(
        store.revoke_key(ann, KeyId::new(ids.id()), at).await.ok(),
        Some(false),
        "there is no such key"
    );
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
    let expected: Vec<KeyRecord> = [
        (&keys[1], KeyState::Active),
        (&keys[2], KeyState::Revoked(later(at, 300))),
        (&keys[0], KeyState::Active),
    ]
    .into_iter()
    .map(|(key, state)| KeyRecord {
        id: key.id,
        account: ann,
        hint: key.hint.clone(),
        created_at: key.created_at,
        last_used_at: None,
        state,
    })
    .collect();
    assert_eq!(store.keys(ann).await.ok(), Some(expected));
    assert_eq!(store.keys(AccountId::new(ids.id())).await.ok(), Some(vec![]), "nobody has no keys");
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
    store.add_key(&refused, MAX_KEYS).await.expect("revoking a key makes room for one");
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

async fn the_limit_of_keys_is_each_accounts_own(store: Store) {
    let ids = SeededIds::new(11);
    let (ann, bob) = (account(&store, &ids, "ann").await, account(&store, &ids, "bob").await);
    for _ in 0..MAX_KEYS {
        add_key(&store, &ids, ann).await.expect("up to the limit keys can be added");
    }
    add_key(&store, &ids, bob).await.expect("another account is not at its limit");
}

async fn a_key_needs_an_account_and_comes_once(store: Store) {
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

async fn the_last_use_is_noted(store: Store) {
    let ids = SeededIds::new(13);
    let ann = account(&store, &ids, "ann").await;
    let (key, other) = (add_key(&store, &ids, ann).await, add_key(&store, &ids, ann).await);
    let (key, other) = (key.expect("a key can be added"), other.expect("a key can be added"));
    let used = later(moment(CREATED), 3_600);
    store.note_key_use(key.id, used).await.expect("a use can be noted");
    let keys = store.keys(ann).await.expect("keys can be read");
    let last_use = |id| keys.iter().find(|key| key.id == id).and_then(|key| key.last_used_at);
    let noted = last_use(key.id).expect("a noted use is listed");
    assert!(used.duration_since(noted).as_secs().abs() < KeyRecord::LAST_USE_PRECISION_SECONDS);
    assert_eq!(last_use(other.id), None, "the other key was not used");
    let owner = store.key_owner(&key.digest, moment(CREATED)).await.expect("keys can be read");
    assert_eq!(owner.and_then(|owner| owner.last_used_at), Some(noted));
    let unknown = store.note_key_use(KeyId::new(ids.id()), used).await;
    assert!(unknown.is_ok(), "the use of a key that is gone is not worth an error");
}
