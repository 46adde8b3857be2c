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

use super::fixture::{NEW_PASSWORD, PASSWORD, PeopleFixture, refusal};

#[tokio::test]
async fn all_refused_sign_ins_get_the_same_error_at_the_same_cost() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person_without_password("linked").await;
    let shut = fixture.person("shut").await;
    fixture.suspend(shut).await;
    let mut refusals = Vec::new();
    for (name, password) in [
        ("nobody", PASSWORD),
        ("ann", "wrong horse battery"),
        ("ann", ""),
        ("linked", PASSWORD),
        ("linked", ""),
        ("shut", PASSWORD),
        ("shut", "wrong horse battery"),
    ] {
        let (_, verified) = fixture.hasher.calls();
        refusals.push(refusal(fixture.sign_in(name, password, &fixture.client()).await));
        assert_eq!(fixture.hasher.calls().1, verified + 1, "{name} {password}");
    }
    refusals.dedup();
    assert_eq!(refusals, ["wrong email or password"]);
    let attempt = SignInAttempt { email: "no email at all", password: PASSWORD };
    let (_, verified) = fixture.hasher.calls();
    let refused = SignIn::new(fixture.deps.clone()).run(&attempt, &fixture.client()).await;
    assert_eq!((refusal(refused), fixture.hasher.calls().1), (refusals[0].clone(), verified + 1));
}

/// Counts the look-ups of links.
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
async fn browser_token_is_looked_up_whether_or_not_the_account_exists() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let links = Arc::new(Counted(fixture.deps.links.clone(), AtomicU32::new(0)));
    let sign_in = SignIn::new(AuthDeps { links: links.clone(), ..fixture.deps.clone() });
    let client = ClientInfo { known_browser: Some(Token::from_secret([9; 32])), ..fixture.client() };
    for (email, looked_up) in [("ann@example.com", 1), ("nobody@example.com", 2), ("no email", 3)] {
        let attempt = SignInAttempt { email, password: "wrong horse battery" };
        assert!(matches!(sign_in.run(&attempt, &client).await, Err(PersonError::Refused)));
        assert_eq!(links.1.load(Ordering::Relaxed), looked_up, "{email}");
    }
}

#[tokio::test]
async fn email_spellings_share_one_account_and_one_limit() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let sign_in = SignIn::new(fixture.deps.clone());
    let typed = ["ann@example.com", " Ann@Example.COM ", "ANN@EXAMPLE.COM\t"];
    let attempt = SignInAttempt { email: typed[1], password: PASSWORD };
    assert_eq!(sign_in.run(&attempt, &fixture.client()).await.unwrap().account, ann);
    let mut counted = 1;
    for (number, email) in (2..).zip(typed.iter().cycle().take(30)) {
        let attempt = SignInAttempt { email, password: "wrong horse battery" };
        let outcome = sign_in.run(&attempt, &fixture.client_from(number)).await;
        counted += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(counted, fixture.deps.policy.limits.per_email);
}

#[tokio::test]
async fn sign_in_begins_a_new_session_and_ends_the_former_one() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person("eve").await;
    let eves = fixture.sign_in("eve", PASSWORD, &fixture.client()).await.unwrap();
    // In Ann's browser, placed by Eve.
    let client = ClientInfo { former: Some(eves.token.clone()), ..fixture.client() };
    let first = fixture.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert_ne!(first.token.reveal(), eves.token.reveal());
    assert!(!fixture.is_signed_in(&eves.token).await, "the browser's previous session has ended");
    let client = ClientInfo { former: Some(first.token.clone()), ..client };
    let second = fixture.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert_ne!(second.token.reveal(), first.token.reveal());
    assert_eq!(
        [fixture.is_signed_in(&first.token).await, fixture.is_signed_in(&second.token).await],
        [false, true]
    );
    // An invalid session token does not prevent a sign-in.
    let client = ClientInfo { former: Some(Token::from_secret([9; 32])), ..fixture.client() };
    fixture.sign_in("ann", PASSWORD, &client).await.unwrap();
    assert!(fixture.is_signed_in(&second.token).await, "another browser's session stays");
}

