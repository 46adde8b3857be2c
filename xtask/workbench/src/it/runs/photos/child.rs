//! The photo processor in a separate process: `listing-photo`'s `examples/prepare.rs`, which answers each
//! path with a line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use xtask::project;

/// The processor then counts as hung.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Preparer {
    child: Child,
    paths: ChildStdin,
    answers: Receiver<String>,
}

#[derive(Debug)]
pub(super) struct Answer {
    /// On an idle machine also the elapsed time, because one thread works.
    pub(super) processor_ms: f64,
    /// Peak above the idle process.
    pub(super) mib: u64,
    pub(super) panics: u64,
    /// `prepared`, `refused` or `wrong`.
    pub(super) outcome: String,
    /// Remarks on a prepared photo, the reason for a refusal, or a fault of the result.
    pub(super) sentence: String,
}

impl Preparer {
    /// Prepared files are written to `output`.
    pub(super) fn start(output: Option<&Path>) -> Result<Self> {
        let mut child = Command::new(project::photo_program("prepare")?)
            .args(output)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the photo processor")?;
        let paths = child.stdin.take().context("the photo processor has no standard input")?;
        let lines =
            BufReader::new(child.stdout.take().context("the photo processor has no standard output")?)
                .lines();
        let (sender, answers) = channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Ok(Self { child, paths, answers })
    }

    pub(super) fn prepare(&mut self, file: &Path) -> Result<Answer> {
        let outcome = writeln!(self.paths, "{}", file.display())
            .context("the photo processor takes no more files")
            .and_then(|()| {
                self.answers.recv_timeout(PATIENCE).context("the photo processor does not answer")
            });
        let line = outcome.with_context(|| self.ending(file))?;
        let mut cells = line.splitn(7, '\t').skip(1);
        let mut cell =
            || cells.next().with_context(|| format!("unexpected line from the photo processor: {line}"));
        Ok(Answer {
            processor_ms: cell()?.parse()?,
            mib: cell()?.parse()?,
            panics: cell()?.parse()?,
            outcome: cell()?.to_owned(),
            sentence: cell()?.to_owned(),
        })
    }

    /// The process must exit with 0.
    pub(super) fn finish(self) -> Result<()> {
        let Self { mut child, paths, .. } = self;
        drop(paths);
        let status = child.wait()?;
        if !status.success() {
            bail!("the photo processor ended with {status}");
        }
        Ok(())
    }

    /// Describes the end of the process, with its file.
    fn ending(&mut self, file: &Path) -> String {
        let how = match self.child.try_wait() {
            Ok(Some(status)) => format!("ended with {status}"),
            _ => format!("did not answer within {} s", PATIENCE.as_secs()),
        };
        let _ = self.child.kill();
        format!("the photo processor {how} over {}", file.display())
    }
}
