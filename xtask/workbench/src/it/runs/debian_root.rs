//! A small Debian system, made once by debootstrap from the machine's own mirror.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::toolbox::{Toolbox, run_fetch, stdout_of};

/// Returns an archive with a release's files and some packages.
pub(super) fn archive(release: &str, packages: &[&str]) -> Result<PathBuf> {
    let name = format!("debian-{release}-{}", packages.join("+"));
    let folder = Toolbox::open("tools").cached(&name, |folder| {
        // Made in the temporary folder, where no quota applies. Stored as an archive, because it has cyclic
        // links.
        let made = tempfile::tempdir()?;
        let root = made.path().join("root");
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.arg("--variant=minbase").arg(format!("--include={}", packages.join(",")));
        run_fetch(debootstrap.arg(release).arg(&root).args(mirror(release)))?;
        stdout_of(Command::new("tar").arg("-cf").arg(folder.join("root.tar")).arg("-C").arg(&root).arg("."))
            .map(drop)
    })?;
    Ok(folder.join("root.tar"))
}

/// Returns apt's mirror. Without one, debootstrap uses Debian's own.
fn mirror(release: &str) -> Option<String> {
    let mut apt = Command::new("apt-get");
    apt.args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
    let stdout = stdout_of(apt.arg(format!("Release: {release}"))).ok()?;
    stdout.lines().next().map(str::to_owned)
}