#[tokio::test]
async fn owner_signs_in_from_a_known_browser_during_an_attack() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let home = fixture.client_from(250);
    let known = fixture.sign_in("ann", PASSWORD, &home).await.unwrap().known_browser;
    let home = ClientInfo { known_browser: Some(known), ..home };
    let (mut refused, mut turned_away) = (0, 0);
    for number in 0..10_000_u32 {
        let client = fixture.client_from(u8::try_from(number % 200).unwrap());
        match fixture.sign_in("ann", &format!("wrong horse {number}"), &client).await {
            Err(PersonError::Refused) => refused += 1,
            Err(PersonError::TooManyAttempts { retry_after }) => {
                turned_away += 1;
                assert!(retry_after <= Duration::from_mins(1));
            }
            _ => panic!("strangers must be refused"),
        }
        if number % 1_000 == 999 {
            fixture.sign_in("ann", PASSWORD, &home).await.unwrap();
            fixture.clock.advance(Duration::from_mins(1));
        }
    }
    // In the first minute, one counted attempt was the owner's, whose browser was not known yet.
    let per_email = fixture.deps.policy.limits.per_email;
    assert_eq!((refused, refused + turned_away), (10 * per_email - 1, 10_000));
}

#[tokio::test]
async fn browser_is_known_to_one_account_only_and_has_its_own_limit() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person("eve").await;
    let eves = fixture.sign_in("eve", PASSWORD, &fixture.client()).await.unwrap().known_browser;
    // From Eve's browser, attempts for Ann count as a stranger's.
    let mut tried = 0;
    for number in 2..60 {
        let client = ClientInfo { known_browser: Some(eves.clone()), ..fixture.client_from(number) };
        let outcome = fixture.sign_in("ann", "wrong horse battery", &client).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, fixture.deps.policy.limits.per_email);
    // A thief with a known browser has a limit too.
    fixture.clock.advance(Duration::from_mins(1));
    let known = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap().known_browser;
    let mut tried = 0;
    for number in 2..60 {
        let client = ClientInfo { known_browser: Some(known.clone()), ..fixture.client_from(number) };
        let outcome = fixture.sign_in("ann", "wrong horse battery", &client).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, fixture.deps.policy.limits.per_browser);
}

#[tokio::test]
async fn a_known_browser_keeps_its_token_for_its_account() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    fixture.person("eve").await;
    let known = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap().known_browser;
    let client = ClientInfo { known_browser: Some(known.clone()), ..fixture.client() };
    let again = fixture.sign_in("ann", PASSWORD, &client).await.unwrap().known_browser;
    assert_eq!(again.reveal(), known.reveal());
    let eves = fixture.sign_in("eve", PASSWORD, &client).await.unwrap().known_browser;
    assert_ne!(eves.reveal(), known.reveal());
}

#[tokio::test]
async fn sign_in_attempts_are_limited_by_address() {
    let fixture = PeopleFixture::open();
    let mut tried = 0;
    for number in 0..100 {
        let outcome = fixture.sign_in(&format!("name{number}"), PASSWORD, &fixture.client()).await;
        tried += u32::from(matches!(outcome, Err(PersonError::Refused)));
    }
    assert_eq!(tried, fixture.deps.policy.limits.per_address);
}

