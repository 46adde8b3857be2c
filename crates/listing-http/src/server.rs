//! Assembles the service from its route groups and serves it.

use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::ALLOW;
use actix_web::middleware::from_fn;
use actix_web::{App, Error, HttpResponse, Resource, web};
use tokio::net::TcpStream;

use crate::application::Application;
use crate::edge::Edge;
use crate::error::ApiError;
use crate::middleware;
use crate::protocol::Connection;
use crate::route::{Endpoint, RouteEntry, RouteGroup};

/// The time a client has to close its side of a connection that the service closed.
const DISCONNECT_TIME: Duration = Duration::from_secs(1);

/// Builds one worker's application. The middleware is around every request, also for paths that do not exist.
fn for_worker(
    application: &Arc<Application>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let served = Arc::clone(application);
    App::new()
        .app_data(web::Data::new(application.edge.clone()))
        .configure(|config| {
            for group in &application.route_groups {
                (group.configure)(config);
            }
            for entry in application.routes.entries() {
                config.service(resource(entry));
            }
            let not_found = ApiError::not_found(&application.guide);
            config.default_service(web::to(move || ready(Err::<&str, _>(not_found.clone()))));
        })
        .wrap(from_fn(move |request, next| middleware::serve_one(Arc::clone(&served), request, next)))
}

/// `OPTIONS` and any unsupported method get the list of methods.
fn resource(entry: &RouteEntry) -> Resource {
    let allow = entry.allow();
    let resource = web::resource(entry.path);
    let routes = entry.endpoints.iter().flat_map(Endpoint::routes);
    let resource = routes.fold(resource, Resource::route);
    let options = {
        let allow = allow.clone();
        move || ready(HttpResponse::NoContent().insert_header((ALLOW, allow.as_str())).finish())
    };
    resource
        .route(web::method(Method::OPTIONS).to(options))
        .default_service(web::to(move || ready(Err::<&str, _>(ApiError::method_not_allowed(allow.clone())))))
}

/// Serves the route groups on a bound socket, with one worker per core unless `workers` gives a number.
///
/// The caller handles signals: it first makes the readiness check fail, then stops the server gracefully by
/// its handle, within `shutdown_timeout`, and finally waits for [`Tasks::finished`](crate::Tasks::finished).
///
/// # Errors
/// When listening on the socket fails.
pub fn serve(
    listener: TcpListener,
    edge: Edge,
    route_groups: Vec<RouteGroup>,
    workers: Option<NonZeroUsize>,
    shutdown_timeout: Duration,
) -> io::Result<Server> {
    let limits = edge.limits;
    let application = Arc::new(Application::new(edge, route_groups));
    let builder = Server::build().shutdown_timeout(shutdown_timeout.as_secs()).disable_signals();
    let builder = match workers {
        Some(number) => builder.workers(number.get()),
        None => builder,
    };
    let is_stopping = builder.graceful_shutdown_signal();
    let server = builder.listen("http", listener, move || {
        let is_stopping = is_stopping.clone();
        let app = for_worker(&application).into_factory().map_err(|error| error.error_response());
        // As actix-web's own server builds it, except for the wrapped connections.
        let http = HttpService::build()
            .client_request_timeout(limits.header_timeout)
            .client_disconnect_timeout(DISCONNECT_TIME)
            .keep_alive(limits.keep_alive)
            .on_connect_ext(|connection: &Connection, data| drop(data.insert(connection.phases())))
            .graceful_shutdown_signal(move || {
                let is_stopping = is_stopping.clone();
                async move { is_stopping.notified().await }
            })
            .h1(map_config(app, |()| AppConfig::default()));
        let application = Arc::clone(&application);
        fn_service(move |io: TcpStream| {
            let peer = io.peer_addr().ok();
            let connection = Connection::new(io, peer, Arc::clone(&application));
            ready(Ok::<_, DispatchError>((connection, peer)))
        })
        .and_then(http)
    })?;
    Ok(server.run())
}
