//! Shows the progress of checking a database.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(200);

/// On standard error, on terminals only. Until rows have been read, it says that the database is being read.
#[derive(Clone)]
pub(super) struct CheckBar(ProgressBar);

impl CheckBar {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new_spinner().with_message("reading the database");
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    pub(super) fn at(&self, read: u64, all: u64) {
        if self.0.length().is_none() {
            self.0.disable_steady_tick();
            self.0.set_style(style());
            self.0.set_length(all);
        }
        self.0.set_position(read);
    }

    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} rows checked, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}
