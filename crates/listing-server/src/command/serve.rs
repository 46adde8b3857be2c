//! `ptl serve`: the REST interface until it is told to stop.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use listing_domain::ports::{Clock as _, QuotaLedger};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;
use crate::sources::SystemClock;

/// How often units that are held past their time are given back.
const EXPIRE_EVERY: Duration = Duration::from_secs(15);

/// Serves until it is told to stop, then finishes what is running.
pub async fn run(settings: &Settings) -> Result<(), Failure> {
    let listener = TcpListener::bind(settings.listen)
        .with_context(|| format!("cannot listen on {}", settings.listen))
        .map_err(Failure::Setup)?;
    let address = listener.local_addr().context("cannot tell the address that is listened on")?;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        %address,
        database = %settings.database_url,
        provider = ?settings.ai_provider,
        "starting"
    );
    let service = compose::Service::compose(settings)?;
    let expiry = tokio::spawn(expire_for_ever(Arc::clone(&service.quota)));
    let server = listing_http::serve(listener, service.api, settings.workers).context("cannot start the server")?;
    print::line(&format!("listening on http://{address}"));
    let outcome = server.await.context("the server ended with an error");
    expiry.abort();
    tracing::info!("stopped");
    Ok(outcome?)
}

/// A request that was cut off by a crash still holds its unit; this gives it
/// back when its time is over.
async fn expire_for_ever(quota: Arc<dyn QuotaLedger>) {
    let mut ticks = tokio::time::interval(EXPIRE_EVERY);
    loop {
        ticks.tick().await;
        let now: Timestamp = SystemClock.now();
        match quota.expire(now).await {
            Ok(0) => {}
            Ok(units) => tracing::warn!(units, "held units were given back"),
            Err(error) => tracing::error!(error = %error, "held units could not be given back"),
        }
    }
}
