//! Chooses the remedy for a call without a reply.

use std::time::Duration;

use listing_domain::ports::WriterError;
use listing_outbound::{Fault, ServiceError};

use crate::form::RequestForm;
use crate::refusal::{Refused, Words};
use crate::wire::WireFormat;

/// The time a circuit stays open when an account has no credit left.
const SPENT_FOR: Duration = Duration::from_hours(1);
/// The time a circuit stays open when a service refuses the key, the model, or the request in every
/// form. An operator has to fix that.
const MISCONFIGURED_FOR: Duration = Duration::from_mins(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Retry soon.
    Again,
    /// Retry less often.
    Later,
    /// None until the account can pay again.
    Payment,
    /// None until the settings are right.
    Setup,
    /// Retry in another form.
    OtherForm(Refused),
    /// Retry once: the model broke the form.
    OnceMore,
    /// None: the service declines this question.
    Declined,
    /// None: only another question could succeed.
    Nothing,
}

impl Remedy {
    /// Returns the remedy for an error of a service, for a format and the form of the request.
    pub(crate) fn of(error: &ServiceError, form: RequestForm, format: &dyn WireFormat) -> Self {
        let words = Words::of(error);
        let is_spent = || {
            let by_quota = error.quotas.iter().any(|quota| quota.contains("PerDay"));
            // Services describe a limit per minute in the same words as an empty account.
            let by_words = error.quotas.is_empty() && words.is_account();
            by_quota || by_words || error.message.contains("limit: 0") || format.is_spent(error)
        };
        match error.status {
            400..=499 if error.status != 429 && words.is_declined() => Self::Declined,
            402 if error.retry_after.is_some() => Self::Later,
            429 if is_spent() => Self::Payment,
            429 => Self::Later,
            402 => Self::Payment,
            _ if words.is_account() => Self::Payment,
            400 | 422 | 500 | 502 if words.is_slip() => Self::OnceMore,
            300..=399 | 401 | 403 => Self::Setup,
            status => Self::of_request(status, error.should_retry, &words, form, format),
        }
    }

    fn of_request(
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
                // Words about a part are more specific than words about the model, and those than
                // no words.
                let is_setup = words.is_setup() || matches!(status, 404 | 405);
                let own = if words.is_setup() { Some(Self::Setup) } else { refused() };
                part.or(own).unwrap_or(if is_setup { Self::Setup } else { Self::Nothing })
            }
            500..=599 => match refused() {
                Some(other) => other,
                None if should_retry == Some(false) => Self::Nothing,
                None => Self::Again,
            },
            408 | 409 | 425 => Self::Again,
            _ if should_retry == Some(true) => Self::Again,
            _ => Self::Nothing,
        }
    }

    pub(crate) fn of_fault(fault: &Fault, form: RequestForm, format: &dyn WireFormat) -> Option<Self> {
        match fault {
            Fault::Service(error) => Some(Self::of(error, form, format)),
            _ => None,
        }
    }
}

/// Returns the word for a fault in metrics.
pub(crate) const fn outcome(fault: &Fault, remedy: Option<Remedy>) -> &'static str {
    match (fault, remedy) {
        (Fault::Unreachable(_), _) => "unreachable",
        (Fault::TimedOut, _) => "timeout",
        (Fault::TooLarge(_) | Fault::Malformed(_), _) => "malformed",
        (Fault::NotSent(_), _) => "not_sent",
        (Fault::Service(_), Some(remedy)) => match remedy {
            Remedy::Again => "unavailable",
            Remedy::Later => "rate_limited",
            Remedy::Payment => "quota_spent",
            Remedy::Setup | Remedy::OtherForm(Refused::Address) => "misconfigured",
            Remedy::OtherForm(Refused::Mode) => "mode_refused",
            Remedy::OtherForm(_) => "form_refused",
            Remedy::OnceMore => "invalid_form",
            Remedy::Declined => "refused",
            Remedy::Nothing => "rejected",
        },
        (Fault::Service(_), None) => "rejected",
    }
}

