mod body;

use std::time::Duration;

use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::key::ApiKey;

const MAX_MESSAGE_CHARS: usize = 500;
/// From this length, a word with a digit may be a key and is hidden.
const LONG_WORD: usize = 24;

/// Why a call to a service gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There was no connection, or it broke.
    #[error("no connection")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The answer was late.
    #[error("no answer in time")]
    TimedOut,
    /// The service answered with an error.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The body exceeds this many bytes.
    #[error("the body has more than {0} bytes")]
    TooLarge(usize),
    /// The body does not have the expected format, for this reason.
    #[error("{0}")]
    Malformed(String),
    /// The request could not be built, for this reason.
    #[error("cannot build the request: {0}")]
    NotSent(String),
}

/// An error answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("status {status}{}: {message}", .code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default())]
pub struct ServiceError {
    /// The HTTP status.
    pub status: u16,
    /// The service's error code or type.
    pub code: Option<String>,
    /// The message, shortened and without words that look like a key.
    pub message: String,
    /// The requested wait before a retry.
    pub retry_after: Option<Duration>,
    /// The service's advice for or against a retry.
    pub should_retry: Option<bool>,
    /// The service's id of the request.
    pub request_id: Option<Box<str>>,
    /// The exceeded quotas.
    pub quotas: Box<[String]>,
    /// Further names in the error: request parameters and reasons.
    pub hints: Box<[String]>,
}

impl ServiceError {
    /// Reads a response with an error status.
    pub fn read(status: u16, headers: &HeaderMap, body: &[u8], key: Option<&ApiKey>) -> Self {
        let mut error = body::read(body);
        error.status = status;
        error.redact(key);
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        error.request_id = header("x-request-id").or_else(|| header("request-id")).map(Into::into);
        error.should_retry = header("x-should-retry").and_then(|value| value.parse().ok());
        error.retry_after = retry_after(headers).max(error.retry_after);
        error
    }

    /// Reads an error sent with a status of success.
    pub fn from_success_body(error: &Value) -> Self {
        let mut error = body::from_value(error);
        error.redact(None);
        let code = error.code.as_deref().and_then(|code| code.parse().ok());
        error.status = code.filter(|code| (400..600).contains(code)).unwrap_or(502);
        error
    }

    fn redact(&mut self, key: Option<&ApiKey>) {
        self.message = presentable(&self.message, key);
        for hint in &mut self.hints {
            *hint = presentable(hint, key);
        }
    }
}

/// In milliseconds, seconds, or as a date, which is relative to the service's own clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let milliseconds = header("retry-after-ms").and_then(|text| text.parse::<f64>().ok());
    if let Some(milliseconds) = milliseconds {
        return Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
    }
    let text = header("retry-after")?;
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = |text: &str| jiff::fmt::rfc2822::parse(text).ok().map(|date| date.timestamp());
    let wait = date(text)?.duration_since(date(header("date")?)?);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

/// One line, shortened, without the key and words that look like one.
fn presentable(message: &str, key: Option<&ApiKey>) -> String {
    let message = match key {
        Some(key) if !key.reveal().is_empty() => message.replace(key.reveal(), "…"),
        _ => message.to_owned(),
    };
    let words = message.split_whitespace().map(|word| {
        let is_long = word.chars().count() >= LONG_WORD && word.bytes().any(|byte| byte.is_ascii_digit());
        if is_long || word.contains("sk-") { "…" } else { word }
    });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_MESSAGE_CHARS).collect()
}

#[cfg(test)]
mod tests;
