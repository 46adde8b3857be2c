//! One network: loaded from a file that is the right one, and run.

use std::fs;
use std::path::{Path, PathBuf};

use rten::{Model, ModelOptions, NodeId, OpRegistry, RunOptions, ValueOrView};
use rten_tensor::NdTensor;
use sha2::{Digest as _, Sha256};

use crate::threads::Threads;

/// Name of the list of files and sums in the models folder.
const MANIFEST: &str = "MODELS.txt";

/// Why the networks cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    /// A file of the models folder is not there or cannot be read.
    #[error(
        "the model file {path} cannot be read: run `cargo xtask models`, or set PTL_MODELS_DIR to the \
         folder that holds them",
        path = path.display()
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// A file of the models folder is not the one that the folder's list names.
    #[error(
        "the model file {path} is damaged or not listed in {MANIFEST}: run `cargo xtask models`",
        path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A file is whole, but is not a network that can be run.
    #[error("the model file {path} is not a usable network", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the inference library says.
        #[source]
        source: rten::LoadError,
    },
    /// A head in the models folder is damaged, or was made for another classifier or by another
    /// version.
    #[error(
        "{path} is not a head that can be used: make it again with `cargo xtask train-head`, or remove it",
        path = path.display()
    )]
    Head {
        /// The file.
        path: PathBuf,
    },
    /// A network or weight table does not have the inputs, outputs or size that it should.
    #[error("{what} does not have the expected form")]
    Shape {
        /// What is wrong.
        what: &'static str,
    },
}

/// A network could not be run on a picture. Never the picture's fault.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The inference library refused.
    #[error("the network could not be run")]
    Run(#[from] rten::RunError),
    /// The network answered something of another form.
    #[error("the network's answer does not have the expected form")]
    Answer(#[from] rten::TryFromValueError),
    /// The picture could not be resized.
    #[error("the picture could not be resized")]
    Resize(#[from] fast_image_resize::ResizeError),
    /// The picture's bytes do not fit its dimensions.
    #[error("the picture's bytes do not fit its dimensions")]
    Buffer(#[from] fast_image_resize::ImageBufferError),
}

/// The list of files and sums of a models folder.
pub(crate) struct Manifest {
    dir: PathBuf,
    text: String,
}

impl Manifest {
    /// Reads the list of a models folder.
    pub(crate) fn read(dir: &Path) -> Result<Self, ModelsError> {
        let text = read(&dir.join(MANIFEST))?;
        Ok(Self { dir: dir.to_owned(), text: String::from_utf8_lossy(&text).into_owned() })
    }

    /// Whether the folder has, or should have, a file of this name.
    pub(crate) fn lists(&self, name: &str) -> bool {
        self.text.lines().any(|line| line.split_once("  ").is_some_and(|(_, listed)| listed == name))
    }
}

/// A loaded network.
pub(crate) struct Network {
    model: Model,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

impl Network {
    /// Loads a network from a file of the models folder that is as the folder's list
    /// says.
    pub(crate) fn load(manifest: &Manifest, name: &str) -> Result<Self, ModelsError> {
        Self::load_changed(manifest, name, |_| ())
    }

    /// The same, with its file changed once it has proved to be the right one.
    pub(crate) fn load_changed(
        manifest: &Manifest,
        name: &str,
        change: impl FnOnce(&mut [u8]),
    ) -> Result<Self, ModelsError> {
        let path = manifest.dir.join(name);
        let mut bytes = read(&path)?;
        if !is_listed(&manifest.text, name, &bytes) {
            return Err(ModelsError::Damaged { path });
        }
        change(&mut bytes);
        let model = ModelOptions::with_ops(operators())
            .load(bytes)
            .map_err(|source| ModelsError::Unreadable { path, source })?;
        Ok(Self { model })
    }

    /// The network's only input.
    pub(crate) fn input(&self) -> Option<NodeId> {
        self.model.input_ids().first().copied()
    }

    /// The network's outputs, in its own order.
    pub(crate) fn outputs(&self) -> &[NodeId] {
        self.model.output_ids()
    }

    /// An output by its name.
    pub(crate) fn output(&self, name: &str) -> Option<NodeId> {
        self.model.find_node(name)
    }

    /// What the network's file says of itself under a name.
    pub(crate) fn note(&self, name: &str) -> Option<&str> {
        self.model.metadata().get(name)
    }

    /// Runs the network on a batch of pictures (count × channels × height × width).
    pub(crate) fn run<const N: usize>(
        &self,
        threads: &Threads,
        input: NodeId,
        batch: NdTensor<f32, 4>,
        outputs: [NodeId; N],
    ) -> Result<[rten::Value; N], LookError> {
        let mut options = RunOptions::default();
        options.thread_pool = Some(threads.pool());
        let inputs = vec![(input, ValueOrView::from(batch))];
        Ok(self.model.run_n(inputs, outputs, Some(options))?)
    }
}

/// The operators that the networks are made of. With the library's whole set, its
/// other hundred would be compiled into this crate for nothing; a network that needs
/// one more cannot be loaded, and its error names it.
fn operators() -> OpRegistry {
    rten::op_registry!(
        Add,
        AveragePool,
        BatchNormalization,
        Cast,
        Clip,
        Concat,
        Conv,
        ConvTranspose,
        Div,
        Erf,
        Flatten,
        Gather,
        Gemm,
        GlobalAveragePool,
        HardSigmoid,
        Identity,
        MatMul,
        MaxPool,
        Mul,
        Pow,
        ReduceMean,
        Relu,
        Reshape,
        Resize,
        Shape,
        Sigmoid,
        Slice,
        Softmax,
        Sqrt,
        Squeeze,
        Sub,
        Transpose,
        Unsqueeze
    )
}

/// Whether the manifest has the line `<sha256>  <name>` for these bytes.
fn is_listed(manifest: &str, name: &str, bytes: &[u8]) -> bool {
    let sum = hex::encode(Sha256::digest(bytes));
    manifest.lines().any(|line| line.split_once("  ") == Some((&sum, name)))
}

fn read(path: &Path) -> Result<Vec<u8>, ModelsError> {
    fs::read(path).map_err(|source| ModelsError::Missing { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_listed_under_its_own_name_and_sum_only() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let manifest = format!("# comment\n{sum}  mask.onnx\n");
        assert!(is_listed(&manifest, "mask.onnx", b"abc"));
        assert!(!is_listed(&manifest, "mask.onnx", b"abd"));
        assert!(!is_listed(&manifest, "classifier.onnx", b"abc"));
    }
}
