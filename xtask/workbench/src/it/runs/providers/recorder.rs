//! A server that records requests and refuses them.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

const PATIENCE: Duration = Duration::from_secs(30);
/// An error after which a client does not retry.
const REFUSAL: &str = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n\
                       content-length: 33\r\n\r\n{\"error\":{\"message\":\"recorded.\"}}";

pub(super) struct Recorded {
    pub(super) path: String,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: String,
}

/// Runs until the process ends.
pub(super) struct Recorder {
    pub(super) url: String,
    recorded: Receiver<Result<Recorded>>,
}

impl Recorder {
    pub(super) fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let url = format!("http://{}", listener.local_addr()?);
        let (sender, recorded) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let request = stream.context("cannot accept a connection").and_then(record);
                if sender.send(request).is_err() {
                    return;
                }
            }
        });
        Ok(Self { url, recorded })
    }

    pub(super) fn next(&self) -> Result<Recorded> {
        self.recorded.recv_timeout(PATIENCE).context("no request arrived in time")?
    }
}

fn record(mut stream: TcpStream) -> Result<Recorded> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).context("the request has no path")?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").context("the request has no Content-Length")?.parse()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    stream.write_all(REFUSAL.as_bytes())?;
    Ok(Recorded { path, headers, body: String::from_utf8(body)? })
}
