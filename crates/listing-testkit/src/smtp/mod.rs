//! A mail server that stores the messages it receives.
#![expect(clippy::unwrap_used, reason = "a test without its mail server must fail")]

mod received;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

pub use received::ReceivedMail;

/// The maximum wait for a message.
const PATIENCE: Duration = Duration::from_mins(1);

/// The mail server's behavior.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpBehavior {
    /// Accepts every message.
    Take,
    /// Answers `MAIL FROM` with this status, such as 550.
    RefuseSenders(u16),
    /// Answers `RCPT TO` with this status, such as 451 or 550.
    RefuseRecipients(u16),
    /// Answers each complete message with this status, such as 552.
    RefuseMessages(u16),
    /// Answers each login with this status, such as 535.
    RefuseLogins(u16),
    /// Closes every connection at once.
    Drop,
    /// Does not respond.
    Silence,
}

/// A mail server on a free loopback port, without encryption.
pub struct SmtpSink {
    /// Where it listens.
    pub address: SocketAddr,
    behavior: Arc<Mutex<SmtpBehavior>>,
    mails: tokio::sync::Mutex<mpsc::UnboundedReceiver<ReceivedMail>>,
}

impl SmtpSink {
    /// Starts a server that accepts every message.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let behavior = Arc::new(Mutex::new(SmtpBehavior::Take));
        let (keep, mails) = mpsc::unbounded_channel();
        let shown = behavior.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behavior, keep) = (*shown.lock().unwrap(), keep.clone());
                // A client may disconnect early.
                tokio::spawn(async move { Session::new(stream, behavior, keep).serve().await });
            }
        });
        Self { address, behavior, mails: tokio::sync::Mutex::new(mails) }
    }

    /// Sets the behavior for later connections.
    pub fn behavior(&self, behavior: SmtpBehavior) {
        *self.behavior.lock().unwrap() = behavior;
    }

    /// Waits at most a minute for the next message, in the order of acceptance.
    pub async fn next(&self) -> ReceivedMail {
        let mut mails = self.mails.lock().await;
        let next = tokio::time::timeout(PATIENCE, mails.recv()).await;
        next.expect("a message arrives within a minute").unwrap()
    }

    /// The next message, if one was accepted already.
    pub async fn taken(&self) -> Option<ReceivedMail> {
        self.mails.lock().await.try_recv().ok()
    }
}

struct Session {
    stream: BufStream<TcpStream>,
    behavior: SmtpBehavior,
    keep: mpsc::UnboundedSender<ReceivedMail>,
    login: Option<String>,
    from: Option<String>,
    to: Vec<String>,
}

impl Session {
    fn new(stream: TcpStream, behavior: SmtpBehavior, keep: mpsc::UnboundedSender<ReceivedMail>) -> Self {
        Self { stream: BufStream::new(stream), behavior, keep, login: None, from: None, to: Vec::new() }
    }

    async fn serve(mut self) -> io::Result<()> {
        match self.behavior {
            SmtpBehavior::Drop => return Ok(()),
            SmtpBehavior::Silence => return self.stream.read(&mut [0]).await.map(|_| ()),
            _ => self.say("220 sink.example ESMTP").await?,
        }
        loop {
            let Some(line) = self.line().await? else { return Ok(()) };
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    self.say("250-sink.example\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN").await?;
                }
                "AUTH" => self.log_in(rest).await?,
                "MAIL" => self.take_sender(rest).await?,
                "RCPT" => self.take_recipient(rest).await?,
                "DATA" => self.take_message().await?,
                "RSET" => {
                    (self.from, self.to) = (None, Vec::new());
                    self.say("250 OK").await?;
                }
                "NOOP" => self.say("250 OK").await?,
                "QUIT" => return self.say("221 Bye").await,
                _ => self.say("500 Not understood").await?,
            }
        }
    }

    async fn log_in(&mut self, rest: &str) -> io::Result<()> {
        if let SmtpBehavior::RefuseLogins(status) = self.behavior {
            return self.say(&format!("{status} Not this one")).await;
        }
        // After "PLAIN ", base64 of: authorization identity, NUL, user, NUL, password.
        let sent = rest.strip_prefix("PLAIN ").and_then(|sent| STANDARD.decode(sent).ok());
        let sent = sent.and_then(|bytes| String::from_utf8(bytes).ok());
        self.login = sent.and_then(|text| text.split('\0').nth(1).map(str::to_owned));
        let answer = if self.login.is_some() { "235 Welcome" } else { "501 Not understood" };
        self.say(answer).await
    }

    async fn take_sender(&mut self, rest: &str) -> io::Result<()> {
        if let SmtpBehavior::RefuseSenders(status) = self.behavior {
            return self.say(&format!("{status} Not from this one")).await;
        }
        self.from = address(rest);
        let answer = if self.from.is_some() { "250 OK" } else { "501 Not understood" };
        self.say(answer).await
    }

    async fn take_recipient(&mut self, rest: &str) -> io::Result<()> {
        if let SmtpBehavior::RefuseRecipients(status) = self.behavior {
            return self.say(&format!("{status} Not to this one")).await;
        }
        let to = address(rest).filter(|_| self.from.is_some());
        let answer = if to.is_some() { "250 OK" } else { "503 Not now" };
        self.to.extend(to);
        self.say(answer).await
    }

    async fn take_message(&mut self) -> io::Result<()> {
        let (Some(from), false) = (self.from.take(), self.to.is_empty()) else {
            return self.say("503 Not now").await;
        };
        self.say("354 Go on").await?;
        let mut raw = String::new();
        loop {
            let Some(line) = self.line().await? else { return Ok(()) };
            if line == "." {
                break;
            }
            // SMTP doubles a dot at the start of a line.
            raw.push_str(line.strip_prefix('.').unwrap_or(&line));
            raw.push_str("\r\n");
        }
        let to = std::mem::take(&mut self.to);
        if let SmtpBehavior::RefuseMessages(status) = self.behavior {
            return self.say(&format!("{status} Not this message")).await;
        }
        let mail = ReceivedMail { login: self.login.clone(), from, to, raw };
        // The test may have dropped the receiver.
        let _ = self.keep.send(mail);
        self.say("250 Taken").await
    }

    async fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let count = self.stream.read_line(&mut line).await?;
        Ok((count > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
    }

    async fn say(&mut self, answer: &str) -> io::Result<()> {
        self.stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        self.stream.flush().await
    }
}

/// Returns the address between angle brackets.
fn address(rest: &str) -> Option<String> {
    let (_, after) = rest.split_once('<')?;
    after.split_once('>').map(|(address, _)| address.to_owned())
}
