//! Tests how people manage their own account, and administrators other accounts.

use std::time::Duration;

use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::ApiKey;
use listing_domain::options::Language;
use listing_domain::person::{Epoch, ExternalIdentity, Preferences};
use listing_domain::ports::{AccountStore as _, Clock as _, IdSource as _, NewKey, PersonStore as _};
use listing_domain::session::Session;
use listing_domain::usecase::people::{
    AdministerAccounts, ChangeEmail, ChangePassword, ClientInfo, DeleteOwnAccount, FollowedLink,
    LinkIdentity, LinkKind, NotifyKeyCreated, PersonError, RequestLink, SetPreferences,
};
use listing_domain::usecase::{DeleteAccount, SuspendAccount};

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture};
use crate::support::email;

fn delete_own(fixture: &PeopleFixture) -> DeleteOwnAccount {
    DeleteOwnAccount::new(
        fixture.deps.clone(),
        DeleteAccount::new(fixture.store.clone(), fixture.clock.clone()),
    )
}

#[tokio::test]
async fn password_change_ends_all_other_sessions() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let [here, thief] = [fixture.client(), fixture.client()];
    let here = fixture.sign_in("ann", PASSWORD, &here).await.unwrap();
    let thief = fixture.sign_in("ann", PASSWORD, &thief).await.unwrap();
    fixture.request_link("ann", LinkKind::SignIn, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    let session = fixture.session_of(&here.token).await;
    let change = ChangePassword::new(fixture.deps.clone());
    for (current, new, is_wrong) in
        [("wrong horse battery", NEW_PASSWORD, true), ("", NEW_PASSWORD, true), (PASSWORD, "short", false)]
    {
        let refused = change.run(&session, current, new, &fixture.client()).await.unwrap_err();
        assert_eq!(matches!(refused, PersonError::WrongPassword), is_wrong, "{current} {new}: {refused}");
    }
    assert!(fixture.is_signed_in(&thief.token).await, "a refused change ends no session");
    assert!(fixture.mails().await.is_empty());
    change.run(&session, PASSWORD, NEW_PASSWORD, &fixture.client()).await.unwrap();
    assert_eq!(
        [fixture.is_signed_in(&here.token).await, fixture.is_signed_in(&thief.token).await],
        [true, false]
    );
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::LinkGone)));
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
    assert!(matches!(fixture.sign_in("ann", PASSWORD, &fixture.client()).await, Err(PersonError::Refused)));
    fixture.sign_in("ann", NEW_PASSWORD, &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn password_tries_with_a_stolen_session_are_limited() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let session = fixture.session("ann").await;
    let (change, email) = (ChangePassword::new(fixture.deps.clone()), ChangeEmail::new(fixture.deps.clone()));
    let linking = LinkIdentity::new(fixture.deps.clone());
    let (mut tried, delete) = (0, delete_own(&fixture));
    for number in 0..30 {
        let wrong = format!("wrong horse {number}");
        let outcomes = [
            change.run(&session, &wrong, NEW_PASSWORD, &fixture.client()).await,
            email.run(&session, &wrong, "eve@example.com", &fixture.client()).await,
            linking.begin(&session, &wrong, &fixture.client()).await.map(|_| ()),
            linking.unlink(&session, &wrong, "https://id.example", "Example ID", &fixture.client()).await,
            delete.run(&session, "ann@example.com", &wrong, &fixture.client()).await,
        ];
        tried += outcomes.iter().filter(|outcome| matches!(outcome, Err(PersonError::WrongPassword))).count();
        assert!(outcomes.iter().all(Result::is_err));
    }
    assert_eq!(u32::try_from(tried).unwrap(), fixture.deps.policy.limits.per_browser);
}

