//! The log: lines on standard error, for people or for machines.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result};
use tracing_subscriber::EnvFilter;

use crate::settings::LogFormat;

/// Starts logging, with a filter such as `info` or `info,listing_http=debug`.
///
/// # Errors
/// When the filter cannot be read or a logger runs already.
pub fn start(filter: &str, format: LogFormat) -> Result<()> {
    let filter = EnvFilter::try_new(filter).with_context(|| format!("log: {filter:?} is no filter"))?;
    let logger = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let started = match format {
        LogFormat::Json => logger.json().flatten_event(true).with_span_list(false).try_init(),
        LogFormat::Text => logger.with_ansi(io::stderr().is_terminal()).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("cannot start logging: {error}"))
}
