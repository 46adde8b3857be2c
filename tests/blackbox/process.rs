use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use listing_testkit::postgres::ThrowawayPostgres;
use reqwest::Method;
use serde_json::Value;

/// Its writer needs no models.
const BINARY: &str = env!("CARGO_BIN_EXE_ptl-test-server");

pub(crate) fn postgres() -> Option<ThrowawayPostgres> {
    if ThrowawayPostgres::is_installed() {
        return Some(ThrowawayPostgres::start(false).unwrap());
    }
    eprintln!("NOT RUN: PostgreSQL is not installed");
    None
}

/// A data folder, and environment variables for its commands.
pub(crate) struct Ptl {
    data: tempfile::TempDir,
    env: Vec<(&'static str, String)>,
}

/// Killed on drop.
pub(crate) struct Running {
    pub(crate) url: String,
    child: Child,
    client: reqwest::Client,
}

impl Ptl {
    pub(crate) fn fresh(env: Vec<(&'static str, String)>) -> Self {
        Self { data: tempfile::tempdir().unwrap(), env }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.data.path().to_owned()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PTL_") {
                command.env_remove(name);
            }
        }
        let env = self.env.iter().map(|(name, value)| (name, value));
        // They must not read settings files of this machine.
        command.args(args).env("PTL_CONFIG", "/dev/null").env("PTL_DATA_DIR", self.data.path());
        command.envs(env).current_dir(self.data.path());
        command
    }

    pub(crate) fn must(&self, args: &[&str]) -> String {
        let output = self.command(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn key_for(&self, email: &str) -> String {
        self.must(&["account", "create", email]);
        self.must(&["key", "create", email])
    }

    /// The log goes to a file; waits until the server listens.
    pub(crate) fn serve(&self) -> Running {
        let log = File::create(self.log_file()).unwrap();
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child =
            command.env("PTL_LOG_FORMAT", "json").stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let line: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line} {}", self.log()));
        let url = line["message"].as_str().unwrap().strip_prefix("listening on ").unwrap();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(Duration::from_mins(1));
        let client = client.redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Running { url: url.to_owned(), child, client }
    }

    fn log_file(&self) -> PathBuf {
        self.data.path().join("server.log")
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap()
    }

    pub(crate) fn log_lines(&self) -> Vec<Value> {
        self.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Running {
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// The metric has no labels.
    pub(crate) async fn figure(&self, name: &str) -> f64 {
        let text = self.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("the metric exists");
        line.trim().parse().unwrap()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM, as a service manager does.
    pub(crate) fn terminate(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    pub(crate) async fn ended(mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
