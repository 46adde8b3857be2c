//! `cargo xtask package`: what a host installs without a compiler.
//!
//! | File in `target/package/` | What it is |
//! |---|---|
//! | `ptl_VERSION_ARCH.deb` | Debian's package: program, weights, unit, settings, manual pages, completions |
//! | `ptl-VERSION-MACHINE-linux.tar.gz` | the same files for any Linux with the GNU C library 2.35 and OpenSSL 3 |
//!
//! Both are made again byte by byte from the same program: their files have the time that
//! `SOURCE_DATE_EPOCH` says, or that of the last commit. Debian's tools make them (`dpkg-deb`,
//! `dpkg-shlibdeps`, `tar`, `gzip`).

mod deb;
mod epoch;
mod files;
mod tarball;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::{models, project};

pub use self::deb::architecture;

/// The version of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Deb,
    Tarball,
}

/// Arguments of `cargo xtask package`.
#[derive(Debug, clap::Args)]
pub struct PackageArgs {
    /// Make only one of them
    #[arg(long)]
    only: Option<Form>,
    /// Folder that receives them [default: package/ below the target folder]
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Gets the models, builds the programs and makes the packages.
///
/// # Errors
///
/// When something cannot be built, or one of Debian's tools is missing or fails.
pub fn run(args: &PackageArgs) -> Result<()> {
    let dir = args.dir.clone().unwrap_or_else(|| project::target().join("package"));
    if args.only != Some(Form::Tarball) {
        println!("{}", deb(&project::fastest_binary()?, VERSION, &dir)?.display());
    }
    if args.only != Some(Form::Deb) {
        println!("{}", tarball(&project::fastest_binary()?, &dir)?.display());
    }
    Ok(())
}

/// Makes Debian's package of a program in a folder, under a version; where it is.
///
/// # Errors
///
/// As [`run`].
pub fn deb(program: &Path, version: &str, dir: &Path) -> Result<PathBuf> {
    prepare(dir)?;
    deb::make(program, version, dir).context("cannot make Debian's package")
}

/// Makes the tarball of a program in a folder; where it is.
fn tarball(program: &Path, dir: &Path) -> Result<PathBuf> {
    prepare(dir)?;
    tarball::make(program, dir).context("cannot make the tarball")
}

fn prepare(dir: &Path) -> Result<()> {
    models::run(&models::ModelsArgs::all_present())?;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))
}
