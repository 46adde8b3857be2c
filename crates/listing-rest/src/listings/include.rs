//! `include`: what the caller wants beside the listings.

use actix_web::HttpRequest;
use actix_web::web::Query;
use listing_domain::request::Extent;
use listing_http::ApiError;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The name of the parameter.
const INCLUDE: &str = "include";

/// The one thing that can be included.
const DETAILS: &str = "details";

/// What the query asks for. Parameters of other names mean nothing and are passed over.
pub(super) fn asked(request: &HttpRequest) -> Result<Extent, ApiError> {
    let refused = || {
        ApiError::invalid(format!("The query parameter {INCLUDE} must be {DETAILS}, once, or be left out"))
    };
    let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string()).map_err(|_| refused())?;
    let asked: Vec<&str> =
        pairs.iter().filter(|(name, _)| name == INCLUDE).map(|(_, value)| value.as_str()).collect();
    match asked[..] {
        [] => Ok(Extent::Listings),
        [DETAILS] => Ok(Extent::WithDetails),
        _ => Err(refused()),
    }
}

/// What can be included, as the description shows it.
pub(super) struct Included;

impl PartialSchema for Included {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some([DETAILS])).into()
    }
}

impl ToSchema for Included {}
