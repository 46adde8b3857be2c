//! `cargo xtask package`: builds packages for machines without a compiler.
//!
//! The tarball is for any Linux with the GNU C library 2.35 and OpenSSL 3. Both packages are reproducible:
//! files have the timestamp `SOURCE_DATE_EPOCH`, or that of the last commit.

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

/// The project's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A package format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Deb,
    Tarball,
}

/// Arguments of `cargo xtask package`.
#[derive(Debug, clap::Args)]
pub struct PackageArgs {
    /// Build only one package
    #[arg(long)]
    only: Option<Form>,
    /// Folder that receives the packages [default: package/ below the target folder]
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Fetches the models, then builds the release binary and the packages with Debian's tools.
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

/// Builds the Debian package in `dir` and returns its path.
pub fn deb(program: &Path, version: &str, dir: &Path) -> Result<PathBuf> {
    prepare(dir)?;
    deb::make(program, version, dir).context("cannot build the Debian package")
}

fn tarball(program: &Path, dir: &Path) -> Result<PathBuf> {
    prepare(dir)?;
    tarball::make(program, dir).context("cannot build the tarball")
}

fn prepare(dir: &Path) -> Result<()> {
    models::run(&models::ModelsArgs::all_present())?;
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))
}
