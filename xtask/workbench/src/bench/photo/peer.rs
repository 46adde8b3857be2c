//! Peers: programs that prepare photos on command.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use xtask::debian;
use xtask::process::{memory_kib, processor_millis};

use crate::node;

/// A library with its options.
pub(super) struct Variant {
    pub(super) name: &'static str,
    /// Prepares many photos at once on all cores.
    pub(super) is_parallel: bool,
    /// Converts photos to other formats.
    pub(super) can_convert: bool,
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Variant {
    /// This project's own crate.
    pub(super) fn ours(name: &'static str, program: &Path) -> Self {
        Self { is_parallel: true, ..Self::program(name, program, "ours") }
    }

    /// Another variant in the benchmark's program.
    pub(super) fn program(name: &'static str, program: &Path, variant: &str) -> Self {
        Self {
            name,
            is_parallel: false,
            can_convert: false,
            program: program.to_owned(),
            args: vec!["peer".into(), variant.into()],
            env: Vec::new(),
        }
    }

    /// Returns `None` if Node doesn't find sharp in `NODE_PATH` or globally.
    pub(super) fn sharp(script: &Path) -> Option<Self> {
        let node_path = node::path_to("sharp")?;
        Some(Self {
            name: "sharp",
            is_parallel: true,
            can_convert: true,
            program: "node".into(),
            args: vec![script.display().to_string()],
            env: vec![("NODE_PATH", node_path)],
        })
    }

    /// Returns `None` if Python doesn't find Pillow.
    pub(super) fn pillow(script: &Path) -> Option<Self> {
        if !debian::succeeds(Command::new("python3").args(["-c", "import PIL"])) {
            eprintln!("skipped: Pillow is not installed; run `pip install pillow`");
            return None;
        }
        Some(Self {
            name: "Pillow",
            is_parallel: true,
            can_convert: true,
            program: "python3".into(),
            args: vec![script.display().to_string()],
            env: Vec::new(),
        })
    }

    pub(super) fn start(&self) -> Result<Peer> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).envs(self.env.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("the peer has no standard input")?;
        let output = BufReader::new(child.stdout.take().context("the peer has no standard output")?);
        Ok(Peer { child, input, output })
    }
}

/// Ends on drop.
pub(super) struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Only this project's variant takes more than one.
    pub(super) fn load(&mut self, files: &[PathBuf]) -> Result<()> {
        let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
        self.send(&format!("load\t{}", files.join("\t")))
    }

    /// Returns the processor time in milliseconds, and the peak of the additional memory in megabytes.
    pub(super) fn go(&mut self, edge: u32) -> Result<(f64, f64)> {
        let id = self.child.id();
        self.ready(1)?;
        // Resets the memory peak to the current value.
        fs::write(format!("/proc/{id}/clear_refs"), "5")?;
        let (memory, time) = (memory_kib(id, "VmRSS")?, processor_millis(id)?);
        self.send(&format!("go\t{edge}"))?;
        let time = processor_millis(id)? - time;
        let taken = memory_kib(id, "VmHWM")?.saturating_sub(memory);
        Ok((time, f64::from(taken) * 1024.0 / 1e6))
    }

    /// Prepares `count` requests for [`Self::batch`], unmeasured.
    pub(super) fn ready(&mut self, count: u16) -> Result<()> {
        self.send(&format!("ready\t{count}"))
    }

    pub(super) fn batch(&mut self, edge: u32) -> Result<()> {
        self.send(&format!("batch\t{edge}"))
    }

    pub(super) fn save(&mut self, file: &Path) -> Result<()> {
        self.send(&format!("save\t{}", file.display()))
    }

    /// `kind` is `lossy` or `lossless`.
    pub(super) fn convert(&mut self, from: &Path, to: &Path, kind: &str) -> Result<()> {
        self.send(&format!("convert\t{}\t{}\t{kind}", from.display(), to.display()))
    }

    fn send(&mut self, command: &str) -> Result<()> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        ensure!(answer.trim() == "ok", "the peer failed at {command}: {answer}");
        Ok(())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
