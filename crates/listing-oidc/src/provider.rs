use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use listing_domain::account::Email;
use listing_domain::person::ExternalIdentity;
use listing_domain::ports::{
    CallbackParams, Clock, IdentifiedPerson, IdentityProvider, IdentityProviderError,
};
use listing_domain::token::Token;
use listing_outbound::Transport;
use listing_outbound::header::HeaderMap;
use tokio::time::Instant;

use crate::cached_document::CachedDocument;
use crate::claims::Expected;
use crate::client::{ProviderClient, outage};
use crate::discovery::{self, Endpoints, MissingFeature};
use crate::error::{Outage, ProviderRequest, Refusal, error_without_code};
use crate::exchange::{self, Tokens};
use crate::id_token::IdToken;
use crate::keys::{self, KeySet};
use crate::settings::OpenIdSettings;
use crate::user_info::{self, UserInfo};

/// For all requests of one sign-in together.
const TIMEOUT: Duration = Duration::from_secs(10);
const SCOPES: &str = "openid email";

/// Labels with which state, nonce and verifier are derived from the sign-in's secret.
const STATE: &str = "oidc state";
const NONCE: &str = "oidc nonce";
const VERIFIER: &str = "oidc verifier";

/// An `OpenID` Connect provider with a discovery document.
pub struct OpenIdProvider {
    settings: OpenIdSettings,
    client: ProviderClient,
    clock: Arc<dyn Clock>,
    endpoints: CachedDocument<Endpoints>,
    keys: CachedDocument<KeySet>,
}

impl OpenIdProvider {
    /// Creates the provider without a request.
    pub fn new(settings: OpenIdSettings, transport: Transport, clock: Arc<dyn Clock>) -> Self {
        let (endpoints, keys) =
            (CachedDocument::new(ProviderRequest::Discovery), CachedDocument::new(ProviderRequest::Keys));
        Self { settings, client: ProviderClient::new(transport), clock, endpoints, keys }
    }

    /// Checks the provider's discovery document, in at most ten seconds: its issuer, addresses and required
    /// methods.
    ///
    /// # Errors
    /// The reason why the provider cannot be used.
    pub async fn check(&self) -> Result<(), Outage> {
        let endpoints = self.endpoints(Instant::now() + TIMEOUT).await?;
        if self.settings.client_secret.is_some() && endpoints.secret_method.is_none() {
            return Err(Outage::NoSecretMethod);
        }
        match endpoints.missing_feature {
            None => Ok(()),
            Some(MissingFeature::Code) => Err(Outage::NoCodeFlow),
            Some(MissingFeature::Algorithm) => Err(Outage::NoKnownAlgorithm),
        }
    }

    async fn endpoints(&self, until: Instant) -> Result<Arc<Endpoints>, Outage> {
        let fetch = async {
            let issuer = &self.settings.issuer;
            let url = issuer.base().join(discovery::PATH);
            let url = url.map_err(|fault| outage(ProviderRequest::Discovery, fault))?;
            let answer = self.client.get::<discovery::Document>(
                ProviderRequest::Discovery,
                url,
                HeaderMap::new(),
                until,
            );
            answer.await?.endpoints(issuer)
        };
        self.endpoints.get(self.clock.now(), until, |_| true, fetch).await
    }

    /// If no cached key signed the token, fetches them again: there may be a new key, even with an old id.
    async fn keys(
        &self,
        endpoints: &Endpoints,
        token: &IdToken<'_>,
        until: Instant,
    ) -> Result<Arc<KeySet>, Outage> {
        let fetch = async {
            let url = endpoints.keys.clone();
            let answer =
                self.client.get::<keys::Document>(ProviderRequest::Keys, url, HeaderMap::new(), until);
            Ok(answer.await?.into())
        };
        self.keys.get(self.clock.now(), until, |keys| token.is_signed_by(keys), fetch).await
    }

    async fn exchange_code(
        &self,
        endpoints: &Endpoints,
        secret: &Token,
        code: &str,
        until: Instant,
    ) -> Result<Tokens, IdentityProviderError> {
        let verifier = secret.derived(VERIFIER);
        let (headers, form) = exchange::token_request(&self.settings, endpoints, code, verifier.reveal())?;
        exchange::tokens(self.client.post(endpoints.token.clone(), headers, form, until).await)
    }

    async fn fetch_email(
        &self,
        endpoints: &Endpoints,
        access_token: String,
        subject: &str,
        until: Instant,
    ) -> Result<Option<Email>, IdentityProviderError> {
        let Some(url) = endpoints.user_info.clone() else { return Ok(None) };
        let headers = user_info::headers(access_token)?;
        let user_info: UserInfo = self.client.get(ProviderRequest::UserInfo, url, headers, until).await?;
        Ok(user_info.email(subject)?)
    }

    async fn identify_person(
        &self,
        secret: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError> {
        // Checked before any request, so that a forged return costs no work.
        if !secret.derived(STATE).is(&returned.state) {
            return Err(Refusal::State.into());
        }
        if let Some(error) = &returned.error {
            return Err(error_without_code(error));
        }
        let until = Instant::now() + TIMEOUT;
        let endpoints = self.endpoints(until).await?;
        let tokens = self.exchange_code(&endpoints, secret, &returned.code, until).await?;
        let token = IdToken::parse(&tokens.id_token)?;
        let claims = token.claims(&*self.keys(&endpoints, &token, until).await?)?;
        let issuer = self.settings.issuer.as_str();
        let subject = claims.subject(&Expected {
            issuer,
            client_id: &self.settings.client_id,
            nonce: &secret.derived(NONCE),
            now: self.clock.now(),
        })?;
        let email = if claims.has_email_verification() {
            claims.email()
        } else {
            match self.fetch_email(&endpoints, tokens.access_token, subject, until).await {
                // The email is optional, and useless without a verification.
                Err(IdentityProviderError::Unavailable(_)) if claims.has_email() => None,
                fetched => fetched?,
            }
        };
        let identity = ExternalIdentity { issuer: issuer.to_owned(), subject: subject.to_owned() };
        Ok(IdentifiedPerson { identity, email })
    }
}

#[async_trait]
impl IdentityProvider for OpenIdProvider {
    fn name(&self) -> &str {
        &self.settings.name
    }

    fn issuer(&self) -> &str {
        self.settings.issuer.as_str()
    }

    async fn address(&self, secret: &Token) -> Result<String, IdentityProviderError> {
        let endpoints = self.endpoints(Instant::now() + TIMEOUT).await?;
        let challenge = URL_SAFE_NO_PAD.encode(secret.derived(VERIFIER).digest().as_bytes());
        let mut url = endpoints.authorization.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", &self.settings.redirect_uri)
            .append_pair("scope", SCOPES)
            .append_pair("state", secret.derived(STATE).reveal())
            .append_pair("nonce", secret.derived(NONCE).reveal())
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    async fn identify(
        &self,
        secret: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError> {
        self.identify_person(secret, returned).await
    }
}
