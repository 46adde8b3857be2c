//! Replaces actix's own answers to malformed, slow or oversized heads, which have no body and no headers;
//! actix has no hook to change that.
//!
//! Such an answer is the last on its connection and lacks our headers. A wrapper around connections
//! recognizes it when it is written, and writes ours instead. Nearly every other write is excluded by its
//! last four bytes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, SystemTime};

use actix_web::http::StatusCode;
use actix_web::http::header::HttpDate;
use futures_util::future::LocalBoxFuture;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::application::Application;
use crate::context;
use crate::error::{ApiError, MAX_TARGET_BYTES};
use crate::incoming::Incoming;
use crate::outgoing::Outgoing;
use crate::phase::{LaterHead, Phases};

/// In bytes: actix's own answers stay below it, and ours exceed it.
const LONGEST_BARE_HEAD: usize = 200;
/// The time for which a client may still send after its answer. Closing a connection while bytes arrive
/// resets it, and the client may never see the answer.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes that are read and dropped at once in that time.
const DISCARDED_AT_ONCE: usize = 4_096;

pub(crate) struct Connection {
    io: TcpStream,
    peer: Option<SocketAddr>,
    application: Arc<Application>,
    first_line: FirstLine,
    later_head: LaterHead,
    incoming: Incoming,
    outgoing: Outgoing,
    phases: Phases,
    answer: OwnAnswer,
}

