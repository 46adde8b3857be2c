//! How far an import is, for who looks on.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on a terminal, on standard error: none where nobody looks on.
pub(super) struct ImportBar(ProgressBar);

impl ImportBar {
    pub(super) fn new(bytes: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent} %, {msg} lines, {eta} left");
        Self(ProgressBar::new(bytes).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// So many bytes and lines were read.
    pub(super) fn at(&self, bytes: u64, lines: u64) {
        self.0.set_message(lines.to_string());
        self.0.set_position(bytes);
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}
