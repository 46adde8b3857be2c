//! The table of what is served: each path once, with everything that is decided by path
//! and method.

use std::fmt;
use std::sync::Arc;

use actix_web::dev::{Payload, ResourceDef, ServiceRequest};
use actix_web::http::Method;
use actix_web::web::ServiceConfig;
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Responder};
use futures_util::future::LocalBoxFuture;
use listing_domain::principal::Scope;

use crate::error::ApiError;

/// Who may use an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whoever asks.
    Anyone,
    /// Callers who may ask for things of a scope, by an API key.
    Scope(Scope),
    /// Whoever is signed in, by a session.
    SignedIn,
    /// Whoever is signed in and may administer the service.
    Administrator,
}

/// Which limit requests count against, and by what their sender is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// That of calls, by an API key.
    Calls,
    /// That of pages, by a session.
    Pages,
    /// None, by nothing: monitoring, so that a busy moment is never mistaken for an outage,
    /// and what pages are made of.
    Nothing,
}

/// A way to serve paths: the routes and what their handlers share.
///
/// Every face of the service (the REST interface, pages, payment events) is mounted as
/// one of these, so that none of them has to know the others.
#[derive(Clone)]
pub struct RouteGroup {
    /// The paths.
    pub routes: Vec<RouteEntry>,
    /// Gives actix what the handlers share, once for each worker.
    pub configure: Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>,
    /// What somebody is told of it who asks for a path where nothing is; perhaps nothing.
    pub guide: &'static str,
    /// How people are told of errors, if this face does that.
    pub error_page: Option<ErrorPage>,
}

/// Tells a person, in a browser, of an error: on a page, or by sending them where they can mend
/// it. It has the request's body where nobody has read it yet.
pub type ErrorPage =
    Arc<dyn Fn(HttpRequest, Payload, ApiError) -> LocalBoxFuture<'static, HttpResponse> + Send + Sync>;

impl RouteGroup {
    /// A face whose handlers share nothing of their own.
    pub fn of(routes: Vec<RouteEntry>) -> Self {
        Self { routes, configure: Arc::new(|_| {}), guide: "", error_page: None }
    }
}

/// A path of the service.
#[derive(Debug, Clone)]
pub struct RouteEntry {
    /// The path, or its pattern as actix has it (`/things/{id}`).
    pub path: &'static str,
    /// Its name in metrics and log lines, so that no text of a caller becomes one.
    pub label: &'static str,
    /// Which limit requests count against.
    pub counting: Counting,
    /// Whether it is served under the service's own host names only ([`crate::OwnHosts`]).
    pub is_for_own_hosts: bool,
    /// What is served there, by method.
    pub endpoints: Vec<Endpoint>,
}

/// One method of a path.
#[derive(Clone)]
pub struct Endpoint {
    /// The method.
    pub method: Method,
    /// Who may use it.
    pub access: Access,
    handler: MakeRoute,
}

/// Makes actix's route, which belongs to one worker.
type MakeRoute = Arc<dyn Fn() -> actix_web::Route + Send + Sync>;

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {:?}", self.method, self.access)
    }
}

impl RouteEntry {
    /// A path where nothing is served yet, labelled by itself and counted as calls are.
    pub fn at(path: &'static str) -> Self {
        let counting = Counting::Calls;
        Self { path, label: path, counting, is_for_own_hosts: false, endpoints: Vec::new() }
    }

    /// The same for a page, which is for the service's own host names only.
    pub fn page(path: &'static str) -> Self {
        Self { counting: Counting::Pages, ..Self::at(path) }.for_own_hosts()
    }

    /// The same under the service's own host names only.
    #[must_use]
    pub fn for_own_hosts(self) -> Self {
        Self { is_for_own_hosts: true, ..self }
    }

    /// The same for what is not counted against any limit.
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

    /// The endpoint of a method; that of `GET` for `HEAD`.
    pub(crate) fn endpoint(&self, method: &Method) -> Option<&Endpoint> {
        let method = if *method == Method::HEAD { &Method::GET } else { method };
        self.endpoints.iter().find(|endpoint| endpoint.method == method)
    }

    /// The methods, as the header `Allow` lists them: those of the endpoints, `HEAD` where
    /// there is `GET`, and `OPTIONS`.
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
    /// The routes for actix: that of the method, and for `GET` that of `HEAD`, which is
    /// answered in the same way; actix leaves the body out.
    pub(crate) fn routes(&self) -> impl Iterator<Item = actix_web::Route> {
        let head = (self.method == Method::GET).then_some(Method::HEAD);
        let methods = [Some(self.method.clone()), head];
        methods.into_iter().flatten().map(|method| (self.handler)().method(method))
    }
}

/// All routes of all route groups.
#[derive(Debug, Default)]
pub(crate) struct RouteTable(Vec<(ResourceDef, RouteEntry)>);

impl RouteTable {
    /// The table of the given routes.
    pub(crate) fn new(routes: impl IntoIterator<Item = RouteEntry>) -> Self {
        Self(routes.into_iter().map(|entry| (ResourceDef::new(entry.path), entry)).collect())
    }

    /// The routes.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &RouteEntry> {
        self.0.iter().map(|(_, entry)| entry)
    }

    /// The route of a request, found as actix will find it: by the path with its escapes
    /// undone.
    pub(crate) fn of(&self, request: &ServiceRequest) -> Option<&RouteEntry> {
        let path = request.match_info().as_str();
        self.0.iter().find(|(pattern, _)| pattern.is_match(path)).map(|(_, entry)| entry)
    }
}
