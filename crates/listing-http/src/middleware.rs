//! What concerns every request whatever its path, in this order: who is calling, the rate
//! limit, the size of its head, who may, panics.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, ResponseError as _};
use futures_util::stream::poll_fn;
use futures_util::{FutureExt as _, StreamExt as _};
use listing_domain::ports::{RateDecision, RateKey};
use listing_domain::principal::Principal;
use tracing::Instrument as _;

use crate::application::Application;
use crate::auth::Identity;
use crate::context::{RequestContext, Served, note_caller};
use crate::edge::Edge;
use crate::error::{ApiError, MAX_HEADERS_BYTES, MAX_TARGET_BYTES};
use crate::route::{Access, RouteEntry};
use crate::turn::Turns;

/// Serves one request.
pub(crate) async fn serve_one(
    application: Arc<Application>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let edge = &application.edge;
    let route = application.routes.of(&request);
    let context = RequestContext::begin(&application, &request, route);
    let span = context.span();
    let turns = request.conn_data::<Turns>().cloned().unwrap_or_default();
    turns.request_is_there();
    read_as_wanted(&mut request, &turns);
    async {
        request.extensions_mut().insert(context.request_id());
        let is_counted = !context.is_preflight() && route.is_none_or(|entry| entry.is_counted);
        let identity = identify(edge, is_counted, &request).await;
        let caller = identity.caller().copied();
        if let Some(caller) = &caller {
            note_caller(&span, caller);
        }
        let decision = limit(edge, is_counted, caller.as_ref(), context.client).await;
        let refused_for = decision.retry_after.filter(|_| is_counted);
        let served = match refused_for {
            // Before anything in the request is looked at.
            Some(wait) => {
                let refusal = ApiError::too_many_requests(decision.limit, wait);
                Ok(request.into_response(refusal.error_response()))
            }
            None => answer(request, route, identity, next).await,
        };
        turns.request_was_answered();
        context.end(served, decision, caller.as_ref())
    }
    .instrument(span.clone())
    .await
}

/// Has the connection read the body only as far as somebody wants it.
fn read_as_wanted(request: &mut ServiceRequest, turns: &Turns) {
    let mut body = request.take_payload();
    if !matches!(body, Payload::None) {
        let turns = turns.clone();
        let wanted = poll_fn(move |cx| {
            turns.body_is_wanted();
            body.poll_next_unpin(cx)
        });
        request.set_payload(Payload::Stream { payload: Box::pin(wanted) });
    }
}

/// Finds out who is calling, if it counts. Not for monitoring, which needs no key and must
/// work without the database.
async fn identify(edge: &Edge, is_counted: bool, request: &ServiceRequest) -> Identity {
    if is_counted { Identity::of(request, &edge.authenticate).await } else { Identity::Refused }
}

/// Counts the request for its account, or without a key for its address.
async fn limit(edge: &Edge, is_counted: bool, caller: Option<&Principal>, client: IpAddr) -> RateDecision {
    let (key, limit) = match caller {
        Some(caller) => (RateKey::Account(caller.account), edge.rates.for_plan(caller.plan)),
        None => (RateKey::Address(client), edge.rates.anonymous),
    };
    if is_counted { edge.limiter.take(key, limit).await } else { edge.limiter.peek(key, limit).await }
}

/// Whether the head of a request is of a size that is looked at.
fn check_head(request: &ServiceRequest) -> Result<(), ApiError> {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if target > MAX_TARGET_BYTES {
        return Err(ApiError::target_too_long());
    }
    let sizes = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    if sizes.sum::<usize>() > MAX_HEADERS_BYTES { Err(ApiError::headers_too_large()) } else { Ok(()) }
}

/// Whether somebody may use what is open to some.
fn authorize(access: Access, identity: &Identity) -> Result<(), ApiError> {
    match access {
        Access::Anyone => Ok(()),
        Access::Scope(scope) => {
            if identity.known()?.may(scope) {
                Ok(())
            } else {
                Err(ApiError::forbidden(scope))
            }
        }
    }
}

/// Lets the request through to its handler, if it is one that may be.
async fn answer(
    request: ServiceRequest,
    route: Option<&RouteEntry>,
    identity: Identity,
    next: Next<impl MessageBody + 'static>,
) -> Served {
    if let Err(refusal) = check_head(&request) {
        return Ok(request.into_response(refusal.error_response()));
    }
    if let Some(endpoint) = route.and_then(|entry| entry.endpoint(request.method()))
        && let Err(refusal) = authorize(endpoint.access, &identity)
    {
        return Ok(request.into_response(refusal.error_response()));
    }
    request.extensions_mut().insert(identity);
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(Ok(response)) => Ok(response.map_into_boxed_body()),
        Ok(Err(error)) => {
            tracing::error!(%error, "a handler ended with an error that has no answer; answered 500");
            Err(ApiError::internal().error_response())
        }
        Err(_) => {
            tracing::error!("a handler panicked, its own text stands above this line; answered 500");
            Err(ApiError::internal().error_response())
        }
    }
}
