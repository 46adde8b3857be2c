//! Tests operations during which the access that allowed them is revoked.

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
    AuthDeps, ChangeEmail, ChangePassword, DeleteOwnAccount, EndSessions, FollowLink, LinkChoices,
    LinkIdentity, LinkKind, PersonError, SessionsToEnd, SignIn, SignInAttempt,
};
use listing_domain::usecase::{
    AccountError, CreateKey, DeleteAccount, KeyFactory, KeyOptions, RotateKey, Rotation,
};

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture};

/// Happens once, in the middle of another operation.
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

/// The event happens after a password was verified.
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

/// The event happens after a link was used.
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

/// Revokes Ann's access, and a thief's.
#[derive(Debug, Clone, Copy)]
enum Revocation {
    ChangePassword,
    ResetPassword,
    EndOthers,
    Suspend,
    Unlink,
    OtherEmail,
}

const REVOCATIONS: [Revocation; 6] = [
    Revocation::ChangePassword,
    Revocation::ResetPassword,
    Revocation::EndOthers,
    Revocation::Suspend,
    Revocation::Unlink,
    Revocation::OtherEmail,
];

/// An attempt by a thief who knows the password.
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

/// Ann has a linked identity. The sessions are hers and a thief's.
async fn fixture() -> (Arc<PeopleFixture>, AccountId, Session, Session) {
    let fixture = Arc::new(PeopleFixture::open());
    let ann = fixture.person("ann").await;
    let at = fixture.deps.clock.now();
    assert!(fixture.store.link_identity(ann, &identity("ann"), at, Epoch::default()).await.unwrap());
    let (hers, thiefs) = (fixture.session("ann").await, fixture.session("ann").await);
    (fixture, ann, hers, thiefs)
}

async fn take_back(fixture: &PeopleFixture, hers: &Session, revocation: Revocation) {
    let (deps, client) = (fixture.deps.clone(), fixture.client_from(2));
    match revocation {
        Revocation::ChangePassword => {
            ChangePassword::new(deps).run(hers, PASSWORD, NEW_PASSWORD, &client).await.unwrap();
        }
        Revocation::ResetPassword => {
            fixture.request_link("ann", LinkKind::NewPassword, &client).await.unwrap();
            let link = fixture.sent_token().await;
            assert!(fixture.follow(&link, &client).await.is_ok());
        }
        Revocation::EndOthers => {
            EndSessions::new(deps).run(hers, SessionsToEnd::Others, &client).await.unwrap();
        }
        Revocation::Suspend => {
            fixture.suspend(hers.account).await;
            assert!(fixture.store.resume(hers.account).await.unwrap());
        }
        Revocation::Unlink => {
            let (linking, issuer) = (LinkIdentity::new(deps), identity("").issuer);
            linking.unlink(hers, PASSWORD, &issuer, "Example ID", &client).await.unwrap();
        }
        Revocation::OtherEmail => {
            let change = ChangeEmail::new(deps);
            change.run(hers, PASSWORD, "new@example.com", &client).await.unwrap();
            let link = fixture.sent_token().await;
            assert!(fixture.follow(&link, &client).await.is_ok());
        }
    }
    for waiting in fixture.mails().await {
        fixture.deps.outbox.remove(waiting.id).await.unwrap();
    }
}

/// A thief's operation, during which access is revoked.
async fn attempt(
    deps: &AuthDeps,
    fixture: &PeopleFixture,
    thiefs: &Session,
    attempt: Attempt,
) -> PersonError {
    let (deps, client) = (deps.clone(), fixture.client_from(3));
    let outcome = match attempt {
        Attempt::SignIn => {
            let typed = SignInAttempt { email: "ann@example.com", password: PASSWORD };
            SignIn::new(deps).run(&typed, &client).await.map(drop)
        }
        Attempt::ChangeEmail => {
            ChangeEmail::new(deps).run(thiefs, PASSWORD, "eve@example.com", &client).await
        }
        Attempt::BeginLinking => LinkIdentity::new(deps).begin(thiefs, PASSWORD, &client).await.map(drop),
        Attempt::ChangePassword => {
            ChangePassword::new(deps).run(thiefs, PASSWORD, "the thief's own words", &client).await
        }
        Attempt::Delete => {
            let delete = DeleteAccount::new(fixture.store.clone(), fixture.clock.clone());
            DeleteOwnAccount::new(deps, delete).run(thiefs, "ann@example.com", PASSWORD, &client).await
        }
    };
    outcome.expect_err("an earlier permission has no effect")
}

