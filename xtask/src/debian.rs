//! Installs the Debian packages that the tests use.

use std::path::Path;
use std::process::Command;

/// Installs a package if it can. Ignores failures, because callers check the installed files.
pub fn install(package: &str) {
    if !can_install() {
        return;
    }
    eprintln!("installing Debian's package {package}");
    // The package lists may be missing or stale, so refresh them and retry once.
    if !apt_get(&["install", "-y", "--no-install-recommends", package]) {
        apt_get(&["update"]);
        apt_get(&["install", "-y", "--no-install-recommends", package]);
    }
}

/// Returns true if the user is root on Debian or a derivative.
pub fn can_install() -> bool {
    Path::new("/etc/debian_version").exists()
        && succeeds(Command::new("apt-get").arg("--version"))
        && is_root()
}

/// Returns true if the user is root.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(args: &[&str]) -> bool {
    succeeds(Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Runs a command without output. Returns false if it fails or cannot be started.
pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
