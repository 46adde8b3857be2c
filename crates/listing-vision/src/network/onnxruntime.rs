//! Runs networks with ONNX Runtime, an optional library in the models folder.
//!
//! A session (a loaded network) does one run at a time, on its calling thread only, so a recognition uses no
//! more threads than its permit allows. Each session holds a copy of the network, which takes most of the
//! memory, so there is only one for every two cores. A run waits for a free one: crops of one photo on two
//! cores wait for one another.

use std::error::Error;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use ort::environment::Environment;
use ort::ep::CPU;
use ort::session::{OutputSelector, RunOptions, Session};
use ort::value::TensorRef;
use rten_tensor::{AsView as _, Layout as _, NdTensor, Tensor};

use super::{InferenceError, Runtime};
use crate::threads::Threads;

/// Loaded once per process.
static LIBRARY: Mutex<Option<Environment>> = Mutex::new(None);

/// Loads the library from `file` on the first call.
pub(super) fn library(file: &Path) -> Result<Environment, Box<dyn Error + Send + Sync>> {
    let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = &*library {
        return Ok(library.clone());
    }
    let loaded = ort::init_from(file)?.with_telemetry(false).build()?;
    Ok(library.insert(loaded).clone())
}

#[derive(Debug)]
pub(super) struct Graph {
    library: Environment,
    /// For further sessions. It stays open, because another network may replace the file in the folder.
    file: Mutex<File>,
    change: fn(&mut [u8]),
    outputs: Vec<String>,
    /// Created on first use. A run takes the first free one.
    sessions: Vec<Mutex<Option<Session>>>,
    /// Runs that found no free session.
    waits: AtomicUsize,
}

impl Graph {
    /// `change` was applied to `bytes`.
    pub(super) fn load(
        library: &Environment,
        file: File,
        bytes: &[u8],
        change: fn(&mut [u8]),
        outputs: &[&str],
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let graph = Self {
            library: library.clone(),
            file: Mutex::new(file),
            change,
            outputs: outputs.iter().copied().map(str::to_owned).collect(),
            sessions: (0..most_sessions()).map(|_| Mutex::default()).collect(),
            waits: AtomicUsize::default(),
        };
        let session = graph.session_of(bytes)?;
        for name in outputs {
            let is_there = session.outputs().iter().any(|output| output.name() == *name);
            is_there.then_some(()).ok_or_else(|| format!("the network has no output {name}"))?;
        }
        *graph.free() = Some(session);
        Ok(graph)
    }

    fn session(&self) -> Result<Session, Box<dyn Error + Send + Sync>> {
        let mut bytes = Vec::new();
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.rewind()?;
            file.read_to_end(&mut bytes)?;
        }
        (self.change)(&mut bytes);
        Ok(self.session_of(&bytes)?)
    }

    fn session_of(&self, bytes: &[u8]) -> ort::Result<Session> {
        // A session keeps the memory of its largest run for the next run on any thread; without this arena,
        // the system's allocator would keep as much for each thread.
        let keeping = CPU::default().with_arena_allocator(true).build();
        // Otherwise a run reserves all its possible memory in one piece, which is much more.
        Session::builder(&self.library)?
            .with_intra_threads(1)?
            .with_memory_pattern(false)?
            .with_execution_providers([keeping])?
            .commit_from_memory(bytes)
    }

    /// Waits if no session is free.
    fn free(&self) -> MutexGuard<'_, Option<Session>> {
        self.sessions.iter().find_map(if_free).unwrap_or_else(|| {
            let next = self.waits.fetch_add(1, Ordering::Relaxed) % self.sessions.len();
            self.sessions[next].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }

    fn answers(
        &self,
        session: &mut Session,
        batch: &NdTensor<f32, 4>,
    ) -> Result<Vec<Tensor<f32>>, Box<dyn Error + Send + Sync>> {
        let values = batch.data().ok_or("the batch is not contiguous")?;
        let input = TensorRef::from_array_view((batch.shape(), values))?;
        let wanted = self.outputs.iter().fold(OutputSelector::no_default(), OutputSelector::with);
        let options = RunOptions::new()?.with_outputs(wanted);
        let answers = session.run_with_options(ort::inputs![input], &options)?;
        let tensor = |name: &String| {
            let answer = answers.get(name).ok_or("an output of the network is missing")?;
            let (shape, values) = answer.try_extract_tensor::<f32>()?;
            let shape = shape.iter().map(|&side| usize::try_from(side)).collect::<Result<Vec<_>, _>>()?;
            Ok(Tensor::from_data(&shape[..], values.to_vec()))
        };
        self.outputs.iter().map(tensor).collect()
    }
}

impl super::Graph for Graph {
    fn runtime(&self) -> Runtime {
        Runtime::Onnxruntime
    }

    fn note(&self, name: &str) -> Option<String> {
        self.free().as_ref()?.metadata().ok()?.custom(name)
    }

    fn run(&self, threads: &Threads, batch: NdTensor<f32, 4>) -> Result<Vec<Tensor<f32>>, InferenceError> {
        let run = || {
            let mut slot = self.free();
            let session = match &mut *slot {
                Some(session) => session,
                none => none.insert(self.session()?),
            };
            self.answers(session, &batch)
        };
        threads.pool().run(run).map_err(InferenceError::Run)
    }
}

/// A panic in an earlier run leaves the session usable.
fn if_free(slot: &Mutex<Option<Session>>) -> Option<MutexGuard<'_, Option<Session>>> {
    match slot.try_lock() {
        Ok(session) => Some(session),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Of one network: one for every two cores.
fn most_sessions() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2))
}
