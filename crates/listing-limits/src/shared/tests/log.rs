//! Captures what a test logs, separately for each thread.

use std::cell::RefCell;
use std::io;
use std::sync::Once;

use tracing::subscriber::set_global_default;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Call this before anything is logged: a log statement that first runs without a subscriber stays disabled,
/// even if another thread has one.
pub(super) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(|| Thread).finish();
        set_global_default(subscriber).unwrap();
    });
}

pub(super) fn clear() {
    TEXT.take();
}

pub(super) fn levels() -> Vec<String> {
    let text = TEXT.with_borrow(|text| String::from_utf8(text.clone()).unwrap());
    text.lines().map(|line| line.split_whitespace().nth(1).unwrap().to_owned()).collect()
}

struct Thread;

impl io::Write for Thread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        TEXT.with_borrow_mut(|text| text.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
