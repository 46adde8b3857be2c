//! A browser as a server sees it: it stores cookies and sends the origin of its pages.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::site::{PASSWORD, Site};

/// The maximum time for any response in a test.
const PATIENCE: Duration = Duration::from_mins(2);

/// The headers that browsers send with a form of this site.
pub(crate) const SAME: [(&str, &str); 2] =
    [("sec-fetch-site", "same-origin"), ("origin", "https://ptl.example.com")];

#[derive(Clone)]
pub(crate) struct Browser {
    address: std::net::SocketAddr,
    pub(crate) cookies: BTreeMap<String, String>,
    /// The headers that are sent with every request.
    pub(crate) headers: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) bytes: Vec<u8>,
    /// True when the response arrived completely, according to its length or its last chunk.
    pub(crate) is_whole: bool,
}

impl Browser {
    /// Returns a new browser with this client address.
    pub(crate) fn at(site: &Site, client: &str) -> Self {
        let headers = [
            ("accept", "text/html,application/xhtml+xml,*/*;q=0.8"),
            ("accept-language", "en"),
            ("user-agent", "Firefox"),
            ("x-forwarded-for", client),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Self { address: site.address, cookies: BTreeMap::new(), headers }
    }

    /// Returns a new browser with a usual client address.
    pub(crate) fn new(site: &Site) -> Self {
        Self::at(site, "203.0.113.1")
    }

    /// Returns a browser in which a user has signed in.
    pub(crate) async fn signed_in(site: &Site, name: &str) -> Self {
        let mut browser = Self::new(site);
        let answer = browser.sign_in(name, PASSWORD).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account")), "{}", answer.text());
        browser
    }

    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> Answer {
        let email = format!("{name}@example.com");
        self.post("/sign-in", &[("email", &email), ("password", password)]).await
    }

    /// Returns the browser after the load balancer routed it to another process.
    #[must_use]
    pub(crate) fn at_process(mut self, site: &Site) -> Self {
        self.address = site.address;
        self
    }

    /// Returns the browser with another value of one header.
    #[must_use]
    pub(crate) fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(header, _)| header != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], b"").await
    }

    /// Sends a form of this site with its form token.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token().await;
        let fields = [&[("form", token.as_str())], fields].concat();
        self.post_as(path, &SAME, &fields).await
    }

    /// Sends a form with these fields and headers only.
    pub(crate) async fn post_as(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> Answer {
        let body = form(fields);
        let kind = [("content-type", "application/x-www-form-urlencoded")];
        self.send("POST", path, &[headers, &kind].concat(), body.as_bytes()).await
    }

    /// Returns the form token in the pages that this browser gets now.
    pub(crate) async fn token(&mut self) -> String {
        let page = self.get("/").await;
        assert_eq!(page.status, 200, "{}", page.text());
        page.form_token().to_owned()
    }

    /// Sends a request and stores the cookies of its response.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let head = self.head(method, path, headers, body);
        let answer = exchange(self.address, [head.as_bytes(), body].concat()).await;
        for cookie in answer.all("set-cookie") {
            let (pair, attributes) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    /// Sends a request without the last byte of its body.
    pub(crate) async fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Unfinished {
        let head = self.head(method, path, headers, body);
        let (first, rest) = body.split_at(body.len() - 1);
        let mut connection = TcpStream::connect(self.address).await.unwrap();
        connection.write_all(&[head.as_bytes(), first].concat()).await.unwrap();
        Unfinished { connection, rest: rest.to_vec() }
    }

    fn head(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        let is_given = |name: &str| headers.iter().any(|(header, _)| header.eq_ignore_ascii_case(name));
        let mut push = |name: &str, value: &str| {
            head.push_str(name);
            head.push_str(": ");
            head.push_str(value);
            head.push_str("\r\n");
        };
        for (name, value) in self.headers.iter().filter(|(name, _)| !is_given(name)) {
            push(name, value);
        }
        for (name, value) in headers {
            push(name, value);
        }
        if !is_given("host") && !self.headers.iter().any(|(name, _)| name == "host") {
            push("host", "ptl.example.com");
        }
        if !self.cookies.is_empty() && !is_given("cookie") {
            let pairs: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            push("cookie", &pairs.join("; "));
        }
        if !is_given("content-length") && method != "GET" {
            push("content-length", &body.len().to_string());
        }
        head.push_str("\r\n");
        head
    }
}

/// A request whose body still lacks the last byte.
pub(crate) struct Unfinished {
    connection: TcpStream,
    rest: Vec<u8>,
}

impl Unfinished {
    /// Sends the rest of the body and reads the response.
    pub(crate) async fn finish(self) -> Answer {
        finish(self.connection, self.rest).await
    }
}

/// Sends bytes on a new connection and reads until the server closes it. Ignores errors in writing.
pub(crate) async fn exchange(address: std::net::SocketAddr, bytes: Vec<u8>) -> Answer {
    finish(TcpStream::connect(address).await.unwrap(), bytes).await
}

async fn finish(mut connection: TcpStream, bytes: Vec<u8>) -> Answer {
    let (mut incoming, mut outgoing) = connection.split();
    let send = async {
        let _ = outgoing.write_all(&bytes).await;
    };
    let mut received = Vec::new();
    let receive = async {
        let reading = tokio::time::timeout(PATIENCE, incoming.read_to_end(&mut received));
        let _ = reading.await.expect("the response ends within the timeout");
    };
    tokio::join!(send, receive);
    Answer::parse(&received)
}

/// Decodes a chunked body. Returns true when the last chunk has arrived.
fn decode_chunks(mut bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut whole = Vec::new();
    while let Some(at) = bytes.windows(2).position(|end| end == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..at]).unwrap(), 16).unwrap();
        if length == 0 {
            return (whole, true);
        }
        let Some(chunk) = bytes.get(at + 2..at + 2 + length) else { break };
        whole.extend_from_slice(chunk);
        bytes = bytes.get(at + 4 + length..).unwrap_or_default();
    }
    (whole, false)
}

pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let Some(at) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else {
            // The connection was aborted before the headers arrived.
            return Self { status: 0, headers: Vec::new(), bytes: bytes.to_vec(), is_whole: false };
        };
        let head = std::str::from_utf8(&bytes[..at]).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let lines = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let headers = lines.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        let mut answer = Self { status, headers, bytes: bytes[at + 4..].to_vec(), is_whole: true };
        if answer.header("transfer-encoding") == Some("chunked") {
            (answer.bytes, answer.is_whole) = decode_chunks(&answer.bytes);
        } else if let Some(length) = answer.header("content-length") {
            answer.is_whole = length.parse() == Ok(answer.bytes.len());
        }
        answer
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn whole(&self) -> String {
        format!("{:?}\n{}", self.headers, self.text())
    }

    /// Returns the form token in the page's forms.
    pub(crate) fn form_token(&self) -> &str {
        let text = std::str::from_utf8(&self.bytes).unwrap();
        let (_, after) = text.split_once("name=\"form\" value=\"").expect("the page has a form token");
        after.split_once('"').unwrap().0
    }

    /// Asserts that the response is an error page with this status.
    pub(crate) fn assert_page(&self, status: u16) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("text/html; charset=utf-8"), "{}", self.text());
        assert_eq!(self.header("cache-control"), Some("no-store"));
        let policy = self.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    }

    /// Asserts that the response is an error of the API with this status.
    pub(crate) fn assert_json(&self, status: u16) {
        assert_eq!(self.status, status, "{}", self.text());
        let begin = format!("{{\"statusCode\":{status},\"message\":\"");
        assert!(self.text().starts_with(&begin), "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
    }
}
