//! An HTTP client with little overhead, for load tests.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const PATIENCE: Duration = Duration::from_secs(100);

pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub(crate) const PHOTO: &str = listing_testkit::pictures::PNG_DATA_URI;

pub(crate) fn usage_request(key: &str) -> Vec<u8> {
    format!("GET /api/v1/usage HTTP/1.1\r\nhost: load\r\nx-api-key: {key}\r\n\r\n").into_bytes()
}

/// `once` is an idempotency key.
pub(crate) fn listings_request(key: &str, once: Option<&str>) -> Vec<u8> {
    let body = format!(r#"{{"photos":["{PHOTO}"],"platforms":["vinted"]}}"#);
    let once = once.map(|once| format!("idempotency-key: {once}\r\n")).unwrap_or_default();
    format!("{}{once}\r\n{body}", listings_headers(key, body.len())).into_bytes()
}

pub(crate) fn listings_head(key: &str, body_bytes: usize) -> String {
    format!("{}\r\n", listings_headers(key, body_bytes))
}

fn listings_headers(key: &str, body_bytes: usize) -> String {
    format!(
        "POST /api/v1/listings HTTP/1.1\r\nhost: load\r\nx-api-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {body_bytes}\r\n"
    )
}

pub(crate) fn photos_body<'a>(files: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let photos: Vec<String> =
        files.map(|file| format!("\"data:image/jpeg;base64,{}\"", STANDARD.encode(file))).collect();
    format!(r#"{{"photos":[{}],"platforms":["vinted"]}}"#, photos.join(",")).into_bytes()
}

/// Fails without times.
pub(crate) fn percentile(times: &mut [Duration], percent: usize) -> Result<Duration> {
    times.sort_unstable();
    times.get(times.len() * percent / 100).copied().context("there are no response times")
}

#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Connection {
    /// `url` has the form `http://HOST:PORT`.
    pub(crate) fn open(url: &str) -> Result<Self> {
        let address =
            url.strip_prefix("http://").context("the server's address does not begin with http://")?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { stream, buffer: Vec::with_capacity(4_096) })
    }

    pub(crate) fn send(&mut self, request: &[u8]) -> Result<Answer> {
        self.stream.write_all(request)?;
        self.read()
    }

    /// The server may refuse the request before its end.
    pub(crate) fn send_in_parts(&mut self, parts: &[&[u8]]) -> Result<Answer> {
        for part in parts {
            if self.stream.write_all(part).is_err() {
                break;
            }
        }
        self.read()
    }

    /// For [`Self::begin`] and [`Self::poll`].
    pub(crate) fn never_wait(&self) -> Result<()> {
        Ok(self.stream.set_nonblocking(true)?)
    }

    /// [`Self::poll`] returns the response later.
    pub(crate) fn begin(&mut self, request: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(request)?)
    }

    /// Returns the response if it is complete.
    pub(crate) fn poll(&mut self) -> Result<Option<Answer>> {
        let mut chunk = [0; 16_384];
        match self.stream.read(&mut chunk) {
            Ok(0) => bail!("the connection ended before the response was complete"),
            Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        self.taken()
    }

    fn read(&mut self) -> Result<Answer> {
        let mut chunk = [0; 16_384];
        loop {
            if let Some(answer) = self.taken()? {
                return Ok(answer);
            }
            match self.stream.read(&mut chunk)? {
                0 => bail!("the connection ended before the response was complete"),
                count => self.buffer.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn taken(&mut self) -> Result<Option<Answer>> {
        let Some((answer, length)) = parse(&self.buffer)? else { return Ok(None) };
        self.buffer.drain(..length);
        Ok(Some(answer))
    }
}

/// Returns the first response with its length if it is complete.
fn parse(bytes: &[u8]) -> Result<Option<(Answer, usize)>> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end])?;
    let mut answer = Answer { status: 0, head: head.to_owned(), body: String::new() };
    let length: usize =
        answer.header("content-length").context("the response has no Content-Length")?.parse()?;
    let body = end + 4..end + 4 + length;
    let Some(content) = bytes.get(body.clone()) else { return Ok(None) };
    let code = head.split(' ').nth(1).context("the response has no status")?;
    ensure!(head.starts_with("HTTP/1.1 "), "not an HTTP response: {head}");
    answer.status = code.parse()?;
    answer.body = String::from_utf8_lossy(content).into_owned();
    Ok(Some((answer, body.end)))
}

impl Answer {
    pub(crate) fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}
