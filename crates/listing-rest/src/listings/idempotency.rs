//! `Idempotency-Key`: a request that is done once, however often it is sent.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use listing_domain::idempotency::{Fingerprint, IdempotencyKey, IdempotentRequest};
use listing_domain::request::DetailLevel;
use listing_http::ApiError;
use sha2::{Digest as _, Sha256};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Says of an answer that it was given before.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// A request that is to be done once, before its body was looked at.
pub(super) struct IdempotencyHeader {
    key: IdempotencyKey,
    /// Has taken the method, the path, and what is to be included.
    digest: Sha256,
}

/// What the header asks for, if it is there.
pub(super) fn asked(
    request: &HttpRequest,
    detail_level: DetailLevel,
) -> Result<Option<IdempotencyHeader>, ApiError> {
    let mut given = request.headers().get_all(KEY);
    let Some(value) = given.next() else { return Ok(None) };
    let text = if given.next().is_some() { "" } else { value.to_str().unwrap_or("") };
    let refused = |error| ApiError::invalid(format!("the header Idempotency-Key {error}, once"));
    let key = text.parse().map_err(refused)?;
    let mut digest = Sha256::new();
    let included = match detail_level {
        DetailLevel::Listings => "",
        DetailLevel::WithDetails => "?include=details",
    };
    let target = format!("{}{included}", request.path());
    for part in [request.method().as_str().as_bytes(), target.as_bytes()] {
        digest.update(part);
        digest.update([0]);
    }
    Ok(Some(IdempotencyHeader { key, digest }))
}

impl IdempotencyHeader {
    /// The key, and what tells the request from others under the same key: its
    /// method, path and body, byte for byte, and whether it asks for details.
    pub(super) fn with(self, body: &[u8]) -> IdempotentRequest {
        let digest = self.digest.chain_update(body);
        IdempotentRequest { key: self.key, fingerprint: Fingerprint::new(digest.finalize().into()) }
    }
}
