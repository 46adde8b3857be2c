//! Records and replays runs of networks for benchmarks; only this crate sees the runs.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rten_tensor::{Layout as _, NdTensor, Tensor};

use super::{Graph, InferenceError, Runtime};
use crate::threads::Threads;

/// A recording of network runs.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

#[derive(Default)]
struct Recording {
    is_on: bool,
    runs: Vec<Run>,
}

/// The network, and its input's dimensions, which determine the duration.
type Run = (Arc<dyn Graph>, [usize; 4]);

/// About mid-gray.
const GREY: f32 = 0.5;

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").finish_non_exhaustive()
    }
}

impl Tape {
    /// Records the network runs of `work` in place of earlier recordings.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> T {
        *self.recording() = Recording { is_on: true, runs: Vec::new() };
        let result = work();
        self.recording().is_on = false;
        result
    }

    /// Replays the runs on gray pictures of the same dimensions; returns their number.
    pub fn replay(&self, threads: &Threads) -> Result<usize, InferenceError> {
        let runs = self.recording().runs.clone();
        let Some((first, _)) = runs.first() else { return Ok(0) };
        // One by one, as in a recognition.
        let run = |(graph, sides): &Run| graph.run(threads, NdTensor::full(*sides, GREY)).map(drop);
        Ok(first.runtime().each(threads, &runs, run)?.len())
    }

    fn recording(&self) -> std::sync::MutexGuard<'_, Recording> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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

    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, InferenceError> {
        let mut recording = self.tape.recording();
        if recording.is_on {
            recording.runs.push((Arc::clone(&self.graph), batch.shape()));
        }
        drop(recording);
        self.graph.run(threads, batch)
    }
}
