//! `package`: a Debian machine under systemd: install, first listing, backup, upgrade, downgrade and purge,
//! with the commands of `docs/deployment/debian.md`.

mod machine;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Scale;
use super::toolbox::stdout_of;
use crate::it::outcome::{RunReport, missing};
use machine::Machine;
use page::Page;
use xtask::{debian, package, project};

/// With their Debian packages.
const NEEDED: [(&str, &str); 4] = [
    ("debootstrap", "debootstrap"),
    ("systemd-nspawn", "systemd-container"),
    ("nsenter", "util-linux"),
    ("dpkg-shlibdeps", "dpkg-dev"),
];
/// Path of an earlier version's package to upgrade from.
const PREVIOUS: &str = "PTL_PREVIOUS_DEB";
/// From the installation's start.
const LISTED_WITHIN: Duration = Duration::from_mins(1);
const READY_WITHIN: Duration = Duration::from_secs(30);
/// Removed by a purge.
const INSTALLED_PATHS: [&str; 5] =
    ["/usr/bin/ptl", "/etc/ptl", "/var/lib/ptl", "/usr/share/ptl", "/usr/lib/systemd/system/ptl.service"];

pub(super) fn run(_: Scale) -> Result<RunReport> {
    let is_absent = |(program, _): &_| !debian::succeeds(Command::new(program).arg("--version"));
    let packages: Vec<&str> =
        NEEDED.iter().filter(|&needed| is_absent(needed)).map(|needed| needed.1).collect();
    if !packages.is_empty() {
        return missing(format!("missing packages: run `apt-get install {}`", packages.join(" ")));
    }
    if !debian::is_root() {
        return missing("only root may start a container");
    }
    let release =
        stdout_of(Command::new("sh").args(["-c", ". /etc/os-release && echo \"$VERSION_CODENAME\""]))?;
    let made = tempfile::tempdir()?;
    let program = project::fastest_binary()?;
    let new = Package::open(package::deb(&program, package::VERSION, made.path())?)?;
    assert_repeatable(&program, &new)?;
    let (previous, from) = previous(&program, made.path())?;
    let machine = Machine::boot(&release)?;
    for package in [&new, &previous] {
        machine.put(&package.file, &package.name()?)?;
    }
    machine.put(&project::samples().join("teapot.jpg"), "photo.jpg")?;
    let architecture = package::architecture()?;
    let host = Host { machine, page: Page::open(&new.version, &previous.version, &architecture)? };
    let listed = host.installs_and_lists()?;
    host.protects_settings()?;
    host.restores_a_backup()?;
    host.purges()?;
    host.moves_from_the_unit(&new)?;
    host.purges()?;
    let old_page = Page::open(&previous.version, "", &architecture)?;
    host.upgrades_and_downgrades(&old_page, &new, &previous)?;
    host.purges()?;
    Ok(format!(
        "{} ({} MiB) on {release}: first listing {:.1} s after the installation began; backup, restore, move from the unit, upgrade from \
         {from} and back, purge; made twice, it is the same byte by byte",
        new.name()?,
        fs::metadata(&new.file)?.len() >> 20,
        listed.as_secs_f64()
    )
    .into())
}

struct Package {
    file: PathBuf,
    version: String,
}

impl Package {
    fn open(file: PathBuf) -> Result<Self> {
        let version = stdout_of(Command::new("dpkg-deb").arg("--field").arg(&file).arg("Version"))?;
        Ok(Self { file, version })
    }

    /// As in the documentation.
    fn name(&self) -> Result<String> {
        Ok(format!("ptl_{}_{}.deb", self.version, package::architecture()?))
    }
}

/// Returns the package to upgrade from, in [`PREVIOUS`] or with a lower version number, and its description.
fn previous(program: &Path, dir: &Path) -> Result<(Package, String)> {
    if let Some(file) = std::env::var_os(PREVIOUS) {
        let package = Package::open(file.into()).with_context(|| format!("{PREVIOUS} is not a package"))?;
        let from = package.version.clone();
        return Ok((package, from));
    }
    let lower = format!("{}~previous", package::VERSION);
    let package = Package::open(package::deb(program, &lower, dir)?)?;
    Ok((package, format!("the same program as {lower} ({PREVIOUS} is not set)")))
}

