//! The common form of all error answers.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use listing_domain::ErrorChain;
use listing_domain::idempotency::KeyUse;
use listing_domain::ports::{AdmissionError, QuotaError, RateDecision};
use listing_domain::principal::Scope;
use listing_domain::request::Violation;
use listing_domain::usecase::people::PersonError;
use listing_domain::usecase::{AccountError, ErrorKind, GenerateError};
use serde::Serialize;

use crate::reason::Reason;

pub(crate) const BUSY_RETRY: Duration = Duration::from_secs(2);

/// The challenge of a 401 answer (RFC 9110): a scheme of our own, since the key has its own header.
const CHALLENGE: &str = "ApiKey realm=\"photo-to-listing\", header=\"X-API-Key\"";

/// Path and query together.
pub(crate) const MAX_TARGET_BYTES: usize = 8_192;
/// actix accepts no more.
const MAX_HEADERS: usize = 96;
/// All names and values together.
pub(crate) const MAX_HEADERS_BYTES: usize = 32_768;

/// After fixing these, a caller gets the remaining violations.
const MAX_LISTED: usize = 10;

/// The body of every error.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody<'a> {
    status_code: u16,
    message: &'a str,
}

/// An error as the caller sees it. Details for the log only are logged where the error is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    status: StatusCode,
    message: Cow<'static, str>,
    retry_after_seconds: Option<u64>,
    allow: Option<String>,
    closes: bool,
    reason: Option<Reason>,
}

