//! Tests of revoking access during an operation that the revoked access had allowed.

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::link::Link;
use listing_domain::password::{Password, PasswordHash};
use listing_domain::person::{Epoch, ExternalIdentity};
use listing_domain::ports::{
    AccountStore as _, AccountStoreError, LinkStore, PasswordHasher, PasswordHasherError, PersonStore as _,
    StoreError,
};
use listing_domain::quota::QuotaPolicy;
use listing_domain::session::Session;
use listing_domain::token::TokenDigest;
use listing_domain::usecase::people::{
    AuthDeps, ChangeEmail, ChangePassword, Chosen, DeleteOwnAccount, EndSessions, FollowLink, LinkIdentity,
    LinkKind, PersonError, SessionsToEnd, SignIn, SignInAttempt,
};
use listing_domain::usecase::{
    AccountError, CreateKey, DeleteAccount, KeyMaking, KeyOptions, RotateKey, Rotation,
};

use super::house::{House, NEW_PASSWORD, PASSWORD};

/// A single event in the middle of another operation.
struct Meanwhile(Mutex<Option<Pin<Box<dyn Future<Output = ()> + Send>>>>);

impl Meanwhile {
    fn new(happens: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(Mutex::new(Some(Box::pin(happens))))
    }

    async fn happen(&self) {
        let happens = self.0.lock().unwrap().take();
        if let Some(happens) = happens {
            happens.await;
        }
    }
}

/// A hasher that triggers an event after its verdict.
struct SlowHasher(Arc<dyn PasswordHasher>, Meanwhile);

#[async_trait]
impl PasswordHasher for SlowHasher {
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PasswordHasherError> {
        self.0.hash(password).await
    }

    async fn verify(
        &self,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PasswordHasherError> {
        let is_right = self.0.verify(password, hash).await?;
        self.1.happen().await;
        Ok(is_right)
    }
}

/// A link store that triggers an event after a link's use.
struct SlowLinks(Arc<dyn LinkStore>, Meanwhile);

#[async_trait]
impl LinkStore for SlowLinks {
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError> {
        self.0.add_link(link, digest).await
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        self.0.link(digest, at).await
    }

    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let taken = self.0.take_link(digest, at).await?;
        self.1.happen().await;
        Ok(taken)
    }

    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError> {
        self.0.withdraw_link(link, at).await
    }

    async fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError> {
        self.0.invitations(at).await
    }

    async fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError> {
        self.0.drop_old_links(at).await
    }
}

/// Ann's ways to revoke access.
#[derive(Debug, Clone, Copy)]
enum Way {
    ChangePassword,
    ResetPassword,
    EndOthers,
    Suspend,
    Unlink,
    OtherEmail,
}

const WAYS: [Way; 6] =
    [Way::ChangePassword, Way::ResetPassword, Way::EndOthers, Way::Suspend, Way::Unlink, Way::OtherEmail];

/// Operations that a thief with the password has begun.
#[derive(Debug, Clone, Copy)]
enum Attempt {
    SignIn,
    ChangeEmail,
    BeginLinking,
    ChangePassword,
    Delete,
}

const ATTEMPTS: [Attempt; 5] =
    [Attempt::SignIn, Attempt::ChangeEmail, Attempt::BeginLinking, Attempt::ChangePassword, Attempt::Delete];

fn identity(subject: &str) -> ExternalIdentity {
    ExternalIdentity { issuer: "https://id.example".to_owned(), subject: subject.to_owned() }
}

/// Returns a fixture with Ann, who has a linked identity, her session and a thief's.
async fn house() -> (Arc<House>, AccountId, Session, Session) {
    let house = Arc::new(House::open());
    let ann = house.person("ann").await;
    let at = house.parts.clock.now();
    assert!(house.store.link_identity(ann, &identity("ann"), at, Epoch::default()).await.unwrap());
    let (hers, thiefs) = (house.session("ann").await, house.session("ann").await);
    (house, ann, hers, thiefs)
}

async fn take_back(house: &House, hers: &Session, way: Way) {
    let (parts, client) = (house.parts.clone(), house.guest_from(2));
    match way {
        Way::ChangePassword => {
            ChangePassword::new(parts).run(hers, PASSWORD, NEW_PASSWORD, &client).await.unwrap();
        }
        Way::ResetPassword => {
            house.ask("ann", LinkKind::NewPassword, &client).await.unwrap();
            let link = house.sent_token().await;
            assert!(house.follow(&link, &client).await.is_ok());
        }
        Way::EndOthers => {
            EndSessions::new(parts).run(hers, SessionsToEnd::Others, &client).await.unwrap();
        }
        Way::Suspend => {
            house.suspend(hers.account).await;
            assert!(house.store.resume(hers.account).await.unwrap());
        }
        Way::Unlink => {
            let (linking, issuer) = (LinkIdentity::new(parts), identity("").issuer);
            linking.unlink(hers, PASSWORD, &issuer, "Example ID", &client).await.unwrap();
        }
        Way::OtherEmail => {
            let change = ChangeEmail::new(parts);
            change.run(hers, PASSWORD, "new@example.com", &client).await.unwrap();
            let link = house.sent_token().await;
            assert!(house.follow(&link, &client).await.is_ok());
        }
    }
    for waiting in house.mails().await {
        house.parts.outbox.remove(waiting.id).await.unwrap();
    }
}

