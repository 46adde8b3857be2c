//! Why a call to a service brought no reply, and what helps.

mod body;

use std::time::Duration;

use listing_domain::ports::WriterError;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::wire::{ApiKey, WireFormat};

/// How long there is no use in asking a service whose quota is spent.
const SPENT_FOR: Duration = Duration::from_hours(1);
/// How long there is no use in asking a service that refuses the key, or knows
/// no such model: until somebody has looked after it.
const MISCONFIGURED_FOR: Duration = Duration::from_mins(5);
/// The most of a service's own words that is kept.
const MAX_MESSAGE_CHARS: usize = 500;
/// A word of a service's message that is as long as this may be a key.
const LONG_WORD: usize = 24;

/// Why a call brought no reply.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No connection, or one that broke.
    #[error("no connection: {0}")]
    Unreachable(String),
    /// Too slow.
    #[error("no answer in time")]
    TimedOut,
    /// The service said no.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// More bytes than any answer has.
    #[error("the body has more than {0} bytes")]
    TooLarge(usize),
    /// The body is none of the format.
    #[error("{0}")]
    Malformed(String),
    /// A request could not be made of the question.
    #[error("no request can be made: {0}")]
    NotSent(String),
}

/// What a service answered instead of a reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("status {status}{}: {message}", .code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default())]
pub struct ServiceError {
    /// The HTTP status.
    pub status: u16,
    /// The service's code or type of the error.
    pub code: Option<String>,
    /// Its words, cut, without anything that looks like a key.
    pub message: String,
    /// How long it asks to wait.
    pub retry_after: Option<Duration>,
    /// Whether it says that trying again is useful.
    pub should_retry: Option<bool>,
    /// The service's own id of the request.
    pub request_id: Option<String>,
    /// The quotas that it names.
    quotas: Vec<String>,
}

/// What helps against a service's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Asking again soon.
    Again,
    /// Asking again, not so often.
    Later,
    /// Nothing, for a good while.
    LongAfter,
    /// Asking for JSON in another way.
    OtherMode,
    /// Asking something else.
    Nothing,
}

impl ServiceError {
    /// Reads the answer of a status other than 200.
    pub(crate) fn read(status: u16, headers: &HeaderMap, body: &[u8], key: Option<&ApiKey>) -> Self {
        let mut error = body::read(body);
        error.status = status;
        error.message = presentable(&error.message, key);
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        error.request_id = header("x-request-id").or_else(|| header("request-id")).map(str::to_owned);
        error.should_retry = header("x-should-retry").and_then(|said| said.parse().ok());
        error.retry_after = wait_of(headers).max(error.retry_after);
        error
    }

    /// Reads an error that came under the status of a success.
    pub(crate) fn in_good_status(error: &Value) -> Self {
        let mut error = body::of_value(error);
        error.message = presentable(&error.message, None);
        let code = error.code.as_deref().and_then(|code| code.parse().ok());
        error.status = code.filter(|code| (400..600).contains(code)).unwrap_or(502);
        error
    }

    /// What helps.
    pub fn remedy(&self, format: &dyn WireFormat) -> Remedy {
        if self.should_retry == Some(false) && self.status >= 500 {
            return Remedy::Nothing;
        }
        match self.status {
            429 if self.is_spent() || format.is_spent(self) => Remedy::LongAfter,
            402 if self.retry_after.is_none() => Remedy::LongAfter,
            402 | 429 => Remedy::Later,
            401 | 403 | 404 => Remedy::LongAfter,
            400 | 422 if self.is_about_the_mode() => Remedy::OtherMode,
            408 | 409 | 425 | 500..=599 => Remedy::Again,
            _ if self.should_retry == Some(true) => Remedy::Again,
            _ => Remedy::Nothing,
        }
    }

    fn is_spent(&self) -> bool {
        const CODES: [&str; 3] = ["insufficient_quota", "billing", "credit"];
        let code = self.code.as_deref().unwrap_or_default().to_lowercase();
        CODES.iter().any(|spent| code.contains(spent))
            || self.quotas.iter().any(|quota| quota.contains("PerDay"))
            || self.message.contains("limit: 0")
    }

    /// Whether the way of asking for JSON is what is not accepted.
    fn is_about_the_mode(&self) -> bool {
        const WORDS: [&str; 7] = [
            "response_format",
            "json_schema",
            "json_object",
            "output_config",
            "responsejsonschema",
            "tool_choice",
            "schema",
        ];
        let said = format!("{} {}", self.code.as_deref().unwrap_or_default(), self.message).to_lowercase();
        WORDS.iter().any(|word| said.contains(word))
    }
}

impl Fault {
    /// A word for it in metrics.
    pub(crate) fn outcome(&self, format: &dyn WireFormat) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::TimedOut => "timeout",
            Self::TooLarge(_) | Self::Malformed(_) => "malformed",
            Self::NotSent(_) => "not_sent",
            Self::Service(error) => match error.remedy(format) {
                Remedy::Again => "unavailable",
                Remedy::Later => "rate_limited",
                Remedy::LongAfter if matches!(error.status, 402 | 429) => "quota_spent",
                Remedy::LongAfter => "misconfigured",
                Remedy::OtherMode => "mode_refused",
                Remedy::Nothing => "rejected",
            },
        }
    }

    /// The same as the port's error.
    pub(crate) fn into_port_error(self, format: &dyn WireFormat) -> WriterError {
        let error = match self {
            Self::Service(error) => error,
            Self::TimedOut => return WriterError::DeadlineExceeded,
            Self::Unreachable(_) => return WriterError::Unavailable(self.into()),
            Self::TooLarge(_) | Self::Malformed(_) => return WriterError::Unusable(self.into()),
            Self::NotSent(_) => return WriterError::Rejected(self.into()),
        };
        match error.remedy(format) {
            Remedy::Again => WriterError::Unavailable(error.into()),
            Remedy::Later => {
                WriterError::RateLimited { retry_after: error.retry_after, source: error.into() }
            }
            Remedy::LongAfter => {
                let usual = if matches!(error.status, 402 | 429) { SPENT_FOR } else { MISCONFIGURED_FOR };
                let at_least = error.retry_after.map_or(usual, |said| said.max(usual));
                WriterError::OutOfService { at_least, source: error.into() }
            }
            Remedy::OtherMode | Remedy::Nothing => WriterError::Rejected(error.into()),
        }
    }
}

/// How long the headers ask to wait: milliseconds, seconds, or a date, which is
/// compared with the service's own clock.
fn wait_of(headers: &HeaderMap) -> Option<Duration> {
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

/// A service's words, cut, on one line, without the key and whatever else could
/// be one.
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
