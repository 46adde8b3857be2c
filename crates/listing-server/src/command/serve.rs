//! `ptl serve`: the REST interface until it is told to stop.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::signal::unix::{SignalKind, signal};

use super::{Failure, print};
use crate::compose::Service;
use crate::settings::Settings;

/// How long generations whose clients are gone may take to end at a stop.
const DRAIN_WITHIN: Duration = Duration::from_secs(75);

/// Serves what `compose` plugs together until it is told to stop, then finishes what
/// is running.
pub async fn run(
    settings: &Settings,
    compose: impl AsyncFnOnce(&Settings) -> Result<Service, Failure>,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(settings.listen)
        .with_context(|| format!("cannot listen on {}", settings.listen))
        .map_err(Failure::Setup)?;
    let address = listener.local_addr().context("cannot tell the address that is listened on")?;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        %address,
        database = %settings.database_url,
        provider = %settings.ai.providers,
        "starting to serve"
    );
    let service = Arc::new(compose(settings).await?);
    service.sweep().await.map_err(Failure::Setup)?;
    let books = tokio::spawn(sweep_for_ever(Arc::clone(&service)));
    let server = service.serve(listener, settings).context("cannot start the server")?;
    print::line(&format!("listening on http://{address}"));
    let handle = server.handle();
    let server = tokio::spawn(server);
    told_to_stop().await.context("cannot listen for signals")?;
    tracing::info!("told to stop: nothing new is accepted, what runs is finished");
    service.say_stopping();
    handle.stop(true).await;
    server.await.context("the server panicked")?.context("the server ended with an error")?;
    let drained = tokio::time::timeout(DRAIN_WITHIN, service.edge.generation_tasks.finished()).await;
    if drained.is_err() {
        tracing::warn!(
            "generations were cut off because they outlasted the stop; the units that they held go back within a minute"
        );
    }
    books.abort();
    tracing::info!("stopped: all that ran is finished");
    Ok(())
}

/// Waits for SIGTERM, as service managers send it, or for Ctrl-C.
async fn told_to_stop() -> Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => {}
        pressed = tokio::signal::ctrl_c() => pressed?,
    }
    Ok(())
}

/// A request that was cut off by a crash still holds its unit; this gives it
/// back soon, and keeps others from giving back what this process holds.
async fn sweep_for_ever(service: Arc<Service>) {
    let mut ticks = tokio::time::interval(Service::BEAT);
    loop {
        ticks.tick().await;
        match service.sweep().await {
            Ok(0) => {}
            Ok(units) => tracing::warn!(
                units,
                "units that were held for too long, or by a process that is gone, went back to their accounts"
            ),
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "the sweep failed: what vanished processes hold stays held until a later sweep works")
            }
        }
    }
}
