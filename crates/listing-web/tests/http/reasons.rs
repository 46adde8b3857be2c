//! Error pages that give the actual reason in the user's language.

use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::person::{ExternalIdentity, Registration};
use listing_domain::ports::{CallbackParams, IdentifiedPerson, IdentityProvider, IdentityProviderError};
use listing_domain::quota::RatePolicy;
use listing_domain::token::Token;

use crate::browser::{Browser, SAME};
use crate::site::{ORIGIN, PASSWORD, Setup, Site};

#[tokio::test]
async fn browser_without_cookies_gets_an_explanation() {
    let site = Site::open();
    site.person("ann", false).await;
    for (language, expected) in [("en", "does not accept cookies"), ("fr", "n’accepte pas les cookies")] {
        let mut browser = Browser::new(&site).with_header("accept-language", language);
        let token = browser.token().await;
        browser.cookies.clear();
        let fields = [("form", token.as_str()), ("email", "ann@example.com"), ("password", PASSWORD)];
        let answer = browser.post_as("/sign-in", &SAME, &fields).await;
        answer.assert_page(403);
        assert!(answer.text().contains(expected) && answer.text().contains("https"), "{}", answer.text());
    }
}

#[tokio::test]
async fn outdated_form_is_distinguished_from_a_missing_cookie() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    browser.token().await;
    let fields = [("form", "old"), ("email", "ann@example.com"), ("password", PASSWORD)];
    let answer = browser.post_as("/sign-in", &SAME, &fields).await;
    answer.assert_page(403);
    assert!(answer.text().contains("This form has expired"), "{}", answer.text());
}

#[tokio::test]
async fn page_at_another_address_names_the_public_address() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    let token = browser.token().await;
    let there = [("host", "192.168.1.5:8080"), ("origin", "http://192.168.1.5:8080")];
    let fields = [("form", token.as_str()), ("email", "ann@example.com"), ("password", PASSWORD)];
    let answer = browser.post_as("/sign-in", &there, &fields).await;
    answer.assert_page(403);
    assert!(answer.text().contains(ORIGIN), "{}", answer.text());
}

#[tokio::test]
async fn other_host_names_get_neither_pages_nor_metrics() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    for path in ["/", "/sign-in", "/account", "/assets/ptl.js", "/metrics"] {
        for host in ["evil.example", "evil.example:8080", "ptl.example.com.evil.example"] {
            let answer = browser.send("GET", path, &[("host", host)], b"").await;
            assert_eq!(answer.status, 421, "{path} {host}: {}", answer.text());
        }
        for host in ["ptl.example.com", "127.0.0.1:8080", "[::1]:8080", "localhost", "ptl:8080"] {
            let answer = browser.send("GET", path, &[("host", host)], b"").await;
            assert_ne!(answer.status, 421, "{path} {host}");
        }
    }
    let answer = browser.send("GET", "/health/live", &[("host", "probe.example")], b"").await;
    assert_eq!(answer.status, 200, "health checks may use any host name");
}

#[tokio::test]
async fn older_sign_in_form_in_another_tab_leads_to_the_account_page() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    let token = browser.token().await;
    let fields = [("form", token.as_str()), ("email", "ann@example.com"), ("password", PASSWORD)];
    for tab in ["first", "second"] {
        let answer = browser.post_as("/sign-in", &SAME, &fields).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account")), "{tab}");
    }
    // Only sign-in forms may be older than the session.
    let answer = browser.post_as("/account/settings/sessions/end-others", &SAME, &fields[..1]).await;
    answer.assert_page(403);
}

#[tokio::test]
async fn script_errors_are_in_the_readers_language() {
    let rates = RatePolicy { pages: 2, ..RatePolicy::default() };
    let site = Site::with(Setup { rates, ..Setup::default() });
    let mut script =
        Browser::new(&site).with_header("accept", "application/json").with_header("accept-language", "fr");
    for _ in 0..2 {
        script.get("/account/new").await.assert_json(401);
    }
    let answer = script.get("/account/new").await;
    answer.assert_json(429);
    assert!(
        answer.text().contains("Trop de requêtes") && answer.text().contains("secondes"),
        "{}",
        answer.text()
    );
    assert!(answer.header("retry-after").is_some());
}

/// An identity provider that fails in the way that the returned code names.
struct Failing;

#[async_trait]
impl IdentityProvider for Failing {
    fn name(&self) -> &'static str {
        "Example ID"
    }

    fn issuer(&self) -> &'static str {
        "https://id.example"
    }

    async fn address(&self, secret: &Token) -> Result<String, IdentityProviderError> {
        Ok(format!("https://id.example/?state={}", secret.derived("state").reveal()))
    }

    async fn identify(
        &self,
        _: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError> {
        match returned.error.as_deref().unwrap_or(&returned.code) {
            "access_denied" => Err(IdentityProviderError::Refused("access_denied".into())),
            "down" => Err(IdentityProviderError::Unavailable("no route".into())),
            "secret" => Err(IdentityProviderError::NotAccepted("invalid_client".into())),
            subject => {
                let (issuer, subject) = (self.issuer().to_owned(), subject.to_owned());
                Ok(IdentifiedPerson { identity: ExternalIdentity { issuer, subject }, email: None })
            }
        }
    }
}

#[tokio::test]
async fn page_names_the_failure_of_the_identity_provider() {
    let setup = Setup { registration: Registration::Open, ..Setup::default() };
    let site = Site::with_provider(setup, Arc::new(Failing));
    for (code, status, language, expected) in [
        ("down", 503, "en", "Example ID is not responding right now"),
        ("down", 503, "fr", "Example ID ne répond pas"),
        ("secret", 503, "en", "Example ID is rejecting this site"),
        ("secret", 503, "fr", "Example ID refuse ce site"),
        ("ann", 403, "en", "Example ID has not verified your email address"),
        ("ann", 403, "fr", "Example ID n’a pas vérifié votre adresse e-mail"),
    ] {
        let mut browser = Browser::new(&site).with_header("accept-language", language);
        assert_eq!(browser.post("/sign-in/provider", &[]).await.status, 200);
        let answer = browser.get(&format!("/sign-in/provider/return?code={code}&state=x")).await;
        answer.assert_page(status);
        assert!(answer.text().contains(expected), "{expected:?} in {}", answer.text());
    }
}

#[tokio::test]
async fn uninvited_provider_sign_in_mentions_only_the_missing_invitation() {
    let setup = Setup { registration: Registration::Invite, ..Setup::default() };
    let site = Site::with_provider(setup, Arc::new(Failing));
    let mut browser = Browser::new(&site).with_header("accept-language", "en");
    assert_eq!(browser.post("/sign-in/provider", &[]).await.status, 200);
    let answer = browser.get("/sign-in/provider/return?code=ann&state=x").await;
    answer.assert_page(403);
    assert!(
        answer.text().contains("invitation") && !answer.text().contains("has not verified"),
        "{}",
        answer.text()
    );
}

#[tokio::test]
async fn error_in_the_return_address_reaches_the_provider_adapter() {
    let setup = Setup { registration: Registration::Open, ..Setup::default() };
    let site = Site::with_provider(setup, Arc::new(Failing));
    let mut browser = Browser::new(&site).with_header("accept-language", "en");
    assert_eq!(browser.post("/sign-in/provider", &[]).await.status, 200);
    let answer = browser.get("/sign-in/provider/return?error=access_denied&state=x").await;
    answer.assert_page(403);
    assert!(answer.text().contains("did not confirm your identity"), "{}", answer.text());
}
