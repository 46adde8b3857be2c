//! Limits the time in which a client must receive an answer.
//!
//! actix waits for ever for a client that reads nothing. So the timeouts of request bodies apply to answers
//! too: that of an empty body, extended by each byte that the client takes.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::AsyncWrite as _;
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::edge::HttpLimits;

pub(crate) struct Outgoing {
    limits: HttpLimits,
    /// Runs from the first write that the client did not take until it has taken all bytes.
    delay: Option<Delay>,
}

struct Delay {
    since: Instant,
    /// Bytes that the client took since the timeout began.
    taken: usize,
    end: Pin<Box<Sleep>>,
}

impl Outgoing {
    pub(crate) const fn new(limits: HttpLimits) -> Self {
        Self { limits, delay: None }
    }

    pub(crate) fn poll_write(
        &mut self,
        io: &mut TcpStream,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut *io).poll_write(cx, bytes) {
            return Poll::Ready(written.inspect(|count| self.take(*count)));
        }
        ready!(self.poll_over(cx));
        // Otherwise the operating system would wait for the client to take the remaining bytes.
        io.set_zero_linger()?;
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn take(&mut self, bytes: usize) {
        if let Some(Delay { since, taken, end }) = &mut self.delay {
            *taken += bytes;
            end.as_mut().reset(*since + self.limits.body_time(*taken));
        }
    }

    /// True if the client has not taken all written bytes.
    pub(crate) fn is_untaken(&self) -> bool {
        self.delay.is_some()
    }

    pub(crate) fn all_taken(&mut self) {
        self.delay = None;
    }

    /// Starts the timeout if it is not running, and is ready when it is over.
    fn poll_over(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let delay = self.delay.get_or_insert_with(|| {
            let since = Instant::now();
            Delay { since, taken: 0, end: Box::pin(sleep_until(since + self.limits.body_time(0))) }
        });
        delay.end.as_mut().poll(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use super::*;

    fn outgoing() -> Outgoing {
        Outgoing::new(HttpLimits {
            body_base: Duration::from_secs(10),
            body_bytes_per_second: 1_000,
            body_max: Duration::from_mins(1),
            ..HttpLimits::default()
        })
    }

    async fn times_out_after(outgoing: &mut Outgoing, taken_a_second: usize) -> u64 {
        let since = Instant::now();
        let second = Duration::from_secs(1);
        while tokio::time::timeout(second, poll_fn(|cx| outgoing.poll_over(cx))).await.is_err() {
            outgoing.take(taken_a_second);
        }
        since.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn each_byte_taken_extends_the_deadline_as_for_bodies() {
        for (taken_a_second, seconds) in [(0, 10), (500, 19), (900, 60), (1_000_000, 60)] {
            let elapsed = times_out_after(&mut outgoing(), taken_a_second).await;
            assert!(elapsed.abs_diff(seconds) <= 1, "{taken_a_second}: {elapsed}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_took_everything_gets_a_new_deadline() {
        let mut outgoing = outgoing();
        for _ in 0..10 {
            let early = tokio::time::timeout(Duration::from_secs(9), poll_fn(|cx| outgoing.poll_over(cx)));
            early.await.unwrap_err();
            outgoing.all_taken();
            tokio::time::sleep(Duration::from_mins(1)).await;
        }
        assert_eq!(times_out_after(&mut outgoing, 0).await, 10);
    }
}
