//! Runs the release binary as a user does: commands, and a server on a temporary database.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::process::memory_kib;
use crate::project;

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

const STOP_WITHIN: Duration = Duration::from_secs(80);

/// The release binary with its own temporary data folder.
pub struct Ptl {
    binary: PathBuf,
    data: tempfile::TempDir,
    env: BTreeMap<String, String>,
}

/// The result of a finished command.
pub struct CommandOutput {
    /// The exit code.
    pub code: i32,
    /// Standard output, without trailing white space.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
}

impl Ptl {
    /// Prepares the binary with a fresh database. Its commands get the settings from `env`.
    pub fn fresh(binary: &Path, env: &BTreeMap<String, String>) -> Result<Self> {
        let data = tempfile::tempdir().context("cannot create a temporary folder")?;
        Ok(Self { binary: binary.to_owned(), data, env: env.clone() })
    }

    /// Returns the data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Returns the log of all started servers.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    fn log_file(&self) -> PathBuf {
        self.data().join("server.log")
    }

    /// Returns a command that sees only the settings from `env`, not those of this machine.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PTL_") {
                command.env_remove(name);
            }
        }
        command
            .args(args)
            .env("PTL_CONFIG", "/dev/null")
            .env("PTL_DATA_DIR", self.data())
            .env("PTL_MODELS_DIR", project::root().join("models"))
            // Don't use this machine's AI service.
            .env("PTL_AI_PROVIDER", "embedded")
            .envs(&self.env)
            .current_dir(self.data());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, args: &[&str]) -> Result<CommandOutput> {
        let output = self.command(args).stdin(Stdio::null()).output().context("cannot start ptl")?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        let code = output.status.code().unwrap_or(-1);
        Ok(CommandOutput { code, stdout: text(&output.stdout), stderr: text(&output.stderr) })
    }

    /// Runs a command that must succeed and returns its standard output.
    pub fn must(&self, args: &[&str]) -> Result<String> {
        let output = self.run(args)?;
        ensure!(output.code == 0, "ptl {} ended with {}: {}", args.join(" "), output.code, output.stderr);
        Ok(output.stdout)
    }

    /// Starts a server on a free port.
    pub fn serve(&self) -> Result<Server> {
        self.start(self.command(&SERVE))
    }

    /// Starts a server on a port.
    pub fn serve_on(&self, port: u16) -> Result<Server> {
        self.start(self.command(&["serve", "--listen", &format!("127.0.0.1:{port}")]))
    }

    /// Starts a server whose clock starts at `moment`, in UTC.
    pub fn serve_at(&self, moment: &str) -> Result<Server> {
        let clock = faketime().context("the package faketime is not installed")?;
        let mut command = self.command(&SERVE);
        command
            .env("LD_PRELOAD", clock)
            .env("FAKETIME", format!("@{moment}"))
            .env("TZ", "UTC")
            // Timers keep the real clock.
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        self.start(command)
    }

    fn start(&self, mut command: Command) -> Result<Server> {
        let log = File::options().create(true).append(true).open(self.log_file())?;
        Server::start(command.stderr(log)).with_context(|| self.log())
    }
}

/// A running server. It is stopped on drop.
pub struct Server {
    /// The base URL.
    pub url: String,
    child: Child,
}

impl Server {
    /// Starts a server and reads its address from its first output line.
    pub fn start(command: &mut Command) -> Result<Self> {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot start the server")?;
        let stdout = child.stdout.take().context("the server has no standard output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let Some(url) = address_in(&line) else {
            let _ = child.wait();
            bail!("the server printed no address");
        };
        Ok(Self { url: url.to_owned(), child })
    }

    /// Returns the process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the peak memory in MiB.
    pub fn peak_memory_mib(&self) -> Result<u32> {
        Ok(memory_kib(self.id(), "VmHWM")? / 1024)
    }

    /// Stops the server gracefully.
    pub fn stop(mut self) -> Result<()> {
        self.terminate()
    }

    /// Kills the server, to simulate a crash.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Waits until the server ends by itself, such as after Ctrl-C.
    pub fn wait(mut self) -> Result<()> {
        let status = self.child.wait()?;
        ensure!(status.success(), "ptl serve ended with {status}");
        Ok(())
    }

    fn terminate(&mut self) -> Result<()> {
        if self.child.try_wait()?.is_some() {
            return Ok(());
        }
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        let deadline = Instant::now() + STOP_WITHIN;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                ensure!(status.success(), "ptl serve ended with {status}");
                return Ok(());
            }
            thread::sleep(Duration::from_millis(20));
        }
        self.child.kill()?;
        bail!("ptl serve did not stop within {} s", STOP_WITHIN.as_secs())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.terminate();
    }
}

/// Returns the address in a server's log line, which may be plain text or JSON.
pub fn address_in(line: &str) -> Option<&str> {
    let (_, address) = line.split_once("listening on ")?;
    address.split(['"', '\n']).next()
}

/// Returns the library of faketime, which gives a program another clock, if it is installed.
pub fn faketime() -> Option<PathBuf> {
    let folders = Path::new("/usr/lib").read_dir().ok()?.flatten();
    folders.map(|folder| folder.path().join("faketime/libfaketime.so.1")).find(|library| library.is_file())
}
