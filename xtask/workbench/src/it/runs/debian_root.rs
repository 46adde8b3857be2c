//! The files of a small Debian, made once by debootstrap from the machine's own mirror.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::toolbox::{Toolbox, done, fetched};

/// An archive of a release's files, with some packages.
pub(super) fn archive(release: &str, packages: &[&str]) -> Result<PathBuf> {
    let name = format!("debian-{release}-{}", packages.join("+"));
    let folder = Toolbox::open("tools").made(&name, |folder| {
        // Where no limit of a user's folder applies, and as one file: it has links that lead in circles.
        let made = tempfile::tempdir()?;
        let root = made.path().join("root");
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.arg("--variant=minbase").arg(format!("--include={}", packages.join(",")));
        fetched(debootstrap.arg(release).arg(&root).args(mirror(release)))?;
        done(Command::new("tar").arg("-cf").arg(folder.join("root.tar")).arg("-C").arg(&root).arg("."))
            .map(drop)
    })?;
    Ok(folder.join("root.tar"))
}

/// The mirror that apt has for a release; without one debootstrap takes Debian's own.
fn mirror(release: &str) -> Option<String> {
    let mut apt = Command::new("apt-get");
    apt.args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
    let said = done(apt.arg(format!("Release: {release}"))).ok()?;
    said.lines().next().map(str::to_owned)
}
