//! Authenticates callers by the `X-API-Key` header only.

use std::future::{Ready, ready};

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::HeaderMap;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use listing_domain::principal::Principal;
use listing_domain::usecase::{AuthError, AuthenticateCaller};

use crate::error::ApiError;
use crate::session::PageVisit;

/// The only header that a key is read from: queries and cookies would end up in logs and in other sites'
/// requests.
pub(crate) const API_KEY_HEADER: &str = "x-api-key";

#[derive(Clone)]
pub(crate) enum Identity {
    Known(Principal),
    /// The request has no key, or an invalid one.
    Refused,
    /// The lookup failed; the error is logged already.
    Failed(ApiError),
}

impl Identity {
    pub(crate) fn from_visit(visit: &PageVisit) -> Self {
        visit.principal().map_or(Self::Refused, Self::Known)
    }

    pub(crate) async fn from_request(request: &ServiceRequest, authenticate: &AuthenticateCaller) -> Self {
        let Some(key) = api_key(request.headers()) else { return Self::Refused };
        match authenticate.run(key).await {
            Ok(caller) => Self::Known(caller),
            Err(AuthError::Refused) => Self::Refused,
            Err(error @ AuthError::Store(_)) => Self::Failed(ApiError::logged(error)),
        }
    }

    pub(crate) const fn caller(&self) -> Option<&Principal> {
        match self {
            Self::Known(caller) => Some(caller),
            Self::Refused | Self::Failed(_) => None,
        }
    }

    pub(crate) fn known(&self) -> Result<Principal, ApiError> {
        match self {
            Self::Known(caller) => Ok(*caller),
            Self::Failed(error) => Err(error.clone()),
            Self::Refused => Err(ApiError::unauthenticated()),
        }
    }
}

/// `None` unless there is exactly one key.
pub(crate) fn api_key(headers: &HeaderMap) -> Option<&str> {
    let mut keys = headers.get_all(API_KEY_HEADER);
    let key = keys.next()?;
    if keys.next().is_some() { None } else { key.to_str().ok() }
}

/// The caller, for handlers that serve active keys only.
pub struct Authenticated(pub Principal);

impl FromRequest for Authenticated {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let extensions = request.extensions();
        let identity = extensions.get::<Identity>().unwrap_or(&Identity::Refused);
        ready(identity.known().map(Self))
    }
}
