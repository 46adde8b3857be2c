//! Debian's packages, for what the tests run beside the service.

use std::path::Path;
use std::process::Command;

/// Installs a package where that is simple and safe: as root on Debian or a
/// relative of it. Whether it went well shows in what the package brings.
pub fn install(package: &str) {
    if !can_install() {
        return;
    }
    eprintln!("installing Debian's package {package}");
    // The package lists may be missing or stale: try, refresh once, try again.
    if !apt_get(&["install", "-y", "--no-install-recommends", package]) {
        apt_get(&["update"]);
        apt_get(&["install", "-y", "--no-install-recommends", package]);
    }
}

/// Whether packages can be installed here without asking anybody.
pub fn can_install() -> bool {
    Path::new("/etc/debian_version").exists()
        && succeeds(Command::new("apt-get").arg("--version"))
        && is_root()
}

/// Whether this is run by root.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(args: &[&str]) -> bool {
    succeeds(Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Runs a command silently; a command that cannot be started has not succeeded.
pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
