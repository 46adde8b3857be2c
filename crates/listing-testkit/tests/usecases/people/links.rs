//! Tests of one-time links.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::link::LinkPurpose;
use listing_domain::ports::PersonStore as _;
use listing_domain::token::Token;
use listing_domain::usecase::people::{
    Administer, AuthDeps, Chosen, ClientInfo, FollowLink, FollowedLink, LinkKind, PersonError, RequestLink,
    SignedIn,
};
use listing_testkit::Faulty;

use super::house::{House, NEW_PASSWORD, PASSWORD, token};
use crate::support::email;

fn signed_in(followed: Result<FollowedLink, PersonError>) -> SignedIn {
    match followed {
        Ok(FollowedLink::SignedIn(signed_in)) => signed_in,
        Ok(_) => panic!("nobody was signed in"),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_sign_in_link_works_once_in_the_browser_that_requested_it() {
    let house = House::open();
    let ann = house.person("ann").await;
    let client = house.client();
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "sign_in")]);
    let link = house.sent_token().await;
    let elsewhere = house.follow(&link, &house.client()).await;
    assert!(matches!(elsewhere, Err(PersonError::OtherBrowser)));
    let let_in = signed_in(house.follow(&link, &client).await);
    assert_eq!(let_in.account, ann);
    assert!(house.is_signed_in(&let_in.token).await);
    assert!(matches!(house.follow(&link, &client).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn a_link_does_nothing_when_it_is_guessed_or_too_late() {
    let house = House::open();
    house.person("ann").await;
    let client = house.client();
    for number in 0..100_u8 {
        let guessed = Token::from_secret([number; 32]);
        assert!(matches!(house.follow(&guessed, &client).await, Err(PersonError::LinkGone)));
    }
    for (wanted, lifetime) in
        [(LinkKind::SignIn, LinkPurpose::SHORT), (LinkKind::NewPassword, LinkPurpose::SHORT)]
    {
        house.ask("ann", wanted, &client).await.unwrap();
        let link = house.sent_token().await;
        house.clock.advance(Duration::try_from(lifetime).unwrap());
        assert!(matches!(house.follow(&link, &client).await, Err(PersonError::LinkGone)), "{wanted:?}");
    }
    house.sign_in("ann", PASSWORD, &client).await.unwrap();
}

#[tokio::test]
async fn looking_at_a_link_changes_nothing() {
    let house = House::open();
    let ann = house.person("ann").await;
    let client = house.client();
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = house.sent_token().await;
    let follow = FollowLink::new(house.parts.clone());
    for _ in 0..3 {
        assert_eq!(follow.look(&link).await.unwrap().purpose, LinkPurpose::SignIn { account: ann });
    }
    signed_in(house.follow(&link, &client).await);
    assert!(matches!(follow.look(&link).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn concurrent_uses_of_a_link_let_one_in() {
    let house = House::open();
    house.person("ann").await;
    for wanted in [LinkKind::SignIn, LinkKind::NewPassword] {
        let client = house.client();
        house.ask("ann", wanted, &client).await.unwrap();
        let link = house.sent_token().await;
        let outcomes = join_all((0..10).map(|_| house.follow(&link, &client))).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{wanted:?}");
    }
}

#[tokio::test]
async fn the_token_of_a_known_browser_is_not_a_link() {
    let house = House::open();
    house.person("ann").await;
    let client = house.client();
    let known = house.sign_in("ann", PASSWORD, &client).await.unwrap().known_browser;
    assert!(matches!(house.follow(&known, &client).await, Err(PersonError::LinkGone)));
    let follow = FollowLink::new(house.parts.clone());
    assert!(matches!(follow.look(&known).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn an_invitation_is_not_used_up_by_following_it() {
    let house = House::open();
    let invitation = house.invite(None).await;
    assert!(matches!(house.follow(&invitation, &house.client()).await, Err(PersonError::LinkGone)));
    assert!(FollowLink::new(house.parts.clone()).look(&invitation).await.is_ok());
}

#[tokio::test]
async fn unknown_and_suspended_accounts_get_no_mail() {
    let house = House::open();
    let shut = house.person("shut").await;
    house.suspend(shut).await;
    for name in ["nobody", "shut"] {
        for wanted in [LinkKind::SignIn, LinkKind::NewPassword] {
            house.ask(name, wanted, &house.client()).await.unwrap();
        }
    }
    assert!(house.mails().await.is_empty());
}

#[tokio::test]
async fn a_suspended_account_is_not_entered_by_a_link_that_was_sent_before() {
    let house = House::open();
    let ann = house.person("ann").await;
    let client = house.client();
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = house.sent_token().await;
    house.ask("ann", LinkKind::NewPassword, &client).await.unwrap();
    let reset = house.sent_token().await;
    let before = house.by_email("ann").await.unwrap().password;
    house.suspend(ann).await;
    for link in [link, reset] {
        assert!(matches!(house.follow(&link, &client).await, Err(PersonError::LinkGone)));
    }
    assert!(house.by_email("ann").await.unwrap().password == before, "its password stays");
}

#[tokio::test]
async fn a_new_password_by_link_ends_all_sessions_and_links_and_is_notified() {
    let house = House::open();
    house.person("ann").await;
    let thief = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
    let client = house.client();
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    let other_link = house.sent_token().await;
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    let owner = house.client();
    let let_in = signed_in(house.follow(&link, &owner).await);
    assert_eq!(
        [house.is_signed_in(&thief.token).await, house.is_signed_in(&let_in.token).await],
        [false, true]
    );
    assert!(matches!(house.follow(&other_link, &client).await, Err(PersonError::LinkGone)));
    assert!(matches!(house.follow(&link, &owner).await, Err(PersonError::LinkGone)));
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
    assert!(matches!(house.sign_in("ann", PASSWORD, &client).await, Err(PersonError::Refused)));
    house.sign_in("ann", NEW_PASSWORD, &client).await.unwrap();
    // The thief's browser is no longer known, the owner's is.
    let now = house.parts.clock.now();
    let knows =
        async |browser: &Token| house.parts.links.link(&browser.digest(), now).await.unwrap().is_some();
    assert_eq!([knows(&thief.known_browser).await, knows(&let_in.known_browser).await], [false, true]);
}

#[tokio::test]
async fn a_password_that_cannot_be_chosen_uses_up_no_link() {
    let house = House::open();
    house.person("ann").await;
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    let follow = FollowLink::new(house.parts.clone());
    for bad in [None, Some(""), Some("short"), Some("ann@example.com"), Some("password123")] {
        let chosen = Chosen { password: bad, ..Chosen::default() };
        let refused = follow.run(&link, &chosen, &house.client()).await;
        assert!(matches!(refused, Err(PersonError::InvalidPassword(_))), "{bad:?}");
    }
    house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
    signed_in(house.follow(&link, &house.client()).await);
}

#[tokio::test]
async fn an_administrator_is_made_by_a_link_that_works_once() {
    let house = House::open();
    let administer = Administer::new(house.parts.clone());
    let link = token(&administer.make_administrator(email("root")).await.unwrap());
    assert!(house.store.has_administrator().await.unwrap());
    assert!(house.mails().await.is_empty(), "it is handed over, not sent");
    house.clock.advance(Duration::from_hours(23));
    signed_in(house.follow(&link, &house.client()).await);
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::LinkGone)));
    let root = house.by_email("root").await.unwrap();
    assert!(root.is_administrator);
    // An existing account becomes an administrator.
    let ann = house.person("ann").await;
    administer.make_administrator(email("ann")).await.unwrap();
    assert!(house.store.person(ann).await.unwrap().unwrap().is_administrator);
    house.sign_in("ann", PASSWORD, &house.client()).await.unwrap();
}

#[tokio::test]
async fn a_link_that_is_handed_over_ends_after_a_day_and_needs_an_account() {
    let house = House::open();
    let ann = house.person("ann").await;
    let administer = Administer::new(house.parts.clone());
    let link = token(&administer.password_link(ann).await.unwrap());
    house.clock.advance(Duration::from_hours(24));
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::LinkGone)));
    let nobody = listing_domain::ids::AccountId::new(uuid::Uuid::from_u128(1));
    assert!(matches!(administer.password_link(nobody).await, Err(PersonError::NoSuchAccount)));
    assert!(matches!(administer.sign_in_link(nobody).await, Err(PersonError::NoSuchAccount)));
    let link = token(&administer.sign_in_link(ann).await.unwrap());
    assert_eq!(signed_in(house.follow(&link, &house.client()).await).account, ann);
}

#[tokio::test]
async fn a_link_ends_the_session_that_the_browser_had() {
    let house = House::open();
    house.person("ann").await;
    house.person("eve").await;
    let eves = house.sign_in("eve", PASSWORD, &house.client()).await.unwrap();
    let client = ClientInfo { former: Some(eves.token.clone()), ..house.client() };
    house.ask("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = house.sent_token().await;
    signed_in(house.follow(&link, &client).await);
    assert!(!house.is_signed_in(&eves.token).await);
}

/// Returns the time of an email's confirmation.
async fn confirmed(house: &House, name: &str) -> Option<Timestamp> {
    house.by_email(name).await.unwrap().confirmed_at
}

#[tokio::test]
async fn a_link_that_was_mailed_confirms_the_e_mail_when_it_is_used() {
    for wanted in [LinkKind::SignIn, LinkKind::NewPassword] {
        let house = House::open();
        house.person_without_password("ann").await;
        let client = house.client();
        house.ask("ann", wanted, &client).await.unwrap();
        let link = house.sent_token().await;
        FollowLink::new(house.parts.clone()).look(&link).await.unwrap();
        assert_eq!(confirmed(&house, "ann").await, None, "programs look at mail, too");
        house.clock.advance(Duration::from_mins(1));
        signed_in(house.follow(&link, &client).await);
        assert_eq!(confirmed(&house, "ann").await, Some(house.parts.clock.now()), "{wanted:?}");
    }
}

#[tokio::test]
async fn a_link_that_an_administrator_hands_over_confirms_nothing() {
    let mut house = House::open();
    let ann = house.person_without_password("ann").await;
    let administer = Administer::new(house.parts.clone());
    for number in 0..3 {
        let link = match number {
            0 => administer.password_link(ann).await.unwrap(),
            1 => administer.sign_in_link(ann).await.unwrap(),
            _ => administer.make_administrator(email("ann")).await.unwrap(),
        };
        signed_in(house.follow(&token(&link), &house.client()).await);
        assert_eq!(confirmed(&house, "ann").await, None, "whoever made it may have opened it");
    }
    // A link created for mail, which an administrator sees after mail was turned off.
    let client = house.client();
    house.ask("ann", LinkKind::NewPassword, &client).await.unwrap();
    let link = house.sent_token().await;
    house.parts.policy.sends_mail = false;
    signed_in(house.follow(&link, &client).await);
    assert_eq!(confirmed(&house, "ann").await, None);
    // A link requested while mail was off proves nothing after mail is turned on.
    house.ask("ann", LinkKind::NewPassword, &client).await.unwrap();
    let link = house.sent_token().await;
    house.parts.policy.sends_mail = true;
    signed_in(house.follow(&link, &client).await);
    assert_eq!(confirmed(&house, "ann").await, None);
}

#[tokio::test]
async fn a_link_leaves_the_moment_at_which_an_e_mail_was_confirmed_before() {
    let house = House::open();
    house.person("ann").await;
    let before = confirmed(&house, "ann").await;
    house.clock.advance(Duration::from_mins(1));
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    signed_in(house.follow(&link, &house.client()).await);
    assert!(before.is_some());
    assert_eq!(confirmed(&house, "ann").await, before);
}

#[tokio::test]
async fn a_first_password_is_not_notified_as_a_change() {
    let house = House::open();
    house.person_without_password("ann").await;
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    signed_in(house.follow(&link, &house.client()).await);
    assert!(house.mails().await.is_empty());
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    let link = house.sent_token().await;
    signed_in(house.follow(&link, &house.client()).await);
    assert_eq!(house.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
}

#[tokio::test]
async fn without_mail_a_link_to_choose_a_password_works_for_a_day() {
    let house = House::open().without_mail();
    house.person("ann").await;
    house.ask("ann", LinkKind::NewPassword, &house.client()).await.unwrap();
    house.clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
    let link = house.sent_token().await;
    assert!(FollowLink::new(house.parts.clone()).look(&link).await.is_ok());
    house.clock.advance(Duration::from_secs(1));
    assert!(matches!(house.follow(&link, &house.client()).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn unknown_and_known_e_mails_cause_the_same_writes() {
    let house = House::open();
    let shut = house.person("shut").await;
    house.suspend(shut).await;
    house.person("ann").await;
    let store = Arc::new(Faulty::over(house.store.clone()));
    let writes = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&writes);
    store.fail_by(move |_, method| {
        if ["add_link", "put"].contains(&method) {
            seen.lock().unwrap().push(method.to_owned());
        }
        None
    });
    let parts = AuthDeps { links: store.clone(), outbox: store, ..house.parts.clone() };
    for wanted in [LinkKind::SignIn, LinkKind::NewPassword] {
        for name in ["ann", "nobody", "shut"] {
            // Beyond the limit, nothing is written for any email.
            for expected in [2, 2, 0] {
                let ask = RequestLink::new(parts.clone());
                let _ = ask.run(email(name), wanted, &house.client()).await;
                assert_eq!(std::mem::take(&mut *writes.lock().unwrap()).len(), expected, "{name} {wanted:?}");
            }
        }
    }
    let to: Vec<_> = house.mails().await.iter().map(|it| it.mail.to.clone()).collect();
    assert_eq!(to, vec![email("ann"); 4], "nobody else is written to");
}

#[tokio::test]
async fn a_sign_up_causes_the_same_writes_with_or_without_an_account() {
    let house = House::open();
    house.person("ann").await;
    let store = Arc::new(Faulty::over(house.store.clone()));
    let writes = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&writes);
    store.fail_by(move |_, method| {
        if ["add_link", "put"].contains(&method) {
            seen.lock().unwrap().push(method.to_owned());
        }
        None
    });
    let house =
        House { parts: AuthDeps { links: store.clone(), outbox: store, ..house.parts.clone() }, ..house };
    for name in ["ann", "bob"] {
        house.sign_up(name, None, &house.client()).await.unwrap();
        assert_eq!(std::mem::take(&mut *writes.lock().unwrap()), ["add_link", "put"], "{name}");
    }
}
