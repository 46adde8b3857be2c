//! The networks of the embedded engine, loaded from the models folder.

use std::path::Path;

use crate::classifier::Classifier;
use crate::garment::ClothingHead;
use crate::mask::Masker;
use crate::network::{Manifest, ModelsError, Network};

const CLASSIFIER: &str = "classifier.onnx";
const MASK: &str = "mask.onnx";

/// Everything that the embedded engine looks with. Loading takes a tenth of a second and about
/// 60 MB of memory; a loaded set is shared between threads.
#[derive(Debug)]
pub struct Models {
    classifier: Classifier,
    masker: Masker,
    clothing: ClothingHead,
}

impl Models {
    /// Loads the networks from the folder that `cargo xtask models` writes, after checking each
    /// file's sha256 against the folder's `MODELS.txt`.
    pub fn load(dir: &Path) -> Result<Self, ModelsError> {
        let manifest = Manifest::read(dir)?;
        let network = |name: &str| Network::load(&manifest, name);
        Ok(Self {
            classifier: Classifier::new(network(CLASSIFIER)?)?,
            masker: Masker::new(network(MASK)?)?,
            clothing: ClothingHead::embedded()?,
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