#[tokio::test]
async fn former_password_has_no_effect_after_revocation() {
    for revocation in REVOCATIONS {
        for attempted in ATTEMPTS {
            let (fixture, ann, hers, thiefs) = fixture().await;
            let (owner, session) = (fixture.clone(), hers.clone());
            let meanwhile = Meanwhile::new(async move { take_back(&owner, &session, revocation).await });
            let slow = SlowHasher(fixture.deps.passwords.clone(), meanwhile);
            let deps = AuthDeps { passwords: Arc::new(slow), ..fixture.deps.clone() };
            let before = fixture.sessions(ann).await;
            let error = attempt(&deps, &fixture, &thiefs, attempted).await;
            let (after, person) = (fixture.sessions(ann).await, fixture.store.person(ann).await.unwrap());
            assert!(
                after.iter().all(|session| session.id != thiefs.id),
                "{revocation:?} {attempted:?}: {before:?} {after:?}"
            );
            assert!(after.len() <= 1, "{revocation:?} {attempted:?}: {after:?}");
            assert!(fixture.mails().await.is_empty(), "{revocation:?} {attempted:?}: only ann gets mail");
            let person = person.expect("the account exists");
            let thiefs = Password::typed("the thief's own words").unwrap().remove(0);
            let owns = fixture.hasher.verify(&thiefs, person.password.as_ref());
            assert!(!owns.await.unwrap(), "{revocation:?} {attempted:?}: {error}");
        }
    }
}

#[tokio::test]
async fn session_cannot_create_or_rotate_keys_after_revocation() {
    for revocation in REVOCATIONS {
        let (fixture, ann, hers, thiefs) = fixture().await;
        let making = KeyFactory {
            accounts: fixture.store.clone(),
            clock: fixture.clock.clone(),
            ids: fixture.ids.clone(),
            policy: QuotaPolicy::default(),
        };
        let (create, rotate) = (CreateKey::new(making.clone()), RotateKey::new(making));
        let key = create.run_in(ann, thiefs.epoch, KeyOptions::default()).await.unwrap();
        take_back(&fixture, &hers, revocation).await;
        // Changing the email already revoked the key.
        let key = match revocation {
            Revocation::OtherEmail => create.run(ann, KeyOptions::default()).await.unwrap(),
            _ => key,
        };
        let before = fixture.store.keys(ann).await.unwrap();
        let outcomes = [
            create.run_in(ann, thiefs.epoch, KeyOptions::default()).await.map(drop),
            rotate.run_in(ann, thiefs.epoch, key.id, Rotation::default()).await.map(drop),
        ];
        for outcome in outcomes {
            let is_refused = matches!(outcome, Err(AccountError::Store(AccountStoreError::Overtaken)));
            assert!(is_refused, "{revocation:?}: {outcome:?}");
        }
        assert_eq!(fixture.store.keys(ann).await.unwrap(), before, "{revocation:?}");
    }
}

#[tokio::test]
async fn link_has_no_effect_if_access_is_revoked_during_its_use() {
    for revocation in
        [Revocation::ChangePassword, Revocation::EndOthers, Revocation::Suspend, Revocation::Unlink]
    {
        for case in 0..4 {
            let (fixture, ann, hers, thiefs) = fixture().await;
            let client = fixture.client_from(3);
            let link = match case {
                0 => {
                    let change = ChangeEmail::new(fixture.deps.clone());
                    change.run(&thiefs, PASSWORD, "eve@example.com", &client).await.unwrap();
                    fixture.sent_token().await
                }
                1 | 2 => {
                    let kind = if case == 1 { LinkKind::SignIn } else { LinkKind::NewPassword };
                    fixture.request_link("ann", kind, &client).await.unwrap();
                    fixture.sent_token().await
                }
                _ => LinkIdentity::new(fixture.deps.clone()).begin(&thiefs, PASSWORD, &client).await.unwrap(),
            };
            let (owner, session) = (fixture.clone(), hers.clone());
            let meanwhile = Meanwhile::new(async move { take_back(&owner, &session, revocation).await });
            let slow = SlowLinks(fixture.deps.links.clone(), meanwhile);
            let deps = AuthDeps { links: Arc::new(slow), ..fixture.deps.clone() };
            let outcome = if case < 3 {
                let chosen =
                    LinkChoices { password: Some("the thief's own words"), ..LinkChoices::default() };
                FollowLink::new(deps).run(&link, &chosen, &client).await.map(drop)
            } else {
                LinkIdentity::new(deps).finish(ann, &link, &identity("eve"), "Example ID").await
            };
            assert!(matches!(outcome, Err(PersonError::LinkGone)), "{revocation:?} {case}: {outcome:?}");
            assert!(fixture.by_email("ann").await.is_some(), "{revocation:?} {case}");
            assert!(fixture.store.person_by_identity(&identity("eve")).await.unwrap().is_none());
            let left = fixture.sessions(ann).await;
            assert!(left.iter().all(|session| session.id == hers.id), "{revocation:?} {case}: {left:?}");
        }
    }
}
