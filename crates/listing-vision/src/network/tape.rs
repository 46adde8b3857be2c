//! What networks were run, to run them again with nothing around them.
//!
//! It serves benchmarks alone, and is here because nobody else sees the runs of networks: a seam
//! for a benchmark to put its own networks in would make more public than this.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rten_tensor::{Layout as _, NdTensor, Tensor};

use super::{Graph, LookError, Runtime};
use crate::threads::Threads;

/// The runs of networks since somebody began to record them: the yardstick of benchmarks.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

#[derive(Default)]
struct Recording {
    is_on: bool,
    runs: Vec<Run>,
}

/// A network, and the sides of what it was run on, which decide how long a run takes.
type Run = (Arc<dyn Graph>, [usize; 4]);

/// Replayed runs are on mid-grey, more or less.
const GREY: f32 = 0.5;

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").finish_non_exhaustive()
    }
}

impl Tape {
    /// What `work` made; its runs are recorded instead of those before.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> T {
        *self.recording() = Recording { is_on: true, runs: Vec::new() };
        let made = work();
        self.recording().is_on = false;
        made
    }

    /// Does the recorded runs again, on pictures of the same sides; how many they are.
    pub fn replay(&self, threads: &Threads) -> Result<usize, LookError> {
        let runs = self.recording().runs.clone();
        let Some((first, _)) = runs.first() else { return Ok(0) };
        // The answers are dropped one by one: a look does not keep them either.
        let run = |(graph, sides): &Run| graph.run(threads, NdTensor::full(*sides, GREY)).map(drop);
        Ok(first.runtime().each(threads, &runs, run)?.len())
    }

    fn recording(&self) -> std::sync::MutexGuard<'_, Recording> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A network whose runs are recorded.
#[derive(Debug)]
pub(super) struct Taped {
    pub(super) graph: Arc<dyn Graph>,
    pub(super) tape: Tape,
}

impl Graph for Taped {
    fn runtime(&self) -> Runtime {
        self.graph.runtime()
    }

    fn note(&self, name: &str) -> Option<String> {
        self.graph.note(name)
    }

    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, LookError> {
        let mut recording = self.tape.recording();
        if recording.is_on {
            recording.runs.push((Arc::clone(&self.graph), batch.shape()));
        }
        drop(recording);
        self.graph.run(threads, batch)
    }
}