impl ApiError {
    fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self { status, message, retry_after_seconds: None, allow: None, closes: false, reason: None }
    }

    fn from_kind(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        let error = Self::new(status_of(kind), message);
        match kind {
            ErrorKind::Busy => error.retry_after(BUSY_RETRY),
            _ => error,
        }
    }

    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after_seconds = Some(whole_seconds(wait).max(1));
        self
    }

    fn with_reason(mut self, reason: Reason) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Closes the connection after the answer, because the rest of the request will not be read.
    #[must_use]
    pub fn closing(mut self) -> Self {
        self.closes = true;
        self
    }

    /// An unacceptable request.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::from_kind(ErrorKind::Invalid, message)
    }

    /// At least one violation.
    pub fn violations(violations: &[Violation]) -> Self {
        let listed: Vec<String> = violations.iter().take(MAX_LISTED).map(ToString::to_string).collect();
        let mut message = listed.join("; ");
        if violations.len() > MAX_LISTED {
            message.push_str("; and more");
        }
        Self::invalid(message)
    }

    /// An unknown caller, the same for every cause, so that guessing reveals no keys.
    pub fn unauthenticated() -> Self {
        Self::from_kind(
            ErrorKind::Unauthenticated,
            "The API key is missing, invalid or revoked: include the X-API-Key header with an active API key",
        )
    }

    /// A key without the required scope.
    pub fn forbidden(scope: Scope) -> Self {
        let message = format!("The API key lacks the scope {scope}: use a key that has it");
        Self::from_kind(ErrorKind::Forbidden, message)
    }

    /// A page that requires a session.
    pub fn signed_out() -> Self {
        Self::from_kind(ErrorKind::Unauthenticated, "Sign in first")
    }

    /// A page that the visitor may not see.
    pub fn administrators_only() -> Self {
        let error = Self::from_kind(ErrorKind::Forbidden, "This page is for administrators");
        error.with_reason(Reason::NotAdministrator)
    }

    /// A form from another site's page, or from an outdated page.
    pub fn foreign_form() -> Self {
        Self::from_kind(
            ErrorKind::Forbidden,
            "The form was not sent by a page of this service, or the page is too old: load it again",
        )
        .with_reason(Reason::ForeignForm)
    }

    /// A form from a browser that stores no cookie of ours.
    pub fn no_cookie() -> Self {
        Self::from_kind(
            ErrorKind::Forbidden,
            "The browser sent no cookie with the form: open the service over https, or at http://127.0.0.1 on \
             this machine, and allow its cookies",
        )
        .with_reason(Reason::NoCookie)
    }

    /// A form from a page at another address than `origin`, the service's own.
    pub fn form_of_other_address(origin: &str) -> Self {
        let message = format!("The form was sent from another address of this service: use {origin}");
        Self::from_kind(ErrorKind::Forbidden, message).with_reason(Reason::OtherAddress(origin.to_owned()))
    }

    /// A route that is served under `origin` only.
    pub fn other_address(origin: &str) -> Self {
        let message = format!("This path is not served under this host name: use {origin}");
        Self::new(StatusCode::MISDIRECTED_REQUEST, message)
            .with_reason(Reason::OtherAddress(origin.to_owned()))
    }

    /// Something that does not exist.
    pub fn absent(what: &str) -> Self {
        Self::from_kind(ErrorKind::NotFound, format!("This {what} does not exist"))
    }

    /// A body that is not form data.
    pub fn unsupported_form() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The request body must be form data")
    }

    /// The error of a sign-in. Its causes go to the log.
    pub fn from_person_error(error: &PersonError) -> Self {
        match error {
            PersonError::TooManyAttempts { retry_after } => {
                let seconds = whole_seconds(*retry_after).max(1);
                let message = format!("Too many attempts: try again in {seconds} seconds");
                let error = Self::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(*retry_after);
                error.with_reason(Reason::TooManyAttempts(seconds))
            }
            error if error.kind() == ErrorKind::Unauthenticated => {
                Self::from_kind(ErrorKind::Unauthenticated, error.to_string())
            }
            error => {
                log(error.kind(), error);
                Self::from_failure(error.kind(), error)
            }
        }
    }

    /// The error of an account use-case. Its causes go to the log.
    pub fn from_account_error(error: &AccountError) -> Self {
        log(error.kind(), error);
        Self::from_failure(error.kind(), error)
    }

    /// An account without free generations and credits.
    pub fn quota_exhausted() -> Self {
        Self::from_kind(
            ErrorKind::QuotaExhausted,
            "The quota is exhausted: upgrade the plan or buy credits to generate more listings",
        )
    }

    /// Names the page that sells credits and plans, if the quota is exhausted.
    pub(crate) fn naming_prices(self, url: &str) -> Self {
        let message = match self.status {
            StatusCode::PAYMENT_REQUIRED => format!("{}: {url}", self.message).into(),
            _ => self.message,
        };
        Self { message, ..self }
    }

    /// An idempotency key that was used before and has no answer to replay.
    pub fn key_used(used: KeyUse) -> Self {
        GenerateError::Quota(QuotaError::KeyUsed(used)).shown()
    }

    /// A path that does not exist. The guide says where to look instead.
    pub fn not_found(guide: &str) -> Self {
        let colon = if guide.is_empty() { "" } else { ": " };
        Self::from_kind(ErrorKind::NotFound, format!("Not found{colon}{guide}"))
    }

    /// An unsupported method; `allow` lists the supported ones.
    pub fn method_not_allowed(allow: String) -> Self {
        let message = format!("This path accepts only the methods {allow}");
        Self { allow: Some(allow), ..Self::new(StatusCode::METHOD_NOT_ALLOWED, message) }
    }

    /// Bytes that are not a request.
    pub fn malformed() -> Self {
        Self::invalid("The request is not valid HTTP/1.1").closing()
    }

    /// Request headers that timed out.
    pub fn head_too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "The request headers did not arrive in time").closing()
    }

    /// A request target that is too long.
    pub fn target_too_long() -> Self {
        let message = format!("The path and query of a request must have at most {MAX_TARGET_BYTES} bytes");
        Self::new(StatusCode::URI_TOO_LONG, message).closing()
    }

    /// Headers that are too large or too many.
    pub fn headers_too_large() -> Self {
        let message = format!(
            "A request may have at most {MAX_HEADERS} headers, and {MAX_HEADERS_BYTES} bytes of headers in total"
        );
        Self::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message).closing()
    }

    /// A body that timed out.
    pub fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "The request body did not arrive in time").closing()
    }

    /// A body larger than `max_bytes`.
    pub fn too_large(max_bytes: usize) -> Self {
        let message = format!("The request body must have at most {max_bytes} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message).closing()
    }

    /// A body that is not declared as plain JSON.
    pub fn unsupported_media_type() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The request body must be JSON, sent with Content-Type: application/json and no Content-Encoding",
        )
    }

    /// An exceeded rate limit.
    pub fn too_many_requests(limit: u32, wait: Duration) -> Self {
        let seconds = whole_seconds(wait).max(1);
        let window = RateDecision::WINDOW.as_secs();
        let message = format!(
            "The rate limit of {limit} requests in {window} seconds is exceeded: retry after {seconds} seconds"
        );
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait);
        error.with_reason(Reason::RateLimited(seconds))
    }

    /// An account that has used up its processor time.
    pub fn over_budget(wait: Duration) -> Self {
        let seconds = whole_seconds(wait).max(1);
        let message = format!(
            "The account has used more processor time than its plan allows in a minute: retry after {seconds} \
             seconds. Nothing was charged"
        );
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait);
        error.with_reason(Reason::OverBudget(seconds))
    }

    /// A busy service.
    pub fn busy() -> Self {
        Self::from_kind(ErrorKind::Busy, "The service is busy: retry later. Nothing was charged")
    }

    /// A service that is starting, stopping or without its database.
    pub fn not_ready() -> Self {
        Self::from_kind(ErrorKind::Busy, "The service is not ready").with_reason(Reason::NotReady)
    }

    /// A failed generation.
    pub fn generation_failed() -> Self {
        Self::from_kind(
            ErrorKind::GenerationFailed,
            "The listings could not be generated: try again later. Nothing was charged",
        )
    }

    /// An internal failure.
    pub fn internal() -> Self {
        Self::from_kind(
            ErrorKind::Internal,
            "Internal error: try again later, and quote the X-Request-Id when you report it",
        )
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the text for the caller.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the reason, if the status does not say enough.
    pub const fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// Returns true for an answer with a `Retry-After` header.
    pub const fn has_retry_after(&self) -> bool {
        self.retry_after_seconds.is_some()
    }

    /// Returns the body of the answer.
    pub fn body(&self) -> ErrorBody<'_> {
        ErrorBody { status_code: self.status.as_u16(), message: &self.message }
    }

    /// Logs a failure, and returns the error for its caller.
    #[expect(clippy::needless_pass_by_value, reason = "`map_err(ApiError::logged)` passes it so")]
    pub fn logged(failure: impl Failure) -> Self {
        failure.log();
        failure.shown()
    }

    pub(crate) fn from_failure(kind: ErrorKind, error: &(dyn Error + 'static)) -> Self {
        match kind {
            ErrorKind::Unauthenticated => Self::unauthenticated(),
            ErrorKind::QuotaExhausted => Self::quota_exhausted(),
            ErrorKind::Busy => Self::busy(),
            ErrorKind::GenerationFailed => Self::generation_failed(),
            ErrorKind::Internal => Self::internal(),
            ErrorKind::Invalid
            | ErrorKind::Forbidden
            | ErrorKind::NotFound
            | ErrorKind::Conflict
            | ErrorKind::TooManyFailures
            | ErrorKind::KeyReused => Self::from_kind(kind, error.to_string()),
        }
    }
}

