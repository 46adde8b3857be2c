//! The common headers of all responses, and the errors with the texts that the code sends.

use std::time::Duration;

use listing_domain::idempotency::KeyUse;
use listing_domain::options::Language;
use listing_domain::principal::Scope;
use listing_http::ApiError;
use utoipa::Modify;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::Served;

/// Adds the common headers and errors to every operation.
pub(super) struct CommonResponses<'a>(pub(super) &'a Served);

impl Modify for CommonResponses<'_> {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let errors = errors(self.0);
        for error in &errors {
            components.responses.insert(error.name.to_owned(), error.response().into());
        }
        let operations = document.paths.paths.values_mut().flat_map(operations_of);
        for operation in operations {
            for response in operation.responses.responses.values_mut() {
                if let RefOr::T(response) = response {
                    add_common_headers(response);
                }
            }
            let needs = Needs::of(operation);
            for error in errors.iter().filter(|error| needs.contains(&error.needs)) {
                let reference = Ref::from_response_name(error.name);
                operation.responses.responses.insert(error.code.to_owned(), reference.into());
            }
        }
    }
}

pub(super) fn operations_of(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, post, patch, delete, .. } = path;
    [get, post, patch, delete].into_iter().filter_map(Option::as_mut)
}

/// The input of an operation that an error needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// A body or query parameters.
    Input,
    Body,
    /// An idempotency key, which operations with a charge have.
    IdempotencyKey,
    /// An id in the path.
    Id,
}

impl Needs {
    /// Returns what an operation meets.
    fn of(operation: &Operation) -> Vec<Self> {
        let is_in = |place: &ParameterIn| {
            let mut parameters = operation.parameters.iter().flatten();
            parameters.any(|parameter| match parameter {
                RefOr::T(parameter) => parameter.parameter_in == *place,
                RefOr::Ref(_) => false,
            })
        };
        let has_key =
            operation.parameters.iter().flatten().any(
                |parameter| matches!(parameter, RefOr::T(parameter) if parameter.name == "Idempotency-Key"),
            );
        let has_body = operation.request_body.is_some();
        let met = [
            (Self::Nothing, true),
            (Self::Input, has_body || is_in(&ParameterIn::Query)),
            (Self::Body, has_body),
            (Self::IdempotencyKey, has_key),
            (Self::Id, is_in(&ParameterIn::Path)),
        ];
        met.into_iter().filter(|(_, is_met)| *is_met).map(|(need, _)| need).collect()
    }
}

/// An error response of the document.
struct Described {
    /// The name of the shared response.
    name: &'static str,
    /// The status, or `default`.
    code: &'static str,
    about: &'static str,
    /// The operations that return it.
    needs: Needs,
    example: ApiError,
}

/// Describes an error that only operations with a request body return.
fn body_error(name: &'static str, code: &'static str, about: &'static str, example: ApiError) -> Described {
    Described { name, code, about, needs: Needs::Body, example }
}

/// Describes an error that only operations with a charge return.
fn charge_error(name: &'static str, code: &'static str, about: &'static str, example: ApiError) -> Described {
    Described { name, code, about, needs: Needs::IdempotencyKey, example }
}

/// Describes an error that all operations return.
fn any_error(name: &'static str, code: &'static str, about: &'static str, example: ApiError) -> Described {
    Described { name, code, about, needs: Needs::Nothing, example }
}

/// Returns all errors of the operations.
fn errors(served: &Served) -> Vec<Described> {
    let mut errors = errors_of_requests(served);
    let (about, example) = ("The account has no such generation.", ApiError::absent("generation"));
    errors.push(Described { needs: Needs::Id, ..any_error("NotFound", "404", about, example) });
    errors.extend(errors_of_the_service(served));
    errors
}

/// Returns the errors for which the caller's request or account is the cause.
fn errors_of_requests(served: &Served) -> Vec<Described> {
    let languages = Language::ALL.iter().map(|language| language.code()).collect::<Vec<_>>().join(", ");
    vec![
        Described {
            needs: Needs::Input,
            ..body_error(
                "BadRequest",
                "400",
                "The request is invalid. The message names each invalid field with its position and the \
             accepted values.",
                ApiError::invalid(format!(
                    "photos must be a non-empty array of at most 4 base64 images; language must be one of {languages}",
                )),
            )
        },
        any_error(
            "Unauthorized",
            "401",
            "The API key is missing, invalid or revoked.",
            ApiError::unauthenticated(),
        ),
        any_error(
            "Forbidden",
            "403",
            "The API key lacks the scope for this operation.",
            ApiError::forbidden(Scope::ListingsWrite),
        ),
        charge_error("PaymentRequired", "402", "The quota is exhausted.", ApiError::quota_exhausted()),
        body_error("RequestTimeout", "408", "The request body did not arrive in time.", ApiError::too_slow()),
        charge_error(
            "Conflict",
            "409",
            "The first request with this Idempotency-Key is still in progress, or was answered more than 24 \
             hours ago.",
            ApiError::key_used(KeyUse::Running),
        ),
        charge_error(
            "UnprocessableContent",
            "422",
            "The Idempotency-Key was used for another request.",
            ApiError::key_used(KeyUse::OtherRequest),
        ),
        body_error(
            "ContentTooLarge",
            "413",
            "The request body is too large.",
            ApiError::too_large(served.limits.max_body_bytes),
        ),
        body_error(
            "UnsupportedMediaType",
            "415",
            "The request body is not sent as JSON.",
            ApiError::unsupported_media_type(),
        ),
    ]
}

/// Returns the errors that even a valid request can get.
fn errors_of_the_service(served: &Served) -> Vec<Described> {
    vec![
        any_error(
            "TooManyRequests",
            "429",
            "The rate limit is exceeded, or the account has used up its processor time.",
            ApiError::too_many_requests(served.rates.free, Duration::from_secs(12)),
        ),
        any_error(
            "ServerError",
            "500",
            "The listings could not be generated, or another internal error occurred.",
            ApiError::generation_failed(),
        ),
        body_error("ServiceUnavailable", "503", "The service is busy.", ApiError::busy()),
        any_error(
            "OtherError",
            "default",
            "Any other error, in the same form.",
            ApiError::not_found(crate::GUIDE),
        ),
    ]
}

impl Described {
    fn response(&self) -> Response {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("Error")))
            .example(serde_json::to_value(self.example.body()).ok())
            .build();
        let mut response =
            ResponseBuilder::new().description(self.about).content("application/json", content).build();
        add_common_headers(&mut response);
        if self.code == "401" {
            let about = "The scheme of the key and the header that it is read from.";
            response.headers.insert("WWW-Authenticate".into(), text(about, 128).into());
        }
        if self.example.has_retry_after() {
            let about = "Whole seconds after which the next request is accepted.";
            response.headers.insert("Retry-After".into(), counting(about, 1).into());
        }
        response
    }
}

fn add_common_headers(response: &mut Response) {
    let headers = [
        ("X-RateLimit-Limit", counting("Requests accepted in any 60 seconds.", 1)),
        ("X-RateLimit-Remaining", counting("Requests that would still be accepted now.", 0)),
        ("X-RateLimit-Reset", counting("Seconds until the whole limit is available again.", 0)),
        (
            "X-Request-Id",
            text("The request id: the caller's own if it was valid, otherwise a generated one.", 128),
        ),
    ];
    for (name, header) in headers {
        response.headers.insert(name.to_owned(), header.into());
    }
}

fn counting(about: &str, minimum: u32) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(minimum)).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(about)).build()
}

fn text(about: &str, longest: usize) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String).max_length(Some(longest)).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(about)).build()
}
