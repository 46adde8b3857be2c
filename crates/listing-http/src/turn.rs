//! Whose turn it is on a connection: the client's, to send the head of another request, or
//! the service's, to answer.
//!
//! actix limits the time of a connection's first head only. Later ones could come a byte at
//! a time for ever, since the time of an idle connection ends with the first byte. So a
//! connection counts that time itself, from the first byte behind an answer until its request
//! is there, of which the middleware tells it.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

/// Turns that there were on a connection, which it shares with its requests. Every other one
/// is the client's; the first head, whose time actix limits, counts as the service's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns(Rc<Cell<u64>>);

impl Turns {
    fn is_the_clients(&self) -> bool {
        self.0.get() % 2 == 1
    }

    fn next(&self) {
        self.0.set(self.0.get() + 1);
    }

    /// A request is there.
    pub(crate) fn request_is_there(&self) {
        if self.is_the_clients() {
            self.next();
        }
    }

    /// The request was answered.
    pub(crate) fn request_was_answered(&self) {
        if !self.is_the_clients() {
            self.next();
        }
    }
}

/// The time of a head that is not the first.
pub(crate) struct LaterHead {
    turns: Turns,
    time: Duration,
    /// Runs in this turn of the client.
    timer: Option<(u64, Pin<Box<Sleep>>)>,
}

impl LaterHead {
    /// Nothing has come yet.
    pub(crate) fn new(turns: Turns, time: Duration) -> Self {
        Self { turns, time, timer: None }
    }

    /// Bytes have come.
    pub(crate) fn begin(&mut self) {
        let turn = self.turns.0.get();
        let runs = self.timer.as_ref().is_some_and(|(of, _)| *of == turn);
        if self.turns.is_the_clients() && !runs {
            self.timer = Some((turn, Box::pin(sleep(self.time))));
        }
    }

    /// Ready when a head has begun and did not come in time.
    pub(crate) fn poll_over(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.timer {
            Some((turn, timer)) if *turn == self.turns.0.get() => timer.as_mut().poll(cx),
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

    /// How long after now the time of a head is over, if it is within a minute.
    async fn over(head: &mut LaterHead) -> Option<Duration> {
        let since = Instant::now();
        let is_over = timeout(Duration::from_mins(1), poll_fn(|cx| head.poll_over(cx))).await;
        is_over.ok().map(|()| since.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn each_later_head_has_its_own_time_from_its_first_byte() {
        let turns = Turns::default();
        let mut head = LaterHead::new(turns.clone(), TIME);
        head.begin();
        assert_eq!(over(&mut head).await, None, "the first head is not counted here");
        for _ in 0..3 {
            turns.request_is_there();
            turns.request_was_answered();
            assert_eq!(over(&mut head).await, None, "nothing has come");
            head.begin();
            tokio::time::sleep(TIME / 2).await;
            head.begin();
            assert_eq!(over(&mut head).await, Some(TIME / 2), "more bytes buy no time");
        }
        turns.request_is_there();
        assert_eq!(over(&mut head).await, None, "a request that is there is answered");
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_of_one_head_does_not_end_the_next() {
        let turns = Turns::default();
        let mut head = LaterHead::new(turns.clone(), TIME);
        turns.request_was_answered();
        head.begin();
        tokio::time::sleep(TIME * 4 / 5).await;
        turns.request_is_there();
        turns.request_was_answered();
        assert_eq!(over(&mut head).await, None);
        head.begin();
        assert_eq!(over(&mut head).await, Some(TIME));
    }
}