fn assert_repeatable(program: &Path, made: &Package) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let again = package::deb(program, &made.version, dir.path())?;
    ensure!(fs::read(&made.file)? == fs::read(&again)?, "two builds of the package differ");
    Ok(())
}

/// The test runs the page's commands on the machine.
struct Host {
    machine: Machine,
    page: Page,
}

impl Host {
    fn run_section(&self, heading: &str) -> Result<String> {
        self.machine
            .run(&self.page.commands(heading)?)
            .with_context(|| format!("the commands below {heading} failed"))
    }

    fn wait_until_ready(&self) -> Result<()> {
        let start = Instant::now();
        loop {
            let Err(error) = self.machine.run("ptl healthcheck") else { return Ok(()) };
            if start.elapsed() > READY_WITHIN {
                let log = self.machine.run("journalctl --unit ptl --lines 20 --no-pager")?;
                return Err(error
                    .context(format!("the service is not ready after {} s: {log}", READY_WITHIN.as_secs())));
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    fn accounts(&self) -> Result<String> {
        self.machine.run("ptl account list")
    }

    /// Also creates an administrator. Returns the duration.
    fn installs_and_lists(&self) -> Result<Duration> {
        let start = Instant::now();
        self.run_section("Install")?;
        self.wait_until_ready()?;
        let output = self.run_section("Make the first administrator")?;
        let link = output.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:8080/link/"));
        let link = link.with_context(|| format!("the command printed no link: {output}"))?;
        let opened = self.machine.run(&format!("curl -s -o /dev/null -w '%{{http_code}}' {link}"))?;
        ensure!(opened == "200", "the administrator's link has status {opened}");
        let answer: Value = serde_json::from_str(&self.run_section("Write the first listing")?)?;
        ensure!(answer["data"]["listings"][0]["title"].is_string(), "the answer has no title: {answer}");
        ensure!(answer["data"]["attributes"]["name"] != "Unknown", "the engine recognizes nothing: {answer}");
        let taken = start.elapsed();
        ensure!(taken < LISTED_WITHIN, "the first listing took {} s", taken.as_secs());
        self.machine.run("ptl doctor")?;
        for file in ["man/man1/ptl.1.gz", "man/man1/ptl-key-create.1.gz", "bash-completion/completions/ptl"] {
            self.machine.run(&format!("test -s /usr/share/{file}"))?;
        }
        let log = self.machine.run("journalctl --unit ptl --output cat --no-pager")?;
        ensure!(log.contains("onnxruntime"), "the packaged library is not used: {log}");
        Ok(taken)
    }

    /// Only root and the service can read settings and data; invalid settings end the service without
    /// restarts.
    fn protects_settings(&self) -> Result<()> {
        let modes = "stat --format '%U:%G %a' /etc/ptl/ptl.toml /var/lib/ptl /var/lib/ptl/ptl.db";
        let modes = self.machine.run(modes)?;
        ensure!(modes == "root:ptl 640\nptl:ptl 700\nptl:ptl 600", "unexpected owners or modes: {modes}");
        let user = "su nobody --shell /bin/sh --command 'HOME=/tmp ptl account list' 2>&1 || true";
        let refused = self.machine.run(user)?;
        ensure!(refused.contains("sudo ptl"), "an ordinary user gets {refused}");
        let file = "/etc/ptl/ptl.toml";
        self.machine
            .run(&format!("cp --archive {file} kept.toml; echo 'rate_free_per_minute = 0' >> {file}"))?;
        self.machine.run("systemctl restart ptl; sleep 4")?;
        let state = self.machine.run("systemctl show ptl --property=NRestarts,Result,ExecMainStatus")?;
        for part in ["NRestarts=0", "Result=exit-code", "ExecMainStatus=2"] {
            ensure!(state.contains(part), "unexpected state of the unit after a wrong setting: {state}");
        }
        self.machine.run(&format!("cp --archive kept.toml {file}; systemctl restart ptl"))?;
        self.wait_until_ready()
    }

    fn restores_a_backup(&self) -> Result<()> {
        self.run_section("Back up")?;
        self.machine.run("ptl account create late@example.com")?;
        self.run_section("Restore a backup")?;
        self.wait_until_ready()?;
        let accounts = self.accounts()?;
        ensure!(
            accounts.contains("ann@example.com") && !accounts.contains("late@"),
            "unexpected accounts: {accounts}"
        );
        Ok(())
    }

    /// The machine keeps its data when the package replaces a manually installed program and systemd unit.
    fn moves_from_the_unit(&self, package: &Package) -> Result<()> {
        self.machine.put(&project::root().join("docs/deployment/ptl.service"), "ptl.service")?;
        let name = package.name()?;
        self.machine.run(&format!(
            "dpkg-deb --extract {name} unpacked; install unpacked/usr/bin/ptl /usr/local/bin/ptl
             cp --recursive --dereference unpacked/usr/share/ptl /usr/local/share/ptl
             install --mode=0644 ptl.service /etc/systemd/system/ptl.service
             systemctl daemon-reload; systemctl enable --now ptl"
        ))?;
        self.wait_until_ready()?;
        self.machine.run("test -L /var/lib/ptl; ptl account create moved@example.com")?;
        self.run_section("Move from the unit to the package")?;
        self.wait_until_ready()?;
        let accounts = self.accounts()?;
        ensure!(accounts.contains("moved@example.com"), "an account is missing: {accounts}");
        let owners = self.machine.run("stat --format '%F %U' /var/lib/ptl /var/lib/ptl/ptl.db")?;
        ensure!(owners == "directory ptl\nregular file ptl", "unexpected types or owners: {owners}");
        Ok(())
    }

    fn upgrades_and_downgrades(&self, old_page: &Page, new: &Package, previous: &Package) -> Result<()> {
        self.machine.run(&old_page.commands("Install")?)?;
        self.wait_until_ready()?;
        let key = "ptl account create early@example.com; ptl key create early@example.com > key";
        self.machine.run(key)?;
        self.machine.run("echo '# a host was here' >> /etc/ptl/ptl.toml")?;
        self.run_section("Upgrade")?;
        self.assert_serves(new)?;
        self.machine.run("ptl account create late@example.com")?;
        self.run_section("Go back to the previous version")?;
        self.assert_serves(previous)?;
        let accounts = self.accounts()?;
        ensure!(!accounts.contains("late@"), "unexpected accounts: {accounts}");
        Ok(())
    }

    /// The version runs with the existing data and settings.
    fn assert_serves(&self, package: &Package) -> Result<()> {
        let version = self.machine.run("dpkg-query --show --showformat '${Version} ${Status}' ptl")?;
        let version_wanted = format!("{} install ok installed", package.version);
        ensure!(version == version_wanted, "version: expected {version_wanted}, found {version}");
        self.wait_until_ready()?;
        let usage = "curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/api/v1/usage -H \"X-API-Key: $(cat key)\"";
        let status = self.machine.run(usage)?;
        ensure!(status == "200", "the earlier key has status {status}");
        // The running process must use the program that is installed now.
        self.machine
            .run("test /proc/$(systemctl show ptl --property=MainPID --value)/exe -ef /usr/bin/ptl")?;
        self.machine.run("grep --quiet 'a host was here' /etc/ptl/ptl.toml").map(drop)
    }

    fn purges(&self) -> Result<()> {
        self.run_section("Remove")?;
        for path in INSTALLED_PATHS {
            self.machine.run(&format!("test ! -e {path}"))?;
        }
        self.machine.run("! systemctl is-active --quiet ptl; rm --force /var/backups/ptl-before-*").map(drop)
    }
}
