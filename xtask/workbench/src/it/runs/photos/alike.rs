//! `photos-alike`: every decoder returns the same pixels as libjpeg-turbo, libpng and libwebp, or refuses the
//! file. `tests/photos` compares in Python with Pillow and `NumPy`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use super::corpus::{ABSENT, Corpus};
use crate::it::outcome::RunReport;
use crate::it::runs::Scale;
use crate::it::runs::toolbox::Toolbox;
use xtask::project;

const PACKAGES: [&str; 2] = ["pillow==13.0.0", "numpy==2.4.6"];
/// Real photos, relative to the project.
const PHOTOS: &str = "../shared/photos";

pub(in crate::it::runs) fn run(scale: Scale) -> Result<RunReport> {
    let python = Toolbox::open("photos-alike").python("pillow", &PACKAGES)?.join("python");
    let made = tempfile::tempdir()?;
    let mut programs = vec![program(made.path(), "default", &[])?];
    let has_turbo = project::can_build_turbo();
    if has_turbo {
        programs.push(program(made.path(), "turbo", &["turbo"])?);
    }
    let corpus = Corpus::open()?;
    let mut files = project::sample_photos()?;
    files.extend(project::all_files_below(
        &project::root().join("crates/listing-photo/tests/processor/samples"),
    )?);
    let seeds = made.path().join("seeds");
    project::run(Command::new(project::photo_program("seeds")?).arg(&seeds))?;
    for format in ["jpeg", "png", "webp", "gif"] {
        files.extend(project::all_files_below(&seeds.join(format))?);
    }
    let photos = project::root().join(PHOTOS);
    let photos = if photos.is_dir() { project::all_files_below(&photos)? } else { Vec::new() };
    let others = corpus.iter().flat_map(|corpus| &corpus.files).chain(&photos);
    files.extend(others.step_by(usize::try_from(scale.pick(1, 40))?).cloned());
    let list = made.path().join("files");
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    fs::write(&list, names.join("\n"))?;

    let output = Command::new(python)
        .arg(project::root().join("tests/photos/alike.py"))
        .arg(scale.pick(20_000, 400).to_string())
        .args(&programs)
        .arg("--corpus")
        .arg(&list)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stderr(Stdio::inherit())
        .output()?;
    let report = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(output.status.success(), "{report} ({})", output.status);
    let mut shown = RunReport::from(report);
    if !has_turbo {
        shown = shown.without("the faster decoders, which cmake and nasm build");
    }
    if corpus.is_none() {
        shown = shown.without(ABSENT);
    }
    Ok(shown)
}

/// Returns a photo processor in the script's format: `PATH=NAME`.
fn program(folder: &Path, name: &str, features: &[&str]) -> Result<String> {
    let built = project::photo_program_with("pixels", features)?;
    // Copied, because the next build overwrites it.
    let copy: PathBuf = folder.join(name);
    fs::copy(built, &copy)?;
    Ok(format!("{}={name}", copy.display()))
}
