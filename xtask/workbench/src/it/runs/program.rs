//! An external server that runs during a part of a run.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::toolbox::end_of;

/// API key that `ptl` sends. It must appear only in a header, never in a log.
pub(super) const KEY: &str = "canary-key-5c9e1b7a";

const START_WITHIN: Duration = Duration::from_mins(1);
const ASK_WITHIN: Duration = Duration::from_secs(30);

/// Killed on drop.
pub(super) struct Program {
    pub(super) url: String,
    child: Child,
    log: PathBuf,
    _folder: tempfile::TempDir,
}

pub(super) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

impl Program {
    /// Waits until the server answers under `ready`.
    pub(super) fn start(command: &mut Command, port: u16, ready: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let log = folder.path().join("log");
        let out = File::create(&log)?;
        let child = command
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .current_dir(folder.path())
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let url = format!("http://127.0.0.1:{port}");
        let mut program = Self { url, child, log, _folder: folder };
        let until = Instant::now() + START_WITHIN;
        while program.get(ready).is_err() {
            if let Some(status) = program.child.try_wait()? {
                bail!("the server ended with {status}: {}", program.log_end());
            }
            if Instant::now() > until {
                bail!("the server does not answer: {}", program.log_end());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(program)
    }

    pub(super) fn log_end(&self) -> String {
        end_of(&fs::read_to_string(&self.log).unwrap_or_default())
    }

    pub(super) fn assert_runs(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            Some(status) => bail!("the server ended with {status}: {}", self.log_end()),
            None => Ok(()),
        }
    }

    pub(super) fn get(&self, path: &str) -> Result<Value> {
        let request = agent().get(format!("{}{path}", self.url));
        Ok(request.header("authorization", format!("Bearer {KEY}")).call()?.body_mut().read_json()?)
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value> {
        Ok(agent().post(format!("{}{path}", self.url)).send_json(body)?.body_mut().read_json()?)
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(ASK_WITHIN)).build().into()
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
