//! Visits to an identity provider and back, to sign in or to link an identity.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::person::{Epoch, ExternalIdentity, Registration};
use listing_domain::ports::{
    AccountStore as _, CallbackParams, Clock as _, IdSource as _, IdentifiedPerson, IdentityProvider,
    IdentityProviderError, Outbox as _, PersonStore as _,
};
use listing_domain::token::Token;

use crate::browser::{Answer, Browser};
use crate::site::{PASSWORD, Setup, Site, email};

/// The name of the cookie with the sign-in attempt, set while the user is at the provider.
const ATTEMPT: &str = "__Host-ptl-provider";
const SESSION: &str = "__Host-ptl-session";

const SIGN_IN: &str = "/sign-in/provider";
const LINK: &str = "/account/settings/provider";
const UNLINK: &str = "/account/settings/provider/unlink";

const ISSUER: &str = "https://id.example";

/// An identity provider that uses the returned code as the name of the user and in their email.
struct Scripted;

#[async_trait]
impl IdentityProvider for Scripted {
    fn name(&self) -> &'static str {
        "Example ID"
    }

    fn issuer(&self) -> &'static str {
        ISSUER
    }

    async fn address(&self, secret: &Token) -> Result<String, IdentityProviderError> {
        Ok(format!("{ISSUER}/authorize?state={}", secret.derived("state").reveal()))
    }

    async fn identify(
        &self,
        secret: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError> {
        match returned.code.as_str() {
            "down" => Err(IdentityProviderError::Unavailable("no answer".into())),
            "" | "denied" => Err(IdentityProviderError::Refused("no such code".into())),
            _ if !secret.derived("state").is(&returned.state) => {
                Err(IdentityProviderError::Refused("another state".into()))
            }
            name => Ok(IdentifiedPerson { identity: identity(name), email: Some(email(name)) }),
        }
    }
}

fn identity(name: &str) -> ExternalIdentity {
    ExternalIdentity { issuer: ISSUER.to_owned(), subject: name.to_owned() }
}

fn site(registration: Registration, sends_mail: bool) -> Site {
    Site::with_provider(Setup { registration, sends_mail, ..Setup::default() }, Arc::new(Scripted))
}

fn open() -> Site {
    site(Registration::Open, true)
}

