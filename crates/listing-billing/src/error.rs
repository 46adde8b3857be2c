//! Errors of calls. All of them may be logged.

use listing_domain::ports::PaymentError;
use listing_outbound::{Fault, ServiceError};

/// An answer that this version of the API does not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the answer about {0} is malformed")]
pub(crate) struct Unreadable(pub(crate) &'static str);

impl From<Unreadable> for PaymentError {
    fn from(error: Unreadable) -> Self {
        Self::Unavailable(error.into())
    }
}

pub(crate) fn failed(fault: Fault) -> PaymentError {
    match fault {
        Fault::Service(error) => match error.status {
            401 | 403 => PaymentError::Unauthorized(text(&error)),
            404 => PaymentError::NotFound,
            // The answer to a request that names an unknown customer has another status.
            400 if error.code.as_deref() == Some("resource_missing") => PaymentError::NotFound,
            409 | 429 | 500.. => PaymentError::Unavailable(text(&error).into()),
            _ => PaymentError::Rejected(text(&error)),
        },
        // It depends on settings and ids alone.
        Fault::NotSent(reason) => PaymentError::Rejected(reason),
        fault => PaymentError::Unavailable(fault.into()),
    }
}

/// Hides words that may be an email address, which a message may quote.
fn text(error: &ServiceError) -> String {
    let words = error.message.split(' ').map(|word| if word.contains('@') { "…" } else { word });
    let message = words.collect::<Vec<_>>().join(" ");
    let code = error.code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
    let request = error.request_id.as_ref().map(|id| format!(", request {id}")).unwrap_or_default();
    format!("status {}{code}{request}: {message}", error.status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_codes_decide_whether_a_retry_may_succeed() {
        let check = |status, code: Option<&str>, expected: &str| {
            let code = code.map(str::to_owned);
            let message = "No such user: ann@example.com".to_owned();
            let error = ServiceError { status, code, message, ..ServiceError::default() };
            let failed = failed(error.into());
            let text = format!("{failed:?}");
            assert!(text.starts_with(expected) && !text.contains("ann@"), "{status}: {text}");
        };
        check(400, None, "Rejected(\"status 400: No such user: …\")");
        check(400, Some("idempotency_error"), "Rejected");
        check(400, Some("resource_missing"), "NotFound");
        check(401, None, "Unauthorized");
        check(402, Some("card_declined"), "Rejected");
        check(403, Some("more_permissions_required"), "Unauthorized");
        check(404, Some("resource_missing"), "NotFound");
        for status in [409, 429, 500, 502, 503, 599] {
            check(status, None, "Unavailable");
        }
        assert!(matches!(failed(Fault::TimedOut), PaymentError::Unavailable(_)));
    }
}