#[tokio::test]
async fn password_tries_with_a_stolen_session_do_not_block_the_owner() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let (stolen, hers) = (fixture.session("ann").await, fixture.session("ann").await);
    let change = ChangePassword::new(fixture.deps.clone());
    for _ in 0..30 {
        let tried = change.run(&stolen, "wrong horse battery", NEW_PASSWORD, &fixture.client_from(2)).await;
        assert!(tried.is_err());
    }
    let used_up = change.run(&stolen, PASSWORD, NEW_PASSWORD, &fixture.client_from(2)).await;
    assert!(matches!(used_up, Err(PersonError::TooManyAttempts { .. })), "{used_up:?}");
    change.run(&hers, PASSWORD, NEW_PASSWORD, &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn email_change_notifies_the_former_address() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let session = fixture.session("ann").await;
    let change = ChangeEmail::new(fixture.deps.clone());
    assert!(matches!(
        change.run(&session, "wrong horse battery", "new@example.com", &fixture.client()).await,
        Err(PersonError::WrongPassword)
    ));
    assert!(matches!(
        change.run(&session, PASSWORD, "new", &fixture.client()).await,
        Err(PersonError::InvalidEmail(_))
    ));
    assert!(fixture.mails().await.is_empty());
    change.run(&session, PASSWORD, "new@example.com", &fixture.client()).await.unwrap();
    assert_eq!(fixture.subjects().await, [("new@example.com".to_owned(), "confirm_email")]);
    let link = fixture.sent_token().await;
    assert!(fixture.by_email("ann").await.is_some(), "the email stays unchanged until its confirmation");
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Ok(FollowedLink::EmailConfirmed)));
    assert_eq!(fixture.by_email("new").await.unwrap().account.id, ann);
    assert!(fixture.by_email("ann").await.is_none());
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "email_changed")]);
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn email_change_ends_keys_and_linked_identities() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let identity = ExternalIdentity { issuer: "https://id.example".to_owned(), subject: "7".to_owned() };
    let linked = fixture.store.link_identity(ann, &identity, fixture.clock.now(), Epoch::default()).await;
    assert!(linked.unwrap());
    let key = ApiKey::from_secret([7; 32]);
    let new = NewKey::plain(KeyId::new(fixture.ids.id()), ann, &key, fixture.clock.now());
    fixture.store.add_key(&new, 10).await.unwrap();
    let change = ChangeEmail::new(fixture.deps.clone());
    let opens = async || fixture.store.key_owner(&key.digest(), fixture.clock.now()).await.unwrap().is_some();
    // Confirming the current email revokes nothing.
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.follow(&link, &fixture.client()).await.unwrap();
    assert!(opens().await && fixture.store.person_by_identity(&identity).await.unwrap().is_some());
    change.run(&fixture.session("ann").await, PASSWORD, "new@example.com", &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.follow(&link, &fixture.client()).await.unwrap();
    assert!(!opens().await);
    assert!(fixture.store.person_by_identity(&identity).await.unwrap().is_none());
}

#[tokio::test]
async fn email_change_drops_links_to_the_former_address() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let session = fixture.session("ann").await;
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let sent_before = fixture.sent_token().await;
    ChangeEmail::new(fixture.deps.clone())
        .run(&session, PASSWORD, "new@example.com", &fixture.client())
        .await
        .unwrap();
    let link = fixture.sent_token().await;
    fixture.follow(&link, &fixture.client()).await.unwrap();
    assert!(matches!(fixture.follow(&sent_before, &fixture.client()).await, Err(PersonError::LinkGone)));
    fixture.sign_in("new", PASSWORD, &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn email_of_another_account_is_refused_without_revealing_it() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    fixture.person("bob").await;
    let session = fixture.session("ann").await;
    let change = ChangeEmail::new(fixture.deps.clone());
    change.run(&session, PASSWORD, "bob@example.com", &fixture.client()).await.unwrap();
    change.run(&session, PASSWORD, "nobody@example.com", &fixture.client()).await.unwrap();
    let to_bob =
        fixture.mails().await.iter().find(|waiting| waiting.mail.to == email("bob")).cloned().unwrap();
    let link = super::fixture::token(to_bob.mail.about.link().unwrap());
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::EmailTaken)));
    assert_eq!(fixture.by_email("ann").await.unwrap().account.id, ann);
}

#[tokio::test]
async fn repeated_email_confirmations_are_limited() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person_without_password("ann").await;
    let change = ChangeEmail::new(fixture.deps.clone());
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.follow(&link, &fixture.client()).await.unwrap();
    assert!(fixture.by_email("ann").await.unwrap().confirmed_at.is_some());
    assert!(fixture.mails().await.is_empty(), "an unchanged email sends no notice");
    let mut sent = 1;
    for _ in 0..20 {
        sent += u32::from(change.confirm_again(ann, Language::Fr).await.is_ok());
    }
    assert_eq!(sent, fixture.deps.policy.limits.mails);
}

