use std::time::Duration;

use listing_domain::ports::WriterError;
use listing_outbound::{Fault, ServiceError};

use crate::form::RequestForm;
use crate::refusal::{Refused, Words};
use crate::wire::WireFormat;

/// The minimum time for which the circuit breaker stays open without credit.
const SPENT_PAUSE: Duration = Duration::from_hours(1);
/// The same, when the service refuses the key, the model or every form, which an operator has to fix.
const MISCONFIGURED_PAUSE: Duration = Duration::from_mins(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// The service has a temporary fault.
    RetrySoon,
    /// The service limits the rate of calls.
    RetryLater,
    /// The account has to pay first.
    Payment,
    /// An operator has to correct the settings.
    Setup,
    /// Without the refused part.
    OtherForm(Refused),
    /// The model's output broke the enforced form.
    RetryOnce,
    /// A content policy blocks this question.
    Declined,
    /// The same question would fail again.
    GiveUp,
}

impl Remedy {
    pub(crate) fn for_error(error: &ServiceError, form: RequestForm, format: &dyn WireFormat) -> Self {
        let words = Words::from_error(error);
        let is_spent = || {
            let by_quota = error.quotas.iter().any(|quota| quota.contains("PerDay"));
            // Services use the same words for a limit per minute as for an account without credit.
            let by_words = error.quotas.is_empty() && words.is_unpaid();
            by_quota || by_words || error.message.contains("limit: 0") || format.is_spent(error)
        };
        match error.status {
            400..=499 if error.status != 429 && words.is_declined() => Self::Declined,
            402 if error.retry_after.is_some() => Self::RetryLater,
            429 if is_spent() => Self::Payment,
            429 => Self::RetryLater,
            402 => Self::Payment,
            _ if words.is_unpaid() => Self::Payment,
            400 | 422 | 500 | 502 if words.is_slip() => Self::RetryOnce,
            300..=399 | 401 | 403 => Self::Setup,
            status => Self::for_request_error(status, error.should_retry, &words, form, format),
        }
    }

    fn for_request_error(
        status: u16,
        should_retry: Option<bool>,
        words: &Words,
        form: RequestForm,
        format: &dyn WireFormat,
    ) -> Self {
        let refused = || words.refused(status, form, format).map(Self::OtherForm);
        match status {
            400 | 404 | 405 | 422 => {
                let part = refused().filter(|it| !matches!(it, Self::OtherForm(Refused::Unnamed)));
                // Words about a part of the request are more specific, so they are tried first.
                let is_misconfigured = words.is_misconfigured() || matches!(status, 404 | 405);
                let other = if words.is_misconfigured() { Some(Self::Setup) } else { refused() };
                part.or(other).unwrap_or(if is_misconfigured { Self::Setup } else { Self::GiveUp })
            }
            500..=599 => match refused() {
                Some(other) => other,
                None if should_retry == Some(false) => Self::GiveUp,
                None => Self::RetrySoon,
            },
            408 | 409 | 425 => Self::RetrySoon,
            _ if should_retry == Some(true) => Self::RetrySoon,
            _ => Self::GiveUp,
        }
    }

    pub(crate) fn for_fault(fault: &Fault, form: RequestForm, format: &dyn WireFormat) -> Option<Self> {
        match fault {
            Fault::Service(error) => Some(Self::for_error(error, form, format)),
            _ => None,
        }
    }
}

/// The `outcome` label of a failed call in the metrics.
pub(crate) const fn outcome(fault: &Fault, remedy: Option<Remedy>) -> &'static str {
    match (fault, remedy) {
        (Fault::Unreachable(_), _) => "unreachable",
        (Fault::TimedOut, _) => "timeout",
        (Fault::TooLarge(_) | Fault::Malformed(_), _) => "malformed",
        (Fault::NotSent(_), _) => "not_sent",
        (Fault::Service(_), Some(remedy)) => match remedy {
            Remedy::RetrySoon => "unavailable",
            Remedy::RetryLater => "rate_limited",
            Remedy::Payment => "quota_spent",
            Remedy::Setup | Remedy::OtherForm(Refused::Address) => "misconfigured",
            Remedy::OtherForm(Refused::Mode) => "mode_refused",
            Remedy::OtherForm(_) => "form_refused",
            Remedy::RetryOnce => "invalid_form",
            Remedy::Declined => "refused",
            Remedy::GiveUp => "rejected",
        },
        (Fault::Service(_), None) => "rejected",
    }
}

