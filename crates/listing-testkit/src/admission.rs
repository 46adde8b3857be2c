use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::lane::Lane;
use listing_domain::ports::{
    Admission, AdmissionError, AdmissionSlot, BodyMemory, QueuedWork, Requester, WorkKind, WorkPermit,
    Workers,
};

/// Admits every request, grants any memory, and has a fixed number of workers with an unlimited queue.
#[derive(Debug, Clone)]
pub struct OpenAdmission {
    crew: Arc<Mutex<Crew>>,
}

#[derive(Debug)]
struct Crew {
    idle: usize,
    waiting: Vec<Waker>,
}

impl OpenAdmission {
    /// An admission with this number of workers.
    pub fn with_workers(workers: usize) -> Self {
        Self { crew: Arc::new(Mutex::new(Crew { idle: workers, waiting: Vec::new() })) }
    }

    fn lock(&self) -> MutexGuard<'_, Crew> {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Admission for OpenAdmission {
    async fn enter(&self, _: Requester) -> Result<Box<dyn AdmissionSlot>, AdmissionError> {
        Ok(Box::new(Unbounded))
    }
}

impl Workers for OpenAdmission {
    fn queue(
        &self,
        _: Lane,
        _: WorkKind,
        pieces: usize,
        _: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError> {
        Ok(Box::new(Queued { workers: self.clone(), left: pieces }))
    }

    /// No work is measured.
    fn thread_time(&self) -> Duration {
        Duration::ZERO
    }
}

struct Unbounded;

impl AdmissionSlot for Unbounded {
    fn body(&self, _: usize) -> Box<dyn BodyMemory> {
        Box::new(Self)
    }

    fn work(&self, work: &mut dyn FnMut()) {
        work();
    }
}

#[async_trait]
impl BodyMemory for Unbounded {
    async fn grow(&mut self, _: usize) -> Result<(), AdmissionError> {
        Ok(())
    }

    async fn shed(&mut self) -> AdmissionError {
        std::future::pending().await
    }

    fn complete(&mut self) {}
}

struct Queued {
    workers: OpenAdmission,
    left: usize,
}

#[async_trait]
impl QueuedWork for Queued {
    async fn next(&mut self) -> Result<Box<dyn WorkPermit>, AdmissionError> {
        if self.left == 0 {
            return Err(AdmissionError::Busy { retry_after: Duration::ZERO });
        }
        poll_fn(|context| {
            let mut crew = self.workers.lock();
            if crew.idle > 0 {
                crew.idle -= 1;
                return Poll::Ready(());
            }
            crew.waiting.push(context.waker().clone());
            Poll::Pending
        })
        .await;
        self.left -= 1;
        Ok(Box::new(Permit { workers: self.workers.clone(), width: 1 }))
    }
}

struct Permit {
    workers: OpenAdmission,
    width: usize,
}

impl WorkPermit for Permit {
    fn widen(&mut self, most: usize) -> usize {
        let mut crew = self.workers.lock();
        let more = most.saturating_sub(self.width).min(crew.idle);
        crew.idle -= more;
        self.width += more;
        self.width
    }

    fn used(&mut self, _: Duration) {}
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut crew = self.workers.lock();
        crew.idle += self.width;
        for waiting in crew.waiting.drain(..) {
            waiting.wake();
        }
    }
}
