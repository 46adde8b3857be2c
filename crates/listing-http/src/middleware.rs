//! Handles every request: identifies the caller, checks rate limit, head size, form origin and authorization,
//! and catches the handler's panics.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::ACCEPT;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, ResponseError as _};
use futures_util::stream::poll_fn;
use futures_util::{FutureExt as _, StreamExt as _};
use listing_domain::ports::{RateDecision, RateKey, RateSubject};
use listing_domain::principal::Principal;
use tracing::Instrument as _;

use crate::application::Application;
use crate::auth::Identity;
use crate::authorization::authorize;
use crate::context::{RequestContext, Served, record_caller};
use crate::edge::Edge;
use crate::error::{ApiError, MAX_HEADERS_BYTES, MAX_TARGET_BYTES};
use crate::phase::Phases;
use crate::route::{Counting, ErrorPage, RouteEntry};
use crate::session::{PageVisit, same_origin};

/// Unknown paths with these prefixes get JSON errors, others an error page.
const PROGRAM_PATHS: [&str; 4] = ["/api/", "/.well-known/", "/health/", "/metrics"];

pub(crate) async fn serve_one(
    application: Arc<Application>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let edge = &application.edge;
    let route = application.routes.find(&request);
    let context = RequestContext::begin(&application, &request, route);
    let span = context.span();
    let phases = request.conn_data::<Phases>().cloned().unwrap_or_default();
    phases.request_arrived();
    limit_body_read_ahead(&mut request, &phases);
    async {
        request.extensions_mut().insert(context.request_id());
        let counting = if context.is_preflight() {
            Counting::Nothing
        } else {
            route.map_or(Counting::Calls, |entry| entry.counting)
        };
        let identity = identify(edge, counting, &request).await;
        let caller = identity.caller().copied();
        if let Some(caller) = &caller {
            record_caller(&span, caller);
        }
        let decision = limit(edge, counting, caller.as_ref(), context.client).await;
        let refused_for = decision.retry_after.filter(|_| counting != Counting::Nothing);
        let error_page = application.error_page.as_ref().filter(|_| is_for_person(&request, route));
        let served = match refused_for {
            // Before anything in the request is read.
            Some(wait) => {
                let refusal = ApiError::too_many_requests(decision.limit, wait);
                Ok(refuse(request, refusal, error_page).await)
            }
            None => answer(edge, request, route, identity, next, error_page).await,
        };
        phases.request_answered();
        context.end(served, decision, caller.as_ref())
    }
    .instrument(span.clone())
    .await
}

/// Makes the connection read only as much of the body as a handler asks for.
fn limit_body_read_ahead(request: &mut ServiceRequest, phases: &Phases) {
    let mut body = request.take_payload();
    if !matches!(body, Payload::None) {
        let phases = phases.clone();
        let allowed = poll_fn(move |cx| {
            phases.allow_body();
            body.poll_next_unpin(cx)
        });
        request.set_payload(Payload::Stream { payload: Box::pin(allowed) });
    }
}

/// Routes without a rate limit need no identity: monitoring has no key and must work without the database.
async fn identify(edge: &Edge, counting: Counting, request: &ServiceRequest) -> Identity {
    match counting {
        Counting::Calls => Identity::from_request(request, &edge.authenticate).await,
        Counting::Pages => match PageVisit::authenticate(request.headers(), edge.sessions.as_deref()).await {
            Ok(visit) => {
                let identity = Identity::from_visit(&visit);
                request.extensions_mut().insert(visit);
                identity
            }
            Err(error) => {
                request.extensions_mut().insert(PageVisit::unverified(request.headers()));
                Identity::Failed(error)
            }
        },
        Counting::Nothing => Identity::Refused,
    }
}

/// Counts a request against the limit of the account or, without an account, of the address.
async fn limit(edge: &Edge, counting: Counting, caller: Option<&Principal>, client: IpAddr) -> RateDecision {
    let (key, limit) = rate_limit_of(edge, counting, caller, client);
    match counting {
        Counting::Nothing => edge.limiter.peek(key, limit).await,
        Counting::Calls | Counting::Pages => edge.limiter.take(key, limit).await,
    }
}

fn rate_limit_of(
    edge: &Edge,
    counting: Counting,
    caller: Option<&Principal>,
    client: IpAddr,
) -> (RateKey, u32) {
    match (counting, caller) {
        (Counting::Pages, Some(caller)) => {
            (RateKey::Pages(RateSubject::Account(caller.account)), edge.rates.pages)
        }
        (Counting::Pages, None) => (RateKey::Pages(RateSubject::Address(client)), edge.rates.pages),
        (_, Some(caller)) => (RateKey::Account(caller.account), edge.rates.for_plan(caller.plan)),
        (_, None) => (RateKey::Address(client), edge.rates.anonymous),
    }
}

