//! Runs a program in a separate process, within limits.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub(super) const INPUT: &str = "photo.heif";
pub(super) const OUTPUT: &str = "photo.jpg";
/// If the input has several pictures.
const FIRST_OUTPUT: &str = "photo-1.jpg";
/// The time limit by the clock. A 12-megapixel photo takes half a second.
const WITHIN: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_millis(4);
/// Limits memory (in KiB), processor time (in seconds), file size (in blocks of 512 bytes) and core dumps
/// (none).
const LIMITS: &str = "ulimit -v 1572864 && ulimit -t 20 && ulimit -f 131072 && ulimit -c 0 && exec \"$@\"";
/// Starts a program without a network, where ordinary users may create namespaces.
const OFFLINE: [&str; 5] = ["/usr/bin/unshare", "--user", "--map-root-user", "--net", "--"];

#[derive(Debug, Clone)]
pub(super) struct Sandbox {
    is_offline: bool,
    within: Duration,
}

impl Sandbox {
    /// The safest environment first.
    pub(super) fn all() -> [Self; 2] {
        [true, false].map(|is_offline| Self { is_offline, within: WITHIN })
    }

    pub(super) const fn is_offline(&self) -> bool {
        self.is_offline
    }

    /// `None` if the program failed or took too long.
    pub(super) fn run(&self, program: &[&str], input: &[u8]) -> Option<Vec<u8>> {
        let folder = private_folder().ok()?;
        std::fs::File::create_new(folder.path().join(INPUT))
            .and_then(|mut file| file.write_all(input))
            .ok()?;
        let mut child = self.command(program, folder.path()).spawn().ok()?;
        let status = self.wait(&mut child);
        if !status.is_some_and(|status| status.success()) {
            return None;
        }
        let outputs = [OUTPUT, FIRST_OUTPUT].map(|name| folder.path().join(name));
        outputs.iter().find_map(|output| std::fs::read(output).ok())
    }

    fn command(&self, program: &[&str], folder: &Path) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", LIMITS, "sh"]);
        if self.is_offline {
            command.args(OFFLINE);
        }
        command
            .args(program)
            .env_clear()
            // Otherwise each thread would reserve a part of the limited memory.
            .envs([("PATH", "/usr/bin:/bin"), ("LC_ALL", "C"), ("MALLOC_ARENA_MAX", "2")])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Kills the process after the timeout.
    fn wait(&self, child: &mut Child) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < self.within {
            match child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => std::thread::sleep(LOOK_EVERY),
                Err(_) => break,
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        None
    }
}

/// No other user can read the folder.
fn private_folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("ptl-heif-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    const SANDBOX: Sandbox = Sandbox { is_offline: false, within: Duration::from_secs(5) };

    fn run(sandbox: &Sandbox, script: &str) -> Option<String> {
        let output = sandbox.run(&["/bin/sh", "-c", script], b"input");
        output.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn program_gets_its_input_but_not_the_environment() {
        assert_eq!(run(&SANDBOX, "cat photo.heif > photo.jpg").as_deref(), Some("input"));
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let environment = run(&SANDBOX, "env > photo.jpg").unwrap();
        let names: Vec<&str> = environment.lines().filter_map(|line| line.split('=').next()).collect();
        assert!(
            names.iter().all(|name| ["PATH", "LC_ALL", "MALLOC_ARENA_MAX", "PWD", "_"].contains(name)),
            "{names:?}"
        );
    }

    #[test]
    fn folder_is_private_and_deleted() {
        let output = run(&SANDBOX, "(pwd; stat -c %a .) > photo.jpg").unwrap();
        let (folder, mode) = output.trim().split_once('\n').unwrap();
        assert_eq!(mode, "700");
        assert!(!Path::new(folder).exists(), "{folder}");
    }

    #[test]
    fn program_that_exceeds_its_limits_is_killed() {
        let limits = run(&SANDBOX, "(ulimit -v; ulimit -t; ulimit -f; ulimit -c) > photo.jpg").unwrap();
        assert_eq!(limits.split_whitespace().collect::<Vec<_>>(), ["1572864", "20", "131072", "0"]);
        assert_eq!(run(&SANDBOX, "head -c 70000000 /dev/zero > photo.jpg"), None, "the output is too large");
        let short = Sandbox { within: Duration::from_millis(100), ..SANDBOX };
        let start = Instant::now();
        assert_eq!(run(&short, "echo begun > photo.jpg; exec sleep 30"), None, "the program runs too long");
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn failed_program_or_missing_output_file_gives_no_output() {
        assert_eq!(run(&SANDBOX, "echo half > photo.jpg; exit 1"), None);
        assert_eq!(run(&SANDBOX, "true"), None);
        assert_eq!(SANDBOX.run(&["/nowhere/program"], b""), None);
        assert_eq!(
            run(&SANDBOX, "echo first > photo-1.jpg; echo second > photo-2.jpg").as_deref(),
            Some("first\n")
        );
    }

    #[test]
    fn offline_sandbox_has_only_the_loopback_interface() {
        let [offline, _] = Sandbox::all();
        // Not every system lets an ordinary user create one.
        let Some(interfaces) = run(&offline, "cat /proc/net/dev > photo.jpg") else { return };
        assert_eq!(interfaces.lines().filter(|line| line.contains(':')).count(), 1, "{interfaces}");
    }
}
