use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::link::LinkPurpose;
use listing_domain::ports::PersonStore as _;
use listing_domain::token::Token;
use listing_domain::usecase::people::{
    Administer, AuthDeps, ClientInfo, FollowLink, FollowedLink, LinkChoices, LinkKind, PersonError,
    RequestLink, SignedIn,
};
use listing_testkit::Faulty;

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture, token};
use crate::support::email;

fn signed_in(followed: Result<FollowedLink, PersonError>) -> SignedIn {
    match followed {
        Ok(FollowedLink::SignedIn(signed_in)) => signed_in,
        Ok(_) => panic!("expected a sign-in"),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_sign_in_link_works_once_in_the_browser_that_requested_it() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "sign_in")]);
    let link = fixture.sent_token().await;
    let elsewhere = fixture.follow(&link, &fixture.client()).await;
    assert!(matches!(elsewhere, Err(PersonError::OtherBrowser)));
    let let_in = signed_in(fixture.follow(&link, &client).await);
    assert_eq!(let_in.account, ann);
    assert!(fixture.is_signed_in(&let_in.token).await);
    assert!(matches!(fixture.follow(&link, &client).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn guessed_or_expired_link_has_no_effect() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let client = fixture.client();
    for number in 0..100_u8 {
        let guessed = Token::from_secret([number; 32]);
        assert!(matches!(fixture.follow(&guessed, &client).await, Err(PersonError::LinkGone)));
    }
    for (kind, lifetime) in
        [(LinkKind::SignIn, LinkPurpose::SHORT), (LinkKind::NewPassword, LinkPurpose::SHORT)]
    {
        fixture.request_link("ann", kind, &client).await.unwrap();
        let link = fixture.sent_token().await;
        fixture.clock.advance(Duration::try_from(lifetime).unwrap());
        assert!(matches!(fixture.follow(&link, &client).await, Err(PersonError::LinkGone)), "{kind:?}");
    }
    fixture.sign_in("ann", PASSWORD, &client).await.unwrap();
}

#[tokio::test]
async fn viewing_a_link_changes_nothing() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = fixture.sent_token().await;
    let follow = FollowLink::new(fixture.deps.clone());
    for _ in 0..3 {
        assert_eq!(follow.look(&link).await.unwrap().purpose, LinkPurpose::SignIn { account: ann });
    }
    signed_in(fixture.follow(&link, &client).await);
    assert!(matches!(follow.look(&link).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn concurrent_uses_of_a_link_sign_in_once() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    for kind in [LinkKind::SignIn, LinkKind::NewPassword] {
        let client = fixture.client();
        fixture.request_link("ann", kind, &client).await.unwrap();
        let link = fixture.sent_token().await;
        let outcomes = join_all((0..10).map(|_| fixture.follow(&link, &client))).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{kind:?}");
    }
}

#[tokio::test]
async fn token_of_a_known_browser_does_not_work_as_a_link() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let client = fixture.client();
    let known = fixture.sign_in("ann", PASSWORD, &client).await.unwrap().known_browser;
    assert!(matches!(fixture.follow(&known, &client).await, Err(PersonError::LinkGone)));
    let follow = FollowLink::new(fixture.deps.clone());
    assert!(matches!(follow.look(&known).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn following_an_invitation_as_a_link_does_not_use_it_up() {
    let fixture = PeopleFixture::open();
    let invitation = fixture.invite(None).await;
    assert!(matches!(fixture.follow(&invitation, &fixture.client()).await, Err(PersonError::LinkGone)));
    assert!(FollowLink::new(fixture.deps.clone()).look(&invitation).await.is_ok());
}

#[tokio::test]
async fn unknown_and_suspended_accounts_get_no_mail() {
    let fixture = PeopleFixture::open();
    let shut = fixture.person("shut").await;
    fixture.suspend(shut).await;
    for name in ["nobody", "shut"] {
        for kind in [LinkKind::SignIn, LinkKind::NewPassword] {
            fixture.request_link(name, kind, &fixture.client()).await.unwrap();
        }
    }
    assert!(fixture.mails().await.is_empty());
}

#[tokio::test]
async fn suspended_account_cannot_sign_in_with_an_earlier_link() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.request_link("ann", LinkKind::NewPassword, &client).await.unwrap();
    let reset = fixture.sent_token().await;
    let before = fixture.by_email("ann").await.unwrap().password;
    fixture.suspend(ann).await;
    for link in [link, reset] {
        assert!(matches!(fixture.follow(&link, &client).await, Err(PersonError::LinkGone)));
    }
    assert!(
        fixture.by_email("ann").await.unwrap().password == before,
        "the password of the suspended account stays"
    );
}

#[tokio::test]
async fn new_password_by_link_ends_all_sessions_and_links_and_sends_a_notice() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let thief = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    let other_link = fixture.sent_token().await;
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    let owner = fixture.client();
    let let_in = signed_in(fixture.follow(&link, &owner).await);
    assert_eq!(
        [fixture.is_signed_in(&thief.token).await, fixture.is_signed_in(&let_in.token).await],
        [false, true]
    );
    assert!(matches!(fixture.follow(&other_link, &client).await, Err(PersonError::LinkGone)));
    assert!(matches!(fixture.follow(&link, &owner).await, Err(PersonError::LinkGone)));
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
    assert!(matches!(fixture.sign_in("ann", PASSWORD, &client).await, Err(PersonError::Refused)));
    fixture.sign_in("ann", NEW_PASSWORD, &client).await.unwrap();
    // The owner's browser is still known to the account, but not the thief's.
    let now = fixture.deps.clock.now();
    let knows =
        async |browser: &Token| fixture.deps.links.link(&browser.digest(), now).await.unwrap().is_some();
    assert_eq!([knows(&thief.known_browser).await, knows(&let_in.known_browser).await], [false, true]);
}

#[tokio::test]
async fn rejected_password_does_not_use_up_the_link() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    let follow = FollowLink::new(fixture.deps.clone());
    for bad in [None, Some(""), Some("short"), Some("ann@example.com"), Some("password123")] {
        let chosen = LinkChoices { password: bad, ..LinkChoices::default() };
        let refused = follow.run(&link, &chosen, &fixture.client()).await;
        assert!(matches!(refused, Err(PersonError::InvalidPassword(_))), "{bad:?}");
    }
    fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
    signed_in(fixture.follow(&link, &fixture.client()).await);
}

#[tokio::test]
async fn administrator_link_works_once() {
    let fixture = PeopleFixture::open();
    let administer = Administer::new(fixture.deps.clone());
    let link = token(&administer.make_administrator(email("root")).await.unwrap());
    assert!(fixture.store.has_administrator().await.unwrap());
    assert!(fixture.mails().await.is_empty(), "the link is returned, not mailed");
    fixture.clock.advance(Duration::from_hours(23));
    signed_in(fixture.follow(&link, &fixture.client()).await);
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::LinkGone)));
    let root = fixture.by_email("root").await.unwrap();
    assert!(root.is_administrator);
    // Makes an existing account an administrator.
    let ann = fixture.person("ann").await;
    administer.make_administrator(email("ann")).await.unwrap();
    assert!(fixture.store.person(ann).await.unwrap().unwrap().is_administrator);
    fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap();
}