/// The port's error, once no retry is possible.
pub(crate) fn port_error(fault: Fault, remedy: Option<Remedy>) -> WriterError {
    let (error, remedy) = match (fault, remedy) {
        (Fault::Service(error), Some(remedy)) => (error, remedy),
        (Fault::Service(error), None) => return WriterError::Rejected(error.into()),
        (Fault::TimedOut, _) => return WriterError::DeadlineExceeded,
        (fault @ Fault::Unreachable(_), _) => return WriterError::unavailable(fault),
        (fault @ (Fault::TooLarge(_) | Fault::Malformed(_)), _) => {
            return WriterError::Unusable(fault.into());
        }
        (fault @ Fault::NotSent(_), _) => return WriterError::Rejected(fault.into()),
    };
    let retry_after = error.retry_after;
    let out_of_service = |usual: Duration, error: ServiceError| WriterError::OutOfService {
        at_least: retry_after.map_or(usual, |wait| wait.max(usual)),
        source: error.into(),
    };
    match remedy {
        Remedy::RetrySoon => WriterError::Unavailable { retry_after, source: error.into() },
        Remedy::RetryLater => WriterError::RateLimited { retry_after, source: error.into() },
        Remedy::Payment => out_of_service(SPENT_PAUSE, error),
        // The service would refuse every other request too.
        Remedy::Setup | Remedy::OtherForm(_) => out_of_service(MISCONFIGURED_PAUSE, error),
        Remedy::RetryOnce => WriterError::Unusable(error.into()),
        Remedy::Declined => WriterError::Refused(error.into()),
        Remedy::GiveUp => WriterError::Rejected(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::expense::Expense;
    use listing_outbound::header::HeaderMap;

    use super::*;
    use crate::form::FormMemory;
    use crate::wire::adjust::Adjustment;
    use crate::wire::anthropic::AnthropicMessages;
    use crate::wire::openai::OpenAiChat;

    fn remedy(status: u16, body: &str, format: &dyn WireFormat) -> Remedy {
        let error = ServiceError::read(status, &HeaderMap::new(), body.as_bytes(), None);
        Remedy::for_error(&error, FormMemory::new(format, None).current(), format)
    }

    #[test]
    fn failures_that_no_request_caused_count_as_outages() {
        let fault = Fault::Service(ServiceError::read(500, &HeaderMap::new(), b"", None));
        for (remedy, is_outage) in [
            (Some(Remedy::RetrySoon), true),
            (Some(Remedy::RetryLater), true),
            (Some(Remedy::Payment), true),
            (Some(Remedy::Setup), true),
            (Some(Remedy::OtherForm(Refused::Address)), true),
            (Some(Remedy::OtherForm(Refused::Mode)), false),
            (Some(Remedy::RetryOnce), false),
            (Some(Remedy::Declined), false),
            (Some(Remedy::GiveUp), false),
            (None, false),
        ] {
            let outcome = outcome(&fault, remedy);
            assert_eq!(Expense::OUTAGES.contains(&outcome), is_outage, "{outcome}");
        }
    }

    fn check(status: u16, body: &str, expected: Remedy) {
        assert_eq!(
            remedy(status, body, &OpenAiChat::for_host("api.openai.com")),
            expected,
            "{status} {body}"
        );
    }

    fn error_body(message: &str) -> String {
        format!(r#"{{"error":{{"message":"{message}"}}}}"#)
    }

    #[test]
    fn the_status_code_decides_the_remedy() {
        for status in [408, 409, 425, 500, 502, 503, 504, 529] {
            check(status, "", Remedy::RetrySoon);
        }
        for status in [301, 302, 307, 308, 401, 403] {
            check(status, "", Remedy::Setup);
        }
        for status in [404, 405] {
            check(status, "", Remedy::OtherForm(Refused::Address));
        }
        for status in [400, 413, 415, 422] {
            check(status, "", Remedy::GiveUp);
        }
        check(402, &error_body("Pay."), Remedy::Payment);
        check(429, &error_body("Slow down."), Remedy::RetryLater);
        let openai = OpenAiChat::for_host("api.openai.com");
        let form = FormMemory::new(&openai, None).current();
        let no_use = ServiceError { status: 500, should_retry: Some(false), ..ServiceError::default() };
        assert_eq!(Remedy::for_error(&no_use, form, &openai), Remedy::GiveUp);
        let anthropic = AnthropicMessages::new("2026-10-21".to_owned());
        let limited = ServiceError { status: 429, ..ServiceError::default() };
        assert_eq!(Remedy::for_error(&limited, form, &anthropic), Remedy::Payment);
        let waiting = ServiceError { retry_after: Some(Duration::from_secs(1)), ..limited };
        assert_eq!(Remedy::for_error(&waiting, form, &anthropic), Remedy::RetryLater);
    }

    #[test]
    fn an_account_without_credit_is_recognized_under_any_status() {
        for (status, body) in [
            (400, "Your credit balance is too low to access the Anthropic API."),
            (400, "You have reached your specified API usage limits."),
            (403, "Sorry, your account balance is insufficient"),
            (403, "This API method requires billing to be enabled."),
            (404, "You have insufficient credits"),
            (429, "You exceeded your current quota, please check your plan and billing details."),
            (429, "Your account is not active, please check your billing details"),
            (500, "Insufficient Balance"),
            (429, "You exceeded your current token quota, please check your account balance"),
            (429, "Your account is suspended due to insufficient balance, please recharge your account"),
            (429, "Your team has either used all available credits or reached its monthly spending limit."),
            (429, "Credits exhausted"),
            (400, "Your free credits have expired."),
            (403, "Prepaid credits are depleted. Top up to go on."),
            (503, "The account ran out of funds"),
        ] {
            check(status, &error_body(body), Remedy::Payment);
        }
        let quota = |id: &str| {
            format!(
                r#"{{"error":{{"code":429,"message":"You exceeded your current quota","details":[{{"violations":[{{"quotaId":"{id}"}}]}}]}}}}"#
            )
        };
        check(429, &quota("GenerateRequestsPerDayPerProject"), Remedy::Payment);
        check(429, &quota("GenerateRequestsPerMinutePerProject"), Remedy::RetryLater);
        check(429, r#"{"error":{"message":"No.","type":"insufficient_quota"}}"#, Remedy::Payment);
        check(429, r#"{"error":{"message":"No.","type":"exceeded_current_quota_error"}}"#, Remedy::Payment);
        for message in [
            "Your account reached its limit of requests, please try again after 1 seconds",
            "The service is out of capacity at present",
            "Token rate exceeded: expired windows are consumed",
        ] {
            check(429, &error_body(message), Remedy::RetryLater);
        }
        let add = "Rate limit reached. Please add a payment method to increase your rate limit.";
        check(429, &error_body(add), Remedy::RetryLater);
    }

    #[test]
    fn a_wrong_key_or_model_is_recognized_under_any_status() {
        for (status, message) in [
            (400, "API key not valid. Please pass a valid API key."),
            (400, "Model Not Exist"),
            (400, "This organization has been disabled."),
            (
                400,
                "Organization has been restricted. Please reach out to support if you believe this was in error.",
            ),
            (400, "The account is blocked."),
            (400, "The model `llava` has been decommissioned and is no longer supported"),
            (404, "The model `gpt-9` does not exist or you do not have access to it."),
            (404, "No endpoints found that support image input"),
            (400, "messages[1]: unknown variant `image_url`, expected `text` at line 1"),
            (400, "Invalid content type. image_url is only supported by certain models."),
        ] {
            check(status, &error_body(message), Remedy::Setup);
        }
    }

    #[test]
    fn a_refused_part_is_distinguished_from_a_refused_question() {
        let part = |part| Remedy::OtherForm(Refused::Part(part));
        let mode = Remedy::OtherForm(Refused::Mode);
        for (status, message, expected) in [
            (
                400,
                "Unsupported parameter: 'max_completion_tokens' is not supported",
                part(Adjustment::OtherLimitName),
            ),
            (422, "body.store Extra inputs are not permitted", part(Adjustment::NoStore)),
            (500, "Jinja Exception: System role not supported", part(Adjustment::RulesInMessage)),
            (400, "'response_format' is not supported", mode),
            (500, "failed to load model vocabulary required for format", mode),
            (
                404,
                "No endpoints found that can handle the requested parameters.",
                Remedy::OtherForm(Refused::Unnamed),
            ),
            (400, "Could not process image", Remedy::GiveUp),
            (500, "The database schema has moved", Remedy::RetrySoon),
        ] {
            check(status, &error_body(message), expected);
        }
        check(400, r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#, mode);
        check(400, r#"{"error":{"message":"No.","code":"json_validate_failed"}}"#, Remedy::RetryOnce);
        check(400, r#"{"error":{"message":"No.","code":"content_filter"}}"#, Remedy::Declined);
        check(403, &error_body("The input was flagged: it requires moderation"), Remedy::Declined);
    }
}
