//! Finds Node packages that benchmarks measure for comparison.

use std::process::Command;

use xtask::debian;

/// Returns a `NODE_PATH` that also has the global folder; `None` if the package is not installed.
pub(crate) fn path_to(package: &str) -> Option<String> {
    let global = Command::new("npm").args(["root", "-g"]).output().ok();
    let global = global.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let own = std::env::var_os("NODE_PATH").and_then(|paths| paths.into_string().ok());
    let paths = own.into_iter().chain(global).collect::<Vec<_>>().join(":");
    let script = format!("require('{package}')");
    if !debian::succeeds(Command::new("node").args(["-e", &script]).env("NODE_PATH", &paths)) {
        eprintln!("skipped: {package} is not installed; run `npm install -g {package}`");
        return None;
    }
    Some(paths)
}