#[tokio::test]
async fn operator_link_expires_after_a_day_and_needs_an_account() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let administer = Administer::new(fixture.deps.clone());
    let link = token(&administer.password_link(ann).await.unwrap());
    fixture.clock.advance(Duration::from_hours(24));
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::LinkGone)));
    let stranger = listing_domain::ids::AccountId::new(uuid::Uuid::from_u128(1));
    assert!(matches!(administer.password_link(stranger).await, Err(PersonError::NoSuchAccount)));
    assert!(matches!(administer.sign_in_link(stranger).await, Err(PersonError::NoSuchAccount)));
    let link = token(&administer.sign_in_link(ann).await.unwrap());
    assert_eq!(signed_in(fixture.follow(&link, &fixture.client()).await).account, ann);
}

#[tokio::test]
async fn sign_in_by_link_ends_the_browsers_previous_session() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person("eve").await;
    let eves = fixture.sign_in("eve", PASSWORD, &fixture.client()).await.unwrap();
    let client = ClientInfo { former: Some(eves.token.clone()), ..fixture.client() };
    fixture.request_link("ann", LinkKind::SignIn, &client).await.unwrap();
    let link = fixture.sent_token().await;
    signed_in(fixture.follow(&link, &client).await);
    assert!(!fixture.is_signed_in(&eves.token).await);
}

async fn confirmed(fixture: &PeopleFixture, name: &str) -> Option<Timestamp> {
    fixture.by_email(name).await.unwrap().confirmed_at
}

#[tokio::test]
async fn mailed_link_confirms_the_email_when_used() {
    for kind in [LinkKind::SignIn, LinkKind::NewPassword] {
        let fixture = PeopleFixture::open();
        fixture.person_without_password("ann").await;
        let client = fixture.client();
        fixture.request_link("ann", kind, &client).await.unwrap();
        let link = fixture.sent_token().await;
        FollowLink::new(fixture.deps.clone()).look(&link).await.unwrap();
        assert_eq!(
            confirmed(&fixture, "ann").await,
            None,
            "viewing a link, as mail scanners do, confirms nothing"
        );
        fixture.clock.advance(Duration::from_mins(1));
        signed_in(fixture.follow(&link, &client).await);
        assert_eq!(confirmed(&fixture, "ann").await, Some(fixture.deps.clock.now()), "{kind:?}");
    }
}

