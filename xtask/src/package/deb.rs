use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::epoch;
use super::files::{self, source};
use super::tree::Tree;
use crate::{debian, models, project};

const SOURCES: &str = "docs/deployment/debian";
const SCRIPTS: [&str; 3] = ["postinst", "postrm", "prerm"];
/// When the package is upgraded, changes made on the machine are kept.
const SETTINGS: &str = "etc/ptl/ptl.toml";
const MODELS: &str = "usr/share/ptl/models";
/// Folder for architecture-dependent code; the models folder links to it.
const LIBRARIES: &str = "usr/lib/ptl";
const MAINTAINER: &str = "The Photo to Listing authors <ptl@photo-to-listing.invalid>";
/// Dependencies in addition to libraries: TLS root certificates, and `adduser` for the service's user.
const NEEDED: &str = "adduser, ca-certificates";

const DESCRIPTION: &str = "\
listings for marketplaces from photos of a product
 ptl turns one to four photos of a product into listings ready to publish on
 twelve marketplaces, in French or English, with a price and the reason for
 it. It is a service with a web app and a REST API.
 .
 The engine that recognises products is part of the package. AI services can
 be added.";

/// Returns Debian's name for this machine's architecture.
pub fn architecture() -> Result<String> {
    project::output(Command::new("dpkg").arg("--print-architecture"))
}

pub(super) fn make(program: &Path, version: &str, dir: &Path) -> Result<PathBuf> {
    let seconds = epoch::seconds()?;
    let tree = Tree::new()?;
    files::add(&tree, "usr/", program)?;
    add_models(&tree)?;
    tree.write("usr/lib/systemd/system/ptl.service", unit(&source("docs/deployment/ptl.service")?)?)?;
    tree.write(SETTINGS, source(&format!("{SOURCES}/ptl.toml"))?)?;
    tree.write("usr/share/doc/ptl/copyright", source(&format!("{SOURCES}/copyright"))?)?;
    tree.write_compressed("usr/share/doc/ptl/changelog", changelog(version, &epoch::as_date(seconds)?))?;
    tree.write("usr/share/lintian/overrides/ptl", source(&format!("{SOURCES}/lintian-overrides"))?)?;
    let architecture = architecture()?;
    let control = control(version, &architecture, size_kib(tree.root())?, &libraries(&tree)?);
    tree.write("DEBIAN/md5sums", sums(tree.root())?)?;
    tree.write("DEBIAN/control", control)?;
    tree.write("DEBIAN/conffiles", format!("/{SETTINGS}\n"))?;
    for script in SCRIPTS {
        tree.write_program(&format!("DEBIAN/{script}"), source(&format!("{SOURCES}/{script}"))?)?;
    }
    let package = dir.join(format!("ptl_{version}_{architecture}.deb"));
    let mut dpkg = Command::new("dpkg-deb");
    // Weights hardly shrink, even at higher levels.
    dpkg.args(["--root-owner-group", "-Zgzip", "-z1", "--build"]);
    dpkg.arg(tree.root()).arg(&package);
    project::output(dpkg.env(epoch::VARIABLE, seconds.to_string()))?;
    Ok(package)
}

fn add_models(tree: &Tree) -> Result<()> {
    for (name, bytes) in models::files()? {
        if name.starts_with("lib") {
            tree.write(&format!("{LIBRARIES}/{name}"), bytes)?;
            tree.link(&format!("{MODELS}/{name}"), &format!("../../../lib/ptl/{name}"))?;
        } else {
            tree.write(&format!("{MODELS}/{name}"), bytes)?;
        }
    }
    Ok(())
}

/// Returns the project's systemd unit with the package's program path and user.
fn unit(unit: &str) -> Result<String> {
    let (_, rest) = unit.split_once("\n[Unit]\n").context("the unit file has no section [Unit]")?;
    let mut unit = format!("[Unit]\nDocumentation=man:ptl(1)\n{rest}");
    for (line, packaged) in [
        ("ExecStart=/usr/local/bin/ptl serve", "ExecStart=/usr/bin/ptl serve"),
        ("DynamicUser=yes", "User=ptl\nGroup=ptl"),
    ] {
        ensure!(
            unit.lines().filter(|other| *other == line).count() == 1,
            "the unit file must have the line {line} exactly once"
        );
        unit = unit.replace(line, packaged);
    }
    Ok(unit)
}

