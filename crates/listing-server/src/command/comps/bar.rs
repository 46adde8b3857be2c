use indicatif::{ProgressBar, ProgressStyle};

/// An import's progress on standard error, on terminals only.
pub(super) struct ImportBar(ProgressBar);

impl ImportBar {
    pub(super) fn new(bytes: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent} %, {msg} lines, {eta} left");
        Self(ProgressBar::new(bytes).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    pub(super) fn at(&self, bytes: u64, lines: u64) {
        self.0.set_message(lines.to_string());
        self.0.set_position(bytes);
    }

    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}
