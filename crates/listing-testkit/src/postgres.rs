//! Provides a temporary PostgreSQL server for tests.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const USER: &str = "ptl";
const UP_WITHIN: Duration = Duration::from_mins(2);
/// With a subfolder of programs for each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Another process may take a free port first.
const PORTS_TRIED: usize = 5;
/// Of the server's log, in errors.
const LOG_LINES: usize = 10;
const PORT_IS_TAKEN: &str = "could not create any TCP/IP sockets";

/// Runs the server while standard input is open, so that it ends with the test. Lines start the server on a
/// port, or stop it at once like a crash. A server that is not durable does not wait for the disk or vacuum
/// its tables. The log of changes stays small, because a full disk stops the server.
const KEEPER: &str = r#"
    pid=
    stop() { [ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null && wait "$pid"; pid=; }
    while read -r line; do
        case $line in
            start*) "$1/postgres" -D "$2/data" -p "${line#start }" -c listen_addresses=127.0.0.1 \
                -c unix_socket_directories= -c max_connections=200 -c logging_collector=off \
                -c fsync="$3" -c full_page_writes="$3" -c autovacuum="$3" -c max_wal_size=192MB \
                >> "$2/log" 2>&1 & pid=$! ;;
            stop) stop ;;
        esac
    done
    stop
    rm -rf "$2"
"#;

/// A server on a free loopback port, with its own data folder. It ends and the folder is removed on drop, or
/// when the test's process ends.
pub struct ThrowawayPostgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    keeper: Child,
    orders: Option<ChildStdin>,
}

impl ThrowawayPostgres {
    /// Debian's package is `postgresql`.
    pub fn is_installed() -> bool {
        programs().is_some()
    }