#[tokio::test]
async fn account_deletion_needs_password_and_email() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let signed_in = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
    let session = fixture.session_of(&signed_in.token).await;
    fixture.request_link("ann", LinkKind::SignIn, &fixture.client()).await.unwrap();
    let delete = delete_own(&fixture);
    for typed in ["", "bob@example.com", "ann"] {
        assert!(matches!(
            delete.run(&session, typed, PASSWORD, &fixture.client()).await,
            Err(PersonError::OtherEmail)
        ));
    }
    let refused = delete.run(&session, "ann@example.com", "wrong horse battery", &fixture.client()).await;
    assert!(matches!(refused, Err(PersonError::WrongPassword)));
    assert!(fixture.is_signed_in(&signed_in.token).await);
    delete.run(&session, " Ann@example.com ", PASSWORD, &fixture.client()).await.unwrap();
    assert!(fixture.by_email("ann").await.is_none());
    assert!(!fixture.is_signed_in(&signed_in.token).await);
    assert!(fixture.mails().await.is_empty(), "waiting messages to a deleted account are dropped");
    assert!(matches!(
        delete.run(&session, "ann@example.com", PASSWORD, &fixture.client()).await,
        Err(PersonError::NoSuchAccount)
    ));
    assert!(matches!(fixture.sign_in("ann", PASSWORD, &fixture.client()).await, Err(PersonError::Refused)));
}

#[tokio::test]
async fn account_without_a_password_is_deleted_after_a_recent_sign_in() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person_without_password("ann").await;
    assert!(
        fixture
            .store
            .link_identity(ann, &identity(), fixture.deps.clock.now(), Epoch::default())
            .await
            .unwrap()
    );
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = fixture.sent_token().await;
    let FollowedLink::SignedIn(signed_in) = fixture.follow(&link, &client).await.unwrap() else {
        panic!("the link must sign in");
    };
    let session = fixture.session_of(&signed_in.token).await;
    fixture.clock.advance(Duration::from_mins(11));
    let refused = delete_own(&fixture).run(&session, "ann@example.com", "", &fixture.client()).await;
    assert!(matches!(refused, Err(PersonError::SignInAgain)));
    let recent = Session { created_at: fixture.deps.clock.now(), ..session };
    delete_own(&fixture).run(&recent, "ann@example.com", "", &fixture.client()).await.unwrap();
    assert!(fixture.store.person_by_identity(&identity()).await.unwrap().is_none());
    assert!(fixture.store.accounts().await.unwrap().is_empty());
}

#[tokio::test]
async fn only_the_last_administrator_cannot_delete_their_account() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let session = fixture.session("ann").await;
    assert!(fixture.store.set_administrator(ann, true).await.unwrap());
    let refused = delete_own(&fixture).run(&session, "ann@example.com", PASSWORD, &fixture.client()).await;
    assert!(matches!(refused, Err(PersonError::LastAdministrator)));
    assert!(fixture.by_email("ann").await.unwrap().is_administrator);
    let bob = fixture.person("bob").await;
    assert!(fixture.store.set_administrator(bob, true).await.unwrap());
    delete_own(&fixture).run(&session, "ann@example.com", PASSWORD, &fixture.client()).await.unwrap();
    assert!(fixture.by_email("ann").await.is_none());
}

#[tokio::test]
async fn administrators_manage_only_other_accounts() {
    let fixture = PeopleFixture::open();
    let (ann, bob) = (fixture.person("ann").await, fixture.person("bob").await);
    for administrator in [ann, bob] {
        assert!(fixture.store.set_administrator(administrator, true).await.unwrap());
    }
    let others = AdministerAccounts::new(
        fixture.deps.clone(),
        SuspendAccount::new(fixture.store.clone(), fixture.clock.clone()),
        DeleteAccount::new(fixture.store.clone(), fixture.clock.clone()),
    );
    for refused in [
        others.suspend(ann, ann).await,
        others.dismiss(ann, ann).await,
        others.delete(ann, ann, "ann@example.com").await,
    ] {
        assert!(matches!(refused, Err(PersonError::OwnAccount)));
    }
    let unnamed = others.delete(ann, bob, "ann@example.com").await;
    assert!(matches!(unnamed, Err(PersonError::OtherEmail)));
    let bobs = fixture.by_email("bob").await.unwrap();
    assert!(bobs.is_administrator && bobs.account.suspended_at.is_none());
    others.suspend(ann, bob).await.unwrap();
    assert!(fixture.by_email("bob").await.unwrap().account.suspended_at.is_some());
    others.dismiss(ann, bob).await.unwrap();
    assert!(matches!(others.dismiss(ann, bob).await, Err(PersonError::NotAdministrator)));
    others.delete(ann, bob, "bob@example.com").await.unwrap();
    assert!(fixture.by_email("bob").await.is_none());
    for gone in [others.suspend(ann, bob).await, others.delete(ann, bob, "bob@example.com").await] {
        assert!(matches!(gone, Err(PersonError::NoSuchAccount)));
    }
}