/// True in a browser that requests a page of the web app or an unknown path, or in a page's script.
fn is_for_person(request: &ServiceRequest, route: Option<&RouteEntry>) -> bool {
    let is_page_path = match route {
        Some(entry) => entry.counting == Counting::Pages,
        None => !PROGRAM_PATHS.iter().any(|prefix| request.path().starts_with(prefix)),
    };
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    let is_script = route.is_some() && accept.is_some_and(|accept| accept.starts_with("application/json"));
    is_page_path && (is_script || accept.is_some_and(|accept| accept.contains("text/html")))
}

async fn refuse(
    request: ServiceRequest,
    refusal: ApiError,
    error_page: Option<&ErrorPage>,
) -> ServiceResponse<BoxBody> {
    let Some(page) = error_page else { return request.into_response(refusal.error_response()) };
    let (request, payload) = request.into_parts();
    let mut response = page(request.clone(), payload, refusal.clone()).await;
    // For the log.
    response.extensions_mut().insert(refusal);
    ServiceResponse::new(request, response)
}

/// Names the page that sells credits and plans in an answer to an exhausted quota.
fn with_prices(edge: &Edge, response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let error = response.response().extensions().get::<ApiError>().cloned();
    match (&edge.pricing_url, error) {
        (Some(url), Some(error)) if error.status() == StatusCode::PAYMENT_REQUIRED => {
            response.into_response(error.naming_prices(url).error_response())
        }
        _ => response,
    }
}

async fn as_page(
    response: ServiceResponse<BoxBody>,
    error_page: Option<&ErrorPage>,
) -> ServiceResponse<BoxBody> {
    let error = response.response().extensions().get::<ApiError>().cloned();
    let (Some(page), Some(error)) = (error_page, error) else { return response };
    let mut rendered = page(response.request().clone(), Payload::None, error.clone()).await;
    // For the log.
    rendered.extensions_mut().insert(error);
    response.into_response(rendered)
}

fn check_head(request: &ServiceRequest) -> Result<(), ApiError> {
    let target = request.uri().path_and_query().map_or("", |target| target.as_str());
    if target.len() > MAX_TARGET_BYTES {
        return Err(ApiError::target_too_long());
    }
    if has_control_characters(request.path()) {
        return Err(ApiError::invalid("The path of a request must have no control characters"));
    }
    let sizes = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    if sizes.sum::<usize>() > MAX_HEADERS_BYTES { Err(ApiError::headers_too_large()) } else { Ok(()) }
}

/// True for escaped control characters, which none of our paths has. Queries are checked by their handlers.
fn has_control_characters(path: &str) -> bool {
    form_urlencoded::parse(path.as_bytes())
        .any(|(name, value)| name.contains(char::is_control) || value.contains(char::is_control))
}

fn check_host(edge: &Edge, route: Option<&RouteEntry>, request: &ServiceRequest) -> Result<(), ApiError> {
    let is_open = route.is_none_or(|entry| !entry.is_for_own_hosts);
    if is_open || edge.hosts.serves(request) {
        return Ok(());
    }
    Err(ApiError::other_address(edge.public_origin.as_deref().unwrap_or_default()))
}

/// Refuses a form that was sent by another site's page. Browsers would send the session cookie along with it.
fn check_form(edge: &Edge, route: &RouteEntry, request: &ServiceRequest) -> Result<(), ApiError> {
    let is_change = !request.method().is_safe();
    if route.counting != Counting::Pages || !is_change {
        return Ok(());
    }
    let (headers, origin) = (request.headers(), edge.public_origin.as_deref());
    match origin {
        _ if same_origin(headers, origin) => Ok(()),
        // A page of ours, opened under another address than the configured one.
        Some(origin) if same_origin(headers, None) => Err(ApiError::form_of_other_address(origin)),
        _ => Err(ApiError::foreign_form()),
    }
}

async fn answer(
    edge: &Edge,
    request: ServiceRequest,
    route: Option<&RouteEntry>,
    identity: Identity,
    next: Next<impl MessageBody + 'static>,
    error_page: Option<&ErrorPage>,
) -> Served {
    if let Err(refusal) = check_head(&request).and_then(|()| check_host(edge, route, &request)) {
        return Ok(refuse(request, refusal, error_page).await);
    }
    if let Some((entry, endpoint)) = route.and_then(|entry| Some((entry, entry.endpoint(request.method())?)))
    {
        let allowed = check_form(edge, entry, &request).and_then(|()| authorize(endpoint.access, &identity));
        if let Err(refusal) = allowed {
            return Ok(refuse(request, refusal, error_page).await);
        }
        request.extensions_mut().insert(endpoint.access);
    }
    request.extensions_mut().insert(identity);
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(Ok(response)) => {
            let response = with_prices(edge, response.map_into_boxed_body());
            Ok(as_page(response, error_page).await)
        }
        Ok(Err(error)) => {
            tracing::error!(%error, "a handler failed without an answer; answered 500");
            Err(ApiError::internal().error_response())
        }
        Err(_) => {
            tracing::error!("a handler panicked (panic message logged above); answered 500");
            Err(ApiError::internal().error_response())
        }
    }
}