#[tokio::test]
async fn password_checks_for_one_address_are_limited_for_known_browsers() {
    let fixture = PeopleFixture::open();
    let limits = fixture.deps.policy.limits;
    let (mut known, mut sessions) = (Vec::new(), Vec::new());
    for number in 0..10 {
        let name = format!("ann{number}");
        fixture.person(&name).await;
        let signed_in = fixture.sign_in(&name, PASSWORD, &fixture.client_from(number)).await.unwrap();
        sessions.push(fixture.session_of(&signed_in.token).await);
        known.push((name, signed_in.known_browser));
    }
    let (office, change) = (200, ChangePassword::new(fixture.deps.clone()));
    let (_, before) = fixture.hasher.calls();
    for (number, (name, browser)) in known.iter().enumerate() {
        let client = ClientInfo { known_browser: Some(browser.clone()), ..fixture.client_from(office) };
        for _ in 0..limits.per_browser {
            let _ = fixture.sign_in(name, "wrong horse battery", &client).await;
            let _ = change.run(&sessions[number], "wrong horse battery", NEW_PASSWORD, &client).await;
        }
    }
    let (_, after) = fixture.hasher.calls();
    assert_eq!(after - before, limits.per_known_address);
    // Unknown browsers at that address still have their own limit.
    fixture.sign_in("ann0", PASSWORD, &fixture.client_from(office)).await.unwrap();
    let (name, browser) = &known[9];
    let elsewhere = ClientInfo { known_browser: Some(browser.clone()), ..fixture.client_from(office + 1) };
    fixture.clock.advance(Duration::from_mins(1));
    fixture.sign_in(name, PASSWORD, &elsewhere).await.unwrap();
}

#[tokio::test]
async fn known_and_unknown_browsers_of_an_address_do_not_block_each_other() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let office = fixture.client();
    let first = fixture.sign_in("ann", PASSWORD, &office).await.unwrap();
    for number in 0..100 {
        let _ = fixture.sign_in(&format!("nobody{number}"), PASSWORD, &office).await;
    }
    assert!(matches!(
        fixture.sign_in("ann", PASSWORD, &office).await,
        Err(PersonError::TooManyAttempts { .. })
    ));
    let known = ClientInfo { known_browser: Some(first.known_browser), ..office.clone() };
    fixture.sign_in("ann", PASSWORD, &known).await.unwrap();
    fixture.clock.advance(Duration::from_mins(1));
    for _ in 0..100 {
        let _ = fixture.sign_in("ann", "wrong horse battery", &known).await;
    }
    fixture.sign_in("ann", PASSWORD, &office).await.unwrap();
}

#[tokio::test]
async fn session_belongs_to_its_owner_until_it_ends() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    fixture.person("eve").await;
    let eves = fixture.session("eve").await;
    let authenticate =
        AuthenticateSession::new(fixture.store.clone(), fixture.clock.clone(), SessionPolicy::default());
    let ended = EndSessions::new(fixture.deps.clone());
    let [one, other] = [fixture.client(), fixture.client()];
    let one = fixture.sign_in("ann", PASSWORD, &one).await.unwrap();
    let other = fixture.sign_in("ann", PASSWORD, &other).await.unwrap();
    let owner = authenticate.run(one.token.reveal()).await.unwrap().unwrap();
    assert_eq!(owner.session.account, ann);
    for guessed in ["", "x", &"ab".repeat(32), &one.token.reveal().to_uppercase()] {
        assert!(authenticate.run(guessed).await.unwrap().is_none(), "{guessed}");
    }
    // A person cannot end another person's session.
    ended.run(&eves, SessionsToEnd::One(owner.session.id), &fixture.client()).await.unwrap();
    ended.run(&eves, SessionsToEnd::Others, &fixture.client()).await.unwrap();
    assert!(fixture.is_signed_in(&one.token).await && fixture.is_signed_in(&other.token).await);
    ended.run(&owner.session, SessionsToEnd::Others, &fixture.client()).await.unwrap();
    assert_eq!(
        [fixture.is_signed_in(&one.token).await, fixture.is_signed_in(&other.token).await],
        [true, false]
    );
    ended.run(&owner.session, SessionsToEnd::One(owner.session.id), &fixture.client()).await.unwrap();
    assert!(authenticate.run(one.token.reveal()).await.unwrap().is_none());
}

