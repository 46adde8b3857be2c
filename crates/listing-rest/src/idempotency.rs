//! The header `Idempotency-Key`, which makes repeated requests run once.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use actix_web::web;
use listing_domain::idempotency::{Fingerprint, IdempotencyKey, IdempotentRequest};
use listing_domain::ports::BodyMemory;
use listing_domain::request::DetailLevel;
use listing_http::ApiError;
use sha2::{Digest as _, Sha256};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The header that marks a replayed response.
pub(crate) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The key of an idempotent request whose body was not read yet.
pub(crate) struct IdempotencyHeader {
    key: IdempotencyKey,
    /// The digest of method, path and detail level, to which the body is added.
    digest: Sha256,
}

/// Parses the header `Idempotency-Key`, if present.
pub(crate) fn parse(
    request: &HttpRequest,
    detail_level: DetailLevel,
) -> Result<Option<IdempotencyHeader>, ApiError> {
    let mut given = request.headers().get_all(KEY);
    let Some(value) = given.next() else { return Ok(None) };
    let text = if given.next().is_some() { "" } else { value.to_str().unwrap_or("") };
    let invalid =
        |error| ApiError::invalid(format!("The header Idempotency-Key {error} and may occur only once"));
    let key = text.parse().map_err(invalid)?;
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
    /// Returns the key and the request's fingerprint: a digest of method, path, body bytes and detail level.
    pub(crate) fn with_body(self, body: &[u8]) -> IdempotentRequest {
        let digest = self.digest.chain_update(body);
        IdempotentRequest { key: self.key, fingerprint: Fingerprint::new(digest.finalize().into()) }
    }
}

/// Hashes and parses a body on a blocking thread, since tens of megabytes would delay the worker's other
/// requests. The memory stays reserved until the last photo is done, even when the client has gone.
pub(crate) async fn parse_body<T: Send + 'static>(
    header: Option<IdempotencyHeader>,
    body: Vec<u8>,
    memory: Box<dyn BodyMemory>,
    read: impl FnOnce(Vec<u8>, Box<dyn BodyMemory>) -> Result<T, ApiError> + Send + 'static,
) -> Result<(Option<IdempotentRequest>, T), ApiError> {
    let work = move || {
        let idempotency = header.map(|header| header.with_body(&body));
        Ok((idempotency, read(body, memory)?))
    };
    web::block(work).await.map_err(|error| {
        tracing::error!(%error, "failed to parse a request body because its task ended; answered 500");
        ApiError::internal()
    })?
}
