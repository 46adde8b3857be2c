//! The log: lines on standard error, for people or for machines.

mod json;
mod sink;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::settings::LogFormat;
use json::JsonLines;
use sink::Sink;

/// The running log. What it has not written yet is written when this goes.
#[must_use]
pub struct Log(Option<Arc<Sink>>);

/// Starts logging, with a filter such as `info` or `info,listing_http=debug`.
/// Lines for machines are written within a tenth of a second, warnings and
/// errors at once; lines for people at once.
///
/// # Errors
/// When the filter cannot be read or a logger runs already.
pub fn start(filter: &str, format: LogFormat) -> Result<Log> {
    let filter: Targets = filter.parse().with_context(|| format!("log: {filter:?} is no filter"))?;
    let logger = tracing_subscriber::registry().with(filter);
    let (started, sink) = match format {
        LogFormat::Json => {
            let sink = Arc::new(Sink::new(io::stderr()));
            Arc::clone(&sink).write_regularly().context("cannot start logging")?;
            (logger.with(JsonLines::new(Arc::clone(&sink))).try_init(), Some(sink))
        }
        LogFormat::Text => {
            let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
            (logger.with(lines).try_init(), None)
        }
    };
    started.map_err(|error| anyhow::anyhow!("cannot start logging: {error}"))?;
    Ok(Log(sink))
}

impl Drop for Log {
    fn drop(&mut self) {
        if let Some(sink) = &self.0 {
            sink.close();
        }
    }
}
