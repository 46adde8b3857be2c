//! The networks of the embedded engine, loaded from the models folder.

use std::path::Path;

use crate::classifier::Classifier;
use crate::garment::ClothingHead;
use crate::mask::Masker;
use crate::network::{Manifest, ModelsError, Network};
use crate::reading::Reader;

const CLASSIFIER: &str = "classifier.onnx";
const MASK: &str = "mask.onnx";
const TEXT_DETECTOR: &str = "text-detector.onnx";
const TEXT_RECOGNISER: &str = "text-recogniser.onnx";

/// Everything that the embedded engine looks with. Loading takes a fifth of a second and about
/// 90 MB of memory; a loaded set is shared between threads.
#[derive(Debug)]
pub struct Models {
    classifier: Classifier,
    masker: Masker,
    clothing: ClothingHead,
    reader: Option<Reader>,
}

impl Models {
    /// Loads the networks from the folder that `cargo xtask models` writes, after checking each
    /// file's sha256 against the folder's `MODELS.txt`. A folder from before the engine could read
    /// has no networks for that; the log says so.
    pub fn load(dir: &Path) -> Result<Self, ModelsError> {
        let manifest = Manifest::read(dir)?;
        let network = |name: &str| Network::load(&manifest, name);
        Ok(Self {
            classifier: Classifier::new(network(CLASSIFIER)?)?,
            masker: Masker::new(network(MASK)?)?,
            clothing: ClothingHead::embedded()?,
            reader: reader(&manifest)?,
        })
    }

    /// The classifier of whole pictures.
    pub fn classifier(&self) -> &Classifier {
        &self.classifier
    }

    /// The network that separates the product from its background.
    pub fn masker(&self) -> &Masker {
        &self.masker
    }

    /// The part that tells garments apart.
    pub fn clothing(&self) -> &ClothingHead {
        &self.clothing
    }

    /// The networks that read what is written on labels, if the models folder has them.
    pub fn reader(&self) -> Option<&Reader> {
        self.reader.as_ref()
    }
}

/// Loads the networks that read, if the folder lists them.
fn reader(manifest: &Manifest) -> Result<Option<Reader>, ModelsError> {
    if !(manifest.lists(TEXT_DETECTOR) && manifest.lists(TEXT_RECOGNISER)) {
        tracing::warn!(
            "the models folder has no networks that read, so that labels are not read: run `cargo xtask models`"
        );
        return Ok(None);
    }
    let [detector, recogniser] = [TEXT_DETECTOR, TEXT_RECOGNISER].map(|name| Network::load(manifest, name));
    Reader::new(detector?, recogniser?).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_says_how_to_get_the_models() {
        let error = Models::load(Path::new("/nonexistent")).unwrap_err().to_string();
        assert!(error.contains("`cargo xtask models`") && error.contains("PTL_MODELS_DIR"), "{error}");
    }
}
