//! Follows one request from arrival to answer: its id, client, answer headers, log line and metrics.

use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use actix_web::ResponseError as _;
use actix_web::body::BoxBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::{Error, FromRequest, HttpMessage as _, HttpRequest, HttpResponse};
use listing_domain::ports::{IdSource, RateDecision, RateKey};
use listing_domain::principal::{Credential, Principal};
use tracing::Span;
use tracing::field::{Empty, display};

use crate::application::Application;
use crate::cors::CorsAnswer;
use crate::error::{ApiError, ErrorBody, whole_seconds};
use crate::metrics::{Exchange, InFlight};
use crate::reason::Reason;
use crate::refusals::{self, Refusal, Refusals};
use crate::route::{Counting, RouteEntry};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The longest caller-supplied id that is used, in bytes.
const MAX_REQUEST_ID: usize = 128;

/// Headers of every answer. A page that needs more brings its own content security policy.
const SECURITY_HEADERS: [(HeaderName, &str); 4] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

/// Makes browsers that reached this host by https use only https for it for a year.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The id of a request, which its answer carries.
#[derive(Debug, Clone)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// Returns the id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromRequest for RequestId {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // The middleware has put it there, unless the request bypassed it.
        ready(request.extensions().get::<Self>().cloned().ok_or_else(ApiError::internal))
    }
}

/// After a panic there is only the answer, because the request is gone.
pub(crate) type Served = Result<ServiceResponse<BoxBody>, HttpResponse>;

pub(crate) struct RequestContext {
    id: HeaderValue,
    /// The request counts against this address until its key is known.
    pub(crate) client: IpAddr,
    started: Instant,
    exchange: Exchange,
    is_monitoring: bool,
    in_flight: InFlight,
    refusals: Arc<Refusals>,
    cors: CorsAnswer,
    is_secure: bool,
}

impl RequestContext {
    pub(crate) fn begin(
        application: &Application,
        request: &ServiceRequest,
        route: Option<&RouteEntry>,
    ) -> Self {
        let edge = &application.edge;
        // Over TCP there always is a peer; without one all share one address.
        let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        Self {
            id: request_id(request.headers(), edge.ids.as_ref()),
            client: edge.trusted_proxies.client(peer, request.headers()),
            started: Instant::now(),
            exchange: Exchange::new(request.method(), route),
            is_monitoring: route.is_some_and(|entry| entry.counting == Counting::Nothing),
            in_flight: edge.metrics.start_request(),
            refusals: Arc::clone(&application.refusals),
            cors: edge.cors_origins.answer(request.method(), request.headers(), route),
            is_secure: edge.is_secure(),
        }
    }

    /// A preflight counts against no limit.
    pub(crate) fn is_preflight(&self) -> bool {
        self.cors.is_preflight()
    }

    /// The span of the request's log lines, at every log level. Account and key are added once known.
    pub(crate) fn span(&self) -> Span {
        tracing::error_span!(
            "request",
            request_id = self.id(),
            client = %self.client,
            method = self.exchange.method,
            route = self.exchange.route,
            account = Empty,
            key = Empty,
            session = Empty,
        )
    }

    pub(crate) fn request_id(&self) -> RequestId {
        RequestId(self.id().into())
    }

    fn id(&self) -> &str {
        self.id.to_str().unwrap_or("")
    }

    pub(crate) fn end(
        self,
        served: Served,
        decision: RateDecision,
        caller: Option<&Principal>,
    ) -> Result<ServiceResponse<BoxBody>, Error> {
        match served {
            Ok(mut response) => {
                self.decorate(response.headers_mut(), decision);
                self.record(response.response(), caller);
                Ok(response)
            }
            Err(mut response) => {
                self.decorate(response.headers_mut(), decision);
                self.record(&response, caller);
                Err(InternalError::from_response("the request was lost in a panic", response).into())
            }
        }
    }

    fn decorate(&self, headers: &mut HeaderMap, decision: RateDecision) {
        decorate(headers, &self.id, decision, &self.cors, self.is_secure);
    }

