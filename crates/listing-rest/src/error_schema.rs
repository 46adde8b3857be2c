//! The schema of error bodies in the OpenAPI document.

use utoipa::ToSchema;

/// The body of every error.
#[derive(ToSchema)]
#[schema(as = Error, rename_all = "camelCase")]
#[expect(dead_code, reason = "it is only described here; `listing_http::ErrorBody` is what is sent")]
pub(crate) struct ErrorSchema {
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status_code: u16,
    /// The error and its fix.
    message: String,
}