/// Sends a form that leads to the provider. Returns the state parameter for the way back.
async fn leave(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> String {
    let answer = browser.post(path, fields).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let refresh = answer.header("refresh").expect("the response has a refresh header");
    let state = refresh
        .strip_prefix(&format!("0; url={ISSUER}/authorize?state="))
        .expect("the header has the authorization address");
    assert!(browser.cookies.contains_key(ATTEMPT));
    state.to_owned()
}

async fn return_from_provider(browser: &mut Browser, code: &str, state: &str) -> Answer {
    browser.get(&format!("/sign-in/provider/return?code={code}&state={state}")).await
}

/// Sends a form that leads to the provider, and comes back with this code.
async fn go(browser: &mut Browser, path: &str, fields: &[(&str, &str)], code: &str) -> Answer {
    let state = leave(browser, path, fields).await;
    return_from_provider(browser, code, &state).await
}

/// Asserts a redirect to a path of this site, and that the attempt's cookie is deleted.
fn assert_redirected(browser: &Browser, answer: &Answer, to: &str) {
    assert_eq!((answer.status, answer.header("location")), (303, Some(to)), "{}", answer.text());
    assert!(!browser.cookies.contains_key(ATTEMPT), "the attempt's cookie is still set");
}

/// Asserts an error page that contains this text, and that the attempt's cookie is deleted.
fn assert_refused(browser: &Browser, answer: &Answer, expected: &str) {
    answer.assert_page(403);
    assert!(answer.text().contains(expected), "{expected:?} in {}", answer.text());
    assert!(!browser.cookies.contains_key(ATTEMPT), "the attempt's cookie is still set");
}

/// Returns the account to which an identity is linked; `None` for no account.
async fn linked(site: &Site, name: &str) -> Option<AccountId> {
    let person = site.store.person_by_identity(&identity(name)).await.unwrap();
    person.map(|person| person.account.id)
}

/// Returns the queued messages, each as `recipient subject text`.
async fn notices(site: &Site) -> Vec<String> {
    let waiting = site.store.waiting(site.clock.now(), 100).await.unwrap();
    let line = |about: &listing_domain::mail::MailSubject| {
        format!("{} {}", about.code(), about.detail().unwrap_or_default())
    };
    waiting.iter().map(|it| format!("{} {}", it.mail.to, line(&it.mail.about))).collect()
}

/// Returns an account without a password, and a browser in which its user signed in by a link.
async fn without_password(site: &Site, name: &str) -> (AccountId, Browser) {
    let id = AccountId::new(site.ids.id());
    site.store.add_account(&Account::new(id, email(name), site.clock.now())).await.unwrap();
    let mut browser = Browser::new(site);
    browser.post("/sign-in/link", &[("email", email(name).as_str())]).await;
    let token = site.sent_token(name).await;
    assert_eq!(browser.post(&format!("/link/{token}"), &[]).await.status, 303);
    for waiting in site.store.waiting(site.clock.now(), 100).await.unwrap() {
        site.store.remove(waiting.id).await.unwrap();
    }
    (id, browser)
}

#[tokio::test]
async fn linked_user_is_signed_in_and_redirected() {
    let site = open();
    let mut browser = Browser::new(&site);
    let answer = go(&mut browser, SIGN_IN, &[("next", "/account/new")], "ann").await;
    assert_redirected(&browser, &answer, "/account/new");
    let ann = linked(&site, "ann").await.expect("the identity is linked");
    assert!(browser.get("/account").await.text().contains("ann@example.com"));
    let mut elsewhere = Browser::new(&site);
    let answer = go(&mut elsewhere, SIGN_IN, &[("next", "//evil.example")], "ann").await;
    assert_redirected(&elsewhere, &answer, "/account");
    assert_eq!(site.sessions(ann).await.len(), 2, "both sessions belong to the account");
}

#[tokio::test]
async fn unexpected_return_from_the_provider_is_refused_and_ends_the_attempt() {
    let site = open();
    let others = leave(&mut Browser::new(&site), SIGN_IN, &[]).await;
    let before = site.stored_state().await;
    for (code, state) in [("ann", ""), ("ann", "ab"), ("ann", &others), ("", &others), ("denied", &others)] {
        let mut browser = Browser::new(&site);
        let own = leave(&mut browser, SIGN_IN, &[]).await;
        let answer = return_from_provider(&mut browser, code, state).await;
        assert_refused(&browser, &answer, "The other service did not confirm your identity");
        // The attempt has ended, so that the valid state parameter is refused too.
        let answer = return_from_provider(&mut browser, "ann", &own).await;
        assert_refused(&browser, &answer, "The other service did not confirm your identity");
        assert!(!browser.cookies.contains_key(SESSION));
    }
    let mut browser = Browser::new(&site);
    let state = leave(&mut browser, SIGN_IN, &[]).await;
    for made_up in ["", "x", "..", "ab.cd.ef"] {
        browser.cookies.insert(ATTEMPT.to_owned(), made_up.to_owned());
        let answer = return_from_provider(&mut browser, "ann", &state).await;
        assert_refused(&browser, &answer, "The other service did not confirm your identity");
    }
    assert_eq!(site.stored_state().await, before);
}

#[tokio::test]
async fn provider_outage_keeps_the_sign_in_attempt() {
    let site = open();
    let mut browser = Browser::new(&site);
    let state = leave(&mut browser, SIGN_IN, &[]).await;
    return_from_provider(&mut browser, "down", &state).await.assert_page(503);
    let answer = return_from_provider(&mut browser, "ann", &state).await;
    assert_redirected(&browser, &answer, "/account");
}

#[tokio::test]
async fn closed_registration_refuses_new_users_from_a_provider() {
    for (registration, expected) in
        [(Registration::Closed, "No new accounts"), (Registration::Invite, "By invitation")]
    {
        let site = site(registration, true);
        let invitation = site.invitation().await;
        let before = site.stored_state().await;
        let wrong = "ab".repeat(32);
        let mut browser = Browser::new(&site);
        for fields in [vec![], vec![("invitation", wrong.as_str())]] {
            let answer = go(&mut browser, SIGN_IN, &fields, "ann").await;
            assert_refused(&browser, &answer, expected);
        }
        assert_eq!(site.stored_state().await, before);
        let answer = go(&mut browser, SIGN_IN, &[("invitation", &invitation)], "ann").await;
        if registration == Registration::Closed {
            assert_refused(&browser, &answer, expected);
            assert_eq!(site.stored_state().await, before);
        } else {
            assert_redirected(&browser, &answer, "/account");
        }
    }
}

#[tokio::test]
async fn suspended_account_cannot_sign_in_through_a_provider() {
    let site = open();
    let mut browser = Browser::new(&site);
    go(&mut browser, SIGN_IN, &[], "ann").await;
    site.suspend(linked(&site, "ann").await.expect("the identity is linked")).await;
    for mut browser in [browser, Browser::new(&site)] {
        browser.cookies.remove(SESSION);
        let answer = go(&mut browser, SIGN_IN, &[], "ann").await;
        assert_refused(&browser, &answer, "notice bad");
        assert!(!browser.cookies.contains_key(SESSION));
    }
}

#[tokio::test]
async fn linking_requires_the_password_and_notifies_the_owner() {
    let site = open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let page = browser.get("/account/settings").await.text();
    assert!(page.contains("Link Example ID") && !page.contains("Unlink"), "{page}");
    for password in ["", "wrong horse battery"] {
        let answer = browser.post(LINK, &[("password", password)]).await;
        answer.assert_page(400);
        assert!(answer.text().contains("This is not your current password."), "{}", answer.text());
        assert!(!browser.cookies.contains_key(ATTEMPT));
    }
    let answer = go(&mut browser, LINK, &[("password", PASSWORD)], "ann-there").await;
    assert_redirected(&browser, &answer, "/account/settings");
    assert_eq!(linked(&site, "ann-there").await, Some(ann));
    assert_eq!(notices(&site).await, ["ann@example.com identity_linked Example ID"]);
    let page = browser.get("/account/settings").await.text();
    let linked_on =
        "Linked on <time datetime=\"2026-11-21T10:00:00Z\" data-at=\"date\">21 November 2026</time>";
    assert!(page.contains(linked_on), "{page}");
    assert!(page.contains("Unlink Example ID") && !page.contains("Link Example ID"), "{page}");
    let mut elsewhere = Browser::new(&site);
    let answer = go(&mut elsewhere, SIGN_IN, &[], "ann-there").await;
    assert_redirected(&elsewhere, &answer, "/account");
    assert!(elsewhere.get("/account").await.text().contains("ann@example.com"));
}

#[tokio::test]
async fn stolen_session_cannot_link_an_identity() {
    let site = open();
    let ann = site.person("ann", false).await;
    let mut thief = Browser::signed_in(&site, "ann").await;
    // A sign-in at the provider asks for no password. It signs in as another user and links nothing.
    let answer = go(&mut thief, SIGN_IN, &[], "eve").await;
    assert_redirected(&thief, &answer, "/account");
    assert!(linked(&site, "eve").await.is_some_and(|account| account != ann));
    // A forged cookie for linking also fails with the secret of a sign-in, which was created without a
    // password.
    let mut thief = Browser::signed_in(&site, "ann").await;
    leave(&mut thief, LINK, &[("password", PASSWORD)]).await;
    let right = thief.cookies[ATTEMPT].clone();
    let state = leave(&mut thief, SIGN_IN, &[]).await;
    let own = thief.cookies[ATTEMPT].clone();
    let secret = |stored: &str| stored.split('.').find(|part| part.len() == 64).unwrap().to_owned();
    thief.cookies.insert(ATTEMPT.to_owned(), right.replace(&secret(&right), &secret(&own)));
    let answer = return_from_provider(&mut thief, "mallory", &state).await;
    assert_refused(&thief, &answer, "That took too long");
    assert_eq!(linked(&site, "mallory").await, None);
    assert!(notices(&site).await.is_empty(), "nothing was linked");
}

#[tokio::test]
async fn permission_to_link_is_for_one_account_one_use_and_ten_minutes() {
    let site = open();
    let ann = site.person("ann", false).await;
    site.person("bob", false).await;
    let password = [("password", PASSWORD)];
    let late = "That took too long";
    // More than ten minutes have passed.
    let mut browser = Browser::signed_in(&site, "ann").await;
    let state = leave(&mut browser, LINK, &password).await;
    site.clock.advance(Duration::from_mins(10));
    let answer = return_from_provider(&mut browser, "late", &state).await;
    assert_refused(&browser, &answer, late);
    assert!(answer.text().contains("/account/settings/email"), "the settings page is not shown");
    // Another user has signed in meanwhile, or the user has signed out.
    let state = leave(&mut browser, LINK, &password).await;
    let mut stranger = browser.clone();
    browser.sign_in("bob", PASSWORD).await;
    let answer = return_from_provider(&mut browser, "other", &state).await;
    assert_refused(&browser, &answer, late);
    let answer = return_from_provider(&mut stranger, "nobody", &state).await;
    assert_refused(&stranger, &answer, "id=\"email\"");
    // The permission works only once.
    let mut browser = Browser::signed_in(&site, "ann").await;
    let state = leave(&mut browser, LINK, &password).await;
    let mut again = browser.clone();
    let answer = return_from_provider(&mut browser, "once", &state).await;
    assert_redirected(&browser, &answer, "/account/settings");
    let answer = return_from_provider(&mut again, "twice", &state).await;
    assert_refused(&again, &answer, late);
    for name in ["late", "other", "nobody", "twice"] {
        assert_eq!(linked(&site, name).await, None, "{name}");
    }
    assert_eq!(linked(&site, "once").await, Some(ann));
    assert_eq!(notices(&site).await.len(), 1);
}

#[tokio::test]
async fn identity_of_another_account_cannot_be_linked() {
    let site = open();
    go(&mut Browser::new(&site), SIGN_IN, &[], "bob").await;
    let bob = linked(&site, "bob").await;
    site.person("ann", false).await;
    let mut ann = Browser::signed_in(&site, "ann").await;
    let answer = go(&mut ann, LINK, &[("password", PASSWORD)], "bob").await;
    assert_refused(&ann, &answer, "This sign-in is linked to another account.");
    assert!(answer.text().contains("/account/settings/email"), "the settings page is not shown");
    assert_eq!(linked(&site, "bob").await, bob);
    assert!(notices(&site).await.is_empty());
}

#[tokio::test]
async fn unlinking_requires_the_password_and_notifies_the_owner() {
    let site = open();
    let ann = site.person("ann", false).await;
    assert!(
        site.store.link_identity(ann, &identity("ann"), site.clock.now(), Epoch::default()).await.unwrap()
    );
    let mut browser = Browser::signed_in(&site, "ann").await.with_header("accept-language", "fr");
    browser.post("/language", &[("language", "fr"), ("back", "/")]).await;
    let page = browser.get("/account/settings").await.text();
    assert!(page.contains("Dissocier Example ID"), "{page}");
    for password in ["", "wrong horse battery"] {
        let answer = browser.post(UNLINK, &[("issuer", ISSUER), ("password", password)]).await;
        answer.assert_page(400);
        assert!(answer.text().contains("Ce n’est pas votre mot de passe actuel."), "{}", answer.text());
        assert_eq!(linked(&site, "ann").await, Some(ann));
    }
    let other = [("issuer", "https://other.example"), ("password", PASSWORD)];
    assert_redirected(&browser, &browser.clone().post(UNLINK, &other).await, "/account/settings");
    assert_eq!(linked(&site, "ann").await, Some(ann), "only identities of the named issuer are unlinked");
    assert!(notices(&site).await.is_empty());
    let fields = [("issuer", ISSUER), ("password", PASSWORD)];
    let answer = browser.post(UNLINK, &fields).await;
    assert_redirected(&browser, &answer, "/account/settings");
    assert_eq!(linked(&site, "ann").await, None);
    assert_eq!(notices(&site).await, ["ann@example.com identity_unlinked Example ID"]);
    let page = browser.get("/account/settings").await.text();
    assert!(page.contains("a été dissociée") && !page.contains("Dissocier"), "{page}");
    let mut elsewhere = Browser::new(&site);
    let answer = go(&mut elsewhere, SIGN_IN, &[], "ann").await;
    assert_refused(&elsewhere, &answer, "An account with this email address already exists.");
}

#[tokio::test]
async fn without_a_password_linking_and_unlinking_need_a_recent_sign_in() {
    let site = open();
    let (ann, mut browser) = without_password(&site, "ann").await;
    let answer = go(&mut browser, LINK, &[], "ann").await;
    assert_redirected(&browser, &answer, "/account/settings");
    assert_eq!(linked(&site, "ann").await, Some(ann));
    site.clock.advance(Duration::from_mins(10));
    for path in [LINK, UNLINK] {
        let answer = browser.post(path, &[("issuer", ISSUER)]).await;
        answer.assert_page(400);
        assert!(answer.text().contains("Sign out, then sign in again before retrying"), "{}", answer.text());
    }
    assert_eq!(linked(&site, "ann").await, Some(ann));
    go(&mut browser, SIGN_IN, &[], "ann").await;
    let answer = browser.post(UNLINK, &[("issuer", ISSUER)]).await;
    assert_redirected(&browser, &answer, "/account/settings");
    assert_eq!(linked(&site, "ann").await, None);
}

#[tokio::test]
async fn last_way_to_sign_in_cannot_be_removed() {
    let site = site(Registration::Open, false);
    let mut browser = Browser::new(&site);
    go(&mut browser, SIGN_IN, &[], "ann").await;
    let answer = browser.post(UNLINK, &[("issuer", ISSUER)]).await;
    answer.assert_page(400);
    assert!(answer.text().contains("This is your only way to sign in"), "{}", answer.text());
    assert!(linked(&site, "ann").await.is_some());
}
