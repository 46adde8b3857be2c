//! `cargo xtask openapi`: generates `docs/openapi.json` from the code.

use std::fs;

use anyhow::{Context as _, Result, ensure};

use xtask::project;

/// Arguments of `cargo xtask openapi`.
#[derive(Debug, clap::Args)]
pub(crate) struct OpenapiArgs {
    /// Only compare, and fail if the file differs from the code
    #[arg(long)]
    pub(crate) check: bool,
}

pub(crate) fn run(args: &OpenapiArgs) -> Result<()> {
    let mut command = project::cargo([
        "run",
        "--quiet",
        "--release",
        "--locked",
        "--package",
        "listing-server",
        "--",
        "openapi",
    ]);
    let output = command.output().context("cannot run ptl openapi")?;
    ensure!(output.status.success(), "ptl openapi failed: {}", String::from_utf8_lossy(&output.stderr));
    let file = project::root().join("docs/openapi.json");
    if args.check {
        let recorded = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        ensure!(recorded == output.stdout, "docs/openapi.json has drifted; run `cargo xtask openapi`");
    } else {
        fs::write(&file, &output.stdout).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
