//! Tests of sign-in with a password.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::link::Link;
use listing_domain::password::Password;
use listing_domain::person::{Epoch, Person, Preferences, TakeBack};
use listing_domain::ports::{
    AccountStore as _, Clock as _, IdSource as _, LinkStore, PasswordHasher as _, PersonStore as _,
    StoreError,
};
use listing_domain::session::SessionPolicy;
use listing_domain::token::{Token, TokenDigest};
use listing_domain::usecase::people::{
    AuthDeps, AuthenticateSession, ChangePassword, ClientInfo, EndSessions, PersonError, SessionsToEnd,
    SignIn, SignInAttempt,
};

use super::house::{House, NEW_PASSWORD, PASSWORD, refusal};

#[tokio::test]
async fn every_wrong_sign_in_is_refused_alike_and_costs_the_same() {
    let house = House::open();
    house.person("ann").await;
    house.person_without_password("linked").await;
    let shut = house.person("shut").await;
    house.suspend(shut).await;
    let mut said = Vec::new();
    for (name, password) in [
        ("nobody", PASSWORD),
        ("ann", "wrong horse battery"),
        ("ann", ""),
        ("linked", PASSWORD),
        ("linked", ""),
        ("shut", PASSWORD),
        ("shut", "wrong horse battery"),
    ] {
        let (_, verified) = house.hasher.asked();
        said.push(refusal(house.sign_in(name, password, &house.client()).await));
        assert_eq!(house.hasher.asked().1, verified + 1, "{name} {password}");
    }
    said.dedup();
    assert_eq!(said, ["wrong e-mail or password"]);
    let attempt = SignInAttempt { email: "no e-mail at all", password: PASSWORD };
    let (_, verified) = house.hasher.asked();
    let refused = SignIn::new(house.parts.clone()).run(&attempt, &house.client()).await;
    assert_eq!((refusal(refused), house.hasher.asked().1), (said[0].clone(), verified + 1));
}

/// A link store that counts lookups.
struct Counted(Arc<dyn LinkStore>, AtomicU32);

