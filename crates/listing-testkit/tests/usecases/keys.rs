use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::KeyState;
use listing_domain::person::Epoch;
use listing_domain::ports::{AccountStore, AccountStoreError, Clock, IdSource};
use listing_domain::principal::{Scope, Scopes};
use listing_domain::usecase::{
    AccountError, CreateKey, CreatedKey, ErrorKind, KeyFactory, KeyOptions, RevokeKey, RotateKey, Rotation,
};

use crate::support::{AlikeKeys, Fixture, email};

fn create_key(fixture: &Fixture, ids: Arc<dyn IdSource>) -> CreateKey {
    CreateKey::new(KeyFactory { ids, ..fixture.key_factory() })
}

fn revoke_key(fixture: &Fixture) -> RevokeKey {
    RevokeKey::new(fixture.store.clone(), fixture.clock.clone())
}

async fn new_key(fixture: &Fixture) -> CreatedKey {
    create_key(fixture, fixture.ids.clone()).run(fixture.account.id, KeyOptions::default()).await.unwrap()
}

#[tokio::test]
async fn a_new_key_is_stored_as_its_digest_and_hint() {
    let fixture = Fixture::open().await;
    let created = new_key(&fixture).await;
    let keys = fixture.store.keys(fixture.account.id).await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!((keys[0].id, &keys[0].hint), (created.id, &created.key.hint()));
    assert_eq!(
        (keys[0].state_at(fixture.clock.now()), keys[0].created_at),
        (KeyState::Active, fixture.clock.now())
    );
    let owner = fixture.store.key_owner(&created.key.digest(), fixture.clock.now()).await.unwrap().unwrap();
    assert_eq!(owner.account, fixture.account.id);
}

#[tokio::test]
async fn an_eleventh_active_key_is_refused() {
    let fixture = Fixture::open().await;
    for _ in 0..10 {
        new_key(&fixture).await;
    }
    let refused = create_key(&fixture, fixture.ids.clone())
        .run(fixture.account.id, KeyOptions::default())
        .await
        .err()
        .unwrap();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::TooManyKeys(10))), "{refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    let hint = fixture.store.keys(fixture.account.id).await.unwrap()[0].hint.to_string();
    revoke_key(&fixture).run(fixture.account.id, &hint).await.unwrap();
    new_key(&fixture).await;
}

#[tokio::test]
async fn key_is_revoked_by_its_id_its_hint_or_the_key() {
    let fixture = Fixture::open().await;
    let remaining = new_key(&fixture).await;
    let names: [fn(&CreatedKey) -> String; 3] =
        [|key| key.id.to_string(), |key| key.key.hint().to_string(), |key| key.key.reveal().to_owned()];
    for name in names {
        let key = new_key(&fixture).await;
        let revoked = revoke_key(&fixture).run(fixture.account.id, &name(&key)).await.unwrap();
        assert_eq!((revoked.id, revoked.revoked_at), (key.id, Some(fixture.clock.now())));
        assert_eq!(fixture.store.key_owner(&key.key.digest(), fixture.clock.now()).await.unwrap(), None);
    }
    assert!(fixture.store.key_owner(&remaining.key.digest(), fixture.clock.now()).await.unwrap().is_some());
}

#[tokio::test]
async fn an_unknown_key_is_reported_without_the_key() {
    let fixture = Fixture::open().await;
    let key = new_key(&fixture).await;
    revoke_key(&fixture).run(fixture.account.id, key.key.reveal()).await.unwrap();
    let hint = key.key.hint().to_string();
    for (name, shown) in [(key.key.reveal(), hint.as_str()), (&hint, &hint), ("ptl_", "ptl_"), ("", "")] {
        let error = revoke_key(&fixture).run(fixture.account.id, name).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), format!("the account has no active key {shown}"));
    }
}

#[tokio::test]
async fn an_ambiguous_hint_revokes_nothing() {
    let fixture = Fixture::open().await;
    let create = create_key(&fixture, Arc::new(AlikeKeys(fixture.ids.clone())));
    let (first, second) = (
        create.run(fixture.account.id, KeyOptions::default()).await.unwrap(),
        create.run(fixture.account.id, KeyOptions::default()).await.unwrap(),
    );
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
    assert_eq!(last.id, second.id, "a revoked key does not make the hint ambiguous");
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
    let stranger = AccountId::new(fixture.ids.id());
    assert!(create_key(&fixture, fixture.ids.clone()).run(stranger, KeyOptions::default()).await.is_err());
    let error = revoke_key(&fixture).run(stranger, "ptl_00000000").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), "the account has no active key ptl_00000000");
}

fn rotate_key(fixture: &Fixture) -> RotateKey {
    RotateKey::new(fixture.key_factory())
}

/// With one scope and a lifetime of an hour.
async fn named_key(fixture: &Fixture) -> CreatedKey {
    let options = KeyOptions {
        name: "the shop".parse().unwrap(),
        scopes: Scopes::only(&[Scope::ListingsWrite]),
        lifetime: Some(SignedDuration::from_hours(1)),
    };
    create_key(fixture, fixture.ids.clone()).run(fixture.account.id, options).await.unwrap()
}

#[tokio::test]
async fn key_has_the_requested_name_scopes_and_lifetime() {
    let fixture = Fixture::open().await;
    let made = named_key(&fixture).await;
    let hour = fixture.clock.now() + SignedDuration::from_hours(1);
    assert_eq!(made.expires_at, Some(hour));
    let keys = fixture.store.keys(fixture.account.id).await.unwrap();
    assert_eq!(
        (keys[0].name.as_str(), keys[0].scopes.to_string()),
        ("the shop", "listings:write".to_owned())
    );
    assert_eq!(keys[0].expires_at, Some(hour));
    let revoked = revoke_key(&fixture).run(fixture.account.id, "the shop").await.unwrap();
    assert_eq!(revoked.id, made.id, "a key can be revoked by its name");
}

