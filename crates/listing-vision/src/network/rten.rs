//! Runs networks with rten, the built-in runtime.

use std::error::Error;
use std::hint::black_box;

use rten::{Model, ModelOptions, NodeId, OpRegistry, RunOptions, ValueOrView};
use rten_tensor::{NdTensor, Tensor};

use super::{InferenceError, Runtime};
use crate::threads::Threads;

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
    pub(super) fn load(file: Vec<u8>, outputs: &[&str]) -> Result<Self, Box<dyn Error + Send + Sync>> {
        keep_freed_memory();
        let model = ModelOptions::with_ops(operators()).load(file)?;
        let input = *model.input_ids().first().ok_or("the network has no input")?;
        let find =
            |name: &&str| model.find_node(name).ok_or_else(|| format!("the network has no output {name}"));
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

    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, InferenceError> {
        let mut options = RunOptions::default();
        options.thread_pool = Some(threads.pool());
        let inputs = vec![(self.input, ValueOrView::from(batch))];
        let answers = self.model.run(inputs, &self.outputs, Some(options));
        let answers = answers.map_err(|error| InferenceError::Run(error.into()))?;
        answers.into_iter().map(|answer| answer.try_into().map_err(|_| InferenceError::Answer)).collect()
    }
}

/// Makes the system's allocator keep freed memory for the next run. By default, it hands back blocks larger
/// than the largest one freed so far, and free memory beyond twice that size, so each recognition would fetch
/// some 40 MB again, page by page. Glibc adjusts to blocks of up to 32 MiB. The block allocated here is never
/// written to, and other allocators ignore it.
fn keep_freed_memory() {
    /// The largest block that glibc adjusts to, less one MiB because the allocator adds to it.
    const LARGEST: usize = 31 << 20;
    drop(black_box(Vec::<u8>::with_capacity(LARGEST)));
}

/// Only the operators that the networks use: the full set would compile another hundred into this crate. A
/// network that needs one more fails to load, and its error names the operator.
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
