//! What helps when a call brought no reply.

use std::time::Duration;

use listing_domain::ports::WriterError;
use listing_outbound::{Fault, ServiceError};

use crate::wire::WireFormat;

/// How long there is no use in asking a service whose quota is spent.
const SPENT_FOR: Duration = Duration::from_hours(1);
/// How long there is no use in asking a service that refuses the key, or knows
/// no such model: until somebody has looked after it.
const MISCONFIGURED_FOR: Duration = Duration::from_mins(5);
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

impl Remedy {
    /// What helps against an error of a service that speaks a format.
    pub fn of(error: &ServiceError, format: &dyn WireFormat) -> Self {
        if error.should_retry == Some(false) && error.status >= 500 {
            return Self::Nothing;
        }
        match error.status {
            429 if is_spent(error) || format.is_spent(error) => Self::LongAfter,
            402 if error.retry_after.is_none() => Self::LongAfter,
            402 | 429 => Self::Later,
            401 | 403 | 404 => Self::LongAfter,
            400 | 422 if is_about_the_mode(error) => Self::OtherMode,
            408 | 409 | 425 | 500..=599 => Self::Again,
            _ if error.should_retry == Some(true) => Self::Again,
            _ => Self::Nothing,
        }
    }
}

/// Whether it says in words that services share that the quota is spent.
fn is_spent(error: &ServiceError) -> bool {
    const CODES: [&str; 3] = ["insufficient_quota", "billing", "credit"];
    let code = error.code.as_deref().unwrap_or_default().to_lowercase();
    CODES.iter().any(|spent| code.contains(spent))
        || error.quotas.iter().any(|quota| quota.contains("PerDay"))
        || error.message.contains("limit: 0")
}

/// Whether the way of asking for JSON is what is not accepted.
fn is_about_the_mode(error: &ServiceError) -> bool {
    const WORDS: [&str; 7] = [
        "response_format",
        "json_schema",
        "json_object",
        "output_config",
        "responsejsonschema",
        "tool_choice",
        "schema",
    ];
    let said = format!("{} {}", error.code.as_deref().unwrap_or_default(), error.message).to_lowercase();
    WORDS.iter().any(|word| said.contains(word))
}

/// A word for a fault in metrics.
pub(crate) fn outcome(fault: &Fault, format: &dyn WireFormat) -> &'static str {
    match fault {
        Fault::Unreachable(_) => "unreachable",
        Fault::TimedOut => "timeout",
        Fault::TooLarge(_) | Fault::Malformed(_) => "malformed",
        Fault::NotSent(_) => "not_sent",
        Fault::Service(error) => match Remedy::of(error, format) {
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
pub(crate) fn port_error(fault: Fault, format: &dyn WireFormat) -> WriterError {
    let error = match fault {
        Fault::Service(error) => error,
        Fault::TimedOut => return WriterError::DeadlineExceeded,
        Fault::Unreachable(_) => return WriterError::unavailable(fault),
        Fault::TooLarge(_) | Fault::Malformed(_) => return WriterError::Unusable(fault.into()),
        Fault::NotSent(_) => return WriterError::Rejected(fault.into()),
    };
    match Remedy::of(&error, format) {
        Remedy::Again => WriterError::Unavailable { retry_after: error.retry_after, source: error.into() },
        Remedy::Later => WriterError::RateLimited { retry_after: error.retry_after, source: error.into() },
        Remedy::LongAfter => {
            let usual = if matches!(error.status, 402 | 429) { SPENT_FOR } else { MISCONFIGURED_FOR };
            let at_least = error.retry_after.map_or(usual, |said| said.max(usual));
            WriterError::OutOfService { at_least, source: error.into() }
        }
        Remedy::OtherMode | Remedy::Nothing => WriterError::Rejected(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use listing_outbound::header::HeaderMap;

    use super::*;
    use crate::wire::anthropic::AnthropicMessages;
    use crate::wire::openai::OpenAiChat;

    #[test]
    fn what_helps_depends_on_status_and_words() {
        let read = |status, body: &str| ServiceError::read(status, &HeaderMap::new(), body.as_bytes(), None);
        let openai = OpenAiChat::for_host("api.openai.com");
        let check = |status: u16, body: &str, expected: Remedy| {
            assert_eq!(Remedy::of(&read(status, body), &openai), expected, "{status} {body}");
        };
        for status in [408, 409, 425, 500, 502, 503, 504, 529] {
            check(status, "", Remedy::Again);
        }
        for status in [401, 403, 404] {
            check(status, "", Remedy::LongAfter);
        }
        for status in [400, 405, 413, 415, 422] {
            check(status, "", Remedy::Nothing);
        }
        check(429, r#"{"error":{"message":"Slow down.","type":"requests"}}"#, Remedy::Later);
        check(
            429,
            r#"{"error":{"message":"No.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            Remedy::LongAfter,
        );
        let quota = |id: &str| {
            format!(
                r#"{{"error":{{"code":429,"message":"Q","details":[{{"violations":[{{"quotaId":"{id}"}}]}}]}}}}"#
            )
        };
        check(429, &quota("GenerateRequestsPerDayPerProject"), Remedy::LongAfter);
        check(429, &quota("GenerateRequestsPerMinutePerProject"), Remedy::Later);
        check(402, r#"{"error":{"message":"Pay."}}"#, Remedy::LongAfter);
        check(400, r#"{"error":{"message":"'response_format' is not supported"}}"#, Remedy::OtherMode);
        check(
            400,
            r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
            Remedy::OtherMode,
        );

        let anthropic = AnthropicMessages::new("2026-10-21".to_owned());
        let limited = ServiceError { status: 429, ..ServiceError::default() };
        assert_eq!(Remedy::of(&limited, &anthropic), Remedy::LongAfter);
        let waiting = ServiceError { retry_after: Some(Duration::from_secs(1)), ..limited };
        assert_eq!(Remedy::of(&waiting, &anthropic), Remedy::Later);
        let no_use = ServiceError { status: 500, should_retry: Some(false), ..ServiceError::default() };
        assert_eq!(Remedy::of(&no_use, &openai), Remedy::Nothing);
    }
}