#[tokio::test]
async fn name_of_a_rotated_key_selects_the_newest_but_is_ambiguous_between_other_keys() {
    let fixture = Fixture::open().await;
    let account = fixture.account.id;
    let first = named_key(&fixture).await;
    let rotation = Rotation { overlap: SignedDuration::from_mins(10), lifetime: None };
    let second = rotate_key(&fixture).run(account, "the shop", rotation).await.unwrap().new;
    let third = rotate_key(&fixture).run(account, "the shop", rotation).await.unwrap().new;
    let revoke = async |name: String| revoke_key(&fixture).run(account, &name).await.map(|key| key.id);
    assert_eq!(revoke("the shop".to_owned()).await.unwrap(), third.id);
    let refused = revoke("the shop".to_owned()).await.unwrap_err();
    assert!(
        matches!(refused, AccountError::AmbiguousKey(_)),
        "two keys that end soon share the name: {refused}"
    );
    assert_eq!(revoke(first.id.to_string()).await.unwrap(), first.id);
    assert_eq!(revoke("the shop".to_owned()).await.unwrap(), second.id, "only one key with the name is left");
    named_key(&fixture).await;
    named_key(&fixture).await;
    let refused = revoke("the shop".to_owned()).await.unwrap_err();
    assert!(matches!(refused, AccountError::AmbiguousKey(_)), "{refused}");
}

#[tokio::test]
async fn key_lifetime_has_a_minimum_and_a_maximum() {
    let fixture = Fixture::open().await;
    for lifetime in [SignedDuration::ZERO, -SignedDuration::from_secs(1), SignedDuration::MAX] {
        let options = KeyOptions { lifetime: Some(lifetime), ..KeyOptions::default() };
        let create = create_key(&fixture, fixture.ids.clone());
        let refused = create.run(fixture.account.id, options).await.err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::Invalid, "{lifetime}");
    }
    assert_eq!(fixture.store.keys(fixture.account.id).await.unwrap(), []);
}

#[tokio::test]
async fn rotation_creates_a_key_with_the_same_name_and_scopes() {
    let fixture = Fixture::open().await;
    let (old, account) = (named_key(&fixture).await, fixture.account.id);
    fixture.clock.advance(Duration::from_mins(10));
    let rotation = Rotation { overlap: SignedDuration::from_mins(10), lifetime: None };
    let rotated = rotate_key(&fixture).run(account, "the shop", rotation).await.unwrap();
    assert_eq!(rotated.former_until, Some(fixture.clock.now() + SignedDuration::from_mins(10)));
    let new = rotated.new;
    let keys = fixture.store.keys(account).await.unwrap();
    assert_eq!((keys[1].id, keys[1].name.as_str()), (new.id, "the shop"));
    assert_eq!((keys[1].scopes, keys[1].lifetime()), (keys[0].scopes, Some(SignedDuration::from_hours(1))));
    let opens = async |key: &CreatedKey| {
        let owner = fixture.store.key_owner(&key.key.digest(), fixture.clock.now()).await.unwrap();
        owner.is_some()
    };
    fixture.clock.advance(Duration::from_secs(599));
    assert!(opens(&old).await && opens(&new).await);
    let again = rotate_key(&fixture).run(account, &old.id.to_string(), Rotation::default()).await;
    assert_eq!(
        again.err().map(|error| error.kind()),
        Some(ErrorKind::NotFound),
        "a replaced key cannot be rotated"
    );
    fixture.clock.advance(Duration::from_secs(1));
    assert!(!opens(&old).await && opens(&new).await);
}

#[tokio::test]
async fn old_key_that_expires_during_the_overlap_ends_at_its_expiry() {
    let fixture = Fixture::open().await;
    let (old, account) = (named_key(&fixture).await, fixture.account.id);
    let rotation = Rotation { overlap: SignedDuration::from_hours(24), lifetime: None };
    let rotated = rotate_key(&fixture).run_in(account, Epoch::default(), old.id, rotation).await.unwrap();
    assert_eq!((rotated.former_until, rotated.name.as_str()), (old.expires_at, "the shop"));
    let again = rotate_key(&fixture);
    let again = again.run_in(account, Epoch::default(), KeyId::new(fixture.ids.id()), rotation).await;
    assert_eq!(again.err().map(|error| error.kind()), Some(ErrorKind::NotFound));
}

#[tokio::test]
async fn overlap_counts_against_the_key_limit_and_is_bounded() {
    let fixture = Fixture::open().await;
    let account = fixture.account.id;
    let mut last = String::new();
    for _ in 0..10 {
        last = new_key(&fixture).await.id.to_string();
    }
    let rotate = rotate_key(&fixture);
    let refused = rotate.run(account, &last, Rotation::default()).await.err().unwrap();
    assert!(matches!(refused, AccountError::Store(AccountStoreError::TooManyKeys(10))), "{refused}");
    for overlap in [-SignedDuration::from_secs(1), RotateKey::MAX_OVERLAP + SignedDuration::from_secs(1)] {
        let refused = rotate.run(account, &last, Rotation { overlap, lifetime: None }).await.err().unwrap();
        assert_eq!(refused.to_string(), "the overlap must be between 0 and 30 days");
    }
    let without_overlap = Rotation { overlap: SignedDuration::ZERO, lifetime: None };
    assert_eq!(rotate.run(account, &last, without_overlap).await.unwrap().former_until, None);
    let now = fixture.clock.now();
    let keys = fixture.store.keys(account).await.unwrap();
    assert_eq!(keys.iter().filter(|key| key.state_at(now) == KeyState::Active).count(), 10);
}