fn changelog(version: &str, date: &str) -> String {
    format!(
        "ptl ({version}) unstable; urgency=medium\n\n  * CHANGELOG.md.gz in this folder says what changed, and what to \
         do.\n\n -- {MAINTAINER}  {date}\n"
    )
}

fn control(version: &str, architecture: &str, size_kib: u64, libraries: &str) -> String {
    format!(
        "Package: ptl\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size_kib}\nDepends: {libraries}, {NEEDED}\nSuggests: libheif-examples\nSection: web\n\
         Priority: optional\nDescription: {DESCRIPTION}\n"
    )
}

/// Returns the needed libraries' Debian packages with minimum versions.
fn libraries(tree: &Tree) -> Result<String> {
    ensure!(
        debian::succeeds(Command::new("dpkg-shlibdeps").arg("--version")),
        "dpkg-shlibdeps is not installed: run sudo apt-get install dpkg-dev"
    );
    // `dpkg-shlibdeps` needs the description of a source package.
    let sources = tempfile::tempdir()?;
    fs::create_dir(sources.path().join("debian"))?;
    fs::write(sources.path().join("debian/control"), "Source: ptl\n\nPackage: ptl\nArchitecture: any\n")?;
    let mut shlibdeps = Command::new("dpkg-shlibdeps");
    shlibdeps.current_dir(sources.path()).arg("-O").arg("-xptl").arg(tree.root().join("usr/bin/ptl"));
    let folder = tree.root().join(LIBRARIES);
    if folder.is_dir() {
        shlibdeps.args(project::all_files_below(&folder)?);
    }
    let output = project::output(&mut shlibdeps)?;
    let depends = output.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    depends.map(str::to_owned).context("dpkg-shlibdeps names no library")
}

/// Each file is rounded up.
fn size_kib(root: &Path) -> Result<u64> {
    let sizes = project::all_files_below(root)?.into_iter().map(fs::symlink_metadata);
    sizes.map(|metadata| Ok(metadata?.len().div_ceil(1024))).sum()
}

/// Returns the MD5 checksums with which `debsums` and `dpkg --verify` find changed files.
fn sums(root: &Path) -> Result<String> {
    let mut sums = String::new();
    for file in project::all_files_below(root)? {
        let inside = file.strip_prefix(root)?.to_string_lossy();
        if inside.starts_with("etc/") || fs::symlink_metadata(&file)?.is_symlink() {
            continue;
        }
        let output = project::output(Command::new("md5sum").arg(&file))?;
        let (sum, _) = output.split_once(' ').context("md5sum printed no checksum")?;
        let _ = writeln!(sums, "{sum}  {inside}");
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packaged_unit_differs_only_in_program_path_and_user() {
        let ours = source("docs/deployment/ptl.service").unwrap();
        let packaged = unit(&ours).unwrap();
        let settings = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let (ours, packaged) = (settings(&ours), settings(&packaged));
        let added: Vec<_> = packaged.iter().filter(|line| !ours.contains(line)).collect();
        let gone: Vec<_> = ours.iter().filter(|line| !packaged.contains(line)).collect();
        assert_eq!(
            added,
            ["Documentation=man:ptl(1)", "ExecStart=/usr/bin/ptl serve", "User=ptl", "Group=ptl"]
        );
        assert_eq!(gone, ["ExecStart=/usr/local/bin/ptl serve", "DynamicUser=yes"]);
        for line in ["StateDirectory=ptl", "RestartPreventExitStatus=2", "ProtectSystem=strict"] {
            assert!(packaged.iter().any(|it| it == line), "{line}");
        }
    }

    #[test]
    fn unit_without_a_line_that_the_package_changes_is_refused() {
        let error = unit("\n[Unit]\n[Service]\nDynamicUser=yes\n").unwrap_err().to_string();
        assert!(error.contains("ExecStart=/usr/local/bin/ptl serve"), "{error}");
    }
}
