//! Receivers of webhooks that verify messages with the official libraries of Standard Webhooks.

use std::fs::copy;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use listing_testkit::pictures::PNG_DATA_URI;

use super::toolbox::stdout_of;
use super::{Environment, Figures};
use xtask::project;

const PYTHON_TOOLS: [&str; 1] = ["standardwebhooks==1.1.0"];
const NPM_TOOLS: [&str; 1] = ["standardwebhooks@1.1.1"];

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let python = env.toolbox.python("webhooks", &PYTHON_TOOLS)?.join("python");
    let python = receive(env, "python", |_| Ok(Command::new(python)), "webhooks.py")?;
    let packages = env.toolbox.npm("webhooks", &NPM_TOOLS)?;
    let node = |folder: &Path| {
        symlink(&packages, folder.join("node_modules"))?;
        Ok(Command::new("node"))
    };
    let node = receive(env, "node", node, "webhooks.mjs")?;
    Ok(vec![("PyPI".to_owned(), python), ("npm".to_owned(), node)])
}

fn receive(
    env: &Environment,
    name: &str,
    start: impl FnOnce(&Path) -> Result<Command>,
    script: &str,
) -> Result<String> {
    let folder = tempfile::tempdir()?;
    copy(receiver(script), folder.path().join(script))?;
    let account = env.deployment.account(&format!("webhooks-{name}"))?;
    let mut receiver = start(folder.path())?;
    receiver
        .arg(script)
        .current_dir(folder.path())
        .env("PTL_URL", &env.server.url)
        .env("PTL_KEY", account.key)
        .env("PTL_PHOTO", PNG_DATA_URI);
    stdout_of(&mut receiver)
}

fn receiver(name: &str) -> PathBuf {
    project::root().join("tests/clients").join(name)
}
