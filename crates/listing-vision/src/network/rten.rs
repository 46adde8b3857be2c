//! Networks run by rten, which is part of the program.

use std::error::Error;
use std::hint::black_box;

use rten::{Model, ModelOptions, NodeId, OpRegistry, RunOptions, ValueOrView};
use rten_tensor::{NdTensor, Tensor};

use super::{LookError, Runtime};
use crate::threads::Threads;

/// A network that rten has loaded.
pub(super) struct Graph {
    model: Model,
    input: NodeId,
    outputs: Vec<NodeId>,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("outputs", &self.outputs).finish_non_exhaustive()
    }
}

impl Graph {
    /// Loads a network from its file.
    pub(super) fn load(file: Vec<u8>, outputs: &[&str]) -> Result<Self, Box<dyn Error + Send + Sync>> {
        keep_freed_memory();
        let model = ModelOptions::with_ops(operators()).load(file)?;
        let input = *model.input_ids().first().ok_or("it has no input")?;
        let find = |name: &&str| model.find_node(name).ok_or_else(|| format!("it has no output {name}"));
        let outputs = outputs.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Self { model, input, outputs })
    }
}

impl super::Graph for Graph {
    fn runtime(&self) -> Runtime {
        Runtime::Rten
    }

    fn note(&self, name: &str) -> Option<String> {
        self.model.metadata().get(name).map(str::to_owned)
    }

    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, LookError> {
        let mut options = RunOptions::default();
        options.thread_pool = Some(threads.pool());
        let inputs = vec![(self.input, ValueOrView::from(batch))];
        let answers = self.model.run(inputs, &self.outputs, Some(options));
        let answers = answers.map_err(|error| LookError::Run(error.into()))?;
        answers.into_iter().map(|answer| answer.try_into().map_err(|_| LookError::Answer)).collect()
    }
}

/// Has the system's allocator keep what a run frees for the next one. It hands back at once what is
/// larger than the largest piece that it was ever given back, and what is free beyond twice that;
/// so for each look it would fetch some 40 MB anew, a page at a time. Glibc minds pieces of up to
/// 32 MiB; nothing is written to this one, and other allocators do not notice.
fn keep_freed_memory() {
    /// A little less, for the allocator adds to it.
    const LARGEST: usize = 31 << 20;
    drop(black_box(Vec::<u8>::with_capacity(LARGEST)));
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
