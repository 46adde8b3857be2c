//! How far a check of the database is, for who looks on.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Between two looks at whether the copying goes on.
const TICK: Duration = Duration::from_millis(200);

/// A bar on a terminal, on standard error: none where nobody looks on. Until the
/// first rows are read it says that the database is copied.
#[derive(Clone)]
pub(super) struct CheckBar(ProgressBar);

impl CheckBar {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new_spinner().with_message("reading the database");
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// So many rows of so many were read.
    pub(super) fn at(&self, read: u64, all: u64) {
        if self.0.length().is_none() {
            self.0.disable_steady_tick();
            self.0.set_style(style());
            self.0.set_length(all);
        }
        self.0.set_position(read);
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} rows checked, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}
