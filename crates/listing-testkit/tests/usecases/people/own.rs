//! Tests of people's management of their accounts, and of administrators' management of others.

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

use super::house::{House, NEW_PASSWORD, PASSWORD};
use crate::support::email;

fn delete_own(house: &House) -> DeleteOwnAccount {
    DeleteOwnAccount::new(house.parts.clone(), DeleteAccount::new(house.store.clone(), house.clock.clone()))
}

#[tokio::test]
async fn the_current_password_changes_it_and_ends_all_other_sessions() {
    let house = House::open();
    house.person("ann").await;
    let [here, thief] = [house.client(), house.client()];
    let here = house.sign_in("ann", PASSWORD, &here).await.unwrap();
    let thief = house.sign_in("ann", PASSWORD, &thief).await.unwrap();
    house.ask("ann", LinkKind::SignIn, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    let session = house.session_of(&here.token).await;
    let change = ChangePassword::new(house.parts.clone());
    for (current, new, is_wrong) in
        [("wrong horse battery", NEW_PASSWORD, true), ("", NEW_PASSWORD, true), (PASSWORD, "short", false)]
    {
        let refused = change.run(&session, current, new, &house.client()).await.unwrap_err();
        assert_eq!(matches!(refused, PersonError::WrongPassword), is_wrong, "{current} {new}: {refused}");
    }
    assert!(house.is_signed_in(&thief.token).await, "nothing was changed");
    assert!(house.mails().await.is_empty());
    change.run(&session, PASSWORD, NEW_PASSWORD, &house.client()).await.unwrap();
    assert_eq!(
        [house.is_signed_in(&here.token).await, house.is_signed_in(&thief.token).await],
        [true, false]
    );
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::LinkGone)));
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
    assert!(matches!(house.sign_in("ann", PASSWORD, &house.client()).await, Err(PersonError::Refused)));
    house.sign_in("ann", NEW_PASSWORD, &house.client()).await.unwrap();
}

#[tokio::test]
async fn password_tries_with_a_stolen_session_are_limited() {
    let house = House::open();
    house.person("ann").await;
    let session = house.session("ann").await;
    let (change, email) = (ChangePassword::new(house.parts.clone()), ChangeEmail::new(house.parts.clone()));
    let linking = LinkIdentity::new(house.parts.clone());
    let (mut tried, own) = (0, delete_own(&house));
    for number in 0..30 {
        let wrong = format!("wrong horse {number}");
        let outcomes = [
            change.run(&session, &wrong, NEW_PASSWORD, &house.client()).await,
            email.run(&session, &wrong, "eve@example.com", &house.client()).await,
            linking.begin(&session, &wrong, &house.client()).await.map(|_| ()),
            linking.unlink(&session, &wrong, "https://id.example", "Example ID", &house.client()).await,
            own.run(&session, "ann@example.com", &wrong, &house.client()).await,
        ];
        tried += outcomes.iter().filter(|it| matches!(it, Err(PersonError::WrongPassword))).count();
        assert!(outcomes.iter().all(Result::is_err));
    }
    assert_eq!(u32::try_from(tried).unwrap(), house.parts.policy.tries.of_browser);
}

#[tokio::test]
async fn password_tries_with_a_stolen_session_do_not_block_the_owner() {
    let house = House::open();
    house.person("ann").await;
    let (stolen, hers) = (house.session("ann").await, house.session("ann").await);
    let change = ChangePassword::new(house.parts.clone());
    for _ in 0..30 {
        let tried = change.run(&stolen, "wrong horse battery", NEW_PASSWORD, &house.guest_from(2)).await;
        assert!(tried.is_err());
    }
    let used_up = change.run(&stolen, PASSWORD, NEW_PASSWORD, &house.guest_from(2)).await;
    assert!(matches!(used_up, Err(PersonError::TooManyTries { .. })), "{used_up:?}");
    change.run(&hers, PASSWORD, NEW_PASSWORD, &house.client()).await.unwrap();
}

