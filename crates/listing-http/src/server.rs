//! Puts the interface together and serves it.

use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, Error, Handler, HttpServer, Resource, Responder, Route as ActixRoute};

use crate::error::ApiError;
use crate::route::Route;
use crate::{Api, docs_page, health, listings, metrics, middleware, openapi, usage};

/// How long a client may take to send a request's head.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a connection may be idle between requests.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// How long running requests may take to end once the server is told to stop.
const SHUTDOWN_SECONDS: u64 = 75;

/// Adds the paths of the interface to an actix application.
pub fn configure(api: &Api) -> impl FnOnce(&mut ServiceConfig) + use<> {
    let api = web::Data::new(api.clone());
    move |config| {
        config
            .app_data(api)
            .service(only(Route::Listings, "POST", web::post(), listings::generate))
            .service(only(Route::Usage, "GET", web::get(), usage::show))
            .service(only(Route::Live, "GET", web::get(), health::live))
            .service(only(Route::Ready, "GET", web::get(), health::ready))
            .service(only(Route::Metrics, "GET", web::get(), metrics::show))
            .service(only(Route::OpenApi, "GET", web::get(), openapi::show))
            .service(only(Route::Docs, "GET", web::get(), docs_page::show))
            .default_service(web::to(|| ready(Err::<&str, _>(ApiError::not_found()))));
    }
}

/// A path with one method; any other method is told which.
fn only<F, Args>(route: Route, method: &'static str, guarded: ActixRoute, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(route.path())
        .route(guarded.to(handler))
        .default_service(web::to(move || ready(Err::<&str, _>(ApiError::method_not_allowed(method)))))
}

/// The whole application: the paths, and around them what concerns every
/// request, also those to paths that do not exist.
fn application(
    api: &Api,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let edge_api = Arc::new(api.clone());
    App::new()
        .configure(configure(api))
        .wrap(from_fn(move |request, next| middleware::serve_one(Arc::clone(&edge_api), request, next)))
}

/// Serves the interface on a socket that is bound already, with one worker for
/// each core unless `workers` says how many.
///
/// Signals are left to the caller, who first makes the readiness check fail,
/// then stops the server gracefully by its handle, and at last waits for
/// [`GenerationTasks::finished`](crate::GenerationTasks::finished).
///
/// # Errors
/// When the socket cannot be listened on.
pub fn serve(listener: TcpListener, api: Api, workers: Option<NonZeroUsize>) -> io::Result<Server> {
    let server = HttpServer::new(move || application(&api))
        .client_request_timeout(HEAD_TIME)
        .keep_alive(KEEP_ALIVE)
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .disable_signals();
    let server = match workers {
        Some(number) => server.workers(number.get()),
        None => server,
    };
    Ok(server.listen(listener)?.run())
}
