//! The query parameter `include`, which adds details to the listings.

use actix_web::HttpRequest;
use actix_web::web::Query;
use listing_domain::request::DetailLevel;
use listing_http::ApiError;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::json::Unknown;

pub(super) const INCLUDE: &str = "include";

/// The only value that the parameter may have.
const DETAILS: &str = "details";

/// Returns the requested detail level and the names of unknown parameters.
pub(super) fn parse(request: &HttpRequest) -> Result<(DetailLevel, Unknown), ApiError> {
    let invalid = || {
        ApiError::invalid(format!("The query parameter {INCLUDE} must be {DETAILS} and may occur only once"))
    };
    let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string()).map_err(|_| invalid())?;
    let values: Vec<&str> =
        pairs.iter().filter(|(name, _)| name == INCLUDE).map(|(_, value)| value.as_str()).collect();
    let detail_level = match values[..] {
        [] => DetailLevel::Listings,
        [DETAILS] => DetailLevel::WithDetails,
        _ => return Err(invalid()),
    };
    let mut unknown = Unknown::default();
    pairs.iter().filter(|(name, _)| name != INCLUDE).for_each(|(name, _)| unknown.add(name));
    Ok((detail_level, unknown))
}

/// The schema of the parameter `include`.
pub(super) struct Included;

impl PartialSchema for Included {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some([DETAILS])).into()
    }
}

impl ToSchema for Included {}
