//! Requests to the provider, limited in size. All requests of one sign-in share a timeout.

use std::time::Duration;

use listing_outbound::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use listing_outbound::{Fault, Transport, Url};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use crate::error::{Outage, ProviderRequest};

/// Even many keys take only a few kilobytes.
const MAX_BYTES: usize = 256 * 1024;

pub(crate) struct ProviderClient(Transport);

impl ProviderClient {
    pub(crate) fn new(transport: Transport) -> Self {
        Self(transport.with_max_reply_bytes(MAX_BYTES))
    }

    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        request: ProviderRequest,
        url: Url,
        mut headers: HeaderMap,
        until: Instant,
    ) -> Result<T, Outage> {
        headers.insert(ACCEPT, JSON);
        let body = self.0.get(url, headers, None, remaining(until)).await;
        parse(request, &body.map_err(|fault| outage(request, fault))?)
    }

    pub(crate) async fn post(
        &self,
        url: Url,
        mut headers: HeaderMap,
        form: String,
        until: Instant,
    ) -> Result<Vec<u8>, Fault> {
        headers.insert(ACCEPT, JSON);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        self.0.post(url, headers, form.into_bytes(), None, remaining(until)).await
    }
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");

fn remaining(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// The parser's error would quote the answer, so it is dropped.
pub(crate) fn parse<T: DeserializeOwned>(request: ProviderRequest, body: &[u8]) -> Result<T, Outage> {
    serde_json::from_slice(body).map_err(|_| Outage::Unreadable(request))
}

/// Drops the provider's own text, which may be personal.
pub(crate) fn outage(request: ProviderRequest, fault: Fault) -> Outage {
    match fault {
        Fault::Service(error) => Outage::Status(request, error.status),
        fault => Outage::Unanswered(request, fault),
    }
}
