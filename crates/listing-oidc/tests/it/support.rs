//! A scripted provider, and a person who signs in there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use listing_domain::ErrorChain;
use listing_domain::ports::{
    CallbackParams, Clock as _, IdentifiedPerson, IdentityProvider as _, IdentityProviderError,
};
use listing_domain::token::Token;
use listing_oidc::{Issuer, OpenIdProvider, OpenIdSettings, Outage, Refusal};
use listing_outbound::{ApiKey, Transport, Url};
use listing_testkit::FixedClock;
use listing_testkit::service::{Received, Server, Step};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use crate::signer::Signer;

pub(crate) const CLIENT_ID: &str = "photo to listing";
/// They need form encoding, and only the request for a token may contain them.
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

pub(crate) type Tamper = fn(String) -> String;

/// Objects contain only differences from the valid answers; `null` removes a member.
pub(crate) struct Script {
    pub(crate) discovery: Value,
    pub(crate) keys: Vec<Value>,
    pub(crate) signer: Signer,
    pub(crate) header: Value,
    pub(crate) claims: Value,
    /// Changes the signed ID token on its way.
    pub(crate) tamper: Tamper,
    pub(crate) user_info: Value,
    /// The keys are paths of requests.
    pub(crate) replacements: HashMap<&'static str, Step>,
    /// The keys are paths of requests.
    pub(crate) delays: HashMap<&'static str, Duration>,
    /// Sent with the browser to the provider.
    query: HashMap<String, String>,
}

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

    pub(crate) async fn with(change: impl FnOnce(&mut OpenIdSettings)) -> Self {
        let clock = Arc::new(FixedClock::at("2026-11-23T10:00:00Z"));
        let signer = Signer::rsa("key-1");
        let script = Arc::new(Mutex::new(Script {
            discovery: json!({}),
            keys: vec![signer.jwk()],
            signer,
            header: json!({}),
            claims: json!({}),
            tamper: |token| token,
            user_info: json!({}),
            replacements: HashMap::new(),
            delays: HashMap::new(),
            query: HashMap::new(),
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

    pub(crate) async fn with_script(change: impl FnOnce(&mut Script)) -> Self {
        let scene = Self::begin().await;
        scene.change(change);
        scene
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.script.lock().unwrap());
    }

    pub(crate) fn secret(&self) -> Token {
        Token::from_secret([self.secrets.fetch_add(1, Ordering::SeqCst); 32])
    }

    /// Returns the parameters with which the browser comes back.
    pub(crate) async fn send_browser(&self, secret: &Token) -> Result<CallbackParams, IdentityProviderError> {
        let address = Url::parse(&self.provider.address(secret).await?).unwrap();
        let query: HashMap<_, _> = address.query_pairs().into_owned().collect();
        let state = query["state"].clone();
        self.script.lock().unwrap().query = query;
        Ok(CallbackParams { code: CODE.to_owned(), state, error: None })
    }

    pub(crate) async fn sign_in(&self) -> Result<IdentifiedPerson, IdentityProviderError> {
        let secret = self.secret();
        let returned = self.send_browser(&secret).await?;
        self.provider.identify(&secret, &returned).await
    }

    pub(crate) async fn refusal(&self) -> Refusal {
        refusal_of(self.sign_in().await)
    }

    pub(crate) async fn outage(&self) -> Outage {
        outage_of(self.sign_in().await.map(drop))
    }

    pub(crate) fn requests(&self, path: &str) -> Vec<Received> {
        let mut received = self.server.received();
        received.retain(|request| request.path == path);
        received
    }
}

pub(crate) fn refusal_of(outcome: Result<IdentifiedPerson, IdentityProviderError>) -> Refusal {
    let error = outcome.unwrap_err();
    assert_no_secrets(&error);
    match error {
        IdentityProviderError::Refused(cause) => *cause.downcast().unwrap(),
        IdentityProviderError::Unavailable(cause) | IdentityProviderError::NotAccepted(cause) => {
            panic!("expected a refusal, not an outage: {cause}")
        }
    }
}

pub(crate) fn outage_of(outcome: Result<(), IdentityProviderError>) -> Outage {
    let error = outcome.unwrap_err();
    assert_no_secrets(&error);
    match error {
        IdentityProviderError::Unavailable(cause) | IdentityProviderError::NotAccepted(cause) => {
            *cause.downcast().unwrap()
        }
        IdentityProviderError::Refused(cause) => panic!("not an outage: {cause}"),
    }
}

/// The error is logged.
fn assert_no_secrets(error: &IdentityProviderError) {
    for shown in [ErrorChain(error).to_string(), format!("{error:?}")] {
        assert!(!shown.contains("canary") && !shown.contains("eyJ"), "{shown}");
    }
}

impl Script {
    fn reply(&self, request: &Received, now: i64) -> Step {
        let step = self.step(request, now);
        match self.delays.get(request.path.as_str()) {
            Some(delay) => step.late(*delay),
            None => step,
        }
    }

    fn step(&self, request: &Received, now: i64) -> Step {
        let path = request.path.as_str();
        if let Some(step) = self.replacements.get(path) {
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
                let user = json!({ "sub": SUBJECT, "email": EMAIL, "email_verified": true });
                Step::ok(&patched(user, &self.user_info))
            }
            _ => Step::raw(404, ""),
        }
    }

    /// The service's request must be valid.
    fn exchange(&self, request: &Received, issuer: &str, now: i64) -> Step {
        let form: HashMap<_, _> = form_urlencoded::parse(request.text.as_bytes()).into_owned().collect();
        let field = |name: &str| form.get(name).map_or("", String::as_str);
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, field("code_verifier").as_bytes()));
        let is_right = field("grant_type") == "authorization_code"
            && field("code") == CODE
            && field("redirect_uri") == REDIRECT_URI
            && challenge == self.query["code_challenge"];
        if !is_right {
            return Step::raw(400, r#"{"error":"invalid_grant"}"#);
        }
        let header = json!({ "alg": self.signer.algorithm(), "kid": self.signer.id(), "typ": "JWT" });
        let claims = json!({
            "iss": issuer, "aud": CLIENT_ID, "sub": SUBJECT, "nonce": self.query["nonce"],
            "iat": now, "exp": now + 300, "email": EMAIL, "email_verified": true,
        });
        let token = self.signer.token(&patched(header, &self.header), &patched(claims, &self.claims));
        Step::ok(&json!({
            "token_type": "Bearer", "access_token": ACCESS_TOKEN, "id_token": (self.tamper)(token),
        }))
    }
}

pub(crate) fn basic(client_id: &str, secret: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{client_id}:{secret}")))
}

/// `null` removes a member.
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
