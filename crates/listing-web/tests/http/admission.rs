//! An open door that notes who came through it, and where work was done for them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use async_trait::async_trait;
use listing_domain::ports::{Admission, AdmissionError, BodyMemory, Place, Visitor};
use listing_testkit::OpenAdmission;

/// An open door.
pub(crate) struct WatchedDoor {
    open: OpenAdmission,
    seen: Arc<Mutex<Seen>>,
}

/// What was seen at the door and behind it.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// How many came through.
    pub(crate) entered: usize,
    /// The threads that asked for a place, which serve requests.
    pub(crate) askers: HashSet<ThreadId>,
    /// The threads on which work was done within a place.
    pub(crate) workers: HashSet<ThreadId>,
}

impl WatchedDoor {
    pub(crate) fn new() -> Self {
        Self { open: OpenAdmission::with_workers(1), seen: Arc::default() }
    }

    /// What was seen since this was last asked.
    pub(crate) fn take_seen(&self) -> Seen {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

#[async_trait]
impl Admission for WatchedDoor {
    async fn enter(&self, visitor: Visitor) -> Result<Box<dyn Place>, AdmissionError> {
        let place = self.open.enter(visitor).await?;
        let mut seen = self.seen.lock().unwrap();
        seen.entered += 1;
        seen.askers.insert(thread::current().id());
        Ok(Box::new(WatchedPlace { place, seen: Arc::clone(&self.seen) }))
    }
}

struct WatchedPlace {
    place: Box<dyn Place>,
    seen: Arc<Mutex<Seen>>,
}

impl Place for WatchedPlace {
    fn body(&self, most: usize) -> Box<dyn BodyMemory> {
        self.place.body(most)
    }

    fn work(&self, work: &mut dyn FnMut()) {
        self.seen.lock().unwrap().workers.insert(thread::current().id());
        self.place.work(work);
    }
}
