//! A Debian machine under systemd, in a container without a network.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::it::outcome::missing;
use crate::it::runs::debian_root;
use crate::it::runs::toolbox::{end_of, stdout_of};

/// A small server's packages, and those that the documented commands need.
const PACKAGES: [&str; 4] = ["systemd-sysv", "dbus", "ca-certificates", "curl"];
const BOOTED_WITHIN: Duration = Duration::from_secs(90);
/// Lets apt answer its own prompts.
const APT: (&str, &str) = ("etc/apt/apt.conf.d/90unattended", "APT::Get::Assume-Yes \"true\";\n");
const ENVIRONMENT: [&str; 4] = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME=/root",
    "LC_ALL=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive",
];

/// Switched off on drop.
pub(super) struct Machine {
    folder: tempfile::TempDir,
    nspawn: Child,
}

impl Machine {
    pub(super) fn boot(release: &str) -> Result<Self> {
        let archive = debian_root::archive(release, &PACKAGES)?;
        let folder = tempfile::tempdir()?;
        let root = folder.path().join("root");
        fs::create_dir(&root)?;
        stdout_of(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(&root))?;
        fs::write(root.join(APT.0), APT.1)?;
        let console = File::create(folder.path().join("console"))?;
        let mut nspawn = Command::new("systemd-nspawn");
        nspawn.args(["--boot", "--register=no", "--keep-unit", "--private-network", "--quiet"]);
        nspawn.arg(format!("--machine=ptl-{}", std::process::id())).arg("--directory").arg(&root);
        nspawn.stdin(Stdio::null()).stdout(console.try_clone()?).stderr(console);
        let nspawn = nspawn.spawn().context("cannot start systemd-nspawn")?;
        let machine = Self { folder, nspawn };
        let start = Instant::now();
        while machine.run("systemctl is-system-running").is_err() {
            if start.elapsed() > BOOTED_WITHIN {
                return missing(format!("cannot start a container: {}", end_of(&machine.console())));
            }
            thread::sleep(Duration::from_millis(200));
        }
        Ok(machine)
    }

    fn console(&self) -> String {
        fs::read_to_string(self.folder.path().join("console")).unwrap_or_default()
    }

    /// Copies into root's home folder.
    pub(super) fn put(&self, file: &Path, name: &str) -> Result<()> {
        fs::copy(file, self.folder.path().join("root/root").join(name))
            .with_context(|| format!("cannot copy {}", file.display()))?;
        Ok(())
    }

    /// Runs as root in the home folder, and must succeed.
    pub(super) fn run(&self, script: &str) -> Result<String> {
        let mut nsenter = Command::new("nsenter");
        nsenter.args(["--target", &self.first_process()?]);
        nsenter.args(["--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "--"]);
        nsenter.args(["env", "--ignore-environment"]).args(ENVIRONMENT).args(["sh", "-e", "-c"]);
        nsenter.arg(format!("cd; {script}")).stdin(Stdio::null());
        stdout_of(&mut nsenter).with_context(|| script.to_owned())
    }

    /// On the host.
    fn first_process(&self) -> Result<String> {
        let id = self.nspawn.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
        let first = children.split_whitespace().next();
        first.map(str::to_owned).context("the container has no process")
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Switches the machine off.
        let _ = stdout_of(Command::new("kill").arg(self.nspawn.id().to_string()));
        let _ = self.nspawn.wait();
    }
}
