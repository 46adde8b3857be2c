//! Implements `ptl serve`, which serves requests until a signal stops it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use listing_domain::ports::Clock as _;
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, timeout_at};

use super::{Failure, print};
use crate::compose::Service;
use crate::settings::{LogFormat, Settings};
use crate::sources::SystemClock;

/// Reserved for answering requests that were cut off and releasing their quota units; at most a third of the
/// shutdown timeout.
const CUT_OFF_TIME: Duration = Duration::from_secs(5);

/// Serves requests until a signal, then finishes running ones.
pub async fn run(
    settings: &Settings,
    compose: impl AsyncFnOnce(&Settings) -> Result<Service, Failure>,
) -> Result<(), Failure> {
    let mut signals = Signals::listen().context("cannot listen for signals")?;
    let listener = TcpListener::bind(settings.listen)
        .with_context(|| format!("cannot listen on {}", settings.listen))
        .map_err(Failure::Setup)?;
    let address = listener.local_addr().context("cannot read the listen address")?;
    // With port 0, this address has the port that the system picked.
    let settings = &Settings { listen: address, ..settings.clone() };
    if let Some(warning) = settings.web.warning(address) {
        tracing::warn!(%address, "{warning}");
    }
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        %address,
        database = %settings.database_url,
        provider = %settings.ai.providers,
        "starting the server on {address}"
    );
    let service = Arc::new(compose(settings).await?);
    service.sweep().await.map_err(Failure::Setup)?;
    service.start_loops();
    let server = service.serve(listener, settings).context("cannot start the server")?;
    announce(settings, &format!("listening on http://{address}"));
    if service.needs_administrator().await.map_err(Failure::Failed)? {
        announce(
            settings,
            "there is no administrator yet: ptl admin create EMAIL prints a link for the first one",
        );
    }
    let handle = server.handle();
    let server = tokio::spawn(server);
    signals.wait_for_stop().await;
    begin_shutdown(&service, settings.shutdown_delay).await;
    let all_ended = async {
        handle.stop(true).await;
        server.await.context("the server panicked")?.context("the server ended with an error")?;
        service.edge.tasks.finished().await;
        anyhow::Ok(())
    };
    let cut_off = shut_down_within(settings.shutdown_timeout, &service, all_ended).await?;
    if cut_off.is_empty() {
        tracing::info!("stopped: all running requests are finished");
        return Ok(());
    }
    Err(anyhow::anyhow!(
        "shutdown timeout: cut off {}; held units return to their accounts",
        names_and_counts(&cut_off)
    )
    .into())
}

/// Fails readiness for `delay` before the port closes, so that a load balancer sends no request to a closed
/// port.
async fn begin_shutdown(service: &Service, delay: Duration) {
    service.begin_shutdown();
    if !delay.is_zero() {
        let seconds = delay.as_secs();
        tracing::info!(
            seconds,
            "shutting down: failing the readiness check, still accepting requests for {seconds} s"
        );
        tokio::time::sleep(delay).await;
    }
    tracing::info!("shutting down: refusing new requests, finishing running ones");
}

/// Numbers of cut-off background tasks by name.
type CutOff = BTreeMap<&'static str, usize>;

fn names_and_counts(tasks: &CutOff) -> String {
    let names: Vec<_> = tasks.iter().map(|(name, count)| format!("{name} ({count})")).collect();
    names.join(", ")
}

/// Waits for all tasks. Shortly before the timeout it cuts off and returns those that still run: their
/// callers get 503 with Retry-After, and their quota units are released.
async fn shut_down_within(
    time: Duration,
    service: &Service,
    all_ended: impl Future<Output = Result<()>>,
) -> Result<CutOff> {
    let deadline = Instant::now() + time;
    let mut all_ended = std::pin::pin!(all_ended);
    if let Ok(ended) = timeout_at(deadline - CUT_OFF_TIME.min(time / 3), &mut all_ended).await {
        return ended.map(|()| CutOff::new());
    }
    let cut_off = service.edge.tasks.cut_off();
    let tasks = names_and_counts(&cut_off);
    tracing::warn!(tasks, "shutdown timeout: cutting off {tasks}");
    // The other half of the remaining time is for releasing quota units.
    let _ = timeout_at(deadline - CUT_OFF_TIME.min(time / 3) / 2, all_ended).await;
    match timeout_at(deadline, service.release_held()).await {
        Ok(Ok(units)) => tracing::info!(units, "returned {units} held units to their accounts"),
        Ok(Err(error)) => {
            tracing::error!(
                error = %format!("{error:#}"),
                "failed to return held units to their accounts: they return within a minute"
            );
        }
        Err(_) => tracing::error!(
            "failed to return held units to their accounts: the database does not answer; they return \
             within a minute"
        ),
    }
    Ok(cut_off)
}

/// Prints to standard output in the format of the log, since both often share a destination. A failure is
/// only logged, since no one depends on the line.
fn announce(settings: &Settings, text: &str) {
    let line = match settings.log_format {
        LogFormat::Text => text.to_owned(),
        LogFormat::Json => {
            let timestamp = SystemClock.now().to_string();
            json!({ "timestamp": timestamp, "level": "INFO", "message": text }).to_string()
        }
    };
    if let Err(error) = print::line(&line) {
        tracing::warn!(error = %format!("{:#}", error.error()), "cannot write to standard output");
    }
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
    quit: Signal,
    hang_up: Signal,
    user_1: Signal,
    user_2: Signal,
}

impl Signals {
    /// From now on, none of these signals ends the process by default.
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            hang_up: signal(SignalKind::hangup())?,
            user_1: signal(SignalKind::user_defined1())?,
            user_2: signal(SignalKind::user_defined2())?,
        })
    }

    /// Waits for SIGTERM (from service managers), Ctrl-C or SIGQUIT; logs and ignores other signals.
    async fn wait_for_stop(&mut self) {
        loop {
            let ignored = tokio::select! {
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
                _ = self.quit.recv() => return,
                _ = self.hang_up.recv() => "SIGHUP",
                _ = self.user_1.recv() => "SIGUSR1",
                _ = self.user_2.recv() => "SIGUSR2",
            };
            tracing::info!(signal = ignored, "ignored {ignored}: settings are read only at startup");
        }
    }
}
