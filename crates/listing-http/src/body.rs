//! Reads a request body within limits of size, time and memory.

use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::Payload;
use futures_util::StreamExt as _;
use listing_domain::ports::{AdmissionSlot, BodyMemory};
use tokio::time::{Duration, Instant, timeout};

use crate::HttpLimits;
use crate::error::ApiError;

/// Larger bodies, in bytes, are not read if the answer is already certain to be an error.
const LARGE_BODY: usize = 64 * 1024;

/// Refuses a body that is not declared as plain JSON. Parameters such as `charset` are ignored: JSON is
/// always UTF-8.
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

/// Reads the whole body, reserving memory as its bytes arrive. The memory must live as long as the body.
///
/// An announced length is checked first; otherwise bytes are counted as they arrive. actix has no time limit
/// for bodies, so this function enforces one, without the time spent waiting for memory.
pub async fn read(
    request: &HttpRequest,
    mut payload: Payload,
    slot: &dyn AdmissionSlot,
    limits: &HttpLimits,
) -> Result<(Vec<u8>, Box<dyn BodyMemory>), ApiError> {
    check_announced(request, limits)?;
    let max_bytes = announced_length(request).unwrap_or(limits.max_body_bytes);
    let mut memory = slot.body(max_bytes);
    let mut body = Vec::new();
    let mut waited = Duration::ZERO;
    loop {
        let since = Instant::now();
        let left = limits.body_time(body.len()).saturating_sub(waited);
        let chunk = tokio::select! {
            biased;
            refused = memory.shed() => return Err(ApiError::from(refused).closing()),
            chunk = timeout(left, payload.next()) => chunk.map_err(|_| ApiError::too_slow())?,
        };
        waited += since.elapsed();
        let Some(chunk) = chunk else { break };
        let chunk = chunk.map_err(|error| unreadable(&error, limits))?;
        if body.len() + chunk.len() > limits.max_body_bytes {
            return Err(ApiError::too_large(limits.max_body_bytes));
        }
        memory.grow(chunk.len()).await.map_err(|refused| ApiError::from(refused).closing())?;
        make_room(&mut body, chunk.len(), max_bytes);
        body.extend_from_slice(&chunk);
    }
    memory.complete();
    Ok((body, memory))
}

/// Enlarges the buffer in few steps, to at most `max_bytes`.
fn make_room(body: &mut Vec<u8>, more: usize, max_bytes: usize) {
    let needed = body.len() + more;
    if needed > body.capacity() {
        let capacity = (2 * needed).min(max_bytes).max(needed);
        body.reserve_exact(capacity - body.len());
    }
}

/// Returns true if more than 64 KiB, or an unknown number of bytes, may still come. An early refusal then
/// saves the upload, although it closes the connection.
pub fn is_large(request: &HttpRequest) -> bool {
    announced_length(request).is_none_or(|length| length > LARGE_BODY)
}

/// Refuses a body whose announced length is over the limit.
pub fn check_announced(request: &HttpRequest, limits: &HttpLimits) -> Result<(), ApiError> {
    let is_too_large = announced_length(request).is_some_and(|length| length > limits.max_body_bytes);
    if is_too_large { Err(ApiError::too_large(limits.max_body_bytes)) } else { Ok(()) }
}

fn announced_length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?.to_str().ok()?;
    // A length that overflows is over the limit too.
    Some(length.parse().unwrap_or(usize::MAX))
}

fn unreadable(error: &PayloadError, limits: &HttpLimits) -> ApiError {
    match error {
        PayloadError::Overflow => ApiError::too_large(limits.max_body_bytes),
        _ => ApiError::invalid("The request body ended early or is not encoded as announced").closing(),
    }
}

/// Reads a small body, such as a form without photos, without reserving memory.
///
/// # Errors
/// 413 for more than `max_bytes`; 408 and 400 as for any body.
pub async fn read_small(
    request: &HttpRequest,
    mut payload: Payload,
    limits: &HttpLimits,
    max_bytes: usize,
) -> Result<Vec<u8>, ApiError> {
    if announced_length(request).is_some_and(|length| length > max_bytes) {
        return Err(ApiError::too_large(max_bytes));
    }
    let since = Instant::now();
    let mut body = Vec::new();
    loop {
        let left = limits.body_time(body.len()).saturating_sub(since.elapsed());
        let Ok(chunk) = timeout(left, payload.next()).await else { return Err(ApiError::too_slow()) };
        let Some(chunk) = chunk else { return Ok(body) };
        let chunk = chunk.map_err(|error| unreadable(&error, limits))?;
        if body.len() + chunk.len() > max_bytes {
            return Err(ApiError::too_large(max_bytes));
        }
        body.extend_from_slice(&chunk);
    }
}
