//! Writes the log to standard error, as text or JSON.
//!
//! A crate of its own is optimized, which pays because every request writes a line.
#![deny(missing_docs)]

mod json;
mod sink;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use listing_domain::ports::Clock;
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::{SubscriberInitExt as _, TryInitError};

use json::JsonLines;
use sink::Sink;

/// The format of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Lines of text, for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// The log cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The filter is invalid.
    #[error("log: invalid filter {0:?}: {1}")]
    Filter(String, #[source] ParseError),
    /// The writer thread does not start.
    #[error("cannot start logging: {0}")]
    Thread(#[from] io::Error),
    /// A log is already running.
    #[error("cannot start logging: {0}")]
    Running(#[from] TryInitError),
}

/// The running log. Dropping it writes all lines still in memory.
#[must_use]
pub struct Log(Option<Arc<Sink>>);

/// Unless the filter names the HTTP library. By default it would log each client that doesn't speak HTTP,
/// which the service counts itself, and the end of each of its threads.
const LIBRARIES: [(&str, LevelFilter); 2] =
    [("actix_http", LevelFilter::OFF), ("actix_server", LevelFilter::WARN)];

/// Starts logging, with a filter such as `info` or `info,listing_http=debug`. JSON lines are written within a
/// tenth of a second; text lines, warnings and errors at once.
///
/// # Errors
/// [`LogError`].
pub fn start(filter: &str, lines: Lines, clock: Arc<dyn Clock>) -> Result<Log, LogError> {
    let filter = targets(filter)?;
    let logger = tracing_subscriber::registry().with(filter);
    let (started, sink) = match lines {
        Lines::Json => {
            let sink = Arc::new(Sink::new(io::stderr()));
            Arc::clone(&sink).write_regularly()?;
            (logger.with(JsonLines::new(Arc::clone(&sink), clock)).try_init(), Some(sink))
        }
        Lines::Text => {
            let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
            (logger.with(lines).try_init(), None)
        }
    };
    started?;
    Ok(Log(sink))
}

fn targets(text: &str) -> Result<Targets, LogError> {
    let filter: Targets = text.parse().map_err(|error| LogError::Filter(text.to_owned(), error))?;
    let unnamed = LIBRARIES.iter().filter(|(name, _)| !text.contains(name));
    Ok(unnamed.fold(filter, |filter, (name, level)| filter.with_target(*name, *level)))
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
    fn the_http_library_logs_only_if_the_filter_names_it() {
        let is_enabled =
            |filter: &str, level| targets(filter).unwrap().would_enable("actix_http::h1", &level);
        assert!(!is_enabled("info", Level::ERROR) && !is_enabled("trace", Level::ERROR));
        assert!(is_enabled("info,actix_http=debug", Level::DEBUG));
        assert!(targets("debug").unwrap().would_enable("listing_http", &Level::DEBUG));
        assert!(targets("info,listing_http=loud").is_err());
    }
}