fn log(kind: ErrorKind, error: &(dyn Error + 'static)) {
    match kind {
        ErrorKind::Internal | ErrorKind::GenerationFailed => {
            tracing::error!(error = %ErrorChain(error), "the request failed; answered 500");
        }
        // Refusals are summed up; each cause is logged at debug level.
        ErrorKind::Busy => tracing::debug!(error = %ErrorChain(error), "the service is busy; answered 503"),
        ErrorKind::Invalid
        | ErrorKind::Unauthenticated
        | ErrorKind::Forbidden
        | ErrorKind::QuotaExhausted
        | ErrorKind::NotFound
        | ErrorKind::Conflict
        | ErrorKind::TooManyFailures
        | ErrorKind::KeyReused => {}
    }
}

const fn status_of(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Invalid => StatusCode::BAD_REQUEST,
        ErrorKind::Unauthenticated => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::QuotaExhausted => StatusCode::PAYMENT_REQUIRED,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::TooManyFailures => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::GenerationFailed | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Rounded up, so that waiting that long is enough.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl From<AdmissionError> for ApiError {
    fn from(refused: AdmissionError) -> Self {
        match refused {
            AdmissionError::Busy { retry_after } => Self::busy().retry_after(retry_after),
            AdmissionError::OverBudget { retry_after } => Self::over_budget(retry_after),
        }
    }
}

/// The error of a use-case.
pub trait Failure: Error + Sized + 'static {
    /// Returns the kind of failure.
    fn failure_kind(&self) -> ErrorKind;

    /// Returns the error for its caller, without its causes or logging.
    fn shown(&self) -> ApiError {
        ApiError::from_failure(self.failure_kind(), self)
    }

    /// Logs it with its causes, if its kind calls for that.
    fn log(&self) {
        log(self.failure_kind(), self);
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((RETRY_AFTER, seconds));
        }
        if let Some(methods) = &self.allow {
            response.insert_header((ALLOW, methods.as_str()));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.insert_header((WWW_AUTHENTICATE, CHALLENGE));
        }
        if self.closes {
            response.force_close();
        }
        let mut response = response.json(self.body());
        // A route group may render it in another form.
        response.extensions_mut().insert(self.clone());
        response
    }
}
