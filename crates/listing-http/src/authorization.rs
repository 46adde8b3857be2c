//! Authorizes requests when their headers have arrived, and forms again after the body.

use actix_web::{HttpMessage as _, HttpRequest};
use listing_domain::principal::{Credential, Principal};

use crate::auth::Identity;
use crate::edge::Edge;
use crate::error::ApiError;
use crate::route::Access;
use crate::session::PageVisit;

pub(crate) fn authorize(access: Access, identity: &Identity) -> Result<(), ApiError> {
    match access {
        Access::Anyone => Ok(()),
        Access::Scope(scope) => {
            if identity.known()?.may(scope) {
                Ok(())
            } else {
                Err(ApiError::forbidden(scope))
            }
        }
        Access::SignedIn | Access::Administrator => match identity {
            Identity::Failed(error) => Err(error.clone()),
            Identity::Known(Principal {
                credential: Credential::Session { is_administrator, .. }, ..
            }) => {
                if access == Access::SignedIn || *is_administrator {
                    Ok(())
                } else {
                    Err(ApiError::administrators_only())
                }
            }
            Identity::Refused | Identity::Known(_) => Err(ApiError::signed_out()),
        },
    }
}

/// Authenticates a request's session again after its body. A client may take minutes to send a body;
/// meanwhile the session may have ended or its owner been dismissed or suspended.
///
/// # Errors
/// As before the body: 401 for an ended session, 403 for an owner who may no longer use the endpoint. Where a
/// session is required, also the error of a failed store.
pub async fn reauthenticate(request: &HttpRequest, edge: &Edge) -> Result<PageVisit, ApiError> {
    let access = request.extensions().get::<Access>().copied();
    let access = access.ok_or_else(ApiError::internal)?;
    let visit = match PageVisit::authenticate(request.headers(), edge.sessions.as_deref()).await {
        Ok(visit) => visit,
        Err(_) if access == Access::Anyone => PageVisit::unverified(request.headers()),
        Err(error) => return Err(error),
    };
    // The error page must not show the visitor as signed in.
    request.extensions_mut().insert(visit.clone());
    authorize(access, &Identity::from_visit(&visit))?;
    Ok(visit)
}
