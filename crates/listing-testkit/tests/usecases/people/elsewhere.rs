//! Tests of sign-in through an identity provider.

use listing_domain::ids::AccountId;
use listing_domain::person::{Epoch, ExternalIdentity, Registration};
use listing_domain::ports::{AccountStore as _, Identified, PersonStore as _};
use listing_domain::token::Token;
use listing_domain::usecase::people::{ChangePassword, LinkIdentity, PersonError, SignInElsewhere, SignedIn};

use super::house::{House, NEW_PASSWORD, PASSWORD};
use crate::support::email;

fn identified(subject: &str, vouched_for: Option<&str>) -> Identified {
    let identity = ExternalIdentity { issuer: "https://id.example".to_owned(), subject: subject.to_owned() };
    Identified { identity, email: vouched_for.map(email) }
}

async fn enter(house: &House, who: &Identified, invitation: Option<&Token>) -> Result<SignedIn, PersonError> {
    SignInElsewhere::new(house.parts.clone()).run(who, invitation, &house.client()).await
}

async fn link(house: &House, account: AccountId, identity: &ExternalIdentity) {
    assert!(
        house
            .store
            .link_identity(account, identity, house.parts.clock.now(), Epoch::default())
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_new_person_gets_an_account_where_registration_is_open() {
    let house = House::open();
    let who = identified("1", Some("ann"));
    let first = enter(&house, &who, None).await.unwrap();
    let ann = house.by_email("ann").await.unwrap();
    assert!(ann.confirmed_at.is_some() && ann.password.is_none());
    // A new email at the provider changes nothing here: the subject is the identity.
    let again = enter(&house, &identified("1", Some("other")), None).await.unwrap();
    assert_eq!([first.account, again.account], [ann.account.id; 2]);
    assert!(house.is_signed_in(&again.token).await);
}

#[tokio::test]
async fn an_e_mail_alone_signs_in_to_no_existing_account() {
    let house = House::open();
    let ann = house.person("ann").await;
    let who = identified("1", Some("ann"));
    assert!(matches!(enter(&house, &who, None).await, Err(PersonError::NotLinked)));
    link(&house, ann, &who.identity).await;
    assert_eq!(enter(&house, &who, None).await.unwrap().account, ann);
    assert_eq!(enter(&house, &identified("1", None), None).await.unwrap().account, ann);
}

#[tokio::test]
async fn an_identity_belongs_to_one_account() {
    let house = House::open();
    let (ann, bob) = (house.person("ann").await, house.person("bob").await);
    let who = identified("1", None);
    link(&house, ann, &who.identity).await;
    let bobs = house.session("bob").await;
    let linking = LinkIdentity::new(house.parts.clone());
    let secret = linking.begin(&bobs, PASSWORD, &house.client()).await.unwrap();
    let taken = linking.finish(bob, &secret, &who.identity, "Example ID").await;
    assert!(matches!(taken, Err(PersonError::IdentityTaken)));
    assert!(house.mails().await.is_empty(), "there is nothing to be told");
    assert_eq!(enter(&house, &who, None).await.unwrap().account, ann);
    // The same subject of another issuer is another person.
    let mut other = identified("1", Some("eve"));
    other.identity.issuer = "https://evil.example".to_owned();
    assert_ne!(enter(&house, &other, None).await.unwrap().account, ann);
}

#[tokio::test]
async fn a_new_person_without_a_verified_e_mail_gets_no_account() {
    let nameless = identified("1", None);
    let house = House::open();
    assert!(matches!(enter(&house, &nameless, None).await, Err(PersonError::EmailNotVouched)));
    assert!(house.store.accounts().await.unwrap().is_empty());
    // Callers who could not open an account with an email either get another error.
    let house = House::with(Registration::Invite);
    let (anybodys, bobs) = (house.invite(None).await, house.invite(Some(email("bob"))).await);
    let guessed = Token::from_secret([3; 32]);
    for invitation in [None, Some(&guessed)] {
        assert!(matches!(enter(&house, &nameless, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    for invitation in [&anybodys, &bobs] {
        let outcome = enter(&house, &nameless, Some(invitation)).await;
        assert!(matches!(outcome, Err(PersonError::EmailNotVouched)));
    }
    enter(&house, &identified("1", Some("ann")), Some(&anybodys)).await.unwrap();
    let house = House::with(Registration::Closed);
    assert!(matches!(enter(&house, &nameless, None).await, Err(PersonError::RegistrationClosed)));
}

#[tokio::test]
async fn closed_registration_admits_only_existing_accounts() {
    let house = House::with(Registration::Closed);
    let invitation = house.invite(None).await;
    let who = identified("1", Some("ann"));
    for invitation in [None, Some(&invitation)] {
        assert!(matches!(enter(&house, &who, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    let bob = house.person("bob").await;
    let bobs = identified("2", Some("bob"));
    link(&house, bob, &bobs.identity).await;
    assert_eq!(enter(&house, &bobs, None).await.unwrap().account, bob);
}

#[tokio::test]
async fn an_invitation_admits_only_its_recipient_from_a_provider() {
    let house = House::with(Registration::Invite);
    let (anybodys, bobs) = (house.invite(None).await, house.invite(Some(email("bob"))).await);
    let ann = identified("1", Some("ann"));
    let guessed = Token::from_secret([3; 32]);
    for invitation in [None, Some(&guessed), Some(&bobs)] {
        assert!(matches!(enter(&house, &ann, invitation).await, Err(PersonError::RegistrationClosed)));
    }
    enter(&house, &ann, Some(&anybodys)).await.unwrap();
    let eve = identified("3", Some("eve"));
    assert!(matches!(enter(&house, &eve, Some(&anybodys)).await, Err(PersonError::RegistrationClosed)));
    enter(&house, &identified("2", Some("bob")), Some(&bobs)).await.unwrap();
    assert_eq!(house.store.accounts().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_suspended_account_is_refused_from_a_provider() {
    let house = House::open();
    let ann = house.person("ann").await;
    let who = identified("1", Some("ann"));
    link(&house, ann, &who.identity).await;
    house.suspend(ann).await;
    assert!(matches!(enter(&house, &who, None).await, Err(PersonError::Refused)));
}

#[tokio::test]
async fn permission_to_link_ends_with_a_new_password_and_is_not_a_link() {
    let house = House::open();
    let ann = house.person("ann").await;
    let session = house.session("ann").await;
    let linking = LinkIdentity::new(house.parts.clone());
    let secret = linking.begin(&session, PASSWORD, &house.client()).await.unwrap();
    assert!(matches!(house.follow(&secret, &house.client()).await, Err(PersonError::LinkGone)));
    let change = ChangePassword::new(house.parts.clone());
    change.run(&session, PASSWORD, NEW_PASSWORD, &house.client()).await.unwrap();
    let who = identified("1", None);
    let late = linking.finish(ann, &secret, &who.identity, "Example ID").await;
    assert!(matches!(late, Err(PersonError::LinkGone)));
    assert!(house.store.identities(ann).await.unwrap().is_empty());
    let secret = linking.begin(&session, NEW_PASSWORD, &house.client()).await.unwrap();
    linking.finish(ann, &secret, &who.identity, "Example ID").await.unwrap();
    assert_eq!(house.store.identities(ann).await.unwrap()[0].identity, who.identity);
}
