//! `mutants`: ten million damaged photos are prepared or refused without a panic, in bounded time and memory.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::it::outcome::RunReport;
use crate::it::runs::Scale;
use xtask::project;

pub(in crate::it::runs) fn run(scale: Scale) -> Result<RunReport> {
    // First mutant's number, and their count.
    let numbers = ["0", &scale.pick(10_000_000, 20_000).to_string()].map(str::to_owned);
    let output =
        Command::new(project::photo_program("mutants")?).args(&numbers).stderr(Stdio::inherit()).output()?;
    let report = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(output.status.success(), "{report} ({})", output.status);
    Ok(report.into())
}
