//! A Redis of a test's own.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::skipped;

/// The servers that will do, by their names in the search path.
const SERVERS: [&str; 2] = ["redis-server", "valkey-server"];
/// How long a server may take to answer, or to start.
const PATIENCE: Duration = Duration::from_mins(1);
/// Ports that are tried: a free one may be taken by the time the server binds it.
const PORTS_TRIED: usize = 5;

/// A Redis or Valkey on a free loopback port that keeps nothing, in a folder of
/// its own. It is killed when this is dropped.
#[derive(Debug)]
pub struct ThrowawayRedis {
    program: &'static str,
    folder: PathBuf,
    port: u16,
    server: Child,
}

impl ThrowawayRedis {
    /// Starts a server. Without one on this machine it says so on the standard
    /// error stream and returns `None`, upon which a test returns.
    ///
    /// # Panics
    /// When a server is there and does not start; and when none is there though
    /// `PTL_TEST_REQUIRE_SERVICES` is `1`.
    pub fn start() -> Option<Self> {
        let Some(program) = SERVERS.into_iter().find(|program| is_installed(program)) else {
            skipped("no redis-server or valkey-server in PATH");
            return None;
        };
        let folder = new_folder();
        let started = (0..PORTS_TRIED).find_map(|_| {
            let port = free_port();
            launch(program, &folder, port).map(|server| (port, server))
        });
        let (port, server) = started.expect("an installed server starts");
        Some(Self { program, folder, port, server })
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Sends a command without spaces in its words, and returns the first line
    /// of the answer.
    ///
    /// # Panics
    /// When there is no answer.
    pub fn command(&self, command: &str) -> String {
        ask(self.port, command).expect("a running server answers")
    }

    /// Forgets everything.
    pub fn flush(&self) {
        assert_eq!(self.command("FLUSHALL"), "+OK");
    }

    /// Ends it at once, as SIGKILL does; it keeps nothing.
    pub fn kill(&mut self) {
        self.server.kill().expect("a child can be killed");
        self.server.wait().expect("a killed child ends");
    }

    /// Starts it again on the same port after it was killed.
    ///
    /// # Panics
    /// When it does not start.
    pub fn restart(&mut self) {
        self.server = launch(self.program, &self.folder, self.port).expect("a killed server starts again");
    }

    /// Makes it stand still (SIGSTOP): it accepts connections and answers nothing.
    pub fn pause(&self) {
        self.signal("STOP");
    }

    /// Lets it go on after a pause.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        // The shell's own `kill` is on every machine, a program of that name is not.
        let line = format!("kill -{name} {}", self.server.id());
        let status = Command::new("sh").args(["-c", &line]).status().expect("there is a shell");
        assert!(status.success(), "{line}");
    }
}

impl Drop for ThrowawayRedis {
    fn drop(&mut self) {
        // Each may have happened already, and a test's own failure is the news.
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_installed(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

fn new_folder() -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let name = format!("ptl-redis-{}-{}", process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder for temporary files can be written to");
    folder
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("a bound socket has an address").port()
}

/// Starts a server and waits until it answers; `None` if it ends before.
fn launch(program: &str, folder: &Path, port: u16) -> Option<Child> {
    let mut server = Command::new(program)
        .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir"])
        .arg(folder)
        .args(["--port", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("an installed server can be run");
    let started = Instant::now();
    while ask(port, "PING").ok().as_deref() != Some("+PONG") {
        if server.try_wait().expect("a child can be asked after").is_some() {
            return None;
        }
        if started.elapsed() > PATIENCE {
            // Nobody would end it otherwise.
            let _ = server.kill();
            let _ = server.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
    Some(server)
}

/// Sends one command in the line form and reads the first line of the answer.
fn ask(port: u16, command: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("{command}\r\n").as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
