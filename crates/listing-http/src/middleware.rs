//! What concerns every request whatever its path: its id, who is calling, the
//! rate limit, panics, the headers of its answer, its log line and figures.

use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpResponse, ResponseError as _};
use futures_util::FutureExt as _;
use listing_domain::ids::AccountId;
use listing_domain::ports::{IdSource, RateDecision, RateKey};
use listing_domain::usecase::Caller;
use tracing::Instrument as _;

use crate::Edge;
use crate::auth::Identity;
use crate::error::{ApiError, whole_seconds};
use crate::metrics::{Exchange, InFlight};
use crate::route::{Access, RouteEntry};
use crate::server::Application;

pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
pub(crate) const RATE_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
pub(crate) const RATE_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The longest request id of a caller that is kept.
const MAX_REQUEST_ID: usize = 128;

/// Headers of every answer. A page that needs more than nothing brings its own
/// content security policy.
const SECURITY_HEADERS: [(HeaderName, &str); 4] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Serves one request.
pub(crate) async fn serve_one(
    application: Arc<Application>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let edge = &application.edge;
    let route = application.routes.of(&request);
    let context = RequestContext::begin(edge, &request, route);
    // The span is there at every log level, so that each line has the id.
    let span = tracing::error_span!("request", request_id = context.id.to_str().unwrap_or(""));
    async {
        let identity = identify(edge, route, &request).await;
        let account = identity.caller().map(|caller| caller.account);
        let decision = limit(edge, route, identity.caller(), &request).await;
        let served = answer(request, route, identity, decision, next).await;
        context.end(served, decision, account)
    }
    .instrument(span)
    .await
}

/// Finds out who is calling. Not for monitoring, which needs no key and must
/// work without the database.
async fn identify(edge: &Edge, route: Option<&RouteEntry>, request: &ServiceRequest) -> Identity {
    if is_counted(route) { Identity::of(request, &edge.authenticate).await } else { Identity::Refused }
}

/// Whether a request counts against a rate limit. One to nowhere does.
fn is_counted(route: Option<&RouteEntry>) -> bool {
    route.is_none_or(|entry| entry.is_counted)
}

/// Counts the request for its account, or without a key for its address.
async fn limit(
    edge: &Edge,
    route: Option<&RouteEntry>,
    caller: Option<&Caller>,
    request: &ServiceRequest,
) -> RateDecision {
    let (key, limit) = match caller {
        Some(caller) => (RateKey::Account(caller.account), edge.rates.for_plan(caller.plan)),
        None => (RateKey::Address(client_address(edge, request)), edge.rates.anonymous),
    };
    if is_counted(route) { edge.limiter.take(key, limit).await } else { edge.limiter.peek(key, limit).await }
}

fn client_address(edge: &Edge, request: &ServiceRequest) -> IpAddr {
    // Over TCP there always is a peer; without one all share one address.
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    edge.trusted_proxies.client(peer, request.headers())
}

/// What became of a request inside. After a panic there is only the answer,
/// because the request is gone.
type Served = Result<ServiceResponse<BoxBody>, HttpResponse>;

/// Whether somebody may use what is open to some.
fn authorize(access: Access, identity: &Identity) -> Result<(), ApiError> {
    match access {
        Access::Anyone => Ok(()),
        Access::KeyHolders => identity.known().map(drop),
    }
}

/// Lets the request through if the limiter accepted it. Refused requests are
/// answered before anything in them is looked at. Monitoring is let through in
/// any case.
async fn answer(
    request: ServiceRequest,
    route: Option<&RouteEntry>,
    identity: Identity,
    decision: RateDecision,
    next: Next<impl MessageBody + 'static>,
) -> Served {
    if let Some(wait) = decision.retry_after
        && is_counted(route)
    {
        let refusal = ApiError::too_many_requests(decision.limit, wait);
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
            tracing::error!(%error, "an error without an answer");
            Err(ApiError::internal().error_response())
        }
        Err(_) => {
            tracing::error!("a handler panicked");
            Err(ApiError::internal().error_response())
        }
    }
}

/// One request from its arrival to its answer.
struct RequestContext {
    id: HeaderValue,
    started: Instant,
    exchange: Exchange,
    in_flight: InFlight,
}

impl RequestContext {
    fn begin(edge: &Edge, request: &ServiceRequest, route: Option<&RouteEntry>) -> Self {
        Self {
            id: request_id(request.headers(), edge.ids.as_ref()),
            started: Instant::now(),
            exchange: Exchange::new(request.method(), route),
            in_flight: edge.metrics.arrived(),
        }
    }

    fn end(
        self,
        served: Served,
        decision: RateDecision,
        account: Option<AccountId>,
    ) -> Result<ServiceResponse<BoxBody>, Error> {
        match served {
            Ok(mut response) => {
                let status = response.status();
                self.decorate(response.headers_mut(), decision);
                self.record(status, account);
                Ok(response)
            }
            Err(mut response) => {
                let status = response.status();
                self.decorate(response.headers_mut(), decision);
                self.record(status, account);
                Err(InternalError::from_response("the request is gone", response).into())
            }
        }
    }

    fn decorate(&self, headers: &mut HeaderMap, decision: RateDecision) {
        headers.insert(REQUEST_ID, self.id.clone());
        headers.insert(RATE_LIMIT, decision.limit.into());
        headers.insert(RATE_REMAINING, decision.remaining.into());
        headers.insert(RATE_RESET, whole_seconds(decision.reset_after).into());
        for (name, value) in SECURITY_HEADERS {
            if !headers.contains_key(&name) {
                headers.insert(name, HeaderValue::from_static(value));
            }
        }
    }

    /// The access log's line: neither query nor header nor body, so that no
    /// secret gets there.
    fn record(self, status: StatusCode, account: Option<AccountId>) {
        let elapsed = self.started.elapsed();
        tracing::info!(
            method = self.exchange.method,
            route = self.exchange.route,
            status = status.as_u16(),
            ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            account = account.map(tracing::field::display),
            "answered"
        );
        self.in_flight.answered(self.exchange, status, elapsed);
    }
}

/// The caller's own id if it is harmless in logs and headers, else a new one.
fn request_id(headers: &HeaderMap, ids: &dyn IdSource) -> HeaderValue {
    let is_sane = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        (1..=MAX_REQUEST_ID).contains(&bytes.len())
            && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
    };
    headers.get(REQUEST_ID).filter(is_sane).cloned().unwrap_or_else(|| {
        // A UUID's text is always a valid header value.
        HeaderValue::from_str(&ids.id().to_string()).unwrap_or(HeaderValue::from_static("none"))
    })
}
