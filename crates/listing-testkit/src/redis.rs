//! Provides a temporary Redis server for tests.

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

/// Programs in `PATH`.
const SERVERS: [&str; 2] = ["redis-server", "valkey-server"];
/// For a start or a response.
const PATIENCE: Duration = Duration::from_mins(1);
/// Another process may take a free port first.
const PORTS_TRIED: usize = 5;

/// A Redis or Valkey on a free loopback port. It stores nothing on the disk and is killed on drop.
#[derive(Debug)]
pub struct ThrowawayRedis {
    program: &'static str,
    folder: PathBuf,
    port: u16,
    server: Child,
}

impl ThrowawayRedis {
    /// Starts a server. If none is installed, prints that and returns `None`; the test should then return.
    /// Panics if the server does not start, or if `PTL_TEST_REQUIRE_SERVICES` is `1` and none is installed.
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

    /// The server's URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Sends a command, whose words must not contain spaces, and returns the response's first line.
    pub fn command(&self, command: &str) -> String {
        send_command(self.port, command).expect("a running server answers")
    }

    /// Deletes all data.
    pub fn flush(&self) {
        assert_eq!(self.command("FLUSHALL"), "+OK");
    }

    /// Kills the server with SIGKILL, which loses its data.
    pub fn kill(&mut self) {
        self.server.kill().expect("a child can be killed");
        self.server.wait().expect("a killed child ends");
    }

    /// Restarts a killed server on its port.
    pub fn restart(&mut self) {
        self.server = launch(self.program, &self.folder, self.port).expect("a killed server starts again");
    }

    /// Pauses the server (SIGSTOP): it accepts connections but does not respond.
    pub fn pause(&self) {
        self.signal("STOP");
    }

    /// Resumes a paused server.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        // Every shell has a built-in `kill`, but not every machine has the program.
        let line = format!("kill -{name} {}", self.server.id());
        let status = Command::new("sh").args(["-c", &line]).status().expect("the machine has a shell");
        assert!(status.success(), "{line}");
    }
}

impl Drop for ThrowawayRedis {
    fn drop(&mut self) {
        // The server may have ended already.
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
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("the machine has a free port");
    listener.local_addr().expect("a bound socket has an address").port()
}

/// `None` if it ends before it responds.
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
    while send_command(port, "PING").ok().as_deref() != Some("+PONG") {
        if server.try_wait().expect("a child process has a status").is_some() {
            return None;
        }
        if started.elapsed() > PATIENCE {
            // Without this, it would never end.
            let _ = server.kill();
            let _ = server.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
    Some(server)
}

/// In Redis's inline format; returns the response's first line.
fn send_command(port: u16, command: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("{command}\r\n").as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
