//! Programs that prepare photos when they are told to.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use xtask::debian;
use xtask::process::{memory_kib, processor_millis};

use crate::node;

/// A way of preparing photos.
pub(super) struct Way {
    /// What it is called in the tables.
    pub(super) name: &'static str,
    /// Whether it uses all cores when it is given many photos at once.
    pub(super) is_parallel: bool,
    /// Whether it can write other kinds of files.
    pub(super) can_convert: bool,
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Way {
    /// The crate itself.
    pub(super) fn ours(name: &'static str, program: &Path) -> Self {
        Self { is_parallel: true, ..Self::program(name, program, "ours") }
    }

    /// A way that the benchmark's program knows.
    pub(super) fn program(name: &'static str, program: &Path, way: &str) -> Self {
        Self {
            name,
            is_parallel: false,
            can_convert: false,
            program: program.to_owned(),
            args: vec!["peer".into(), way.into()],
            env: Vec::new(),
        }
    }

    /// sharp, if Node finds it by `NODE_PATH` or among the global packages.
    pub(super) fn sharp(script: &Path) -> Option<Self> {
        let places = node::path_to("sharp")?;
        Some(Self {
            name: "sharp",
            is_parallel: true,
            can_convert: true,
            program: "node".into(),
            args: vec![script.display().to_string()],
            env: vec![("NODE_PATH", places)],
        })
    }

    /// Pillow, if Python finds it.
    pub(super) fn pillow(script: &Path) -> Option<Self> {
        if !debian::succeeds(Command::new("python3").args(["-c", "import PIL"])) {
            eprintln!("skipped: no Pillow, which `pip install pillow` installs");
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

    /// Starts the program.
    pub(super) fn start(&self) -> Result<Peer> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).envs(self.env.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("it has no input")?;
        let output = BufReader::new(child.stdout.take().context("it has no output")?);
        Ok(Peer { child, input, output })
    }
}

/// A running program; it ends when this goes.
pub(super) struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Gives it photos, of which only our own way takes more than one.
    pub(super) fn load(&mut self, files: &[PathBuf]) -> Result<()> {
        let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
        self.tell(&format!("load\t{}", files.join("\t")))
    }

    /// Has it prepare the photo; the milliseconds of processor time that took, and
    /// how many megabytes it had at most beyond those that it had before.
    pub(super) fn go(&mut self, edge: u32) -> Result<(f64, f64)> {
        let id = self.child.id();
        self.ready(1)?;
        // Makes the peak of memory what is taken now.
        fs::write(format!("/proc/{id}/clear_refs"), "5")?;
        let (memory, time) = (memory_kib(id, "VmRSS")?, processor_millis(id)?);
        self.tell(&format!("go\t{edge}"))?;
        let time = processor_millis(id)? - time;
        let taken = memory_kib(id, "VmHWM")?.saturating_sub(memory);
        Ok((time, f64::from(taken) * 1024.0 / 1e6))
    }

    /// Has it make ready what it will prepare next, which is not measured.
    pub(super) fn ready(&mut self, count: u16) -> Result<()> {
        self.tell(&format!("ready\t{count}"))
    }

    /// Has it prepare all that is ready at once.
    pub(super) fn batch(&mut self, edge: u32) -> Result<()> {
        self.tell(&format!("batch\t{edge}"))
    }

    /// Has it write what it made last.
    pub(super) fn save(&mut self, file: &Path) -> Result<()> {
        self.tell(&format!("save\t{}", file.display()))
    }

    /// Has it write a photo in another kind of file, `lossy` or `lossless`.
    pub(super) fn convert(&mut self, from: &Path, to: &Path, kind: &str) -> Result<()> {
        self.tell(&format!("convert\t{}\t{}\t{kind}", from.display(), to.display()))
    }

    fn tell(&mut self, command: &str) -> Result<()> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        ensure!(answer.trim() == "ok", "{command}: {answer}");
        Ok(())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
