//! Tests of authenticating callers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use listing_domain::account::Plan;
use listing_domain::key::KeyRecord;
use listing_domain::ports::{AccountStore, Clock};
use listing_domain::principal::{Credential, Principal, Scopes};
use listing_domain::usecase::{
    AuthError, AuthenticateCaller, CreateKey, CreatedKey, DeleteAccount, ErrorKind, KeyOptions,
    ResumeAccount, RevokeKey, SuspendAccount,
};

use crate::support::{CountingAccounts, Fixture};

struct Door {
    fixture: Fixture,
    accounts: Arc<CountingAccounts>,
    authenticate: AuthenticateCaller,
    key: CreatedKey,
}

async fn door(notes_fail: bool) -> Door {
    let fixture = Fixture::open().await;
    let create = CreateKey::new(fixture.key_making());
    let key = create.run(fixture.account.id, KeyOptions::default()).await.unwrap();
    let accounts = Arc::new(CountingAccounts::new(fixture.store.clone(), notes_fail));
    let authenticate = AuthenticateCaller::new(accounts.clone(), fixture.clock.clone());
    Door { fixture, accounts, authenticate, key }
}

#[tokio::test]
async fn the_owner_of_an_active_key_is_let_in_with_the_plan_of_the_moment() {
    let door = door(false).await;
    let caller = door.authenticate.run(door.key.key.reveal()).await.unwrap();
    let credential = Credential::Key { id: door.key.id, scopes: Scopes::ALL };
    assert_eq!(caller, Principal { account: door.fixture.account.id, plan: Plan::Free, credential });
    door.fixture.set_plan(Plan::ProAnnual).await;
    assert_eq!(door.authenticate.run(door.key.key.reveal()).await.unwrap().plan, Plan::ProAnnual);
}

#[tokio::test]
async fn junk_is_refused_without_asking_the_store() {
    let door = door(false).await;
    let (key, upper) = (door.key.key.reveal(), door.key.key.reveal().to_uppercase());
    let (short, long, spaced) = (&key[..67], format!("{key}0"), format!(" {key}"));
    for junk in ["", "ptl_", "Bearer x", short, &long, &spaced, &upper, &key.replacen("ptl_", "PTL_", 1)] {
        let refused = door.authenticate.run(junk).await.unwrap_err();
        assert!(matches!(refused, AuthError::Refused));
    }
    assert_eq!(door.accounts.calls.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn unknown_and_revoked_keys_are_refused_alike() {
    let door = door(false).await;
    let unknown = format!("ptl_{}", "0".repeat(64));
    let revoke = RevokeKey::new(door.fixture.store.clone(), door.fixture.clock.clone());
    revoke.run(door.fixture.account.id, &door.key.id.to_string()).await.unwrap();
    for key in [unknown.as_str(), door.key.key.reveal()] {
        let refused = door.authenticate.run(key).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unauthenticated);
        assert_eq!(refused.to_string(), "the API key is missing, invalid or revoked");
    }
    assert_eq!(door.accounts.noted.load(Ordering::Relaxed), 0, "nothing is noted for who stays outside");
}

#[tokio::test]
async fn an_expired_key_and_one_of_a_suspended_account_are_refused_in_the_same_words() {
    let door = door(false).await;
    let (store, clock, account) = (&door.fixture.store, &door.fixture.clock, door.fixture.account.id);
    let create = CreateKey::new(door.fixture.key_making());
    let lifetime = Some(jiff::SignedDuration::from_secs(60));
    let short = create.run(account, KeyOptions { lifetime, ..KeyOptions::default() }).await.unwrap();
    let refused = async |key: &CreatedKey| {
        let refused = door.authenticate.run(key.key.reveal()).await.err();
        refused.map(|error| (error.kind(), error.to_string()))
    };
    let expected =
        Some((ErrorKind::Unauthenticated, "the API key is missing, invalid or revoked".to_owned()));
    clock.advance(Duration::from_secs(59));
    assert_eq!(refused(&short).await, None);
    clock.advance(Duration::from_secs(1));
    assert_eq!(refused(&short).await, expected);
    assert_eq!(refused(&door.key).await, None);
    SuspendAccount::new(store.clone(), clock.clone()).run(account).await.unwrap();
    assert_eq!(refused(&door.key).await, expected);
    ResumeAccount::new(store.clone()).run(account).await.unwrap();
    assert_eq!(refused(&door.key).await, None);
    DeleteAccount::new(store.clone(), clock.clone()).run(account).await.unwrap();
    assert_eq!(refused(&door.key).await, expected);
    let again = DeleteAccount::new(store.clone(), clock.clone()).run(account).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn the_last_use_is_noted_at_most_once_a_minute() {
    let door = door(false).await;
    let clock = &door.fixture.clock;
    let precision = Duration::from_secs(KeyRecord::LAST_USE_PRECISION_SECONDS.unsigned_abs());
    let mut noted = Vec::new();
    for step in [
        Duration::ZERO,
        Duration::from_secs(1),
        precision.saturating_sub(Duration::from_secs(2)),
        Duration::from_secs(1),
        precision,
    ] {
        clock.advance(step);
        door.authenticate.run(door.key.key.reveal()).await.unwrap();
        noted.push(door.accounts.noted.load(Ordering::Relaxed));
    }
    assert_eq!(noted, [1, 1, 1, 2, 3]);
    let keys = door.fixture.store.keys(door.fixture.account.id).await.unwrap();
    assert_eq!(keys[0].last_used_at, Some(clock.now()));
}

#[tokio::test]
async fn a_failure_to_note_a_use_refuses_no_caller() {
    let door = door(true).await;
    assert!(door.authenticate.run(door.key.key.reveal()).await.is_ok());
    assert_eq!(door.accounts.noted.load(Ordering::Relaxed), 1);
}