/// Converts a fault to the port's error, once no remedy is left.
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
        at_least: retry_after.map_or(usual, |said| said.max(usual)),
        source: error.into(),
    };
    match remedy {
        Remedy::Again => WriterError::Unavailable { retry_after, source: error.into() },
        Remedy::Later => WriterError::RateLimited { retry_after, source: error.into() },
        Remedy::Payment => out_of_service(SPENT_FOR, error),
        // Every request would be refused alike.
        Remedy::Setup | Remedy::OtherForm(_) => out_of_service(MISCONFIGURED_FOR, error),
        Remedy::OnceMore => WriterError::Unusable(error.into()),
        Remedy::Declined => WriterError::Refused(error.into()),
        Remedy::Nothing => WriterError::Rejected(error.into()),
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

    fn of(status: u16, body: &str, format: &dyn WireFormat) -> Remedy {
        let error = ServiceError::read(status, &HeaderMap::new(), body.as_bytes(), None);
        Remedy::of(&error, FormMemory::new(format, None).current(), format)
    }

    #[test]
    fn failures_not_caused_by_a_request_are_outages() {
        let fault = Fault::Service(ServiceError::read(500, &HeaderMap::new(), b"", None));
        for (remedy, is_outage) in [
            (Some(Remedy::Again), true),
            (Some(Remedy::Later), true),
            (Some(Remedy::Payment), true),
            (Some(Remedy::Setup), true),
            (Some(Remedy::OtherForm(Refused::Address)), true),
            (Some(Remedy::OtherForm(Refused::Mode)), false),
            (Some(Remedy::OnceMore), false),
            (Some(Remedy::Declined), false),
            (Some(Remedy::Nothing), false),
            (None, false),
        ] {
            let outcome = outcome(&fault, remedy);
            assert_eq!(Expense::OUTAGES.contains(&outcome), is_outage, "{outcome}");
        }
    }

    fn check(status: u16, body: &str, expected: Remedy) {
        assert_eq!(of(status, body, &OpenAiChat::for_host("api.openai.com")), expected, "{status} {body}");
    }

    fn says(message: &str) -> String {
        format!(r#"{{"error":{{"message":"{message}"}}}}"#)
    }

    #[test]
    fn a_status_decides_the_remedy() {
        for status in [408, 409, 425, 500, 502, 503, 504, 529] {
            check(status, "", Remedy::Again);
        }
        for status in [301, 302, 307, 308, 401, 403] {
            check(status, "", Remedy::Setup);
        }
        for status in [404, 405] {
            check(status, "", Remedy::OtherForm(Refused::Address));
        }
        for status in [400, 413, 415, 422] {
            check(status, "", Remedy::Nothing);
        }
        check(402, &says("Pay."), Remedy::Payment);
        check(429, &says("Slow down."), Remedy::Later);
        let openai = OpenAiChat::for_host("api.openai.com");
        let form = FormMemory::new(&openai, None).current();
        let no_use = ServiceError { status: 500, should_retry: Some(false), ..ServiceError::default() };
        assert_eq!(Remedy::of(&no_use, form, &openai), Remedy::Nothing);
        let anthropic = AnthropicMessages::new("2026-10-21".to_owned());
        let limited = ServiceError { status: 429, ..ServiceError::default() };
        assert_eq!(Remedy::of(&limited, form, &anthropic), Remedy::Payment);
        let waiting = ServiceError { retry_after: Some(Duration::from_secs(1)), ..limited };
        assert_eq!(Remedy::of(&waiting, form, &anthropic), Remedy::Later);
    }

    #[test]
    fn an_unpaid_account_is_recognized_under_any_status() {
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
            check(status, &says(body), Remedy::Payment);
        }
        let quota = |id: &str| {
            format!(
                r#"{{"error":{{"code":429,"message":"You exceeded your current quota","details":[{{"violations":[{{"quotaId":"{id}"}}]}}]}}}}"#
            )
        };
        check(429, &quota("GenerateRequestsPerDayPerProject"), Remedy::Payment);
        check(429, &quota("GenerateRequestsPerMinutePerProject"), Remedy::Later);
        check(429, r#"{"error":{"message":"No.","type":"insufficient_quota"}}"#, Remedy::Payment);
        check(429, r#"{"error":{"message":"No.","type":"exceeded_current_quota_error"}}"#, Remedy::Payment);
        for message in [
            "Your account reached its limit of requests, please try again after 1 seconds",
            "The service is out of capacity at present",
            "Token rate exceeded: expired windows are consumed",
        ] {
            check(429, &says(message), Remedy::Later);
        }
        let add = "Rate limit reached. Please add a payment method to increase your rate limit.";
        check(429, &says(add), Remedy::Later);
    }

    #[test]
    fn a_wrong_setup_is_recognized_under_any_status() {
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
            check(status, &says(message), Remedy::Setup);
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
            (400, "Could not process image", Remedy::Nothing),
            (500, "The database schema has moved", Remedy::Again),
        ] {
            check(status, &says(message), expected);
        }
        check(400, r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#, mode);
        check(400, r#"{"error":{"message":"No.","code":"json_validate_failed"}}"#, Remedy::OnceMore);
        check(400, r#"{"error":{"message":"No.","code":"content_filter"}}"#, Remedy::Declined);
        check(403, &says("The input was flagged: it requires moderation"), Remedy::Declined);
    }
}
