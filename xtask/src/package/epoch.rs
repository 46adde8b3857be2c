//! The timestamp that all files in a package get, so that builds are reproducible.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::project;

/// Standard of build systems, in seconds since 1970.
pub(super) const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// Returns the environment's timestamp, or else that of the last commit.
pub(super) fn seconds() -> Result<u64> {
    let seconds = match std::env::var_os(VARIABLE) {
        Some(seconds) => seconds.to_string_lossy().into_owned(),
        None => project::output(
            Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(project::root()),
        )
        .with_context(|| format!("cannot read the time of the last commit: set {VARIABLE}"))?,
    };
    seconds.trim().parse().with_context(|| format!("{VARIABLE} must be seconds since 1970"))
}

/// Formats a timestamp as in Debian's changelogs.
pub(super) fn as_date(seconds: u64) -> Result<String> {
    let mut date = Command::new("date");
    project::output(date.args(["--utc", "--rfc-email", "--date", &format!("@{seconds}")]))
}
