//! What is logged on the thread of a test.

use std::cell::RefCell;
use std::io;
use std::sync::Once;

use tracing::subscriber::set_global_default;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps from now on what any thread logs. All that logs in these tests is made after this: a place
/// that logs for the first time on a thread without a subscriber is taken for good for one that
/// nobody hears, even where another thread has a subscriber of its own.
pub(super) fn keep() {
    static KEPT: Once = Once::new();
    KEPT.call_once(|| {
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(|| Thread).finish();
        set_global_default(subscriber).unwrap();
    });
}

/// Forgets what this thread has logged.
pub(super) fn forget() {
    TEXT.take();
}

/// The levels of the lines that this thread has logged.
pub(super) fn levels() -> Vec<String> {
    let text = TEXT.with_borrow(|text| String::from_utf8(text.clone()).unwrap());
    text.lines().map(|line| line.split_whitespace().nth(1).unwrap().to_owned()).collect()
}

/// Writes to the lines of the thread that it is called on.
struct Thread;

impl io::Write for Thread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        TEXT.with_borrow_mut(|text| text.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
