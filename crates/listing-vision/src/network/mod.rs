//! One network: loaded from a file that is the right one, and run.

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

/// Name of the list of files and sums in the models folder.
const MANIFEST: &str = "MODELS.txt";

/// What runs the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runtime {
    /// A part of the program.
    Rten,
    /// A library in the models folder, which takes a fraction of the time.
    Onnxruntime,
}

impl Runtime {
    /// What logs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rten => "rten",
            Self::Onnxruntime => "onnxruntime",
        }
    }

    /// Does the same, in which networks are run, with each thing; what was made of them, in their
    /// order, or the failure of one of them.
    pub(crate) fn each<T: Sync, M: Send, E: Send>(
        self,
        threads: &Threads,
        things: &[T],
        work: impl Fn(&T) -> Result<M, E> + Sync,
    ) -> Result<Vec<M>, E> {
        match self {
            // Each network is run by all threads.
            Self::Rten => things.iter().map(work).collect(),
            // Each is run by one.
            Self::Onnxruntime => threads.each(things, work),
        }
    }
}

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
        source: Box<dyn Error + Send + Sync>,
    },
    /// The library that runs networks faster is not there, or is none that can be used.
    #[error("there is no onnxruntime to run the networks with: run `cargo xtask models --fast`")]
    Library {
        /// What the system or the library says.
        #[source]
        source: Box<dyn Error + Send + Sync>,
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
    Run(#[source] Box<dyn Error + Send + Sync>),
    /// The network answered something of another form.
    #[error("the network's answer does not have the expected form")]
    Answer,
    /// The picture could not be resized.
    #[error("the picture could not be resized")]
    Resize(#[from] listing_resize::ResizeError),
}

/// A network as a runtime has loaded it.
trait Graph: std::fmt::Debug + Send + Sync {
    /// The runtime.
    fn runtime(&self) -> Runtime;

    /// What the network's file says of itself under a name.
    fn note(&self, name: &str) -> Option<String>;

    /// Runs the network on a batch of pictures (count × channels × height × width); the outputs
    /// that were named when it was loaded, in that order.
    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, LookError>;
}

/// A loaded network with so many outputs that are of interest.
#[derive(Debug)]
pub(crate) struct Network<const OUTPUTS: usize>(Box<dyn Graph>);

impl<const OUTPUTS: usize> Network<OUTPUTS> {
    /// Loads a network from a file of the models folder that is as the folder's list says;
    /// it gives the outputs of these names.
    pub(crate) fn load(folder: &Folder, name: &str, outputs: [&str; OUTPUTS]) -> Result<Self, ModelsError> {
        Self::load_changed(folder, name, outputs, |_| ())
    }

    /// The same, with its file changed once it has proved to be the right one.
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

    /// What runs it.
    pub(crate) fn runtime(&self) -> Runtime {
        self.0.runtime()
    }

    /// What the network's file says of itself under a name.
    pub(crate) fn note(&self, name: &str) -> Option<String> {
        self.0.note(name)
    }

    /// Runs the network on a batch of pictures (count × channels × height × width).
    pub(crate) fn run(
        &self,
        threads: &Threads,
        batch: NdTensor<f32, 4>,
    ) -> Result<[Tensor<f32>; OUTPUTS], LookError> {
        self.0.run(threads, batch)?.try_into().map_err(|_| LookError::Answer)
    }
}

/// Has the fastest runtime that can load a network.
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
                tracing::warn!(%error, network = name, "onnxruntime cannot run a network: rten does, which takes longer");
            }
        }
    }
    let graph = rten::Graph::load(bytes, outputs);
    let graph = graph.map_err(|source| ModelsError::Unreadable { path: folder.path(name), source })?;
    Ok(Box::new(graph))
}

/// An answer with so many dimensions.
pub(crate) fn shaped<const DIMENSIONS: usize>(
    answer: Tensor<f32>,
) -> Result<NdTensor<f32, DIMENSIONS>, LookError> {
    answer.try_into().map_err(|_| LookError::Answer)
}