#[tokio::test]
async fn session_lasts_while_used_and_ends_when_unused() {
    let fixture = PeopleFixture::open();
    fixture.person("ann").await;
    let policy = SessionPolicy::default();
    let authenticate = AuthenticateSession::new(fixture.store.clone(), fixture.clock.clone(), policy);
    let session = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap().token;
    for _ in 0..4 {
        fixture.clock.advance(Duration::from_hours(6 * 24));
        assert!(authenticate.run(session.reveal()).await.unwrap().is_some());
    }
    fixture.clock.advance(Duration::from_hours(6 * 24));
    assert!(authenticate.run(session.reveal()).await.unwrap().is_none(), "a session ends after 30 days");
    let unused = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap().token;
    fixture.clock.advance(Duration::from_hours(7 * 24));
    assert!(authenticate.run(unused.reveal()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_suspended_account_is_signed_out_at_once() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let session = fixture.sign_in("ann", PASSWORD, &fixture.client()).await.unwrap().token;
    fixture.suspend(ann).await;
    assert!(!fixture.is_signed_in(&session).await);
    assert!(fixture.store.resume(ann).await.unwrap());
    assert!(!fixture.is_signed_in(&session).await, "the session stays ended after the account is resumed");
}

#[tokio::test]
async fn old_password_with_decomposed_accents_still_signs_in_and_new_ones_work_in_either_form() {
    let fixture = PeopleFixture::open();
    let ann = fixture.person("ann").await;
    let (composed, decomposed) = ("l\u{e9}zard \u{e0} l\u{e0}-bas", "le\u{301}zard a\u{300} la\u{300}-bas");
    let raw = Password::typed(decomposed).unwrap().pop().unwrap();
    assert_eq!(raw.reveal(), decomposed, "the password is stored as earlier versions did");
    let hash = fixture.hasher.hash(&raw).await.unwrap();
    let take_back = TakeBack::all(Epoch::default(), fixture.clock.now());
    fixture.store.set_password(ann, &hash, &take_back).await.unwrap();
    fixture.sign_in("ann", decomposed, &fixture.client()).await.unwrap();
    let other = fixture.sign_in("ann", composed, &fixture.client()).await;
    assert!(matches!(other, Err(PersonError::Refused)), "another text is not the password");
    let session =
        fixture.session_of(&fixture.sign_in("ann", decomposed, &fixture.client()).await.unwrap().token).await;
    let change = ChangePassword::new(fixture.deps.clone());
    change.run(&session, decomposed, "nai\u{308}ve \u{ea}tre \u{e0} Berck", &fixture.client()).await.unwrap();
    for typed in ["na\u{ef}ve \u{ea}tre \u{e0} Berck", "nai\u{308}ve e\u{302}tre\u{a0}a\u{300} Berck"] {
        fixture.sign_in("ann", typed, &fixture.client()).await.unwrap();
    }
}

#[tokio::test]
async fn sign_in_accepts_any_spelling_of_the_email_domain() {
    let fixture = PeopleFixture::open();
    let ann = Person {
        account: Account::new(
            AccountId::new(fixture.ids.id()),
            "ann@b\u{fc}cher.example".parse().unwrap(),
            fixture.clock.now(),
        ),
        password: Some(fixture.hasher.hash(&Password::choose(PASSWORD, "ann").unwrap()).await.unwrap()),
        confirmed_at: None,
        is_administrator: false,
        preferences: Preferences::default(),
        epoch: Epoch::default(),
    };
    fixture.store.add_person(&ann, None).await.unwrap();
    for email in [
        "Ann@B\u{dc}CHER.example",
        "ann@bu\u{308}cher.example",
        "ann@xn--bcher-kva.example",
        "Ann <ann@b\u{fc}cher.example>",
    ] {
        let attempt = SignInAttempt { email, password: PASSWORD };
        SignIn::new(fixture.deps.clone()).run(&attempt, &fixture.client()).await.unwrap();
    }
}
