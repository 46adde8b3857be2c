use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::{Connection as _, Instrumentation, InstrumentationEvent};
use tempfile::TempDir;

use crate::connection::{Conn, on_engine, open};
use crate::limits::DatabaseLimits;
use crate::location::Location;
use crate::migrate;

/// An empty SQLite database that counts the statements run on it.
pub(super) struct Counted {
    pub(super) conn: Conn,
    count: Arc<AtomicUsize>,
    _folder: TempDir,
}

struct Counting(Arc<AtomicUsize>);

impl Instrumentation for Counting {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { .. } = event {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Counted {
    pub(super) fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::parse(folder.path().join("ptl.db").to_str().unwrap()).unwrap();
        let mut conn = open(&location, &DatabaseLimits::default()).unwrap();
        migrate::bring_up_to_date(&mut conn).unwrap();
        let count = Arc::new(AtomicUsize::new(0));
        on_engine!(&mut conn, |conn| conn.set_instrumentation(Counting(Arc::clone(&count))));
        Self { conn, count, _folder: folder }
    }

    pub(super) fn statements(&mut self, work: impl FnOnce(&mut Conn)) -> usize {
        let before = self.count.load(Ordering::SeqCst);
        work(&mut self.conn);
        self.count.load(Ordering::SeqCst) - before
    }
}