/// Returns the error of an attempt during which access is revoked.
async fn attempt(parts: &AuthDeps, house: &House, thiefs: &Session, attempt: Attempt) -> PersonError {
    let (parts, client) = (parts.clone(), house.guest_from(3));
    let outcome = match attempt {
        Attempt::SignIn => {
            let typed = SignInAttempt { email: "ann@example.com", password: PASSWORD };
            SignIn::new(parts).run(&typed, &client).await.map(drop)
        }
        Attempt::ChangeEmail => {
            ChangeEmail::new(parts).run(thiefs, PASSWORD, "eve@example.com", &client).await
        }
        Attempt::BeginLinking => LinkIdentity::new(parts).begin(thiefs, PASSWORD, &client).await.map(drop),
        Attempt::ChangePassword => {
            ChangePassword::new(parts).run(thiefs, PASSWORD, "the thief's own words", &client).await
        }
        Attempt::Delete => {
            let delete = DeleteAccount::new(house.store.clone(), house.clock.clone());
            DeleteOwnAccount::new(parts, delete).run(thiefs, "ann@example.com", PASSWORD, &client).await
        }
    };
    outcome.expect_err("what was allowed before takes no effect")
}

#[tokio::test]
async fn the_former_password_allows_nothing_once_access_is_taken_back() {
    for way in WAYS {
        for what in ATTEMPTS {
            let (house, ann, hers, thiefs) = house().await;
            let (owner, session) = (house.clone(), hers.clone());
            let meanwhile = Meanwhile::new(async move { take_back(&owner, &session, way).await });
            let slow = SlowHasher(house.parts.passwords.clone(), meanwhile);
            let parts = AuthDeps { passwords: Arc::new(slow), ..house.parts.clone() };
            let before = house.sessions(ann).await;
            let error = attempt(&parts, &house, &thiefs, what).await;
            let (after, person) = (house.sessions(ann).await, house.store.person(ann).await.unwrap());
            assert!(after.iter().all(|it| it.id != thiefs.id), "{way:?} {what:?}: {before:?} {after:?}");
            assert!(after.len() <= 1, "{way:?} {what:?}: {after:?}");
            assert!(house.mails().await.is_empty(), "{way:?} {what:?}: nobody else is written to");
            let person = person.expect("the account is there");
            let thiefs = Password::typed("the thief's own words").unwrap().remove(0);
            let owns = house.hasher.verify(&thiefs, person.password.as_ref());
            assert!(!owns.await.unwrap(), "{way:?} {what:?}: {error}");
        }
    }
}

#[tokio::test]
async fn a_session_makes_and_rotates_no_key_once_access_is_taken_back() {
    for way in WAYS {
        let (house, ann, hers, thiefs) = house().await;
        let making = KeyMaking {
            accounts: house.store.clone(),
            clock: house.clock.clone(),
            ids: house.ids.clone(),
            policy: QuotaPolicy::default(),
        };
        let (create, rotate) = (CreateKey::new(making.clone()), RotateKey::new(making));
        let key = create.run_in(ann, thiefs.epoch, KeyOptions::default()).await.unwrap();
        take_back(&house, &hers, way).await;
        // Changing the email has revoked the key.
        let key = match way {
            Way::OtherEmail => create.run(ann, KeyOptions::default()).await.unwrap(),
            _ => key,
        };
        let before = house.store.keys(ann).await.unwrap();
        let outcomes = [
            create.run_in(ann, thiefs.epoch, KeyOptions::default()).await.map(drop),
            rotate.run_in(ann, thiefs.epoch, key.id, Rotation::default()).await.map(drop),
        ];
        for outcome in outcomes {
            let is_refused = matches!(outcome, Err(AccountError::Store(AccountStoreError::Overtaken)));
            assert!(is_refused, "{way:?}: {outcome:?}");
        }
        assert_eq!(house.store.keys(ann).await.unwrap(), before, "{way:?}");
    }
}

#[tokio::test]
async fn a_link_that_is_being_followed_takes_no_effect_once_access_is_taken_back() {
    for way in [Way::ChangePassword, Way::EndOthers, Way::Suspend, Way::Unlink] {
        for wanted in 0..4 {
            let (house, ann, hers, thiefs) = house().await;
            let client = house.guest_from(3);
            let link = match wanted {
                0 => {
                    let change = ChangeEmail::new(house.parts.clone());
                    change.run(&thiefs, PASSWORD, "eve@example.com", &client).await.unwrap();
                    house.sent_token().await
                }
                1 | 2 => {
                    let wanted = if wanted == 1 { LinkKind::SignIn } else { LinkKind::NewPassword };
                    house.ask("ann", wanted, &client).await.unwrap();
                    house.sent_token().await
                }
                _ => LinkIdentity::new(house.parts.clone()).begin(&thiefs, PASSWORD, &client).await.unwrap(),
            };
            let (owner, session) = (house.clone(), hers.clone());
            let meanwhile = Meanwhile::new(async move { take_back(&owner, &session, way).await });
            let slow = SlowLinks(house.parts.links.clone(), meanwhile);
            let parts = AuthDeps { links: Arc::new(slow), ..house.parts.clone() };
            let outcome = if wanted < 3 {
                let chosen = Chosen { password: Some("the thief's own words"), ..Chosen::default() };
                FollowLink::new(parts).run(&link, &chosen, &client).await.map(drop)
            } else {
                LinkIdentity::new(parts).finish(ann, &link, &identity("eve"), "Example ID").await
            };
            assert!(matches!(outcome, Err(PersonError::LinkGone)), "{way:?} {wanted}: {outcome:?}");
            assert!(house.by_email("ann").await.is_some(), "{way:?} {wanted}");
            assert!(house.store.person_by_identity(&identity("eve")).await.unwrap().is_none());
            let left = house.sessions(ann).await;
            assert!(left.iter().all(|it| it.id == hers.id), "{way:?} {wanted}: {left:?}");
        }
    }
}