#[tokio::test]
async fn an_e_mail_is_changed_by_its_owner_and_the_former_one_is_notified() {
    let house = House::open();
    let ann = house.person("ann").await;
    let session = house.session("ann").await;
    let change = ChangeEmail::new(house.parts.clone());
    assert!(matches!(
        change.run(&session, "wrong horse battery", "new@example.com", &house.client()).await,
        Err(PersonError::WrongPassword)
    ));
    assert!(matches!(
        change.run(&session, PASSWORD, "new", &house.client()).await,
        Err(PersonError::InvalidEmail(_))
    ));
    assert!(house.mails().await.is_empty());
    change.run(&session, PASSWORD, "new@example.com", &house.client()).await.unwrap();
    assert_eq!(house.subjects().await, [("new@example.com".to_owned(), "confirm_email")]);
    let link = house.sent_token().await;
    assert!(house.by_email("ann").await.is_some(), "it stays as it is until then");
    assert!(matches!(house.follow(&link, &house.client()).await, Ok(FollowedLink::EmailConfirmed)));
    assert_eq!(house.by_email("new").await.unwrap().account.id, ann);
    assert!(house.by_email("ann").await.is_none());
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "email_changed")]);
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn another_e_mail_ends_keys_and_linked_identities() {
    let house = House::open();
    let ann = house.person("ann").await;
    let identity = ExternalIdentity { issuer: "https://id.example".to_owned(), subject: "7".to_owned() };
    let linked = house.store.link_identity(ann, &identity, house.clock.now(), Epoch::default()).await;
    assert!(linked.unwrap());
    let key = ApiKey::from_secret([7; 32]);
    let new = NewKey::plain(KeyId::new(house.ids.id()), ann, &key, house.clock.now());
    house.store.add_key(&new, 10).await.unwrap();
    let change = ChangeEmail::new(house.parts.clone());
    let opens = async || house.store.key_owner(&key.digest(), house.clock.now()).await.unwrap().is_some();
    // Confirming the same email revokes nothing.
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let link = house.sent_token().await;
    house.follow(&link, &house.client()).await.unwrap();
    assert!(opens().await && house.store.person_by_identity(&identity).await.unwrap().is_some());
    change.run(&house.session("ann").await, PASSWORD, "new@example.com", &house.client()).await.unwrap();
    let link = house.sent_token().await;
    house.follow(&link, &house.client()).await.unwrap();
    assert!(!opens().await);
    assert!(house.store.person_by_identity(&identity).await.unwrap().is_none());
}

#[tokio::test]
async fn links_sent_to_the_former_e_mail_are_gone() {
    let house = House::open();
    house.person("ann").await;
    let session = house.session("ann").await;
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let sent_before = house.sent_token().await;
    ChangeEmail::new(house.parts.clone())
        .run(&session, PASSWORD, "new@example.com", &house.client())
        .await
        .unwrap();
    let link = house.sent_token().await;
    house.follow(&link, &house.client()).await.unwrap();
    assert!(matches!(house.follow(&sent_before, &house.client()).await, Err(PersonError::LinkGone)));
    house.sign_in("new", PASSWORD, &house.client()).await.unwrap();
}

#[tokio::test]
async fn an_e_mail_of_another_account_is_refused_without_revealing_it() {
    let house = House::open();
    let ann = house.person("ann").await;
    house.person("bob").await;
    let session = house.session("ann").await;
    let change = ChangeEmail::new(house.parts.clone());
    change.run(&session, PASSWORD, "bob@example.com", &house.client()).await.unwrap();
    change.run(&session, PASSWORD, "nobody@example.com", &house.client()).await.unwrap();
    let to_bob = house.mails().await.iter().find(|it| it.mail.to == email("bob")).cloned().unwrap();
    let link = super::house::token(to_bob.mail.about.link().unwrap());
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::EmailTaken)));
    assert_eq!(house.by_email("ann").await.unwrap().account.id, ann);
}

#[tokio::test]
async fn repeated_confirmations_of_an_e_mail_are_limited() {
    let house = House::open();
    let ann = house.person_without_password("ann").await;
    let change = ChangeEmail::new(house.parts.clone());
    change.confirm_again(ann, Language::Fr).await.unwrap();
    let link = house.sent_token().await;
    house.follow(&link, &house.client()).await.unwrap();
    assert!(house.by_email("ann").await.unwrap().confirmed_at.is_some());
    assert!(house.mails().await.is_empty(), "the e-mail is the same: nobody has to be told");
    let mut sent = 1;
    for _ in 0..20 {
        sent += u32::from(change.confirm_again(ann, Language::Fr).await.is_ok());
    }
    assert_eq!(sent, house.parts.policy.tries.mails);
}