fn identity() -> ExternalIdentity {
    ExternalIdentity { issuer: "https://id.example".to_owned(), subject: "ann".to_owned() }
}

#[tokio::test]
async fn single_preferences_are_changed_and_an_unknown_account_is_refused() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let preferences = SetPreferences::new(fixture.store.clone());
    preferences.run(ann, |stored| Preferences { language: Some(Language::Fr), ..stored }).await.unwrap();
    assert_eq!(preferences.now(ann).await.unwrap().language, Some(Language::Fr));
    let stranger = AccountId::new(uuid::Uuid::from_u128(1));
    assert!(matches!(preferences.now(stranger).await, Err(PersonError::NoSuchAccount)));
}

#[tokio::test]
async fn links_wait_for_an_administrator_and_notices_are_dropped_while_mail_is_off() {
    let fixture = PeopleFixture::open().without_mail();
    fixture.person("ann").await;
    let session = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
    let session = fixture.session_of(&session.token).await;
    ChangePassword::new(fixture.deps.clone())
        .run(&session, PASSWORD, NEW_PASSWORD, &fixture.client())
        .await
        .unwrap();
    NotifyKeyCreated::new(fixture.deps.clone())
        .run(email("ann"), "key".to_owned(), Language::En)
        .await
        .unwrap();
    fixture.invite(Some(email("bob"))).await;
    assert!(fixture.mails().await.is_empty());
    let request_link = RequestLink::new(fixture.deps.clone());
    request_link.run(email("ann"), LinkKind::NewPassword, &fixture.client()).await.unwrap();
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "reset_password")]);
}

#[tokio::test]
async fn browser_stays_known_after_its_password_change() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let home = fixture.client_from(250);
    let here = fixture.sign_in("ann", PASSWORD, &home).await.unwrap();
    let session = fixture.session_of(&here.token).await;
    let home = ClientInfo { known_browser: Some(here.known_browser), ..home };
    ChangePassword::new(fixture.deps.clone()).run(&session, PASSWORD, NEW_PASSWORD, &home).await.unwrap();
    for number in 0..200 {
        let _ = fixture.sign_in("ann", "wrong horse battery", &fixture.client_from(number)).await;
    }
    fixture.sign_in("ann", NEW_PASSWORD, &home).await.unwrap();
}

#[tokio::test]
async fn mail_is_in_the_browsers_language_unless_the_person_chose_one() {
    for (chosen, expected) in [(None, Language::En), (Some(Language::Fr), Language::Fr)] {
        let fixture = PeopleFixture::open();
        let ann = fixture.person("ann").await;
        let client = ClientInfo { language: Language::En, ..fixture.client() };
        let session = fixture.sign_in("ann", PASSWORD, &client).await.unwrap();
        let session = fixture.session_of(&session.token).await;
        let preferences = SetPreferences::new(fixture.deps.people.clone());
        preferences.run(ann, |stored| Preferences { language: chosen, ..stored }).await.unwrap();
        let (password, email) =
            (ChangePassword::new(fixture.deps.clone()), ChangeEmail::new(fixture.deps.clone()));
        password.run(&session, PASSWORD, NEW_PASSWORD, &client).await.unwrap();
        email.run(&session, NEW_PASSWORD, "new@example.com", &client).await.unwrap();
        email.confirm_again(ann, client.language).await.unwrap();
        let languages: Vec<Language> =
            fixture.mails().await.iter().map(|waiting| waiting.mail.language).collect();
        assert_eq!(languages, [expected; 3], "{chosen:?}");
    }
}
