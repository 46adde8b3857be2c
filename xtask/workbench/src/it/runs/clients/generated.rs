//! Clients that external generators make from the served OpenAPI documents, with callers in `tests/clients/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use listing_testkit::pictures::PNG_DATA_URI;

use super::language::typescript_packages;
use super::toolbox::{compile_typescript, paths_from, stdout_of};
use super::{Environment, Figures};
use xtask::project;

const PYTHON_TOOLS: [&str; 1] = ["openapi-python-client==0.29.1"];
/// Versions and paths.
const DESCRIPTIONS: [(&str, &str); 2] =
    [("3.1", "/.well-known/openapi.json"), ("3.0", "/.well-known/openapi-3.0.json")];
const DESCRIPTION: &str = "openapi.json";

/// The TypeScript compiler checks the calls against openapi-typescript's types.
pub(super) fn verify_typescript(env: &Environment) -> Result<Figures> {
    for_each_description(env, "typescript", |folder| {
        let packages = typescript_packages(&env.toolbox)?;
        fs::copy(caller("generated.ts"), folder.join("generated.ts"))?;
        let mut generator = Command::new("node");
        generator.arg(packages.join("openapi-typescript/bin/cli.js"));
        stdout_of(generator.args([DESCRIPTION, "--output", "schema.ts"]).current_dir(folder))?;
        compile_typescript(&packages, folder, &["generated.ts"])?;
        let mut node = Command::new("node");
        node.arg("generated.js");
        Ok(node)
    })
}

/// Tests openapi-python-client's package.
pub(super) fn verify_python(env: &Environment) -> Result<Figures> {
    for_each_description(env, "python-client", |folder| {
        let programs = env.toolbox.python("openapi", &PYTHON_TOOLS)?;
        let mut generator = Command::new(programs.join("openapi-python-client"));
        generator
            .args(["generate", "--path", DESCRIPTION, "--output-path", "generated", "--meta", "none"])
            .arg("--fail-on-warning")
            // The generator formats with a program installed next to it.
            .env("PATH", paths_from(&programs)?);
        stdout_of(generator.current_dir(folder))?;
        fs::copy(caller("generated.py"), folder.join("caller.py"))?;
        let mut python = Command::new(programs.join("python"));
        python.arg("caller.py");
        Ok(python)
    })
}

/// Generates a client from each document, and runs its caller with a new account.
fn for_each_description(
    env: &Environment,
    name: &str,
    made: impl Fn(&Path) -> Result<Command>,
) -> Result<Figures> {
    let mut figures = Vec::new();
    for (version, path) in DESCRIPTIONS {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(DESCRIPTION), env.fetch(path)?)?;
        let mut caller = made(folder.path())?;
        let account = env.deployment.account(&format!("{name}-{version}"))?;
        caller
            .current_dir(folder.path())
            .env("PTL_URL", &env.server.url)
            .env("PTL_KEY", account.key)
            .env("PTL_PHOTO", PNG_DATA_URI);
        figures.push((format!("of OpenAPI {version}"), stdout_of(&mut caller)?));
    }
    Ok(figures)
}

fn caller(name: &str) -> PathBuf {
    project::root().join("tests/clients").join(name)
}