#[async_trait]
impl LinkStore for Counted {
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError> {
        self.0.add_link(link, digest).await
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.link(digest, at).await
    }

    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        self.0.take_link(digest, at).await
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

#[tokio::test]
async fn a_browser_token_is_looked_up_with_or_without_an_account() {
    let house = House::open();
    house.person("ann").await;
    let links = Arc::new(Counted(house.parts.links.clone(), AtomicU32::new(0)));
    let sign_in = SignIn::new(AuthDeps { links: links.clone(), ..house.parts.clone() });
    let client = ClientInfo { known_browser: Some(Token::from_secret([9; 32])), ..house.client() };
    for (email, looked_up) in [("ann@example.com", 1), ("nobody@example.com", 2), ("no e-mail", 3)] {
        let attempt = SignInAttempt { email, password: "wrong horse battery" };
        assert!(matches!(sign_in.run(&attempt, &client).await, Err(PersonError::Refused)));
        assert_eq!(links.1.load(Ordering::Relaxed), looked_up, "{email}");
    }
}

#[tokio::test]
async fn an_e_mail_is_recognised_however_it_is_typed_and_counted_as_one() {
    let house = House::open();
    let ann = house.person("ann").await;
    let sign_in = SignIn::new(house.parts.clone());
    let typed = ["ann@example.com", " Ann@Example.COM ", "ANN@EXAMPLE.COM\t"];
    let attempt = SignInAttempt { email: typed[1], password: PASSWORD };
    assert_eq!(sign_in.run(&attempt, &house.client()).await.unwrap().account, ann);
    let mut counted = 1;
    for (number, email) in (2..).zip(typed.iter().cycle().take(30)) {
        let attempt = SignInAttempt { email, password: "wrong horse battery" };
        let outcome = sign_in.run(&attempt, &house.guest_from(number)).await;
        counted += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(counted, house.parts.policy.tries.of_email);
}

#[tokio::test]
async fn a_session_is_new_at_each_sign_in_and_the_former_one_ends() {
    let house = House::open();
    house.person("ann").await;
    house.person("eve").await;
    let eves = house.sign_in("eve", PASSWORD, &house.client()).await.unwrap();
    // Eve has planted her session in Ann's browser.
    let client = ClientInfo { former: Some(eves.token.clone()), ..house.client() };
    let first = house.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert_ne!(first.token.reveal(), eves.token.reveal());
    assert!(!house.is_signed_in(&eves.token).await, "the one that the browser had is over");
    let client = ClientInfo { former: Some(first.token.clone()), ..client };
    let second = house.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert_ne!(second.token.reveal(), first.token.reveal());
    assert_eq!(
        [house.is_signed_in(&first.token).await, house.is_signed_in(&second.token).await],
        [false, true]
    );
    // An invalid session token does not prevent sign-in.
    let client = ClientInfo { former: Some(Token::from_secret([9; 32])), ..house.client() };
    house.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert!(house.is_signed_in(&second.token).await, "nor ends another browser's");
}

#[tokio::test]
async fn the_owner_gets_in_from_a_known_browser_during_an_attack() {
    let house = House::open();
    house.person("ann").await;
    let home = house.guest_from(250);
    let known = house.sign_in("ann", PASSWORD, &home).await.unwrap().known_browser;
    let home = ClientInfo { known_browser: Some(known), ..home };
    let (mut refused, mut turned_away) = (0, 0);
    for number in 0..10_000_u32 {
        let client = house.guest_from(u8::try_from(number % 200).unwrap());
        match house.sign_in("ann", &format!("wrong horse {number}"), &client).await {
            Err(PersonError::Refused) => refused += 1,
            Err(PersonError::TooManyTries { retry_after }) => {
                turned_away += 1;
                assert!(retry_after <= Duration::from_mins(1));
            }
            _ => panic!("nobody else gets in"),
        }
        if number % 1_000 == 999 {
            house.sign_in("ann", PASSWORD, &home).await.unwrap();
            house.clock.advance(Duration::from_mins(1));
        }
    }
    // In the first minute, one attempt was the owner's own, because her browser was not known yet.
    let of_email = house.parts.policy.tries.of_email;
    assert_eq!((refused, refused + turned_away), (10 * of_email - 1, 10_000));
}

#[tokio::test]
async fn a_known_browser_is_known_to_its_account_alone_and_has_a_limit_of_its_own() {
    let house = House::open();
    house.person("ann").await;
    house.person("eve").await;
    let eves = house.sign_in("eve", PASSWORD, &house.client()).await.unwrap().known_browser;
    // With Eve's browser, attempts for Ann count as a stranger's.
    let mut tried = 0;
    for number in 2..60 {
        let client = ClientInfo { known_browser: Some(eves.clone()), ..house.guest_from(number) };
        let outcome = house.sign_in("ann", "wrong horse battery", &client).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, house.parts.policy.tries.of_email);
    // A thief with a browser known to Ann has a limit too.
    house.clock.advance(Duration::from_mins(1));
    let known = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap().known_browser;
    let mut tried = 0;
    for number in 2..60 {
        let client = ClientInfo { known_browser: Some(known.clone()), ..house.guest_from(number) };
        let outcome = house.sign_in("ann", "wrong horse battery", &client).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, house.parts.policy.tries.of_browser);
}

#[tokio::test]
async fn a_known_browser_keeps_its_token_for_its_account() {
    let house = House::open();
    house.person("ann").await;
    house.person("eve").await;
    let known = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap().known_browser;
    let client = ClientInfo { known_browser: Some(known.clone()), ..house.client() };
    let again = house.sign_in("ann", PASSWORD, &client).await.unwrap().known_browser;
    assert_eq!(again.reveal(), known.reveal());
    let eves = house.sign_in("eve", PASSWORD, &client).await.unwrap().known_browser;
    assert_ne!(eves.reveal(), known.reveal());
}

#[tokio::test]
async fn tries_from_one_address_are_limited_for_any_name() {
    let house = House::open();
    let mut tried = 0;
    for number in 0..100 {
        let outcome = house.sign_in(&format!("name{number}"), PASSWORD, &house.client()).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, house.parts.policy.tries.of_address);
}

#[tokio::test]
async fn password_checks_for_one_address_are_limited_for_known_browsers() {
    let house = House::open();
    let tries = house.parts.policy.tries;
    let (mut known, mut sessions) = (Vec::new(), Vec::new());
    for number in 0..10 {
        let name = format!("ann{number}");
        house.person(&name).await;
        let signed_in = house.sign_in(&name, PASSWORD, &house.guest_from(number)).await.unwrap();
        sessions.push(house.session_of(&signed_in.token).await);
        known.push((name, signed_in.known_browser));
    }
    let (office, change) = (200, ChangePassword::new(house.parts.clone()));
    let (_, before) = house.hasher.asked();
    for (number, (name, browser)) in known.iter().enumerate() {
        let client = ClientInfo { known_browser: Some(browser.clone()), ..house.guest_from(office) };
        for _ in 0..tries.of_browser {
            let _ = house.sign_in(name, "wrong horse battery", &client).await;
            let _ = change.run(&sessions[number], "wrong horse battery", NEW_PASSWORD, &client).await;
        }
    }
    let (_, after) = house.hasher.asked();
    assert_eq!(after - before, tries.of_known_address);
    // Strangers at that address still have their own limit.
    house.sign_in("ann0", PASSWORD, &house.guest_from(office)).await.unwrap();
    let (name, browser) = &known[9];
    let elsewhere = ClientInfo { known_browser: Some(browser.clone()), ..house.guest_from(office + 1) };
    house.clock.advance(Duration::from_mins(1));
    house.sign_in(name, PASSWORD, &elsewhere).await.unwrap();
}

#[tokio::test]
async fn known_and_unknown_browsers_of_an_address_do_not_block_each_other() {
    let house = House::open();
    house.person("ann").await;
    let office = house.client();
    let first = house.sign_in("ann", PASSWORD, &office).await.unwrap();
    for number in 0..100 {
        let _ = house.sign_in(&format!("nobody{number}"), PASSWORD, &office).await;
    }
    assert!(matches!(house.sign_in("ann", PASSWORD, &office).await, Err(PersonError::TooManyTries { .. })));
    let known = ClientInfo { known_browser: Some(first.known_browser), ..office.clone() };
    house.sign_in("ann", PASSWORD, &known).await.unwrap();
    house.clock.advance(Duration::from_mins(1));
    for _ in 0..100 {
        let _ = house.sign_in("ann", "wrong horse battery", &known).await;
    }
    house.sign_in("ann", PASSWORD, &office).await.unwrap();
}

#[tokio::test]
async fn a_session_is_its_owners_until_it_ends() {
    let house = House::open();
    let ann = house.person("ann").await;
    house.person("eve").await;
    let eves = house.session("eve").await;
    let authenticate =
        AuthenticateSession::new(house.store.clone(), house.clock.clone(), SessionPolicy::default());
    let ended = EndSessions::new(house.parts.clone());
    let [one, other] = [house.client(), house.client()];
    let one = house.sign_in("ann", PASSWORD, &one).await.unwrap();
    let other = house.sign_in("ann", PASSWORD, &other).await.unwrap();
    let owner = authenticate.run(one.token.reveal()).await.unwrap().unwrap();
    assert_eq!(owner.session.account, ann);
    for guessed in ["", "x", &"ab".repeat(32), &one.token.reveal().to_uppercase()] {
        assert!(authenticate.run(guessed).await.unwrap().is_none(), "{guessed}");
    }
    // Another person's session can't be ended.
    ended.run(&eves, SessionsToEnd::One(owner.session.id), &house.client()).await.unwrap();
    ended.run(&eves, SessionsToEnd::Others, &house.client()).await.unwrap();
    assert!(house.is_signed_in(&one.token).await && house.is_signed_in(&other.token).await);
    ended.run(&owner.session, SessionsToEnd::Others, &house.client()).await.unwrap();
    assert_eq!([house.is_signed_in(&one.token).await, house.is_signed_in(&other.token).await], [true, false]);
    ended.run(&owner.session, SessionsToEnd::One(owner.session.id), &house.client()).await.unwrap();
    assert!(authenticate.run(one.token.reveal()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_session_that_is_used_lasts_and_one_that_is_not_ends() {
    let house = House::open();
    house.person("ann").await;
    let policy = SessionPolicy::default();
    let authenticate = AuthenticateSession::new(house.store.clone(), house.clock.clone(), policy);
    let session = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap().token;
    for _ in 0..4 {
        house.clock.advance(Duration::from_hours(6 * 24));
        assert!(authenticate.run(session.reveal()).await.unwrap().is_some());
    }
    house.clock.advance(Duration::from_hours(6 * 24));
    assert!(authenticate.run(session.reveal()).await.unwrap().is_none(), "it is 30 days old");
    let unused = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap().token;
    house.clock.advance(Duration::from_hours(7 * 24));
    assert!(authenticate.run(unused.reveal()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_suspended_account_is_signed_out_at_once() {
    let house = House::open();
    let ann = house.person("ann").await;
    let session = house.sign_in("ann", PASSWORD, &house.client()).await.unwrap().token;
    house.suspend(ann).await;
    assert!(!house.is_signed_in(&session).await);
    assert!(house.store.resume(ann).await.unwrap());
    assert!(!house.is_signed_in(&session).await, "for good");
}

#[tokio::test]
async fn a_decomposed_password_still_lets_in_and_a_new_one_does_either_way() {
    let house = House::open();
    let ann = house.person("ann").await;
    let (composed, decomposed) = ("l\u{e9}zard \u{e0} l\u{e0}-bas", "le\u{301}zard a\u{300} la\u{300}-bas");
    let raw = Password::typed(decomposed).unwrap().pop().unwrap();
    assert_eq!(raw.reveal(), decomposed, "as it was kept before");
    let hash = house.hasher.hash(&raw).await.unwrap();
    let take_back = TakeBack::all(Epoch::default(), house.clock.now());
    house.store.set_password(ann, &hash, &take_back).await.unwrap();
    house.sign_in("ann", decomposed, &house.client()).await.unwrap();
    let other = house.sign_in("ann", composed, &house.client()).await;
    assert!(matches!(other, Err(PersonError::Refused)), "no other text is that password");
    let session =
        house.session_of(&house.sign_in("ann", decomposed, &house.client()).await.unwrap().token).await;
    let change = ChangePassword::new(house.parts.clone());
    change.run(&session, decomposed, "nai\u{308}ve \u{ea}tre \u{e0} Berck", &house.client()).await.unwrap();
    for typed in ["na\u{ef}ve \u{ea}tre \u{e0} Berck", "nai\u{308}ve e\u{302}tre\u{a0}a\u{300} Berck"] {
        house.sign_in("ann", typed, &house.client()).await.unwrap();
    }
}

#[tokio::test]
async fn an_e_mail_lets_in_however_its_domain_is_written() {
    let house = House::open();
    let ann = Person {
        account: Account::new(
            AccountId::new(house.ids.id()),
            "ann@b\u{fc}cher.example".parse().unwrap(),
            house.clock.now(),
        ),
        password: Some(house.hasher.hash(&Password::choose(PASSWORD, "ann").unwrap()).await.unwrap()),
        confirmed_at: None,
        is_administrator: false,
        preferences: Preferences::default(),
        epoch: Epoch::default(),
    };
    house.store.add_person(&ann, None).await.unwrap();
    for email in [
        "Ann@B\u{dc}CHER.example",
        "ann@bu\u{308}cher.example",
        "ann@xn--bcher-kva.example",
        "Ann <ann@b\u{fc}cher.example>",
    ] {
        let attempt = SignInAttempt { email, password: PASSWORD };
        SignIn::new(house.parts.clone()).run(&attempt, &house.client()).await.unwrap();
    }
}
