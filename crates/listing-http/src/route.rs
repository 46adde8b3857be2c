//! The table of routes: each path once, with everything that depends on path and method.

use std::fmt;
use std::sync::Arc;

use actix_web::dev::{Payload, ResourceDef, ServiceRequest};
use actix_web::http::Method;
use actix_web::web::ServiceConfig;
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Responder};
use futures_util::future::LocalBoxFuture;
use listing_domain::principal::Scope;

use crate::error::ApiError;

/// The access that an endpoint requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Public: no credential.
    Anyone,
    /// An API key with this scope.
    Scope(Scope),
    /// A session.
    SignedIn,
    /// A session of an administrator.
    Administrator,
}

/// The limit that requests count against, and the credential that identifies their sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// The rate limit of API calls, by API key.
    Calls,
    /// The rate limit of the web app, by session.
    Pages,
    /// No limit and no credential, for assets and monitoring, which thus never mistakes an exceeded limit for
    /// an outage.
    Nothing,
}

/// A group of routes and the state that their handlers share.
///
/// Every part of the service (the REST API, the web app, payment events) is one, so that no part has to know
/// the others.
#[derive(Clone)]
pub struct RouteGroup {
    /// The paths, with their endpoints.
    pub routes: Vec<RouteEntry>,
    /// Gives actix the handlers' shared state, once per worker.
    pub configure: Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>,
    /// The hint for a path that does not exist; may be empty.
    pub guide: &'static str,
    /// The renderer of error pages, if any.
    pub error_page: Option<ErrorPage>,
}

/// Renders an error for a browser: as a page, or as a redirect to a page that resolves it. It gets the
/// request's body if no handler has read it yet.
pub type ErrorPage =
    Arc<dyn Fn(HttpRequest, Payload, ApiError) -> LocalBoxFuture<'static, HttpResponse> + Send + Sync>;

impl RouteGroup {
    /// Creates a group whose handlers share no state.
    pub fn of(routes: Vec<RouteEntry>) -> Self {
        Self { routes, configure: Arc::new(|_| {}), guide: "", error_page: None }
    }
}

/// A path of the service.
#[derive(Debug, Clone)]
pub struct RouteEntry {
    /// The path, or its actix pattern (`/things/{id}`).
    pub path: &'static str,
    /// The name in metrics and log lines, which must not contain callers' text.
    pub label: &'static str,
    /// The rate limit that requests count against.
    pub counting: Counting,
    /// True if served only under the service's own host names ([`crate::OwnHosts`]).
    pub is_for_own_hosts: bool,
    /// The endpoints, by method.
    pub endpoints: Vec<Endpoint>,
}

/// One method of a path.
#[derive(Clone)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: Method,
    /// The required access.
    pub access: Access,
    handler: MakeRoute,
}

/// The route belongs to one worker.
type MakeRoute = Arc<dyn Fn() -> actix_web::Route + Send + Sync>;

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {:?}", self.method, self.access)
    }
}

impl RouteEntry {
    /// Creates a path without endpoints, labeled by itself and counted as calls.
    pub fn at(path: &'static str) -> Self {
        let counting = Counting::Calls;
        Self { path, label: path, counting, is_for_own_hosts: false, endpoints: Vec::new() }
    }

    /// Creates a path of the web app, counted as pages and served under the service's own host names only.
    pub fn page(path: &'static str) -> Self {
        Self { counting: Counting::Pages, ..Self::at(path) }.for_own_hosts()
    }

    /// Restricts the path to the service's own host names.
    #[must_use]
    pub fn for_own_hosts(self) -> Self {
        Self { is_for_own_hosts: true, ..self }
    }

    /// Exempts the path from rate limits.
    #[must_use]
    pub fn uncounted(self) -> Self {
        Self { counting: Counting::Nothing, ..self }
    }

    /// Serves `GET` with a handler.
    #[must_use]
    pub fn get<F, Args>(self, access: Access, handler: F) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.serve(Method::GET, access, handler)
    }

    /// Serves `POST` with a handler.
    #[must_use]
    pub fn post<F, Args>(self, access: Access, handler: F) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.serve(Method::POST, access, handler)
    }

    /// Serves a method with a handler.
    #[must_use]
    pub fn serve<F, Args>(mut self, method: Method, access: Access, handler: F) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let handler = Arc::new(move || actix_web::web::to(handler.clone()));
        self.endpoints.push(Endpoint { method, access, handler });
        self
    }

    /// That of `GET` for `HEAD`.
    pub(crate) fn endpoint(&self, method: &Method) -> Option<&Endpoint> {
        let method = if *method == Method::HEAD { &Method::GET } else { method };
        self.endpoints.iter().find(|endpoint| endpoint.method == method)
    }

    /// Returns the `Allow` header: the endpoints' methods, `HEAD` with `GET`, and `OPTIONS`.
    pub fn allow(&self) -> String {
        let mut methods = Vec::new();
        for endpoint in &self.endpoints {
            methods.push(endpoint.method.as_str());
            if endpoint.method == Method::GET {
                methods.push("HEAD");
            }
        }
        methods.push("OPTIONS");
        methods.join(", ")
    }
}

impl Endpoint {
    /// With `GET` also that of `HEAD`, which has the same handler; actix leaves the body out.
    pub(crate) fn routes(&self) -> impl Iterator<Item = actix_web::Route> {
        let head = (self.method == Method::GET).then_some(Method::HEAD);
        let methods = [Some(self.method.clone()), head];
        methods.into_iter().flatten().map(|method| (self.handler)().method(method))
    }
}

#[derive(Debug, Default)]
pub(crate) struct RouteTable(Vec<(ResourceDef, RouteEntry)>);

impl RouteTable {
    pub(crate) fn new(routes: impl IntoIterator<Item = RouteEntry>) -> Self {
        Self(routes.into_iter().map(|entry| (ResourceDef::new(entry.path), entry)).collect())
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &RouteEntry> {
        self.0.iter().map(|(_, entry)| entry)
    }

    /// Found as actix will find it: by the unescaped path.
    pub(crate) fn find(&self, request: &ServiceRequest) -> Option<&RouteEntry> {
        let path = request.match_info().as_str();
        self.0.iter().find(|(pattern, _)| pattern.is_match(path)).map(|(_, entry)| entry)
    }
}
