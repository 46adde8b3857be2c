use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::files::{self, source};
use super::tree::Tree;
use super::{VERSION, epoch};
use crate::{models, project};

/// Name in the tarball and path in the project.
const DOCUMENTS: [(&str, &str); 5] = [
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("INSTALL.md", "docs/deployment/debian.md"),
    ("ptl.service", "docs/deployment/ptl.service"),
    ("ptl.toml", "docs/deployment/debian/ptl.toml"),
];

pub(super) fn make(program: &Path, dir: &Path) -> Result<PathBuf> {
    let name = format!("ptl-{VERSION}-{ARCH}-{OS}");
    let tree = Tree::new()?;
    files::add(&tree, &format!("{name}/"), program)?;
    for (file, bytes) in models::files()? {
        tree.write(&format!("{name}/share/ptl/models/{file}"), bytes)?;
    }
    for (document, path) in DOCUMENTS {
        tree.write(&format!("{name}/share/doc/ptl/{document}"), source(path)?)?;
    }
    let tarball = dir.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
    tar.arg(format!("--mtime=@{}", epoch::seconds()?)).args(["--use-compress-program", "gzip -9 --no-name"]);
    project::output(tar.arg("--file").arg(&tarball).arg("--directory").arg(tree.root()).arg(&name))?;
    Ok(tarball)
}
