//! A provider whose every word is the test's, and somebody who signs in there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use listing_domain::ErrorChain;
use listing_domain::ports::{Clock as _, Identified, IdentityProvider as _, IdentityProviderError, Returned};
use listing_domain::token::Token;
use listing_oidc::{Issuer, OpenIdProvider, OpenIdSettings, Outage, Refusal};
use listing_outbound::{ApiKey, Transport, Url};
use listing_testkit::FixedClock;
use listing_testkit::service::{Received, Server, Step};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use crate::signer::Signer;

pub(crate) const CLIENT_ID: &str = "photo to listing";
/// What must be written as in a form, and be nowhere but in the question for a token.
pub(crate) const SECRET: &str = "canary-secret: 5c9e%1b7a";
pub(crate) const CODE: &str = "canary-code-77aa";
pub(crate) const ACCESS_TOKEN: &str = "canary-access-31cd";
pub(crate) const SUBJECT: &str = "canary-subject-7";
pub(crate) const EMAIL: &str = "canary@example.com";
pub(crate) const REDIRECT_URI: &str = "https://listing.example/sign-in/return?by=id";

pub(crate) const DISCOVERY: &str = "/realm/.well-known/openid-configuration";
pub(crate) const KEYS: &str = "/realm/keys";
pub(crate) const TOKEN: &str = "/realm/token";
pub(crate) const USER_INFO: &str = "/realm/me";

/// Changes an ID token.
pub(crate) type Spoil = fn(String) -> String;

/// What the provider says. Of objects only what differs from the right ones: `null` takes a
/// member away.
pub(crate) struct Script {
    pub(crate) discovery: Value,
    /// Keys that it shows.
    pub(crate) keys: Vec<Value>,
    /// By what it signs.
    pub(crate) signer: Signer,
    pub(crate) header: Value,
    pub(crate) claims: Value,
    /// What becomes of an ID token on its way.
    pub(crate) spoil: Spoil,
    pub(crate) user_info: Value,
    /// What it does instead, by the path.
    pub(crate) instead: HashMap<&'static str, Step>,
    /// For how long it does nothing before, by the path.
    pub(crate) late: HashMap<&'static str, Duration>,
    /// What the browser brought.
    brought: HashMap<String, String>,
}

/// Somebody who signs in at a provider.
pub(crate) struct Scene {
    pub(crate) provider: OpenIdProvider,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) server: Server,
    script: Arc<Mutex<Script>>,
    secrets: AtomicU8,
}

impl Scene {
    pub(crate) async fn begin() -> Self {
        Self::with(|_| {}).await
    }

    /// A scene in which the settings differ.
    pub(crate) async fn with(change: impl FnOnce(&mut OpenIdSettings)) -> Self {
        let clock = Arc::new(FixedClock::at("2026-11-23T10:00:00Z"));
        let signer = Signer::rsa("key-1");
        let script = Arc::new(Mutex::new(Script {
            discovery: json!({}),
            keys: vec![signer.jwk()],
            signer,
            header: json!({}),
            claims: json!({}),
            spoil: |token| token,
            user_info: json!({}),
            instead: HashMap::new(),
            late: HashMap::new(),
            brought: HashMap::new(),
        }));
        let (shared, now) = (script.clone(), clock.clone());
        let server =
            Server::start(move |_, request| shared.lock().unwrap().reply(request, now.now().as_second()))
                .await;
        let mut settings = OpenIdSettings {
            issuer: Issuer::parse(&server.url("/realm")).unwrap(),
            client_id: CLIENT_ID.to_owned(),
            client_secret: Some(ApiKey::new(SECRET.to_owned())),
            name: "Example".to_owned(),
            redirect_uri: REDIRECT_URI.to_owned(),
        };
        change(&mut settings);
        let provider = OpenIdProvider::new(settings, Transport::new().unwrap(), clock.clone());
        Self { provider, clock, server, script, secrets: AtomicU8::new(0) }
    }

    /// A scene in which the provider differs.
    pub(crate) async fn where_provider(change: impl FnOnce(&mut Script)) -> Self {
        let scene = Self::begin().await;
        scene.change(change);
        scene
    }

    /// From now on the provider differs.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.script.lock().unwrap());
    }

    /// The secret of one more sign-in.
    pub(crate) fn secret(&self) -> Token {
        Token::from_secret([self.secrets.fetch_add(1, Ordering::SeqCst); 32])
    }

    /// What a browser brings back that was sent to the provider with a secret.
    pub(crate) async fn sent(&self, secret: &Token) -> Result<Returned, IdentityProviderError> {
        let address = Url::parse(&self.provider.address(secret).await?).unwrap();
        let brought: HashMap<_, _> = address.query_pairs().into_owned().collect();
        let state = brought["state"].clone();
        self.script.lock().unwrap().brought = brought;
        Ok(Returned { code: CODE.to_owned(), state, error: None })
    }

    /// All of a sign-in.
    pub(crate) async fn sign_in(&self) -> Result<Identified, IdentityProviderError> {
        let secret = self.secret();
        let returned = self.sent(&secret).await?;
        self.provider.identify(&secret, &returned).await
    }

    /// Why a sign-in is refused.
    pub(crate) async fn refusal(&self) -> Refusal {
        refusal_of(self.sign_in().await)
    }

    /// Why nobody can sign in.
    pub(crate) async fn outage(&self) -> Outage {
        outage_of(self.sign_in().await.map(drop))
    }

    /// The requests to a path.
    pub(crate) fn asked(&self, path: &str) -> Vec<Received> {
        let mut received = self.server.received();
        received.retain(|request| request.path == path);
        received
    }
}

