//! Requests to Stripe, limited in time and size.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use listing_domain::ports::PaymentError;
use listing_outbound::header::{AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, Transport};
use serde::de::DeserializeOwned;

use crate::error::{Unreadable, failed};
use crate::form::Form;

/// The version of the API, with which every field in this crate was checked.
const VERSION: HeaderValue = HeaderValue::from_static("2026-10-28.endive");
const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");
const STRIPE_VERSION: HeaderName = HeaderName::from_static("stripe-version");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// For one request.
const TIMEOUT: Duration = Duration::from_secs(15);
/// A hundred events with their objects take a few hundred kilobytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;

pub(crate) struct Client {
    transport: Transport,
    base: BaseUrl,
    key: ApiKey,
}

impl Client {
    pub(crate) fn new(transport: Transport, base: BaseUrl, key: ApiKey) -> Self {
        Self { transport: transport.with_max_reply_bytes(MAX_BYTES), base, key }
    }

    /// `about` names the answer in errors.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        about: &'static str,
        path: &str,
        query: Form,
    ) -> Result<T, PaymentError> {
        Ok(self.get_dated(about, path, query).await?.0)
    }

    /// Gets an object and the time of the answer, if stated.
    pub(crate) async fn get_dated<T: DeserializeOwned>(
        &self,
        about: &'static str,
        path: &str,
        query: Form,
    ) -> Result<(T, Option<Timestamp>), PaymentError> {
        let query = query.into_text();
        let path = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        let url = self.base.join(&path).map_err(failed)?;
        let headers = self.headers().map_err(failed)?;
        let answer = self.transport.get_with_headers(url, headers, Some(&self.key), TIMEOUT).await;
        let (headers, body) = answer.map_err(failed)?;
        let date = headers.get(DATE).and_then(|date| rfc2822::parse(date.to_str().ok()?).ok());
        Ok((parse(about, &body)?, date.map(|date| date.timestamp())))
    }

    /// The same idempotency key gives the same answer for at least a day.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        about: &'static str,
        path: &str,
        form: Form,
        idempotency_key: &str,
    ) -> Result<T, PaymentError> {
        let url = self.base.join(path).map_err(failed)?;
        let mut headers = self.headers().map_err(failed)?;
        headers.insert(CONTENT_TYPE, FORM);
        let idempotency_key = HeaderValue::from_str(idempotency_key).map_err(|error| not_sent(&error))?;
        headers.insert(IDEMPOTENCY_KEY, idempotency_key);
        let body = form.into_text().into_bytes();
        let body = self.transport.post(url, headers, body, Some(&self.key), TIMEOUT).await.map_err(failed)?;
        parse(about, &body)
    }

    fn headers(&self) -> Result<HeaderMap, Fault> {
        let mut headers = HeaderMap::new();
        let key = self.key.header("Bearer ").map_err(|error| Fault::NotSent(error.to_string()))?;
        headers.insert(AUTHORIZATION, key);
        headers.insert(STRIPE_VERSION, VERSION);
        Ok(headers)
    }
}

fn not_sent(error: &dyn std::error::Error) -> PaymentError {
    failed(Fault::NotSent(error.to_string()))
}

/// The parser's error would quote the answer, so it is dropped.
fn parse<T: DeserializeOwned>(about: &'static str, body: &[u8]) -> Result<T, PaymentError> {
    serde_json::from_slice(body).map_err(|_| Unreadable(about).into())
}

/// Returns an id for a path. Any other text would lead elsewhere, and names no object of Stripe.
pub(crate) fn segment(id: &str) -> Result<&str, PaymentError> {
    let is_id = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_id { Ok(id) } else { Err(PaymentError::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_would_change_the_path_are_unknown() {
        assert_eq!(segment("cs_test_a1-B2").unwrap(), "cs_test_a1-B2");
        for id in ["..", "a/b", "a?b", "a#b", "a%2fb", "a.b", "a:b", "a\\b"] {
            assert!(matches!(segment(id), Err(PaymentError::NotFound)), "{id}");
        }
    }
}
