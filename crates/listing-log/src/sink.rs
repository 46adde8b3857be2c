//! Collects log lines and writes several at once: writing each alone would take as long as answering a
//! request.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

const MAX_DELAY: Duration = Duration::from_millis(100);

const BATCH_BYTES: usize = 64 * 1024;

/// A buffer of log lines.
///
/// The thread whose line fills it writes all lines, so a slow output slows down the threads that log. No line
/// is lost, and memory holds at most one full buffer and one line of each thread.
pub(crate) struct Sink {
    waiting: Mutex<Vec<u8>>,
    /// Locked before `waiting`, so that lines keep their order.
    output: Mutex<Output>,
    /// Set by [`Sink::close`]. From then on, each line is written at once.
    is_closed: AtomicBool,
    writer_thread: OnceLock<Thread>,
}

struct Output {
    writer: Box<dyn Write + Send>,
    /// The lines being written. Kept because its memory is reused.
    batch: Vec<u8>,
}

impl Sink {
    pub(crate) fn new(writer: impl Write + Send + 'static) -> Self {
        Self {
            waiting: Mutex::default(),
            output: Mutex::new(Output { writer: Box::new(writer), batch: Vec::new() }),
            is_closed: AtomicBool::new(false),
            writer_thread: OnceLock::new(),
        }
    }

    /// The thread writes waiting lines after [`MAX_DELAY`].
    pub(crate) fn write_regularly(self: Arc<Self>) -> io::Result<()> {
        let sink = Arc::clone(&self);
        let write = move || {
            loop {
                // Sleeps until a thread adds a line.
                thread::park();
                thread::sleep(MAX_DELAY);
                sink.flush();
            }
        };
        let thread = thread::Builder::new().name("ptl-log".to_owned()).spawn(write)?;
        let _ = self.writer_thread.set(thread.thread().clone());
        Ok(())
    }

    /// An urgent line and all before it are written when the function returns.
    pub(crate) fn push(&self, line: &[u8], is_urgent: bool) {
        let mut waiting = lock(&self.waiting);
        let is_first = waiting.is_empty();
        waiting.extend_from_slice(line);
        let is_full = waiting.len() >= BATCH_BYTES;
        drop(waiting);
        if is_urgent || is_full || self.is_closed.load(Ordering::Acquire) {
            self.flush();
        } else if is_first && let Some(thread) = self.writer_thread.get() {
            thread.unpark();
        }
    }

    pub(crate) fn flush(&self) {
        let mut output = lock(&self.output);
        let Output { writer, batch } = &mut *output;
        std::mem::swap(batch, &mut *lock(&self.waiting));
        // If the log cannot be written, there is no place to report that.
        let _ = writer.write_all(batch).and_then(|()| writer.flush());
        batch.clear();
    }

    /// Writes all waiting lines, and from now on each at once.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.flush();
    }
}

/// Only a panic of the output poisons the mutex, and the lines are still valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Instant;

    use super::*;

    struct Writes(Sender<Vec<u8>>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn sink() -> (Arc<Sink>, Receiver<Vec<u8>>) {
        let (writes, written) = channel();
        (Arc::new(Sink::new(Writes(writes))), written)
    }

    #[test]
    fn an_urgent_line_is_written_at_once_after_the_waiting_ones() {
        let (sink, written) = sink();
        sink.push(b"a\n", false);
        sink.push(b"b\n", false);
        assert!(written.try_recv().is_err());
        sink.push(b"c\n", true);
        assert_eq!(written.try_recv().unwrap(), b"a\nb\nc\n");
        sink.push(b"d\n", false);
        sink.close();
        assert_eq!(written.try_recv().unwrap(), b"d\n");
        sink.push(b"e\n", false);
        assert_eq!(written.try_recv().unwrap(), b"e\n");
    }

    #[test]
    fn a_full_buffer_is_written_at_once() {
        let (sink, written) = sink();
        let line = [b'x'; 1_000];
        for _ in 0..=BATCH_BYTES / line.len() {
            sink.push(&line, false);
        }
        assert!(written.try_recv().unwrap().len() >= BATCH_BYTES);
        assert!(lock(&sink.waiting).is_empty());
    }

    #[test]
    fn a_waiting_line_is_written_after_the_delay() {
        let (sink, written) = sink();
        Arc::clone(&sink).write_regularly().unwrap();
        for _ in 0..3 {
            let start = Instant::now();
            sink.push(b"a\n", false);
            assert_eq!(written.recv_timeout(Duration::from_secs(10)).unwrap(), b"a\n");
            assert!(start.elapsed() >= MAX_DELAY / 2);
        }
    }

    #[test]
    fn lines_of_many_threads_are_not_mixed_and_keep_their_order() {
        let (sink, written) = sink();
        thread::scope(|scope| {
            for name in 0..4 {
                let sink = &sink;
                scope.spawn(move || {
                    for number in 0..5_000 {
                        sink.push(format!("{name} {number:06}\n").as_bytes(), number % 1_000 == 0);
                    }
                });
            }
        });
        sink.close();
        let text = String::from_utf8(written.try_iter().flatten().collect()).unwrap();
        assert_eq!(text.lines().count(), 20_000);
        for name in 0..4 {
            let own = text.lines().filter(|line| line.starts_with(&format!("{name} ")));
            assert!(own.is_sorted());
        }
    }
}
