use std::io::IsTerminal as _;

/// A log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Plain text lines.
    Text,
    /// One JSON object per line.
    Json,
}

impl LogFormat {
    /// Text if standard error is a terminal, otherwise JSON.
    pub fn of_stderr() -> Self {
        if std::io::stderr().is_terminal() { Self::Text } else { Self::Json }
    }
}
