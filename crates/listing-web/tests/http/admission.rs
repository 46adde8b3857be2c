//! An admission that lets every request in and records it, along with the threads that do the work.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use async_trait::async_trait;
use listing_domain::ports::{Admission, AdmissionError, AdmissionSlot, BodyMemory, Requester};
use listing_testkit::OpenAdmission;

/// An admission that lets every request in and records it.
pub(crate) struct RecordingAdmission {
    open: OpenAdmission,
    seen: Arc<Mutex<Seen>>,
}

/// The record of the requests let in.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The number of slots taken.
    pub(crate) entered: usize,
    /// The threads that requested a slot; these answer HTTP requests.
    pub(crate) askers: HashSet<ThreadId>,
    /// The threads that did work within a slot.
    pub(crate) workers: HashSet<ThreadId>,
}

impl RecordingAdmission {
    pub(crate) fn new() -> Self {
        Self { open: OpenAdmission::with_workers(1), seen: Arc::default() }
    }

    /// Returns the record since the last call, and clears it.
    pub(crate) fn take_seen(&self) -> Seen {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

#[async_trait]
impl Admission for RecordingAdmission {
    async fn enter(&self, requester: Requester) -> Result<Box<dyn AdmissionSlot>, AdmissionError> {
        let slot = self.open.enter(requester).await?;
        let mut seen = self.seen.lock().unwrap();
        seen.entered += 1;
        seen.askers.insert(thread::current().id());
        Ok(Box::new(RecordedSlot { slot, seen: Arc::clone(&self.seen) }))
    }
}

struct RecordedSlot {
    slot: Box<dyn AdmissionSlot>,
    seen: Arc<Mutex<Seen>>,
}

impl AdmissionSlot for RecordedSlot {
    fn body(&self, most: usize) -> Box<dyn BodyMemory> {
        self.slot.body(most)
    }

    fn work(&self, work: &mut dyn FnMut()) {
        self.seen.lock().unwrap().workers.insert(thread::current().id());
        self.slot.work(work);
    }
}
