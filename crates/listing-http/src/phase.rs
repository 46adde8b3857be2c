//! Tracks a connection's phase. In the client's phases, the client sends a head (first line and headers); in
//! the service's, the service reads the body and answers.
//!
//! actix limits the time of a connection's first head only. Later heads could arrive a byte at a time for
//! ever, since their first byte ends the keep-alive timeout. So a connection times them itself, from the
//! first byte after an answer until the middleware reports the request.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

/// Bytes of a body that are read before its handler asks for them.
const BODY_AHEAD: usize = 64 * 1024;

/// The number of a connection's current phase, shared with its requests: even in the client's phases, from 0,
/// and odd in the service's.
#[derive(Clone, Default)]
pub(crate) struct Phases(Rc<State>);

#[derive(Default)]
struct State {
    number: Cell<u64>,
    /// Bytes of the body that may be read in this phase.
    body: Cell<usize>,
    /// Wakes the reader, which waits until it may read more.
    reader: Cell<Option<Waker>>,
}

impl Phases {
    fn is_service(&self) -> bool {
        self.0.number.get() % 2 == 1
    }

    /// Not the first phase: actix itself limits the time of the first head.
    fn is_later_client(&self) -> bool {
        !self.is_service() && self.0.number.get() > 0
    }

    fn next(&self) {
        self.0.number.set(self.0.number.get() + 1);
        self.0.body.set(0);
        self.wake_reader();
    }

    pub(crate) fn request_arrived(&self) {
        if !self.is_service() {
            self.next();
        }
    }

    pub(crate) fn allow_body(&self) {
        self.0.body.set(BODY_AHEAD);
        self.wake_reader();
    }

    pub(crate) fn request_answered(&self) {
        if self.is_service() {
            self.next();
        }
    }

    /// Body bytes that may be read in the service's phase; `None` in the client's.
    pub(crate) fn allowed_body(&self) -> Option<usize> {
        self.is_service().then(|| self.0.body.get())
    }

    pub(crate) fn read(&self, bytes: usize) {
        self.0.body.set(self.0.body.get().saturating_sub(bytes));
    }

    /// Suspends the connection's reader until the next phase, or until it may read more of the body.
    pub(crate) fn park_reader(&self, cx: &Context<'_>) {
        self.0.reader.set(Some(cx.waker().clone()));
    }

    pub(crate) fn wake_reader(&self) {
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }
}

/// The timeout for every head except the first.
pub(crate) struct LaterHead {
    phases: Phases,
    time: Duration,
    /// With the client's phase that it belongs to.
    timer: Option<(u64, Pin<Box<Sleep>>)>,
}

impl LaterHead {
    pub(crate) fn new(phases: Phases, time: Duration) -> Self {
        Self { phases, time, timer: None }
    }

    pub(crate) fn begin(&mut self) {
        let phase = self.phases.0.number.get();
        let runs = self.timer.as_ref().is_some_and(|(timed, _)| *timed == phase);
        if self.phases.is_later_client() && !runs {
            self.timer = Some((phase, Box::pin(sleep(self.time))));
        }
    }

    /// Ready when a head has begun and did not arrive in time.
    pub(crate) fn poll_over(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.timer {
            Some((phase, timer)) if *phase == self.phases.0.number.get() => timer.as_mut().poll(cx),
            _ => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::time::{Instant, timeout};

    use super::*;

    const TIME: Duration = Duration::from_secs(5);

    async fn over(head: &mut LaterHead) -> Option<Duration> {
        let since = Instant::now();
        let is_over = timeout(Duration::from_mins(1), poll_fn(|cx| head.poll_over(cx))).await;
        is_over.ok().map(|()| since.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn the_timeout_of_each_later_head_starts_at_its_first_byte() {
        let phases = Phases::default();
        let mut head = LaterHead::new(phases.clone(), TIME);
        head.begin();
        assert_eq!(over(&mut head).await, None, "the first head has no timeout here");
        for _ in 0..3 {
            phases.request_arrived();
            phases.request_answered();
            assert_eq!(over(&mut head).await, None, "no byte of the head has arrived");
            head.begin();
            tokio::time::sleep(TIME / 2).await;
            head.begin();
            assert_eq!(over(&mut head).await, Some(TIME / 2), "more bytes do not extend the time");
        }
        phases.request_arrived();
        assert_eq!(over(&mut head).await, None, "an arrived request is being answered");
    }

    #[tokio::test(start_paused = true)]
    async fn the_timeout_of_one_head_does_not_affect_the_next() {
        let phases = Phases::default();
        let mut head = LaterHead::new(phases.clone(), TIME);
        phases.request_arrived();
        phases.request_answered();
        head.begin();
        tokio::time::sleep(TIME * 4 / 5).await;
        phases.request_arrived();
        phases.request_answered();
        assert_eq!(over(&mut head).await, None);
        head.begin();
        assert_eq!(over(&mut head).await, Some(TIME));
    }
}
