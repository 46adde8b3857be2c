//! A container run by crun, with the image's settings and the limits in the Dockerfile's first lines.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::image::Image;
use super::network::Network;
use super::texts;
use crate::it::runs::toolbox::stdout_of;

/// `--memory 2g --pids-limit 256`, in bytes and processes.
pub(super) const MEMORY: u64 = 2 << 30;
pub(super) const PIDS: u64 = 256;

/// crun supports one version of control groups, not both at once.
const CRUN: &str = "umount /sys/fs/cgroup/unified 2>/dev/null; exec crun \"$@\"";

/// Ended on drop.
pub(super) struct Container {
    id: String,
    folder: PathBuf,
    child: Child,
}

impl Container {
    /// Uses its own network namespace.
    pub(super) fn start(image: &Image, network: &Network, command: &[String]) -> Result<Self> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let id = format!("ptl-{}-{number}", std::process::id());
        let folder = image.folder().join(&id);
        fs::create_dir(&folder)?;
        let settings = settings(image, network, command, &folder)?;
        fs::write(folder.join("config.json"), settings.to_string())?;
        let log = File::create(folder.join("log"))?;
        let mut crun = crun(&folder);
        crun.args(["run", "--bundle"]).arg(&folder).arg(&id);
        let child = crun.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?;
        Ok(Self { id, folder, child })
    }

    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// On the host.
    pub(super) fn process(&self) -> Result<u64> {
        let state: Value = serde_json::from_str(&stdout_of(crun(&self.folder).args(["state", &self.id]))?)?;
        state["pid"].as_u64().with_context(|| format!("the state of the container has no process: {state}"))
    }

    /// Runs as the same user; returns the exit code and output.
    pub(super) fn exec(&self, command: &[&str]) -> Result<(i32, String)> {
        let output =
            crun(&self.folder).args(["exec", "--user", "1000:1000", &self.id]).args(command).output()?;
        let text = [output.stderr, output.stdout].concat();
        Ok((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned()))
    }

    pub(super) fn signal(&self, signal: &str) -> Result<()> {
        let process = self.process()?.to_string();
        stdout_of(Command::new("kill").args([&format!("-{signal}"), &process])).map(drop)
    }

    /// Stops as an engine does. The container must exit with 0 in time.
    pub(super) fn stop(&mut self, within: Duration) -> Result<()> {
        stdout_of(crun(&self.folder).args(["kill", &self.id, "TERM"]))?;
        let code = self.wait(within)?;
        ensure!(code == 0, "the container stopped with exit code {code}: {}", self.log());
        Ok(())
    }

    /// Returns the exit code.
    pub(super) fn wait(&mut self, within: Duration) -> Result<i32> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait()? {
                let code = status.code().or(status.signal().map(|signal| 128 + signal));
                return code.context("the container ended without an exit code");
            }
            thread::sleep(Duration::from_millis(10));
        }
        bail!("the container did not end within {} s: {}", within.as_secs(), self.log())
    }

    /// The kernel must limit memory and processes.
    pub(super) fn assert_bounded(&self) -> Result<()> {
        let process = Path::new("/proc").join(self.process()?.to_string());
        let groups = fs::read_to_string(process.join("cgroup"))?;
        for (controller, old, new, wanted) in [
            ("memory", "memory.limit_in_bytes", "memory.max", MEMORY),
            ("pids", "pids.max", "pids.max", PIDS),
        ] {
            let of =
                |start: &str| groups.lines().find_map(|line| line.split_once(start).map(|(_, path)| path));
            let file = match of(&format!(":{controller}:")) {
                Some(path) => format!("/sys/fs/cgroup/{controller}{path}/{old}"),
                None => {
                    format!("/sys/fs/cgroup{}/{new}", of("0::").context("the process has no control group")?)
                }
            };
            let limit = fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
            ensure!(limit.trim() == wanted.to_string(), "{file}: expected {wanted}, found {limit}");
        }
        Ok(())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            let _ = crun(&self.folder).args(["delete", "--force", &self.id]).output();
            let _ = self.child.wait();
        }
    }
}

/// Has its own state folder.
fn crun(folder: &Path) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", CRUN, "crun", "--root"]).arg(folder.join("state"));
    command
}

/// `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --memory 2g --pids-limit 256
/// --tmpfs /tmp --volume …` in the runtime's settings.
fn settings(image: &Image, network: &Network, command: &[String], folder: &Path) -> Result<Value> {
    let user = image.config["User"].as_str().unwrap_or_default();
    let (user, group) = user.split_once(':').with_context(|| format!("no group in the user \"{user}\""))?;
    let (user, group): (u32, u32) = (user.parse()?, group.parse()?);
    let volatile = |path: &str, mode: &str| {
        let options = ["nosuid", "nodev", &format!("mode={mode}")];
        json!({ "destination": path, "type": "tmpfs", "source": "tmpfs", "options": options })
    };
    let mut mounts = vec![
        json!({ "destination": "/proc", "type": "proc", "source": "proc" }),
        json!({ "destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"] }),
        volatile("/tmp", "1777"),
    ];
    let volumes = image.config["Volumes"].as_object().context("the image has no volume")?;
    for (number, path) in volumes.keys().enumerate() {
        // A new volume starts as a copy of the image's folder, with its owner and mode.
        let volume = folder.join(format!("volume-{number}"));
        stdout_of(
            Command::new("cp").arg("-a").arg(image.root.join(path.trim_start_matches('/'))).arg(&volume),
        )?;
        mounts.push(
            json!({ "destination": path, "type": "bind", "source": volume, "options": ["rbind", "rw"] }),
        );
    }
    let nothing: [&str; 0] = [];
    Ok(json!({
        "ociVersion": "1.0.2",
        "process": {
            "user": { "uid": user, "gid": group },
            "args": command,
            "env": texts(&image.config["Env"])?,
            "cwd": "/",
            "capabilities": { "bounding": nothing, "effective": nothing, "permitted": nothing,
                              "inheritable": nothing, "ambient": nothing },
            "noNewPrivileges": true,
        },
        "root": { "path": image.root, "readonly": true },
        "mounts": mounts,
        "linux": {
            "namespaces": [{ "type": "pid" }, { "type": "ipc" }, { "type": "uts" }, { "type": "mount" },
                           { "type": "network", "path": network.namespace() }],
            "resources": { "memory": { "limit": MEMORY }, "pids": { "limit": PIDS } },
        },
    }))
}