    /// Writes the access log's line. It has no query, header or body, so that no secret gets there.
    /// Monitoring and refused requests have a line at debug level only.
    fn record<B>(self, response: &HttpResponse<B>, caller: Option<&Principal>) {
        let status = response.status();
        let elapsed = self.started.elapsed();
        let ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let code = status.as_u16();
        let reason = refusals::reason(status, caller.is_some()).filter(|_| !self.is_monitoring);
        let extensions = response.extensions();
        let word = extensions.get::<ApiError>().and_then(ApiError::reason).map(Reason::word);
        let reason = reason.map(|reason| word.unwrap_or(reason));
        if let Some(reason) = reason {
            tracing::debug!(status = code, ms, reason, "refused");
            let account = caller.map(|caller| caller.account);
            let (client, request_id) = (self.client, self.id());
            self.refusals.count(Refusal { reason, status, client, account, request_id });
        } else if self.is_monitoring {
            tracing::debug!(status = code, ms, "answered");
        } else {
            tracing::info!(status = code, ms, "answered");
        }
        self.in_flight.finish(self.exchange, status, elapsed);
    }
}

pub(crate) fn record_caller(span: &Span, caller: &Principal) {
    span.record("account", display(caller.account));
    match caller.credential {
        Credential::Key { id, .. } => span.record("key", display(id)),
        Credential::Session { id, .. } => span.record("session", display(id)),
    };
}

/// Renders the answer to bytes that are not a request, headers included. It counts for the peer's address,
/// since no account is known.
pub(crate) async fn answer_unreadable(
    application: &Application,
    peer: IpAddr,
    error: &ApiError,
    date: &str,
) -> Vec<u8> {
    let edge = &application.edge;
    let in_flight = edge.metrics.start_request();
    let started = Instant::now();
    let client = edge.trusted_proxies.client(peer, &HeaderMap::new());
    let decision = edge.limiter.peek(RateKey::Address(client), edge.rates.anonymous).await;
    let id = request_id(&HeaderMap::new(), edge.ids.as_ref());
    let status = error.status();
    let mut response = error.error_response();
    let cors = edge.cors_origins.answer_to_unreadable();
    decorate(response.headers_mut(), &id, decision, &cors, edge.is_secure());
    let bytes = last_answer(status, response.headers(), date, &error.body());
    if let Some(reason) = refusals::reason(status, false) {
        let request_id = id.to_str().unwrap_or("");
        tracing::debug!(request_id, %client, status = status.as_u16(), reason, "refused");
        application.refusals.count(Refusal { reason, status, client, account: None, request_id });
    }
    in_flight.finish(Exchange::UNREADABLE, status, started.elapsed());
    bytes
}

fn last_answer(status: StatusCode, headers: &HeaderMap, date: &str, body: &ErrorBody<'_>) -> Vec<u8> {
    // A number and a text always serialize.
    let body = serde_json::to_vec(body).unwrap_or_default();
    let (code, phrase) = (status.as_u16(), status.canonical_reason().unwrap_or_default());
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {code} {phrase}\r\ncontent-length: {length}\r\nconnection: close\r\ndate: {date}\r\n"
    );
    let mut bytes = head.into_bytes();
    for (name, value) in headers {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&body);
    bytes
}

fn decorate(
    headers: &mut HeaderMap,
    id: &HeaderValue,
    decision: RateDecision,
    cors: &CorsAnswer,
    is_secure: bool,
) {
    cors.write(headers);
    headers.insert(REQUEST_ID, id.clone());
    headers.insert(RATE_LIMIT, decision.limit.into());
    headers.insert(RATE_REMAINING, decision.remaining.into());
    headers.insert(RATE_RESET, whole_seconds(decision.reset_after).into());
    if is_secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT);
    }
    for (name, value) in SECURITY_HEADERS {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

/// Returns the caller's own id if it is harmless in logs and headers, else a new one.
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
