//! `private-photos`: AI services receive only pixels, as checked by ExifTool.
//!
//! Prepared files may have only the required metadata, and no byte may change when ExifTool strips the rest.
//! First, ExifTool is tested on files with metadata.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value};

use super::child::Preparer;
use super::corpus::{ABSENT, Corpus};
use crate::it::outcome::RunReport;
use crate::it::runs::Scale;
use xtask::project;

/// Metadata of prepared files: whole groups, or single tags.
const ALLOWED: [&str; 15] = [
    "SourceFile",
    "ExifTool:ExifToolVersion",
    "ExifTool:Validate",
    "System:",
    "File:FileType",
    "File:FileTypeExtension",
    "File:MIMEType",
    "File:ImageWidth",
    "File:ImageHeight",
    "File:EncodingProcess",
    "File:BitsPerSample",
    "File:ColorComponents",
    "File:YCbCrSubSampling",
    "JFIF:",
    "Composite:",
];

/// Groups that identify originals with metadata, for counting.
const METADATA: [&str; 9] =
    ["IFD0:", "ExifIFD:", "GPS:", "XMP", "IPTC:", "Photoshop:", "ICC", "File:Comment", "PNG:Comment"];

pub(in crate::it::runs) fn run(scale: Scale) -> Result<RunReport> {
    let corpus = Corpus::open()?;
    let made = tempfile::tempdir()?;
    project::run(Command::new(project::photo_program("seeds")?).arg(made.path()))?;
    let mut files = project::sample_photos()?;
    for format in ["jpeg", "png", "webp", "gif"] {
        files.extend(project::all_files_below(&made.path().join(format))?);
    }
    let step = usize::try_from(scale.pick(1, 10))?;
    files.extend(corpus.iter().flat_map(|corpus| &corpus.files).step_by(step).cloned());

    let prepared = tempfile::tempdir()?;
    let originals = prepare(&files, prepared.path())?;
    let found = read_metadata(&project::all_files_below(prepared.path())?)?;
    ensure!(
        found.len() == originals.len(),
        "ExifTool read only {} of {} files",
        found.len(),
        originals.len()
    );
    check_exiftool(prepared.path())?;
    let findings: Vec<String> = found.iter().filter_map(finding).collect();
    ensure!(findings.is_empty(), "{} files have metadata:\n{}", findings.len(), findings.join("\n"));
    let changed = changed_by_stripping(prepared.path())?;
    ensure!(changed.is_empty(), "ExifTool removed metadata from {changed:?}");
    let with_metadata = read_metadata(&originals)?.into_iter().filter(has_metadata).count();
    let shown = RunReport::from(format!(
        "{} of {} files were prepared, {with_metadata} of which had metadata before; ExifTool \
         finds and removes nothing in any",
        originals.len(),
        files.len()
    ));
    Ok(if corpus.is_none() { shown.without(ABSENT) } else { shown })
}

/// Returns the originals of the prepared files.
fn prepare(files: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>> {
    let mut preparer = Preparer::start(Some(folder))?;
    let mut originals = Vec::new();
    for file in files {
        if preparer.prepare(file)?.outcome == "prepared" {
            originals.push(file.clone());
        }
    }
    preparer.finish()?;
    Ok(originals)
}

fn read_metadata(files: &[PathBuf]) -> Result<Vec<Map<String, Value>>> {
    let output = Command::new("exiftool")
        .args([
            "-json",
            "-G1",
            "-a",
            "-u",
            "-U",
            "-validate",
            "-warning",
            "-all",
            "-charset",
            "filename=utf8",
        ])
        .args(files)
        .output()
        .context("cannot start exiftool")?;
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("exiftool printed: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Returns forbidden metadata.
fn finding(file: &Map<String, Value>) -> Option<String> {
    let is_allowed = |tag: &str| {
        ALLOWED.iter().any(|allowed| tag == *allowed || (allowed.ends_with(':') && tag.starts_with(allowed)))
    };
    let forbidden: Vec<&String> = file.keys().filter(|tag| !is_allowed(tag)).collect();
    let is_valid = file.get("ExifTool:Validate").is_some_and(|verdict| verdict == "OK");
    (!forbidden.is_empty() || !is_valid).then(|| format!("{:?}: {forbidden:?}", file.get("SourceFile")))
}

/// Strips all metadata from copies, and returns the files that this changes.
fn changed_by_stripping(folder: &Path) -> Result<Vec<PathBuf>> {
    let stripped = tempfile::tempdir()?;
    let output = Command::new("exiftool")
        // The JFIF header belongs to the file format.
        .args(["-quiet", "-all=", "--jfif:all", "-o"])
        // The final slash shows ExifTool that this is a folder.
        .arg(stripped.path().join(""))
        .arg(folder)
        .output()
        .context("cannot start exiftool")?;
    let mut changed = Vec::new();
    for file in project::all_files_below(folder)? {
        let copy = stripped.path().join(file.file_name().context("the file has no name")?);
        let copy = fs::read(&copy).with_context(|| {
            format!("exiftool wrote no copy: {}", String::from_utf8_lossy(&output.stderr))
        })?;
        if copy != fs::read(&file)? {
            changed.push(file);
        }
    }
    Ok(changed)
}

/// ExifTool must find metadata added to copies of a prepared file.
fn check_exiftool(prepared: &Path) -> Result<()> {
    let clean = project::all_files_below(prepared)?.into_iter().next().context("no photo was prepared")?;
    let clean = fs::read(clean)?;
    let with_segment = |marker: u8, payload: &[u8]| -> Result<Vec<u8>> {
        let length = u16::try_from(payload.len() + 2)?.to_be_bytes();
        Ok([&clean[..2], &[0xFF, marker], &length, payload, &clean[2..]].concat())
    };
    let tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x0F\0\x02\0\0\0\x04CAM\0\0\0\0\0";
    let xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
    let iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08\x1C\x02\x19\0\x03tag";
    for (what, file) in [
        ("EXIF", with_segment(0xE1, tiff)?),
        ("XMP", with_segment(0xE1, xmp)?),
        ("IPTC", with_segment(0xED, iptc)?),
        ("a profile", with_segment(0xE2, b"ICC_PROFILE\0\x01\x01a profile")?),
        ("a comment", with_segment(0xFE, b"a comment")?),
        ("an unknown segment", with_segment(0xE9, b"what is this")?),
        ("a tail", [&clean[..], b"a tail"].concat()),
    ] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("marked.jpg");
        fs::write(&path, file)?;
        let is_seen = read_metadata(&[path])?.iter().any(|file| finding(file).is_some());
        let is_removed = !changed_by_stripping(folder.path())?.is_empty();
        if !is_seen && !is_removed {
            bail!("ExifTool does not find {what}, so its result proves nothing");
        }
    }
    Ok(())
}

fn has_metadata(original: &Map<String, Value>) -> bool {
    original.keys().any(|tag| METADATA.iter().any(|group| tag.starts_with(group)))
}