#[tokio::test]
async fn an_account_is_deleted_with_its_password_and_its_e_mail() {
    let house = House::open();
    house.person("ann").await;
    let signed_in = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
    let session = house.session_of(&signed_in.token).await;
    house.ask("ann", LinkKind::SignIn, &house.client()).await.unwrap();
    let own = delete_own(&house);
    for typed in ["", "bob@example.com", "ann"] {
        assert!(matches!(
            own.run(&session, typed, PASSWORD, &house.client()).await,
            Err(PersonError::OtherEmail)
        ));
    }
    let refused = own.run(&session, "ann@example.com", "wrong horse battery", &house.client()).await;
    assert!(matches!(refused, Err(PersonError::WrongPassword)));
    assert!(house.is_signed_in(&signed_in.token).await);
    own.run(&session, " Ann@example.com ", PASSWORD, &house.client()).await.unwrap();
    assert!(house.by_email("ann").await.is_none());
    assert!(!house.is_signed_in(&signed_in.token).await);
    assert!(house.mails().await.is_empty(), "what was to be sent to it is dropped");
    assert!(matches!(
        own.run(&session, "ann@example.com", PASSWORD, &house.client()).await,
        Err(PersonError::NoSuchAccount)
    ));
    assert!(matches!(house.sign_in("ann", PASSWORD, &house.client()).await, Err(PersonError::Refused)));
}

#[tokio::test]
async fn an_account_without_a_password_is_deleted_after_a_recent_sign_in() {
    let house = House::open();
    let ann = house.person_without_password("ann").await;
    assert!(
        house.store.link_identity(ann, &identity(), house.parts.clock.now(), Epoch::default()).await.unwrap()
    );
    let client = house.client();
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = house.sent_token().await;
    let FollowedLink::SignedIn(signed_in) = house.follow(&link, &client).await.unwrap() else {
        panic!("the link signs in");
    };
    let session = house.session_of(&signed_in.token).await;
    house.clock.advance(Duration::from_mins(11));
    let refused = delete_own(&house).run(&session, "ann@example.com", "", &house.client()).await;
    assert!(matches!(refused, Err(PersonError::SignInAnew)));
    let anew = Session { created_at: house.parts.clock.now(), ..session };
    delete_own(&house).run(&anew, "ann@example.com", "", &house.client()).await.unwrap();
    assert!(house.store.person_by_identity(&identity()).await.unwrap().is_none());
    assert!(house.store.accounts().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_last_administrator_cannot_delete_their_account_and_another_one_can() {
    let house = House::open();
    let ann = house.person("ann").await;
    let session = house.session("ann").await;
    assert!(house.store.set_administrator(ann, true).await.unwrap());
    let refused = delete_own(&house).run(&session, "ann@example.com", PASSWORD, &house.client()).await;
    assert!(matches!(refused, Err(PersonError::LastAdministrator)));
    assert!(house.by_email("ann").await.unwrap().is_administrator);
    let bob = house.person("bob").await;
    assert!(house.store.set_administrator(bob, true).await.unwrap());
    delete_own(&house).run(&session, "ann@example.com", PASSWORD, &house.client()).await.unwrap();
    assert!(house.by_email("ann").await.is_none());
}

#[tokio::test]
async fn administrators_manage_only_other_accounts() {
    let house = House::open();
    let (ann, bob) = (house.person("ann").await, house.person("bob").await);
    for administrator in [ann, bob] {
        assert!(house.store.set_administrator(administrator, true).await.unwrap());
    }
    let others = AdministerAccounts::new(
        house.parts.clone(),
        SuspendAccount::new(house.store.clone(), house.clock.clone()),
        DeleteAccount::new(house.store.clone(), house.clock.clone()),
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
    let bobs = house.by_email("bob").await.unwrap();
    assert!(bobs.is_administrator && bobs.account.suspended_at.is_none());
    others.suspend(ann, bob).await.unwrap();
    assert!(house.by_email("bob").await.unwrap().account.suspended_at.is_some());
    others.dismiss(ann, bob).await.unwrap();
    assert!(matches!(others.dismiss(ann, bob).await, Err(PersonError::NotAdministrator)));
    others.delete(ann, bob, "bob@example.com").await.unwrap();
    assert!(house.by_email("bob").await.is_none());
    for gone in [others.suspend(ann, bob).await, others.delete(ann, bob, "bob@example.com").await] {
        assert!(matches!(gone, Err(PersonError::NoSuchAccount)));
    }
}

fn identity() -> ExternalIdentity {
    ExternalIdentity { issuer: "https://id.example".to_owned(), subject: "ann".to_owned() }
}

#[tokio::test]
async fn preferences_are_changed_one_by_one_and_only_of_a_known_account() {
    let house = House::open();
    let ann = house.person("ann").await;
    let preferences = SetPreferences::new(house.store.clone());
    preferences.run(ann, |kept| Preferences { language: Some(Language::Fr), ..kept }).await.unwrap();
    assert_eq!(preferences.now(ann).await.unwrap().language, Some(Language::Fr));
    let nobody = AccountId::new(uuid::Uuid::from_u128(1));
    assert!(matches!(preferences.now(nobody).await, Err(PersonError::NoSuchAccount)));
}

#[tokio::test]
async fn without_mail_no_notice_is_sent_but_links_wait_for_an_administrator() {
    let house = House::open().without_mail();
    house.person("ann").await;
    let session = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
    let session = house.session_of(&session.token).await;
    ChangePassword::new(house.parts.clone())
        .run(&session, PASSWORD, NEW_PASSWORD, &house.client())
        .await
        .unwrap();
    NotifyKeyCreated::new(house.parts.clone())
        .run(email("ann"), "key".to_owned(), Language::En)
        .await
        .unwrap();
    house.invite(Some(email("bob"))).await;
    assert!(house.mails().await.is_empty());
    let ask = RequestLink::new(house.parts.clone());
    ask.run(email("ann"), LinkKind::NewPassword, &house.client()).await.unwrap();
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "reset_password")]);
}

