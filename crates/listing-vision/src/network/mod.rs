//! Networks: loads them from verified files, and runs them.

mod folder;
mod onnxruntime;
mod rten;
mod tape;

use std::error::Error;
use std::path::PathBuf;

use rten_tensor::{NdTensor, Tensor};

use crate::threads::Threads;
use tape::Taped;

pub(crate) use folder::Folder;
pub use tape::Tape;

/// Lists the files of the models folder and their checksums.
const MANIFEST: &str = "MODELS.txt";

/// A library that runs the neural networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runtime {
    /// rten, built into the program.
    Rten,
    /// ONNX Runtime, optional in the models folder, several times faster.
    Onnxruntime,
}

impl Runtime {
    /// Returns the runtime's name in logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rten => "rten",
            Self::Onnxruntime => "onnxruntime",
        }
    }

    /// Applies `work`, which runs networks, to each item. Returns the results in order, or one failure.
    pub(crate) fn each<T: Sync, M: Send, E: Send>(
        self,
        threads: &Threads,
        items: &[T],
        work: impl Fn(&T) -> Result<M, E> + Sync,
    ) -> Result<Vec<M>, E> {
        match self {
            // Each network uses all threads.
            Self::Rten => items.iter().map(work).collect(),
            // Each network uses one thread.
            Self::Onnxruntime => threads.each(items, work),
        }
    }
}

/// An error while loading the networks.
#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    /// A file of the models folder is missing or unreadable.
    #[error(
        "the model file {path} cannot be read: run `cargo xtask models`, or set PTL_MODELS_DIR to the \
         folder that holds them",
        path = path.display()
    )]
    Missing {
        /// The file that cannot be read.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: std::io::Error,
    },
    /// A file of the models folder does not match the folder's list.
    #[error(
        "the model file {path} is damaged or not listed in {MANIFEST}: run `cargo xtask models`",
        path = path.display()
    )]
    Damaged {
        /// The damaged or unlisted file.
        path: PathBuf,
    },
    /// An intact file is not a usable network.
    #[error("the model file {path} is not a usable network", path = path.display())]
    Unreadable {
        /// The unusable file.
        path: PathBuf,
        /// The error of the library that runs networks.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The faster runtime is missing or unusable.
    #[error("cannot load onnxruntime: run `cargo xtask models --fast`")]
    Library {
        /// The error of the system or of the library.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// A head is damaged, or was made for another classifier or version.
    #[error(
        "{path} is not a usable head: create it again with `cargo xtask train-head`, or remove it",
        path = path.display()
    )]
    Head {
        /// The head's file.
        path: PathBuf,
    },
    /// A network or weight table has the wrong inputs, outputs or size.
    #[error("{what} has unexpected inputs, outputs or size")]
    Shape {
        /// The name of the network or weight table.
        what: &'static str,
    },
}

/// A network failed on a picture, which is never the cause.
#[derive(Debug, thiserror::Error)]
pub enum InferenceError {
    /// The runtime failed.
    #[error("cannot run the network")]
    Run(#[source] Box<dyn Error + Send + Sync>),
    /// The output has an unexpected number of dimensions or values.
    #[error("unexpected form of the network's output")]
    Answer,
    /// The picture could not be resized.
    #[error("cannot resize the picture")]
    Resize(#[from] listing_resize::ResizeError),
}

trait Graph: std::fmt::Debug + Send + Sync {
    fn runtime(&self) -> Runtime;

    /// A metadata entry in the network's file.
    fn note(&self, name: &str) -> Option<String>;

    /// `batch` is count × channels × height × width. Returns the outputs in the order of loading.
    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, InferenceError>;
}

#[derive(Debug)]
pub(crate) struct Network<const OUTPUTS: usize>(Box<dyn Graph>);

impl<const OUTPUTS: usize> Network<OUTPUTS> {
    /// Checks the file against the folder's list.
    pub(crate) fn load(folder: &Folder, name: &str, outputs: [&str; OUTPUTS]) -> Result<Self, ModelsError> {
        Self::load_changed(folder, name, outputs, |_| ())
    }

    /// Applies `change` to the bytes of the verified file.
    pub(crate) fn load_changed(
        folder: &Folder,
        name: &str,
        outputs: [&str; OUTPUTS],
        change: fn(&mut [u8]),
    ) -> Result<Self, ModelsError> {
        let graph = load(folder, name, &outputs, change)?;
        Ok(Self(match folder.tape() {
            Some(tape) => Box::new(Taped { graph: graph.into(), tape: tape.clone() }),
            None => graph,
        }))
    }

    pub(crate) fn runtime(&self) -> Runtime {
        self.0.runtime()
    }

    pub(crate) fn note(&self, name: &str) -> Option<String> {
        self.0.note(name)
    }

    pub(crate) fn run(
        &self,
        threads: &Threads,
        batch: NdTensor<f32, 4>,
    ) -> Result<[Tensor<f32>; OUTPUTS], InferenceError> {
        self.0.run(threads, batch)?.try_into().map_err(|_| InferenceError::Answer)
    }
}

/// In the fastest runtime that can load it.
fn load(
    folder: &Folder,
    name: &str,
    outputs: &[&str],
    change: fn(&mut [u8]),
) -> Result<Box<dyn Graph>, ModelsError> {
    let file = folder.open_file(name)?;
    let mut bytes = folder.read(name)?;
    change(&mut bytes);
    if let Some(library) = folder.library() {
        match onnxruntime::Graph::load(library, file, &bytes, change, outputs) {
            Ok(graph) => return Ok(Box::new(graph)),
            Err(error) => {
                tracing::warn!(
                    %error,
                    network = name,
                    "onnxruntime cannot run {name}: falling back to rten, which is slower"
                );
            }
        }
    }
    let graph = rten::Graph::load(bytes, outputs);
    let graph = graph.map_err(|source| ModelsError::Unreadable { path: folder.path(name), source })?;
    Ok(Box::new(graph))
}

pub(crate) fn shaped<const DIMENSIONS: usize>(
    answer: Tensor<f32>,
) -> Result<NdTensor<f32, DIMENSIONS>, InferenceError> {
    answer.try_into().map_err(|_| InferenceError::Answer)
}
