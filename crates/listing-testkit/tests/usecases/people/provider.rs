use listing_domain::ids::AccountId;
use listing_domain::person::{Epoch, ExternalIdentity, Registration};
use listing_domain::ports::{AccountStore as _, IdentifiedPerson, PersonStore as _};
use listing_domain::token::Token;
use listing_domain::usecase::people::{
    ChangePassword, LinkIdentity, PersonError, SignInWithProvider, SignedIn,
};

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture};
use crate::support::email;

fn identified(subject: &str, vouched_for: Option<&str>) -> IdentifiedPerson {
    let identity = ExternalIdentity { issuer: "https://id.example".to_owned(), subject: subject.to_owned() };
    IdentifiedPerson { identity, email: vouched_for.map(email) }
}

async fn enter(
    fixture: &PeopleFixture,
    user: &IdentifiedPerson,
    invitation: Option<&Token>,
) -> Result<SignedIn, PersonError> {
    SignInWithProvider::new(fixture.deps.clone()).run(user, invitation, &fixture.client()).await
}

async fn link(fixture: &PeopleFixture, account: AccountId, identity: &ExternalIdentity) {
    assert!(
        fixture
            .store
            .link_identity(account, identity, fixture.deps.clock.now(), Epoch::default())
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_new_person_gets_an_account_where_registration_is_open() {
    let fixture = PeopleFixture::open();
    let user = identified("1", Some("ann"));
    let first = enter(&fixture, &user, None).await.unwrap();
    let ann = fixture.by_email("ann").await.unwrap();
    assert!(ann.confirmed_at.is_some() && ann.password.is_none());
    // Another email changes nothing: the subject (the provider's user id) identifies the person.
    let again = enter(&fixture, &identified("1", Some("other")), None).await.unwrap();
    assert_eq!([first.account, again.account], [ann.account.id; 2]);
    assert!(fixture.is_signed_in(&again.token).await);
}

#[tokio::test]
async fn email_alone_does_not_sign_in_to_an_existing_account() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let user = identified("1", Some("ann"));
    assert!(matches!(enter(&fixture, &user, None).await, Err(PersonError::NotLinked)));
    link(&fixture, ann, &user.identity).await;
    assert_eq!(enter(&fixture, &user, None).await.unwrap().account, ann);
    assert_eq!(enter(&fixture, &identified("1", None), None).await.unwrap().account, ann);
}

#[tokio::test]
async fn an_identity_belongs_to_one_account() {
    let fixture = PeopleFixture::open();
    let (ann, bob) = (fixture.person("ann").await, fixture.person("bob").await);
    let user = identified("1", None);
    link(&fixture, ann, &user.identity).await;
    let bobs = fixture.session("bob").await;
    let linking = LinkIdentity::new(fixture.deps.clone());
    let secret = linking.begin(&bobs, PASSWORD, &fixture.client()).await.unwrap();
    let taken = linking.finish(bob, &secret, &user.identity, "Example ID").await;
    assert!(matches!(taken, Err(PersonError::IdentityTaken)));
    assert!(fixture.mails().await.is_empty(), "no notice is sent");
    assert_eq!(enter(&fixture, &user, None).await.unwrap().account, ann);
    // From another issuer (provider), it is another person.
    let mut other = identified("1", Some("eve"));
    other.identity.issuer = "https://evil.example".to_owned();
    assert_ne!(enter(&fixture, &other, None).await.unwrap().account, ann);
}

#[tokio::test]
async fn new_person_without_a_verified_email_gets_no_account() {
    let nameless = identified("1", None);
    let fixture = PeopleFixture::open();
    assert!(matches!(enter(&fixture, &nameless, None).await, Err(PersonError::EmailNotVerified)));
    assert!(fixture.store.accounts().await.unwrap().is_empty());
    // For callers who could not open an account even with a verified email.
    let fixture = PeopleFixture::with(Registration::Invite);
    let (anybodys, bobs) = (fixture.invite(None).await, fixture.invite(Some(email("bob"))).await);
    let guessed = Token::from_secret([3; 32]);
    for invitation in [None, Some(&guessed)] {
        assert!(matches!(enter(&fixture, &nameless, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    for invitation in [&anybodys, &bobs] {
        let outcome = enter(&fixture, &nameless, Some(invitation)).await;
        assert!(matches!(outcome, Err(PersonError::EmailNotVerified)));
    }
    enter(&fixture, &identified("1", Some("ann")), Some(&anybodys)).await.unwrap();
    let fixture = PeopleFixture::with(Registration::Closed);
    assert!(matches!(enter(&fixture, &nameless, None).await, Err(PersonError::RegistrationClosed)));
}

#[tokio::test]
async fn closed_registration_admits_only_existing_accounts() {
    let fixture = PeopleFixture::with(Registration::Closed);
    let invitation = fixture.invite(None).await;
    let user = identified("1", Some("ann"));
    for invitation in [None, Some(&invitation)] {
        assert!(matches!(enter(&fixture, &user, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    let bob = fixture.person("bob").await;
    let bobs = identified("2", Some("bob"));
    link(&fixture, bob, &bobs.identity).await;
    assert_eq!(enter(&fixture, &bobs, None).await.unwrap().account, bob);
}

#[tokio::test]
async fn invitation_admits_only_its_recipient_through_a_provider() {
    let fixture = PeopleFixture::with(Registration::Invite);
    let (anybodys, bobs) = (fixture.invite(None).await, fixture.invite(Some(email("bob"))).await);
    let ann = identified("1", Some("ann"));
    let guessed = Token::from_secret([3; 32]);
    for invitation in [None, Some(&guessed), Some(&bobs)] {
        assert!(matches!(enter(&fixture, &ann, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    enter(&fixture, &ann, Some(&anybodys)).await.unwrap();
    let eve = identified("3", Some("eve"));
    assert!(matches!(enter(&fixture, &eve, Some(&anybodys)).await, Err(PersonError::RegistrationClosed)));
    enter(&fixture, &identified("2", Some("bob")), Some(&bobs)).await.unwrap();
    assert_eq!(fixture.store.accounts().await.unwrap().len(), 2);
}

#[tokio::test]
async fn suspended_account_cannot_sign_in_through_a_provider() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let user = identified("1", Some("ann"));
    link(&fixture, ann, &user.identity).await;
    fixture.suspend(ann).await;
    assert!(matches!(enter(&fixture, &user, None).await, Err(PersonError::Refused)));
}

#[tokio::test]
async fn permission_to_link_an_identity_ends_with_a_new_password_and_is_no_link() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let session = fixture.session("ann").await;
    let linking = LinkIdentity::new(fixture.deps.clone());
    let secret = linking.begin(&session, PASSWORD, &fixture.client()).await.unwrap();
    assert!(matches!(fixture.follow(&secret, &fixture.client()).await, Err(PersonError::LinkGone)));
    let change = ChangePassword::new(fixture.deps.clone());
    change.run(&session, PASSWORD, NEW_PASSWORD, &fixture.client()).await.unwrap();
    let user = identified("1", None);
    let late = linking.finish(ann, &secret, &user.identity, "Example ID").await;
    assert!(matches!(late, Err(PersonError::LinkGone)));
    assert!(fixture.store.identities(ann).await.unwrap().is_empty());
    let secret = linking.begin(&session, NEW_PASSWORD, &fixture.client()).await.unwrap();
    linking.finish(ann, &secret, &user.identity, "Example ID").await.unwrap();
    assert_eq!(fixture.store.identities(ann).await.unwrap()[0].identity, user.identity);
}