#[tokio::test]
async fn link_passed_on_by_an_administrator_does_not_confirm_the_email() {
    let mut fixture = PeopleFixture::open();
    let ann = fixture.person_without_password("ann").await;
    let administer = Administer::new(fixture.deps.clone());
    for number in 0..3 {
        let link = match number {
            0 => administer.password_link(ann).await.unwrap(),
            1 => administer.sign_in_link(ann).await.unwrap(),
            _ => administer.make_administrator(email("ann")).await.unwrap(),
        };
        signed_in(fixture.follow(&token(&link), &fixture.client()).await);
        assert_eq!(
            confirmed(&fixture, "ann").await,
            None,
            "a link that its creator could open confirms nothing"
        );
    }
    // Requested while mail was on; an administrator can see it after mail was turned off.
    let client = fixture.client();
    fixture.request_link("ann", LinkKind::NewPassword, &client).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.deps.policy.sends_mail = false;
    signed_in(fixture.follow(&link, &client).await);
    assert_eq!(confirmed(&fixture, "ann").await, None);
    // Requested while mail was off, it does not confirm the email after mail is turned on.
    fixture.request_link("ann", LinkKind::NewPassword, &client).await.unwrap();
    let link = fixture.sent_token().await;
    fixture.deps.policy.sends_mail = true;
    signed_in(fixture.follow(&link, &client).await);
    assert_eq!(confirmed(&fixture, "ann").await, None);
}

#[tokio::test]
async fn link_keeps_the_earlier_time_of_confirmation() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let before = confirmed(&fixture, "ann").await;
    fixture.clock.advance(Duration::from_mins(1));
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    signed_in(fixture.follow(&link, &fixture.client()).await);
    assert!(before.is_some());
    assert_eq!(confirmed(&fixture, "ann").await, before);
}

#[tokio::test]
async fn first_password_sends_no_change_notice() {
    let fixture = PeopleFixture::open();
    fixture.person_without_password("ann").await;
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    signed_in(fixture.follow(&link, &fixture.client()).await);
    assert!(fixture.mails().await.is_empty());
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    let link = fixture.sent_token().await;
    signed_in(fixture.follow(&link, &fixture.client()).await);
    assert_eq!(fixture.subjects().await, [("ann@example.com".to_owned(), "password_changed")]);
}

#[tokio::test]
async fn password_link_requested_while_mail_is_off_works_for_a_day() {
    let fixture = PeopleFixture::open().without_mail();
    fixture.person("ann").await;
    fixture.request_link("ann", LinkKind::NewPassword, &fixture.client()).await.unwrap();
    fixture.clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
    let link = fixture.sent_token().await;
    assert!(FollowLink::new(fixture.deps.clone()).look(&link).await.is_ok());
    fixture.clock.advance(Duration::from_secs(1));
    assert!(matches!(fixture.follow(&link, &fixture.client()).await, Err(PersonError::LinkGone)));
}

#[tokio::test]
async fn link_requests_for_unknown_and_known_emails_cause_the_same_writes() {
    let fixture = PeopleFixture::open();
    let shut = fixture.person("shut").await;
    fixture.suspend(shut).await;
    fixture.person("ann").await;
    let store = Arc::new(Faulty::over(fixture.store.clone()));
    let writes = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&writes);
    store.fail_when(move |_, method| {
        if ["add_link", "put"].contains(&method) {
            seen.lock().unwrap().push(method.to_owned());
        }
        None
    });
    let deps = AuthDeps { links: store.clone(), outbox: store, ..fixture.deps.clone() };
    for kind in [LinkKind::SignIn, LinkKind::NewPassword] {
        for name in ["ann", "nobody", "shut"] {
            // Beyond the limit, no link or message is written for any email.
            for expected in [2, 2, 0] {
                let request_link = RequestLink::new(deps.clone());
                let _ = request_link.run(email(name), kind, &fixture.client()).await;
                assert_eq!(std::mem::take(&mut *writes.lock().unwrap()).len(), expected, "{name} {kind:?}");
            }
        }
    }
    let to: Vec<_> = fixture.mails().await.iter().map(|waiting| waiting.mail.to.clone()).collect();
    assert_eq!(to, vec![email("ann"); 4], "only ann gets mail");
}

#[tokio::test]
async fn sign_up_causes_the_same_writes_with_or_without_an_account() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let store = Arc::new(Faulty::over(fixture.store.clone()));
    let writes = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&writes);
    store.fail_when(move |_, method| {
        if ["add_link", "put"].contains(&method) {
            seen.lock().unwrap().push(method.to_owned());
        }
        None
    });
    let fixture = PeopleFixture {
        deps: AuthDeps { links: store.clone(), outbox: store, ..fixture.deps.clone() },
        ..fixture
    };
    for name in ["ann", "bob"] {
        fixture.sign_up(name, None, &fixture.client()).await.unwrap();
        assert_eq!(std::mem::take(&mut *writes.lock().unwrap()), ["add_link", "put"], "{name}");
    }
}
