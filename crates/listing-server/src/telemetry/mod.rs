//! The log: lines on standard error, for people or for machines.

mod json;
mod sink;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::settings::LogFormat;
use json::JsonLines;
use sink::Sink;

/// The running log. What it has not written yet is written when this goes.
#[must_use]
pub struct Log(Option<Arc<Sink>>);

/// What the HTTP library says by itself, unless it is asked to. It tells of each client
/// that spoke no HTTP, which the edge counts, and of its threads' ends.
const LIBRARIES: [(&str, LevelFilter); 2] =
    [("actix_http", LevelFilter::OFF), ("actix_server", LevelFilter::WARN)];

/// Starts logging, with a filter such as `info` or `info,listing_http=debug`.
/// Lines for machines are written within a tenth of a second, warnings and
/// errors at once; lines for people at once.
///
/// # Errors
/// When the filter cannot be read or a logger runs already.
pub fn start(filter: &str, format: LogFormat) -> Result<Log> {
    let filter = targets(filter)?;
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

/// The filter that a text asks for.
fn targets(text: &str) -> Result<Targets> {
    let asked: Targets = text.parse().with_context(|| format!("log: {text:?} is no filter"))?;
    let unnamed = LIBRARIES.iter().filter(|(name, _)| !text.contains(name));
    Ok(unnamed.fold(asked, |filter, (name, level)| filter.with_target(*name, *level)))
}

impl Drop for Log {
    fn drop(&mut self) {
        if let Some(sink) = &self.0 {
            sink.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn the_http_library_is_heard_when_it_is_named() {
        let is_heard = |filter: &str, level| targets(filter).unwrap().would_enable("actix_http::h1", &level);
        assert!(!is_heard("info", Level::ERROR) && !is_heard("trace", Level::ERROR));
        assert!(is_heard("info,actix_http=debug", Level::DEBUG));
        assert!(targets("debug").unwrap().would_enable("listing_http", &Level::DEBUG));
        assert!(targets("info,listing_http=loud").is_err());
    }
}
