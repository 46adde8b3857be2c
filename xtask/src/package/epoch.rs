//! Timestamp of all files in a package.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::project;

/// Build systems' standard variable for the timestamp, in seconds since 1970.
pub(super) const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// Returns the timestamp from the environment, or that of the last commit, in seconds since 1970.
pub(super) fn seconds() -> Result<u64> {
    let seconds = match std::env::var_os(VARIABLE) {
        Some(seconds) => seconds.to_string_lossy().into_owned(),
        None => project::output(
            Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(project::root()),
        )
        .with_context(|| format!("without git, set {VARIABLE}"))?,
    };
    seconds.trim().parse().with_context(|| format!("{VARIABLE} must be seconds since 1970"))
}

/// Formats a timestamp as Debian's changelogs do.
pub(super) fn as_date(seconds: u64) -> Result<String> {
    let mut date = Command::new("date");
    project::output(date.args(["--utc", "--rfc-email", "--date", &format!("@{seconds}")]))
}