pub(crate) fn refusal_of(outcome: Result<Identified, IdentityProviderError>) -> Refusal {
    let error = outcome.unwrap_err();
    assert_tells_nothing(&error);
    match error {
        IdentityProviderError::Refused(cause) => *cause.downcast().unwrap(),
        IdentityProviderError::Unavailable(cause) | IdentityProviderError::NotAccepted(cause) => {
            panic!("unavailable: {cause}")
        }
    }
}

pub(crate) fn outage_of(outcome: Result<(), IdentityProviderError>) -> Outage {
    let error = outcome.unwrap_err();
    assert_tells_nothing(&error);
    match error {
        IdentityProviderError::Unavailable(cause) | IdentityProviderError::NotAccepted(cause) => {
            *cause.downcast().unwrap()
        }
        IdentityProviderError::Refused(cause) => panic!("refused: {cause}"),
    }
}

/// What a log has of it holds nothing secret or personal.
fn assert_tells_nothing(error: &IdentityProviderError) {
    for told in [ErrorChain(error).to_string(), format!("{error:?}")] {
        assert!(!told.contains("canary") && !told.contains("eyJ"), "{told}");
    }
}

impl Script {
    fn reply(&self, request: &Received, now: i64) -> Step {
        let step = self.step(request, now);
        match self.late.get(request.path.as_str()) {
            Some(by) => step.late(*by),
            None => step,
        }
    }

    fn step(&self, request: &Received, now: i64) -> Step {
        let path = request.path.as_str();
        if let Some(step) = self.instead.get(path) {
            return step.clone();
        }
        let issuer = format!("http://{}/realm", request.header("host").unwrap());
        match path {
            DISCOVERY => {
                let document = json!({
                    "issuer": issuer,
                    "authorization_endpoint": format!("{issuer}/authorize?theme=dark"),
                    "token_endpoint": format!("{issuer}/token"),
                    "jwks_uri": format!("{issuer}/keys"),
                    "userinfo_endpoint": format!("{issuer}/me"),
                });
                Step::ok(&patched(document, &self.discovery))
            }
            KEYS => Step::ok(&json!({ "keys": self.keys })),
            TOKEN => self.exchange(request, &issuer, now),
            USER_INFO if request.header("authorization") == Some(&format!("Bearer {ACCESS_TOKEN}")) => {
                let told = json!({ "sub": SUBJECT, "email": EMAIL, "email_verified": true });
                Step::ok(&patched(told, &self.user_info))
            }
            _ => Step::raw(404, ""),
        }
    }

    /// A token for the code, if all that belongs to it is right.
    fn exchange(&self, request: &Received, issuer: &str, now: i64) -> Step {
        let form: HashMap<_, _> = form_urlencoded::parse(request.text.as_bytes()).into_owned().collect();
        let field = |name: &str| form.get(name).map_or("", String::as_str);
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, field("code_verifier").as_bytes()));
        let is_right = field("grant_type") == "authorization_code"
            && field("code") == CODE
            && field("redirect_uri") == REDIRECT_URI
            && challenge == self.brought["code_challenge"];
        if !is_right {
            return Step::raw(400, r#"{"error":"invalid_grant"}"#);
        }
        let header = json!({ "alg": self.signer.algorithm(), "kid": self.signer.id(), "typ": "JWT" });
        let claims = json!({
            "iss": issuer, "aud": CLIENT_ID, "sub": SUBJECT, "nonce": self.brought["nonce"],
            "iat": now, "exp": now + 300, "email": EMAIL, "email_verified": true,
        });
        let token = self.signer.token(&patched(header, &self.header), &patched(claims, &self.claims));
        Step::ok(&json!({
            "token_type": "Bearer", "access_token": ACCESS_TOKEN, "id_token": (self.spoil)(token),
        }))
    }
}

/// The credentials of a request for a token.
pub(crate) fn basic(client_id: &str, secret: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{client_id}:{secret}")))
}

/// An object with the members of another one; `null` takes a member away.
fn patched(mut object: Value, patch: &Value) -> Value {
    let members = object.as_object_mut().unwrap();
    for (name, value) in patch.as_object().unwrap() {
        if value.is_null() {
            members.remove(name)
        } else {
            members.insert(name.clone(), value.clone())
        };
    }
    object
}
