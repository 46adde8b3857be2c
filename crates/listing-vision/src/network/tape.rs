//! Records runs of networks, and replays only these runs.
//!
//! Only benchmarks use this module. It is in this crate because only this crate sees the runs. Otherwise,
//! more of the crate would have to be public.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rten_tensor::{Layout as _, NdTensor, Tensor};

use super::{Graph, InferenceError, Runtime};
use crate::threads::Threads;

/// A recording of network runs, which benchmarks replay.
#[derive(Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

#[derive(Default)]
struct Recording {
    is_on: bool,
    runs: Vec<Run>,
}

/// A recorded run: the network and its input's dimensions, which determine the duration.
type Run = (Arc<dyn Graph>, [usize; 4]);

/// Value of all input numbers in a replay, about mid-gray.
const GREY: f32 = 0.5;

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").finish_non_exhaustive()
    }
}

impl Tape {
    /// Runs `work` and records its network runs in place of earlier recordings. Returns the result of `work`.
    pub fn record<T>(&self, work: impl FnOnce() -> T) -> T {
        *self.recording() = Recording { is_on: true, runs: Vec::new() };
        let result = work();
        self.recording().is_on = false;
        result
    }

    /// Replays the recorded runs on gray pictures of the recorded dimensions. Returns the number of runs.
    pub fn replay(&self, threads: &Threads) -> Result<usize, InferenceError> {
        let runs = self.recording().runs.clone();
        let Some((first, _)) = runs.first() else { return Ok(0) };
        // The outputs are dropped one by one, as in a recognition.
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
