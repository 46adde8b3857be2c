//! Caches eBay's access token for a client id and secret.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_outbound::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use listing_outbound::{ApiKey, Fault, Url};
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::EbayAccount;
use crate::calls::Calls;
use crate::failure::Failure;

const PATH: &str = "identity/v1/oauth2/token";

/// A token is not used this long before its expiry, so that it does not expire during a call; half the
/// lifetime for short-lived ones.
const MARGIN: Duration = Duration::from_mins(1);
/// eBay's tokens are valid for two hours.
const MAX_LIFETIME: Duration = Duration::from_hours(24);

/// A token for one scope.
pub(super) struct Token {
    scope: &'static str,
    cached: Mutex<Option<CachedToken>>,
}

struct CachedToken {
    token: ApiKey,
    until: Instant,
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    expires_in: u64,
}

impl Token {
    pub(super) fn new(scope: &'static str) -> Self {
        Self { scope, cached: Mutex::new(None) }
    }

    /// Concurrent callers share one fetch.
    pub(super) async fn get(
        &self,
        account: &EbayAccount,
        calls: &Calls,
        until: Instant,
    ) -> Result<ApiKey, Failure> {
        let mut cached = self.cached.lock().await;
        if let Some(cached) = cached.as_ref().filter(|cached| cached.until > Instant::now()) {
            return Ok(cached.token.clone());
        }
        let fetched = self.fetch(account, calls, until).await?;
        let token = fetched.token.clone();
        *cached = Some(fetched);
        Ok(token)
    }

    pub(super) async fn forget(&self, refused: &ApiKey) {
        let mut cached = self.cached.lock().await;
        if cached.as_ref().is_some_and(|cached| cached.token.reveal() == refused.reveal()) {
            *cached = None;
        }
    }

    async fn fetch(
        &self,
        account: &EbayAccount,
        calls: &Calls,
        until: Instant,
    ) -> Result<CachedToken, Failure> {
        let url = account.base_url.join(PATH)?;
        let form =
            Url::parse_with_params("form:", [("grant_type", "client_credentials"), ("scope", self.scope)]);
        let form = form.map_err(|error| Fault::NotSent(error.to_string()))?;
        let form = form.query().unwrap_or_default().to_owned();
        let answer = calls.post(url, headers(account)?, form, &account.client_secret, until).await;
        let body = answer.map_err(|fault| match fault {
            // Every other request would fail alike, so it counts as refused credentials.
            Fault::Service(error) if matches!(error.status, 400..=404) => Failure::Refused(error),
            fault => fault.into(),
        })?;
        let response: TokenResponse = serde_json::from_slice(&body)
            .map_err(|_| Fault::Malformed("the identity service returned no token".to_owned()))?;
        let lifetime = Duration::from_secs(response.expires_in).min(MAX_LIFETIME);
        let until = Instant::now() + lifetime.saturating_sub(MARGIN.min(lifetime / 2));
        Ok(CachedToken { token: ApiKey::new(response.access_token), until })
    }
}

fn headers(account: &EbayAccount) -> Result<HeaderMap, Fault> {
    let pair = format!("{}:{}", account.client_id, account.client_secret.reveal());
    let basic = ApiKey::new(STANDARD.encode(pair)).header("Basic ");
    let basic = basic.map_err(|error| Fault::NotSent(error.to_string()))?;
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    Ok(HeaderMap::from_iter([(AUTHORIZATION, basic), (CONTENT_TYPE, form)]))
}