#[tokio::test]
async fn a_browser_stays_known_after_a_password_change_in_it() {
    let house = House::open();
    house.person("ann").await;
    let home = house.guest_from(250);
    let here = house.sign_in("ann", PASSWORD, &home).await.unwrap();
    let session = house.session_of(&here.token).await;
    let home = ClientInfo { known_browser: Some(here.known_browser), ..home };
    ChangePassword::new(house.parts.clone()).run(&session, PASSWORD, NEW_PASSWORD, &home).await.unwrap();
    for number in 0..200 {
        let _ = house.sign_in("ann", "wrong horse battery", &house.guest_from(number)).await;
    }
    house.sign_in("ann", NEW_PASSWORD, &home).await.unwrap();
}

#[tokio::test]
async fn without_a_chosen_language_mail_is_in_the_language_of_the_browser() {
    for (chosen, expected) in [(None, Language::En), (Some(Language::Fr), Language::Fr)] {
        let house = House::open();
        let ann = house.person("ann").await;
        let client = ClientInfo { language: Language::En, ..house.client() };
        let session = house.sign_in("ann", PASSWORD, &client).await.unwrap();
        let session = house.session_of(&session.token).await;
        let preferences = SetPreferences::new(house.parts.people.clone());
        preferences.run(ann, |kept| Preferences { language: chosen, ..kept }).await.unwrap();
        let (password, email) =
            (ChangePassword::new(house.parts.clone()), ChangeEmail::new(house.parts.clone()));
        password.run(&session, PASSWORD, NEW_PASSWORD, &client).await.unwrap();
        email.run(&session, NEW_PASSWORD, "new@example.com", &client).await.unwrap();
        email.confirm_again(ann, client.language).await.unwrap();
        let languages: Vec<Language> = house.mails().await.iter().map(|it| it.mail.language).collect();
        assert_eq!(languages, [expected; 3], "{chosen:?}");
    }
}
