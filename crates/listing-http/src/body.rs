//! Reads a request body within bounds of size, time and memory.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::Payload;
use futures_util::StreamExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use crate::HttpLimits;
use crate::error::ApiError;

/// Bytes in one unit of the memory budget.
const UNIT_BYTES: usize = 1024;

/// Memory for request bodies. Each body is charged before any of it is read,
/// so that many large ones at once wait or are turned away rather than exhaust
/// the machine.
#[derive(Debug, Clone)]
pub struct MemoryBudget(Arc<Semaphore>);

/// Memory that is set aside for one request until this is dropped.
#[derive(Debug)]
pub struct Reserved {
    _units: OwnedSemaphorePermit,
}

impl MemoryBudget {
    /// The default size, in bytes: nine of the largest bodies.
    pub const DEFAULT_BYTES: usize = 512 * 1024 * 1024;

    /// A budget of so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes / UNIT_BYTES).min(Semaphore::MAX_PERMITS))))
    }

    async fn reserve(&self, bytes: usize, limits: &HttpLimits) -> Result<OwnedSemaphorePermit, ApiError> {
        let reserving = Arc::clone(&self.0).acquire_many_owned(units(bytes));
        let Ok(Ok(permit)) = timeout(limits.memory_wait, reserving).await else {
            tracing::debug!(bytes, "no memory came free for a request body; answered 503");
            return Err(ApiError::busy().closing());
        };
        Ok(permit)
    }
}

impl Default for MemoryBudget {
    fn default() -> Self {
        Self::new(Self::DEFAULT_BYTES)
    }
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT_BYTES)).unwrap_or(u32::MAX)
}

/// Refuses a body that is not declared as plain JSON. Parameters such as
/// `charset` are passed over: JSON is UTF-8, whatever they say.
pub fn require_json(request: &HttpRequest) -> Result<(), ApiError> {
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or(""));
    let media_type = header(CONTENT_TYPE).and_then(|text| text.split(';').next()).unwrap_or("");
    let is_plain = header(CONTENT_ENCODING).is_none_or(|coding| coding.eq_ignore_ascii_case("identity"));
    if media_type.trim().eq_ignore_ascii_case("application/json") && is_plain {
        Ok(())
    } else {
        Err(ApiError::unsupported_media_type())
    }
}

/// Reads the whole body.
///
/// A length that is announced is judged before anything is read; without one
/// the bytes are counted as they come. actix has no time limit for bodies, so
/// it is kept here.
pub async fn read(
    request: &HttpRequest,
    mut payload: Payload,
    budget: &MemoryBudget,
    limits: &HttpLimits,
) -> Result<(Vec<u8>, Reserved), ApiError> {
    let announced = announced_length(request);
    if announced.is_some_and(|length| length > limits.max_body_bytes) {
        return Err(ApiError::too_large(limits.max_body_bytes));
    }
    let mut units_held = budget.reserve(announced.unwrap_or(limits.max_body_bytes), limits).await?;
    let started = Instant::now();
    let mut body = Vec::with_capacity(announced.unwrap_or(0));
    while let Some(chunk) = timeout_at(started + limits.body_time(body.len()), payload.next())
        .await
        .map_err(|_| ApiError::too_slow())?
    {
        let chunk = chunk.map_err(|error| unreadable(&error, limits))?;
        if body.len() + chunk.len() > limits.max_body_bytes {
            return Err(ApiError::too_large(limits.max_body_bytes));
        }
        body.extend_from_slice(&chunk);
    }
    // What a body without a length did not need goes back.
    let surplus = units_held.num_permits().saturating_sub(body.len().div_ceil(UNIT_BYTES));
    drop(units_held.split(surplus));
    Ok((body, Reserved { _units: units_held }))
}

fn announced_length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?.to_str().ok()?;
    // A length beyond all numbers is beyond the limit too.
    Some(length.parse().unwrap_or(usize::MAX))
}

fn unreadable(error: &PayloadError, limits: &HttpLimits) -> ApiError {
    match error {
        PayloadError::Overflow => ApiError::too_large(limits.max_body_bytes),
        _ => ApiError::invalid("The request body ended early or is not encoded as announced").closing(),
    }
}
