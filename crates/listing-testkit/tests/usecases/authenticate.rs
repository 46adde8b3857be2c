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

struct AuthFixture {
    fixture: Fixture,
    accounts: Arc<CountingAccounts>,
    authenticate: AuthenticateCaller,
    key: CreatedKey,
}

async fn auth(notes_fail: bool) -> AuthFixture {
    let fixture = Fixture::open().await;
    let create = CreateKey::new(fixture.key_factory());
    let key = create.run(fixture.account.id, KeyOptions::default()).await.unwrap();
    let accounts = Arc::new(CountingAccounts::new(fixture.store.clone(), notes_fail));
    let authenticate = AuthenticateCaller::new(accounts.clone(), fixture.clock.clone());
    AuthFixture { fixture, accounts, authenticate, key }
}

#[tokio::test]
async fn active_key_authenticates_with_the_current_plan() {
    let auth = auth(false).await;
    let caller = auth.authenticate.run(auth.key.key.reveal()).await.unwrap();
    let credential = Credential::Key { id: auth.key.id, scopes: Scopes::ALL };
    assert_eq!(caller, Principal { account: auth.fixture.account.id, plan: Plan::Free, credential });
    auth.fixture.set_plan(Plan::ProAnnual).await;
    assert_eq!(auth.authenticate.run(auth.key.key.reveal()).await.unwrap().plan, Plan::ProAnnual);
}

#[tokio::test]
async fn malformed_keys_are_refused_without_a_store_call() {
    let auth = auth(false).await;
    let (key, upper) = (auth.key.key.reveal(), auth.key.key.reveal().to_uppercase());
    let (short, long, spaced) = (&key[..67], format!("{key}0"), format!(" {key}"));
    for junk in ["", "ptl_", "Bearer x", short, &long, &spaced, &upper, &key.replacen("ptl_", "PTL_", 1)] {
        let refused = auth.authenticate.run(junk).await.unwrap_err();
        assert!(matches!(refused, AuthError::Refused));
    }
    assert_eq!(auth.accounts.calls.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn unknown_and_revoked_keys_get_the_same_refusal() {
    let auth = auth(false).await;
    let unknown = format!("ptl_{}", "0".repeat(64));
    let revoke = RevokeKey::new(auth.fixture.store.clone(), auth.fixture.clock.clone());
    revoke.run(auth.fixture.account.id, &auth.key.id.to_string()).await.unwrap();
    for key in [unknown.as_str(), auth.key.key.reveal()] {
        let refused = auth.authenticate.run(key).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unauthenticated);
        assert_eq!(refused.to_string(), "the API key is missing, invalid or revoked");
    }
    assert_eq!(auth.accounts.noted.load(Ordering::Relaxed), 0, "the use of a refused key is not recorded");
}

#[tokio::test]
async fn expired_key_and_suspended_account_get_the_same_refusal() {
    let auth = auth(false).await;
    let (store, clock, account) = (&auth.fixture.store, &auth.fixture.clock, auth.fixture.account.id);
    let create = CreateKey::new(auth.fixture.key_factory());
    let lifetime = Some(jiff::SignedDuration::from_secs(60));
    let short = create.run(account, KeyOptions { lifetime, ..KeyOptions::default() }).await.unwrap();
    let refused = async |key: &CreatedKey| {
        let refused = auth.authenticate.run(key.key.reveal()).await.err();
        refused.map(|error| (error.kind(), error.to_string()))
    };
    let expected =
        Some((ErrorKind::Unauthenticated, "the API key is missing, invalid or revoked".to_owned()));
    clock.advance(Duration::from_secs(59));
    assert_eq!(refused(&short).await, None);
    clock.advance(Duration::from_secs(1));
    assert_eq!(refused(&short).await, expected);
    assert_eq!(refused(&auth.key).await, None);
    SuspendAccount::new(store.clone(), clock.clone()).run(account).await.unwrap();
    assert_eq!(refused(&auth.key).await, expected);
    ResumeAccount::new(store.clone()).run(account).await.unwrap();
    assert_eq!(refused(&auth.key).await, None);
    DeleteAccount::new(store.clone(), clock.clone()).run(account).await.unwrap();
    assert_eq!(refused(&auth.key).await, expected);
    let again = DeleteAccount::new(store.clone(), clock.clone()).run(account).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn last_use_is_recorded_at_most_once_a_minute() {
    let auth = auth(false).await;
    let clock = &auth.fixture.clock;
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
        auth.authenticate.run(auth.key.key.reveal()).await.unwrap();
        noted.push(auth.accounts.noted.load(Ordering::Relaxed));
    }
    assert_eq!(noted, [1, 1, 1, 2, 3]);
    let keys = auth.fixture.store.keys(auth.fixture.account.id).await.unwrap();
    assert_eq!(keys[0].last_used_at, Some(clock.now()));
}

#[tokio::test]
async fn caller_is_accepted_even_if_recording_the_key_use_fails() {
    let auth = auth(true).await;
    assert!(auth.authenticate.run(auth.key.key.reveal()).await.is_ok());
    assert_eq!(auth.accounts.noted.load(Ordering::Relaxed), 1);
}