    /// Starts a server; without `is_durable` (`fsync`), it is faster.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::NotFound`] if it is not installed.
    pub fn start(is_durable: bool) -> io::Result<Self> {
        let programs = programs()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "PostgreSQL is not installed"))?;
        let folder = private_folder()?;
        let data = folder.join("data");
        let initdb = as_postgres(programs.join("initdb"))
            .args(["--username", USER, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C"])
            .arg("--pgdata")
            .arg(&data)
            .current_dir("/")
            .output()?;
        if !initdb.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&initdb.stderr).into_owned()));
        }
        let fsync = if is_durable { "on" } else { "off" };
        let mut keeper = as_postgres("sh")
            .args(["-c", KEEPER, "keeper"])
            .args([programs.as_os_str(), folder.as_os_str(), OsStr::new(fsync)])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let orders = keeper.stdin.take();
        let mut server = Self { programs, folder, port: 0, keeper, orders };
        for _ in 0..PORTS_TRIED {
            server.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if server.start_and_wait()? {
                return Ok(server);
            }
        }
        Err(io::Error::new(io::ErrorKind::AddrInUse, "other processes took every port tried for postgres"))
    }

    /// A database's address.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// Creates an empty database and returns its address.
    pub fn create_database(&self, name: &str) -> io::Result<String> {
        self.run("createdb", &[name]).map(|()| self.address(name))
    }

    /// Copies a database without open connections, and returns the copy's address.
    pub fn copy_database(&self, from: &str, name: &str) -> io::Result<String> {
        self.run("createdb", &["--template", from, name]).map(|()| self.address(name))
    }

    /// Removes a database, even with open connections.
    pub fn drop_database(&self, name: &str) -> io::Result<()> {
        self.run("dropdb", &["--force", name])
    }

    /// Runs a query and returns its single value.
    pub fn ask(&self, database: &str, query: &str) -> io::Result<String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["-qtA", "-v", "ON_ERROR_STOP=1", "-d", &self.address(database), "-c", query])
            .output()?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
        }
    }

    /// Dumps a database to a file for `pg_restore`.
    pub fn dump(&self, database: &str, file: &Path) -> io::Result<()> {
        let made = Command::new(self.programs.join("pg_dump"))
            .args(["--format", "custom", "--dbname", &self.address(database), "--file"])
            .arg(file)
            .output()?;
        if made.status.success() {
            Ok(())
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned()))
        }
    }

    /// Runs a pgbench script for some seconds, with one connection for each client, and returns runs per
    /// second.
    pub fn press(&self, database: &str, script: &str, clients: usize, seconds: u32) -> io::Result<f64> {
        let mut pgbench = Command::new(self.programs.join("pgbench"))
            .args(["--no-vacuum", "--protocol", "prepared", "--jobs", "2", "--file", "-"])
            .args(["--client", &clients.to_string(), "--time", &seconds.to_string()])
            .arg(self.address(database))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = pgbench.stdin.take() {
            input.write_all(script.as_bytes())?;
        }
        let output = pgbench.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        rate.ok_or_else(|| io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// Stops the server at once, as a crash would.
    pub fn crash(&mut self) -> io::Result<()> {
        self.order("stop")?;
        while self.is_ready() {
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Restarts the server after a crash.
    pub fn restart(&mut self) -> io::Result<()> {
        let give_up_at = Instant::now() + UP_WITHIN;
        // Another process may use the port for a moment.
        while !self.start_and_wait()? {
            if Instant::now() > give_up_at {
                return Err(io::Error::new(
                    io::ErrorKind::AddrInUse,
                    "another process uses the port of postgres",
                ));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Returns `false` if another process uses the port.
    fn start_and_wait(&mut self) -> io::Result<bool> {
        let collisions = self.collisions();
        self.order(&format!("start {}", self.port))?;
        let give_up_at = Instant::now() + UP_WITHIN;
        while !self.is_ready() {
            if self.collisions() > collisions {
                return Ok(false);
            }
            if Instant::now() > give_up_at {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "postgres did not start within 2 minutes",
                ));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(true)
    }

    /// The number of times that the server found its port in use, from its log.
    fn collisions(&self) -> usize {
        self.log().matches(PORT_IS_TAKEN).count()
    }

    fn log(&self) -> String {
        let log = std::fs::read(self.folder.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log).into_owned()
    }

    /// Runs a program on the server. Its error contains the end of the server's log.
    fn run(&self, program: &str, args: &[&str]) -> io::Result<()> {
        let output = Command::new(self.programs.join(program))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER])
            .args(args)
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        let log = self.log();
        let lines: Vec<_> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(LOG_LINES)..].join("\n");
        Err(io::Error::other(format!("{}{end}", String::from_utf8_lossy(&output.stderr))))
    }

    fn order(&mut self, line: &str) -> io::Result<()> {
        let broken_pipe =
            || io::Error::new(io::ErrorKind::BrokenPipe, "the script that runs postgres has ended");
        writeln!(self.orders.as_mut().ok_or_else(broken_pipe)?, "{line}")
    }

    fn is_ready(&self) -> bool {
        let output = Command::new(self.programs.join("pg_isready"))
            .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
            .status();
        output.is_ok_and(|status| status.success())
    }
}

impl Drop for ThrowawayPostgres {
    fn drop(&mut self) {
        drop(self.orders.take());
        // The script stops the server and removes its folder.
        let _ = self.keeper.wait();
    }
}

/// The newest version in Debian's folder, or else the folder found in `PATH`.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path().join("bin"));
    let newest = installed.filter(|folder| folder.join("postgres").is_file()).max();
    newest.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("postgres").is_file())
    })
}

/// The server refuses to run as root.
fn as_postgres(program: impl AsRef<OsStr>) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// Owned by the user that runs the server.
fn private_folder() -> io::Result<PathBuf> {
    let made = as_postgres("mktemp").args(["-d", "-t", "ptl-postgres-XXXXXXXX"]).current_dir("/").output()?;
    if made.status.success() {
        Ok(Path::new(String::from_utf8_lossy(&made.stdout).trim_end()).to_owned())
    } else {
        Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned()))
    }
}
