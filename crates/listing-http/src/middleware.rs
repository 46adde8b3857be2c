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

use crate::Api;
use crate::auth::Identity;
use crate::error::{ApiError, whole_seconds};
use crate::metrics::{Exchange, InFlight};
use crate::route::Route;

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
    api: Arc<Api>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let context = RequestContext::begin(&api, &request);
    // The span is there at every log level, so that each line has the id.
    let span = tracing::error_span!("request", request_id = context.id.to_str().unwrap_or(""));
    async move {
        let identity = identify(&api, context.exchange.route, &request).await;
        let account = identity.caller().map(|caller| caller.account);
        let decision = limit(&api, context.exchange.route, identity.caller(), &request).await;
        let served = answer(request, identity, decision, next).await;
        context.end(served, decision, account)
    }
    .instrument(span)
    .await
}

/// Finds out who is calling. Not for monitoring, which needs no key and must
/// work without the database.
async fn identify(api: &Api, route: Route, request: &ServiceRequest) -> Identity {
    if route.is_counted() { Identity::of(request, &api.authenticate).await } else { Identity::Refused }
}

/// Counts the request for its account, or without a key for its address.
async fn limit(api: &Api, route: Route, caller: Option<&Caller>, request: &ServiceRequest) -> RateDecision {
    let (key, limit) = match caller {
        Some(caller) => (RateKey::Account(caller.account), api.rates.for_plan(caller.plan)),
        None => (RateKey::Address(client_address(api, request)), api.rates.anonymous),
    };
    if route.is_counted() { api.limiter.take(key, limit).await } else { api.limiter.peek(key, limit).await }
}

fn client_address(api: &Api, request: &ServiceRequest) -> IpAddr {
    // Over TCP there always is a peer; without one all share one address.
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    api.trusted_proxies.client(peer, request.headers())
}

/// What became of a request inside. After a panic there is only the answer,
/// because the request is gone.
type Served = Result<ServiceResponse<BoxBody>, HttpResponse>;

/// Lets the request through if the limiter accepted it. Refused requests are
/// answered before anything in them is looked at. Monitoring is let through in
/// any case.
async fn answer(
    request: ServiceRequest,
    identity: Identity,
    decision: RateDecision,
    next: Next<impl MessageBody + 'static>,
) -> Served {
    if let Some(wait) = decision.retry_after
        && Route::of(request.path()).is_counted()
    {
        let refusal = ApiError::too_many_requests(decision.limit, wait);
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
    fn begin(api: &Api, request: &ServiceRequest) -> Self {
        Self {
            id: request_id(request.headers(), api.ids.as_ref()),
            started: Instant::now(),
            exchange: Exchange::new(request.method(), Route::of(request.path())),
            in_flight: api.metrics.arrived(),
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
            route = self.exchange.route.path(),
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
