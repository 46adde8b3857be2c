//! The scripts in `docs/examples/`: a batch in, one correction, a file of drafts out.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
use listing_testkit::pictures::PNG_DATA_URI;

use super::language::typescript_packages;
use super::toolbox::{compile_typescript, stdout_of};
use super::{Environment, Figures};
use xtask::project;

const STOCK_NUMBERS: [&str; 3] = ["JKT-0042", "JKT-0043", "LAMP 7"];
/// The price to which the scripts correct one item.
const CORRECTED_PRICE: &str = "49.00";

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let python = run_script(env, "python", |folder| {
        fs::copy(script("batch.py"), folder.join("batch.py"))?;
        let mut python = Command::new("python3");
        python.arg("batch.py");
        Ok(python)
    })?;
    let typescript = run_script(env, "typescript", |folder| {
        fs::copy(script("batch.ts"), folder.join("batch.ts"))?;
        compile_typescript(&typescript_packages(&env.toolbox)?, folder, &["batch.ts"])?;
        let mut node = Command::new("node");
        node.arg("batch.js");
        Ok(node)
    })?;
    Ok(vec![("batch.py".to_owned(), python), ("batch.ts".to_owned(), typescript)])
}

/// Runs a script on a folder of items, and checks the file that it writes.
fn run_script(
    env: &Environment,
    name: &str,
    prepare: impl FnOnce(&Path) -> Result<Command>,
) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let (_, base64) = PNG_DATA_URI.split_once(',').context("the picture is not a data URI")?;
    let photo = STANDARD.decode(base64)?;
    for sku in STOCK_NUMBERS {
        let item = folder.path().join("stock").join(sku);
        fs::create_dir_all(&item)?;
        fs::write(item.join("1.jpg"), &photo)?;
        fs::write(item.join("2.jpg"), &photo)?;
    }
    let account = env.deployment.account(&format!("example-{name}"))?;
    let mut script = prepare(folder.path())?;
    script.args(["stock", "drafts.csv"]).current_dir(folder.path());
    stdout_of(script.env("PTL_URL", &env.server.url).env("PTL_KEY", account.key))?;
    let drafts = fs::read_to_string(folder.path().join("drafts.csv"))?;
    let rows = drafts.lines().filter(|line| line.starts_with("Draft,")).collect::<Vec<_>>();
    for sku in STOCK_NUMBERS {
        let found = rows.iter().filter(|row| row.contains(sku)).count();
        ensure!(found == 1, "{found} drafts have the stock number {sku}: {drafts}");
    }
    let corrected = rows.iter().filter(|row| row.contains(CORRECTED_PRICE)).count();
    ensure!(corrected == 1, "{corrected} drafts have the corrected price: {drafts}");
    Ok(format!("{} drafts", rows.len()))
}

fn script(name: &str) -> std::path::PathBuf {
    project::root().join("docs/examples").join(name)
}
