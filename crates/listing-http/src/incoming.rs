//! Limits how much a connection reads ahead of its requests.
//!
//! actix keeps reading while it answers and while the client takes no answers, and builds requests from all
//! of it: a few thousand short ones take a hundred times their bytes in memory. So until the client has
//! received a request's answer, a connection hands over only body bytes that a handler reads. A *head* is a
//! request's first line and headers.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;

use crate::phase::Phases;

/// Bytes of heads handed over at once: one whole head of most requests, or a hundred of the shortest possible
/// ones.
const HEADS_AT_ONCE: usize = 2_048;

pub(crate) struct Incoming {
    phases: Phases,
    /// Heads were handed over, and actix must parse them before it gets more.
    is_parsing: bool,
}

impl Incoming {
    pub(crate) fn new(phases: Phases) -> Self {
        Self { phases, is_parsing: false }
    }

    pub(crate) fn poll_read(
        &mut self,
        io: &mut TcpStream,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
        is_untaken: bool,
    ) -> Poll<io::Result<()>> {
        let max_bytes = match self.phases.allowed_body() {
            _ if is_untaken => 0,
            Some(allowed) => allowed,
            None if self.is_parsing => {
                self.is_parsing = false;
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            None => HEADS_AT_ONCE,
        };
        if max_bytes == 0 {
            self.phases.park_reader(cx);
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        if buffer.remaining() <= max_bytes {
            ready!(Pin::new(io).poll_read(cx, buffer))?;
        } else {
            let mut part = ReadBuf::new(buffer.initialize_unfilled_to(max_bytes));
            ready!(Pin::new(io).poll_read(cx, &mut part))?;
            let read = part.filled().len();
            buffer.advance(read);
        }
        let read = buffer.filled().len() - before;
        self.phases.read(read);
        self.is_parsing = read > 0;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    async fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap());
        let (client, served) = tokio::join!(client, listener.accept());
        (client.unwrap(), served.unwrap().0)
    }

    async fn read(incoming: &mut Incoming, io: &mut TcpStream, is_untaken: bool) -> usize {
        io.readable().await.unwrap();
        let mut bytes = vec![0; 256 * 1024];
        let mut buffer = ReadBuf::new(&mut bytes);
        poll_fn(|cx| {
            while incoming.poll_read(io, cx, &mut buffer, is_untaken).is_ready() {}
            Poll::Ready(())
        })
        .await;
        buffer.filled().len()
    }

    #[tokio::test]
    async fn request_heads_are_read_in_chunks_and_wait_for_the_previous_answer() {
        let (mut client, mut served) = connection().await;
        client.write_all(&vec![b'x'; 20_000]).await.unwrap();
        let phases = Phases::default();
        let mut incoming = Incoming::new(phases.clone());
        assert_eq!(read(&mut incoming, &mut served, false).await, HEADS_AT_ONCE);
        assert_eq!(read(&mut incoming, &mut served, false).await, HEADS_AT_ONCE);
        phases.request_arrived();
        assert_eq!(read(&mut incoming, &mut served, false).await, 0);
        phases.request_answered();
        assert_eq!(read(&mut incoming, &mut served, true).await, 0, "the client has not received the answer");
        read(&mut incoming, &mut served, false).await;
        assert_eq!(read(&mut incoming, &mut served, false).await, HEADS_AT_ONCE);
    }

    #[tokio::test]
    async fn a_body_is_read_only_as_far_as_requested() {
        let (mut client, mut served) = connection().await;
        let sent = tokio::spawn(async move {
            client.write_all(&vec![b'x'; 200_000]).await.unwrap();
            client
        });
        let phases = Phases::default();
        phases.request_arrived();
        let mut incoming = Incoming::new(phases.clone());
        assert_eq!(read(&mut incoming, &mut served, false).await, 0);
        let mut body = 0;
        while body < 200_000 {
            phases.allow_body();
            let got = read(&mut incoming, &mut served, false).await;
            assert!(got <= 64 * 1024, "{got}");
            body += got;
        }
        sent.await.unwrap();
    }

    #[tokio::test]
    async fn a_waiting_reader_is_woken_when_it_may_read() {
        let (mut client, mut served) = connection().await;
        client.write_all(b"GET").await.unwrap();
        let phases = Phases::default();
        phases.request_arrived();
        let mut incoming = Incoming::new(phases.clone());
        let reading = tokio::task::LocalSet::new();
        let (again, reader) = (phases.clone(), async move {
            let mut bytes = [0; 10];
            let mut buffer = ReadBuf::new(&mut bytes);
            poll_fn(|cx| incoming.poll_read(&mut served, cx, &mut buffer, false)).await.unwrap();
            buffer.filled().len()
        });
        let read = reading.spawn_local(reader);
        let answered = async {
            tokio::task::yield_now().await;
            again.request_answered();
            timeout(Duration::from_secs(10), read).await
        };
        assert_eq!(reading.run_until(answered).await.unwrap().unwrap(), 3);
    }
}