enum OwnAnswer {
    None,
    Making(LocalBoxFuture<'static, Vec<u8>>),
    Writing(Vec<u8>, usize),
    /// The answer is written. Bytes that the client still sends are dropped.
    Lingering(Pin<Box<Sleep>>),
    Done,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct FirstLine {
    bytes: usize,
    has_ended: bool,
}

impl FirstLine {
    fn feed(&mut self, arrived: &[u8]) {
        if !self.has_ended {
            let end = arrived.iter().position(|byte| *byte == b'\n');
            self.bytes += end.unwrap_or(arrived.len());
            self.has_ended = end.is_some();
        }
    }
}

/// An answer that actix itself added at the end of a write.
#[derive(Debug, PartialEq, Eq)]
struct BareAnswer {
    /// The offset in the write, in bytes.
    start: usize,
    status: StatusCode,
    date: String,
}

impl BareAnswer {
    fn at_end_of(bytes: &[u8]) -> Option<Self> {
        if !bytes.ends_with(b"\r\n\r\n") {
            return None;
        }
        let before = bytes.len().saturating_sub(LONGEST_BARE_HEAD);
        let tail = bytes.get(before..)?;
        let start = tail.windows(7).rposition(|window| window == b"HTTP/1.")?;
        let head = std::str::from_utf8(tail.get(start..)?).ok()?.strip_suffix("\r\n\r\n")?;
        let mut lines = head.split("\r\n");
        let status: StatusCode = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let mut date = None;
        let is_bare = lines.all(|line| match line.split_once(": ") {
            Some(("content-length", length)) => length == "0",
            Some(("connection", _)) => true,
            Some(("date", text)) => date.replace(text.to_owned()).is_none(),
            _ => false,
        });
        let is_error = status.is_client_error() || status.is_server_error();
        let date = date.filter(|_| is_bare && is_error)?;
        Some(Self { start: before + start, status, date })
    }
}

impl Connection {
    pub(crate) fn new(io: TcpStream, peer: Option<SocketAddr>, application: Arc<Application>) -> Self {
        let (first_line, answer, phases) = (FirstLine::default(), OwnAnswer::None, Phases::default());
        let later_head = LaterHead::new(phases.clone(), application.edge.limits.header_timeout);
        let incoming = Incoming::new(phases.clone());
        let outgoing = Outgoing::new(application.edge.limits);
        Self { io, peer, application, first_line, later_head, incoming, outgoing, phases, answer }
    }

    pub(crate) fn phases(&self) -> Phases {
        self.phases.clone()
    }

    fn error(&self, status: StatusCode) -> ApiError {
        match status {
            StatusCode::REQUEST_TIMEOUT => ApiError::head_too_slow(),
            StatusCode::BAD_REQUEST | StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE
                if self.first_line.bytes > MAX_TARGET_BYTES =>
            {
                ApiError::target_too_long()
            }
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => ApiError::headers_too_large(),
            StatusCode::BAD_REQUEST => ApiError::malformed(),
            _ => ApiError::internal(),
        }
    }

    fn begin_answer(&mut self, status: StatusCode, date: String) {
        let error = self.error(status);
        let peer = self.peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        let application = Arc::clone(&self.application);
        self.answer = OwnAnswer::Making(Box::pin(async move {
            context::answer_unreadable(&application, peer, &error, &date).await
        }));
    }

    /// Ready when the connection may be closed.
    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            match &mut self.answer {
                OwnAnswer::None | OwnAnswer::Done => return Poll::Ready(Ok(())),
                OwnAnswer::Making(making) => {
                    self.answer = OwnAnswer::Writing(ready!(making.as_mut().poll(cx)), 0);
                }
                OwnAnswer::Writing(bytes, written) => {
                    let left = bytes.get(*written..).unwrap_or_default();
                    if left.is_empty() {
                        ready!(Pin::new(&mut self.io).poll_shutdown(cx))?;
                        self.answer = OwnAnswer::Lingering(Box::pin(sleep(LINGER)));
                    } else {
                        match ready!(self.outgoing.poll_write(&mut self.io, cx, left))? {
                            0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                            count => *written += count,
                        }
                    }
                }
                OwnAnswer::Lingering(time) => {
                    let is_over = time.as_mut().poll(cx).is_ready();
                    let mut discarded = [0; DISCARDED_AT_ONCE];
                    let mut discarded = ReadBuf::new(&mut discarded);
                    let read = Pin::new(&mut self.io).poll_read(cx, &mut discarded);
                    let is_more = matches!(read, Poll::Ready(Ok(()))) && !discarded.filled().is_empty();
                    match read {
                        _ if is_over => self.answer = OwnAnswer::Done,
                        Poll::Pending => return Poll::Pending,
                        Poll::Ready(_) if is_more => {}
                        Poll::Ready(_) => self.answer = OwnAnswer::Done,
                    }
                }
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let connection = self.get_mut();
        let before = buffer.filled().len();
        let is_untaken = connection.outgoing.is_untaken();
        let read = connection.incoming.poll_read(&mut connection.io, cx, buffer, is_untaken);
        if read.is_pending() && connection.later_head.poll_over(cx).is_ready() {
            if matches!(connection.answer, OwnAnswer::None) {
                connection.begin_answer(StatusCode::REQUEST_TIMEOUT, date());
            }
            // Nothing more is read, so actix closes the connection after our answer.
            return Poll::Ready(Ok(()));
        }
        ready!(read)?;
        let arrived = buffer.filled().get(before..).unwrap_or_default();
        if !arrived.is_empty() {
            connection.first_line.feed(arrived);
            connection.later_head.begin();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let connection = self.get_mut();
        if matches!(connection.answer, OwnAnswer::None) {
            match BareAnswer::at_end_of(bytes) {
                None => {
                    connection.first_line = FirstLine::default();
                    return connection.outgoing.poll_write(&mut connection.io, cx, bytes);
                }
                Some(BareAnswer { start: 0, status, date }) => connection.begin_answer(status, date),
                // Bytes before it are sent unchanged.
                Some(BareAnswer { start, .. }) => {
                    let before = bytes.get(..start).unwrap_or_default();
                    return connection.outgoing.poll_write(&mut connection.io, cx, before);
                }
            }
        }
        ready!(connection.poll_answer(cx))?;
        Poll::Ready(Ok(bytes.len()))
    }

    /// actix flushes once all its bytes are written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.outgoing.is_untaken() {
            self.outgoing.all_taken();
            self.phases.wake_reader();
        }
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.answer {
            OwnAnswer::None => Pin::new(&mut self.io).poll_shutdown(cx),
            // Our answer, when it ends, shuts the writing side down.
            _ => self.poll_answer(cx),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the header has the host's time, as actix does")]
fn date() -> String {
    HttpDate::from(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\
                        date: Sat, 21 Nov 2026 10:00:00 GMT\r\n\r\n";

    fn found(bytes: &str) -> Option<(usize, u16)> {
        BareAnswer::at_end_of(bytes.as_bytes()).map(|bare| (bare.start, bare.status.as_u16()))
    }

    #[test]
    fn an_answer_of_actix_itself_is_found_alone_and_after_another() {
        assert_eq!(found(BARE), Some((0, 400)));
        assert_eq!(found(&BARE.replace("400 Bad Request", "408 Request Timeout")), Some((0, 408)));
        assert_eq!(found(&BARE.replace("connection: close\r\n", "")), Some((0, 400)));
        let first = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-request-id: a\r\n\r\n{}";
        assert_eq!(found(&format!("{first}{BARE}")), Some((first.len(), 400)));
    }

    #[test]
    fn other_answers_stay_unchanged() {
        for other in [
            "",
            "\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\ndate: x\r\n\r\n",
            &BARE.replace("date", "x-request-id: a\r\ndate"),
            &BARE.replace("content-length: 0", "content-length: 20"),
            &format!("{BARE}{{}}"),
            BARE.trim_end(),
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn bytes_after_the_first_line_are_not_counted() {
        let mut line = FirstLine::default();
        line.feed(b"GET /a");
        line.feed(b"b HTTP/1.1\r\nhost: a\r\n\r\n");
        assert_eq!(line, FirstLine { bytes: 17, has_ended: true });
        line.feed(b"more\n");
        assert_eq!(line.bytes, 17);
    }
}
