//! An HTTP service on a free port that follows a script.
#![expect(clippy::unwrap_used, reason = "a test without its service must fail")]

use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// The reaction to one request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends a complete response.
    Answer {
        /// The status code.
        status: u16,
        /// The headers, except the content length.
        headers: Vec<(&'static str, String)>,
        /// The body.
        body: String,
    },
    /// Does not respond.
    Silence,
    /// Sends headers without the body.
    HeadOnly,
    /// Sends one byte each second.
    Drip,
    /// Sends half of the announced body, then closes the connection.
    HalfABody,
    /// Resets the connection.
    Reset,
    /// Sends an endless body.
    Endless,
    /// Delays the inner step.
    Late(Duration, Box<Step>),
}

impl Step {
    /// Status 200 and a JSON body.
    pub fn ok(body: &Value) -> Self {
        Self::Answer { status: 200, headers: Vec::new(), body: body.to_string() }
    }

    /// A response with a status and a body.
    pub fn raw(status: u16, body: &str) -> Self {
        Self::Answer { status, headers: Vec::new(), body: body.to_owned() }
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn with(self, name: &'static str, value: &str) -> Self {
        match self {
            Self::Answer { status, mut headers, body } => {
                headers.push((name, value.to_owned()));
                Self::Answer { status, headers, body }
            }
            other => other,
        }
    }

    /// Delays the step.
    #[must_use]
    pub fn late(self, by: Duration) -> Self {
        Self::Late(by, Box::new(self))
    }
}

/// A received request.
#[derive(Debug, Clone, Default)]
pub struct Received {
    /// The path with the query.
    pub path: String,
    /// The request line and the headers.
    pub head: String,
    /// The body as JSON, or null.
    pub body: Value,
    /// The body as text.
    pub text: String,
}

impl Received {
    /// Returns a header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }
}

/// A running service.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// The requests so far.
    pub received: Arc<Mutex<Vec<Received>>>,
    /// Connections that the client has closed.
    pub closed: Arc<Mutex<usize>>,
}

impl Server {
    /// Starts a service. `reply` chooses the reaction from the request's number and content.
    pub async fn start(reply: impl Fn(usize, &Received) -> Step + Send + Sync + 'static) -> Self {
        Self::resetting_first(0, reply).await
    }

    /// Starts a service that resets the first `connections` connections before reading.
    pub async fn resetting_first(
        mut connections: usize,
        reply: impl Fn(usize, &Received) -> Step + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (received, closed) = (Arc::<Mutex<Vec<Received>>>::default(), Arc::<Mutex<usize>>::default());
        let (requests, closed_count, reply) = (received.clone(), closed.clone(), Arc::new(reply));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if connections > 0 {
                    connections -= 1;
                    stream.set_zero_linger().unwrap();
                    continue;
                }
                let (requests, closed_count, reply) = (requests.clone(), closed_count.clone(), reply.clone());
                tokio::spawn(async move {
                    serve(stream, &requests, &*reply).await;
                    *closed_count.lock().unwrap() += 1;
                });
            }
        });
        Self { address, received, closed }
    }

    /// Does one step for each request and then repeats the last one.
    pub async fn scripted(steps: Vec<Step>) -> Self {
        Self::start(move |number, _| steps[number.min(steps.len() - 1)].clone()).await
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Connections that the client has closed.
    pub fn closed(&self) -> usize {
        *self.closed.lock().unwrap()
    }
}

async fn serve(
    mut stream: TcpStream,
    received: &Mutex<Vec<Received>>,
    reply: &(impl Fn(usize, &Received) -> Step + Sync),
) {
    loop {
        // Virtual time must not jump during a request and its response.
        let mut still = StillTime::begin();
        let Some(request) = read_request(&mut stream).await else { return };
        let mut step = {
            let mut all = received.lock().unwrap();
            let number = all.len();
            all.push(request.clone());
            reply(number, &request)
        };
        if let Step::Late(by, later) = step {
            settle().await;
            drop(still);
            tokio::time::sleep(by).await;
            (still, step) = (StillTime::begin(), *later);
        }
        match step {
            Step::Answer { status, headers, body } => {
                let line = |(name, value): &(&str, String)| [*name, ": ", value, "\r\n"].concat();
                let headers: String = headers.iter().map(line).collect();
                let length = body.len();
                let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n{headers}\r\n");
                let response = [head.as_bytes(), body.as_bytes()].concat();
                if stream.write_all(&response).await.is_err() {
                    return;
                }
                // The client still has to read the response.
                settle().await;
            }
            Step::Silence => return until_closed(stream, still).await,
            Step::HeadOnly => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n").await.unwrap();
                return until_closed(stream, still).await;
            }
            Step::Drip => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n").await.unwrap();
                return drip(stream, still).await;
            }
            Step::HalfABody => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"cho").await.unwrap();
                settle().await;
                return;
            }
            Step::Reset => {
                stream.set_zero_linger().unwrap();
                return;
            }
            Step::Endless => return endless(stream).await,
            Step::Late(..) => unreachable!("the inner step of a delayed step is not delayed"),
        }
    }
}

async fn until_closed(mut stream: TcpStream, still: StillTime) {
    settle().await;
    drop(still);
    let _ = stream.read(&mut [0]).await;
}

async fn drip(mut stream: TcpStream, still: StillTime) {
    let mut still = Some(still);
    loop {
        if stream.write_all(b" ").await.is_err() {
            return;
        }
        settle().await;
        drop(still.take());
        tokio::time::sleep(Duration::from_secs(1)).await;
        still = Some(StillTime::begin());
    }
}

async fn endless(mut stream: TcpStream) {
    let chunk = vec![b'x'; 1 << 16];
    let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head).await.unwrap();
    // Sends at most ten gigabytes.
    for _ in 0..160_000 {
        let framed = [b"10000\r\n", chunk.as_slice(), b"\r\n"].concat();
        if stream.write_all(&framed).await.is_err() {
            return;
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        let mut chunk = [0; 4096];
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
        }
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).unwrap();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
    });
    let mut body = bytes[head_end..].to_vec();
    let missing = length.unwrap_or(0).saturating_sub(body.len());
    let mut rest = vec![0; missing];
    stream.read_exact(&mut rest).await.ok()?;
    body.extend_from_slice(&rest);
    let path = head.split(' ').nth(1).unwrap().to_owned();
    let text = String::from_utf8_lossy(&body).into_owned();
    Some(Received { path, head, body: serde_json::from_slice(&body).unwrap_or(Value::Null), text })
}

/// Keeps a test's virtual time from jumping, because bytes on a socket need real time.
pub struct StillTime {
    _end: std::sync::mpsc::Sender<()>,
}

impl StillTime {
    /// Keeps virtual time from jumping until dropped.
    pub fn begin() -> Self {
        let (end, ended) = std::sync::mpsc::channel::<()>();
        // Virtual time does not jump while blocking work runs.
        tokio::task::spawn_blocking(move || ended.recv());
        Self { _end: end }
    }
}

/// Gives the client real time to read the response.
async fn settle() {
    tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(20))).await.unwrap();
}

/// Returns the outcome and the virtual time that it took.
pub async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let start = tokio::time::Instant::now();
    let outcome = work.await;
    (outcome, start.elapsed())
}
