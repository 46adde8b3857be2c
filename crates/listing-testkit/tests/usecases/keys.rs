//! Making and revoking keys.

use std::sync::Arc;

use listing_domain::key::KeyState;
use listing_domain::ports::{AccountStore, AccountStoreError, Clock, IdSource};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::{AccountError, CreateKey, CreatedKey, ErrorKind, RevokeKey};

use crate::support::{AlikeKeys, House, email};

fn create_key(house: &House, ids: Arc<dyn IdSource>) -> CreateKey {
    CreateKey::new(house.store.clone(), house.clock.clone(), ids, QuotaPolicy::default())
}

fn revoke_key(house: &House) -> RevokeKey {
    RevokeKey::new(house.store.clone(), house.clock.clone())
}

async fn new_key(house: &House) -> CreatedKey {
    create_key(house, house.ids.clone()).run(&email("ann")).await.unwrap()
}

#[tokio::test]
async fn a_new_key_is_kept_as_its_digest_and_hint() {
    let house = House::open().await;
    let created = new_key(&house).await;
    let keys = house.store.keys(house.account.id).await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!((keys[0].id, &keys[0].hint), (created.id, &created.key.hint()));
    assert_eq!((keys[0].state, keys[0].created_at), (KeyState::Active, house.clock.now()));
    let owner = house.store.key_owner(&created.key.digest()).await.unwrap().unwrap();
    assert_eq!(owner.account, house.account.id);
}

#[tokio::test]
async fn an_eleventh_active_key_is_refused() {
    let house = House::open().await;
    for _ in 0..10 {
        new_key(&house).await;
    }
    let refused = create_key(&house, house.ids.clone()).run(&email("ann")).await.err().unwrap();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::TooManyKeys(10))), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    let hint = house.store.keys(house.account.id).await.unwrap()[0].hint.to_string();
    revoke_key(&house).run(&email("ann"), &hint).await.unwrap();
    new_key(&house).await;
}

#[tokio::test]
async fn a_key_is_revoked_by_its_id_its_hint_or_itself() {
    let house = House::open().await;
    let kept = new_key(&house).await;
    let names: [fn(&CreatedKey) -> String; 3] =
        [|key| key.id.to_string(), |key| key.key.hint().to_string(), |key| key.key.reveal().to_owned()];
    for name in names {
        let key = new_key(&house).await;
        let revoked = revoke_key(&house).run(&email("ann"), &name(&key)).await.unwrap();
        assert_eq!((revoked.id, revoked.state), (key.id, KeyState::Revoked(house.clock.now())));
        assert_eq!(house.store.key_owner(&key.key.digest()).await.unwrap(), None);
    }
    assert!(house.store.key_owner(&kept.key.digest()).await.unwrap().is_some());
}

#[tokio::test]
async fn what_names_no_active_key_is_told_without_the_key() {
    let house = House::open().await;
    let key = new_key(&house).await;
    revoke_key(&house).run(&email("ann"), key.key.reveal()).await.unwrap();
    let hint = key.key.hint().to_string();
    for (name, told) in [(key.key.reveal(), hint.as_str()), (&hint, &hint), ("ptl_", "ptl_"), ("", "")] {
        let error = revoke_key(&house).run(&email("ann"), name).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), format!("the account has no active key {told}"));
    }
}

#[tokio::test]
async fn an_ambiguous_hint_revokes_nothing() {
    let house = House::open().await;
    let create = create_key(&house, Arc::new(AlikeKeys(house.ids.clone())));
    let (first, second) =
        (create.run(&email("ann")).await.unwrap(), create.run(&email("ann")).await.unwrap());
    let hint = first.key.hint().to_string();
    assert_eq!(hint, second.key.hint().to_string());
    let error = revoke_key(&house).run(&email("ann"), &hint).await.unwrap_err();
    assert!(matches!(error, AccountError::AmbiguousKey(_)), "{error}");
    assert_eq!(error.kind(), ErrorKind::Invalid);
    for key in [&first, &second] {
        assert!(house.store.key_owner(&key.key.digest()).await.unwrap().is_some());
    }
    revoke_key(&house).run(&email("ann"), &first.id.to_string()).await.unwrap();
    let last = revoke_key(&house).run(&email("ann"), &hint).await.unwrap();
    assert_eq!(last.id, second.id, "a revoked key is not in the way");
}

#[tokio::test]
async fn another_accounts_key_cannot_be_revoked() {
    let house = House::open().await;
    let key = new_key(&house).await;
    let create = listing_domain::usecase::CreateAccount::new(
        house.store.clone(),
        house.clock.clone(),
        house.ids.clone(),
    );
    create.run(email("bob")).await.unwrap();
    let error = revoke_key(&house).run(&email("bob"), &key.id.to_string()).await.unwrap_err();
    assert!(matches!(error, AccountError::NoSuchKey(_)), "{error}");
    assert!(house.store.key_owner(&key.key.digest()).await.unwrap().is_some());
}

#[tokio::test]
async fn keys_need_an_account() {
    let house = House::open().await;
    let nobody = email("nobody");
    let created = create_key(&house, house.ids.clone()).run(&nobody).await.err().unwrap();
    let revoked = revoke_key(&house).run(&nobody, "ptl_00000000").await.unwrap_err();
    for error in [created, revoked] {
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), "there is no account nobody@example.com");
    }
}
