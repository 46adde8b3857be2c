//! Making and revoking keys.

use std::sync::Arc;

use listing_domain::ids::AccountId;
use listing_domain::key::KeyState;
use listing_domain::ports::{AccountStore, AccountStoreError, Clock, IdSource};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::{AccountError, CreateKey, CreatedKey, ErrorKind, RevokeKey};

use crate::support::{AlikeKeys, Fixture, email};

fn create_key(fixture: &Fixture, ids: Arc<dyn IdSource>) -> CreateKey {
    CreateKey::new(fixture.store.clone(), fixture.clock.clone(), ids, QuotaPolicy::default())
}

fn revoke_key(fixture: &Fixture) -> RevokeKey {
    RevokeKey::new(fixture.store.clone(), fixture.clock.clone())
}

async fn new_key(fixture: &Fixture) -> CreatedKey {
    create_key(fixture, fixture.ids.clone()).run(fixture.account.id).await.unwrap()
}

#[tokio::test]
async fn a_new_key_is_kept_as_its_digest_and_hint() {
    let fixture = Fixture::open().await;
    let created = new_key(&fixture).await;
    let keys = fixture.store.keys(fixture.account.id).await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!((keys[0].id, &keys[0].hint), (created.id, &created.key.hint()));
    assert_eq!((keys[0].state, keys[0].created_at), (KeyState::Active, fixture.clock.now()));
    let owner = fixture.store.key_owner(&created.key.digest(), fixture.clock.now()).await.unwrap().unwrap();
    assert_eq!(owner.account, fixture.account.id);
}

#[tokio::test]
async fn an_eleventh_active_key_is_refused() {
    let fixture = Fixture::open().await;
    for _ in 0..10 {
        new_key(&fixture).await;
    }
    let refused = create_key(&fixture, fixture.ids.clone()).run(fixture.account.id).await.err().unwrap();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::TooManyKeys(10))), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    let hint = fixture.store.keys(fixture.account.id).await.unwrap()[0].hint.to_string();
    revoke_key(&fixture).run(fixture.account.id, &hint).await.unwrap();
    new_key(&fixture).await;
}

#[tokio::test]
async fn a_key_is_revoked_by_its_id_its_hint_or_itself() {
    let fixture = Fixture::open().await;
    let kept = new_key(&fixture).await;
    let names: [fn(&CreatedKey) -> String; 3] =
        [|key| key.id.to_string(), |key| key.key.hint().to_string(), |key| key.key.reveal().to_owned()];
    for name in names {
        let key = new_key(&fixture).await;
        let revoked = revoke_key(&fixture).run(fixture.account.id, &name(&key)).await.unwrap();
        assert_eq!((revoked.id, revoked.state), (key.id, KeyState::Revoked(fixture.clock.now())));
        assert_eq!(fixture.store.key_owner(&key.key.digest(), fixture.clock.now()).await.unwrap(), None);
    }
    assert!(fixture.store.key_owner(&kept.key.digest(), fixture.clock.now()).await.unwrap().is_some());
}

#[tokio::test]
async fn what_names_no_active_key_is_told_without_the_key() {
    let fixture = Fixture::open().await;
    let key = new_key(&fixture).await;
    revoke_key(&fixture).run(fixture.account.id, key.key.reveal()).await.unwrap();
    let hint = key.key.hint().to_string();
    for (name, told) in [(key.key.reveal(), hint.as_str()), (&hint, &hint), ("ptl_", "ptl_"), ("", "")] {
        let error = revoke_key(&fixture).run(fixture.account.id, name).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), format!("the account has no active key {told}"));
    }
}

#[tokio::test]
async fn an_ambiguous_hint_revokes_nothing() {
    let fixture = Fixture::open().await;
    let create = create_key(&fixture, Arc::new(AlikeKeys(fixture.ids.clone())));
    let (first, second) =
        (create.run(fixture.account.id).await.unwrap(), create.run(fixture.account.id).await.unwrap());
    let hint = first.key.hint().to_string();
    assert_eq!(hint, second.key.hint().to_string());
    let error = revoke_key(&fixture).run(fixture.account.id, &hint).await.unwrap_err();
    assert!(matches!(error, AccountError::AmbiguousKey(_)), "{error}");
    assert_eq!(error.kind(), ErrorKind::Invalid);
    for key in [&first, &second] {
        assert!(fixture.store.key_owner(&key.key.digest(), fixture.clock.now()).await.unwrap().is_some());
    }
    revoke_key(&fixture).run(fixture.account.id, &first.id.to_string()).await.unwrap();
    let last = revoke_key(&fixture).run(fixture.account.id, &hint).await.unwrap();
    assert_eq!(last.id, second.id, "a revoked key is not in the way");
}

#[tokio::test]
async fn another_accounts_key_cannot_be_revoked() {
    let fixture = Fixture::open().await;
    let key = new_key(&fixture).await;
    let create = listing_domain::usecase::CreateAccount::new(
        fixture.store.clone(),
        fixture.clock.clone(),
        fixture.ids.clone(),
    );
    let bob = create.run(email("bob")).await.unwrap().id;
    let error = revoke_key(&fixture).run(bob, &key.id.to_string()).await.unwrap_err();
    assert!(matches!(error, AccountError::NoSuchKey(_)), "{error}");
    assert!(fixture.store.key_owner(&key.key.digest(), fixture.clock.now()).await.unwrap().is_some());
}

#[tokio::test]
async fn keys_need_an_account() {
    let fixture = Fixture::open().await;
    let nobody = AccountId::new(fixture.ids.id());
    assert!(create_key(&fixture, fixture.ids.clone()).run(nobody).await.is_err());
    let error = revoke_key(&fixture).run(nobody, "ptl_00000000").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), "the account has no active key ptl_00000000");
}
