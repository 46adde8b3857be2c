//! `cargo xtask bench vision`: the cost of analyzing photos, compared with the bare networks.
//!
//! Each case is a process with loaded networks, measured from outside; the processes take turns. After each
//! analysis, it runs the bare networks: without preparing input or evaluating output.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use xtask::process::{memory_kib, processor_millis};
use xtask::{models, project};

use super::median;

/// Arguments of `cargo xtask bench vision`.
#[derive(Debug, clap::Args)]
pub(crate) struct VisionArgs {
    /// Repetitions of the analysis with each runtime
    #[arg(long, default_value = "9")]
    rounds: usize,
}

/// Name, threads, and the photos of one product.
const CASES: [(&str, usize, &[&str]); 3] = [
    ("one photo, one core", 1, &["docs/samples/teapot.jpg"]),
    ("one with writing, one core", 1, &["crates/listing-vision/tests/photos/label.jpg"]),
    (
        "four photos, two cores",
        2,
        &[
            "docs/samples/teapot.jpg",
            "docs/samples/laptop.jpg",
            "docs/samples/sofa.jpg",
            "docs/samples/wall-clock.jpg",
        ],
    ),
];
const DEPTHS: [&str; 2] = ["standard", "high"];
const RUNTIMES: [&str; 2] = ["rten", "onnxruntime"];

pub(crate) fn run(args: &VisionArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let program = project::benchmark("listing-vision", "vision", "")?;
    let has_library = project::root().join("models/onnxruntime-licences.txt").is_file();
    if !has_library {
        eprintln!("skipped: onnxruntime is missing; run `cargo xtask models --fast`");
    }
    let runtimes = if has_library { &RUNTIMES[..] } else { &RUNTIMES[..1] };
    println!(
        "| photos | quality | runtime | processor | clock | bare networks | of the bare | idle | at most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for case in CASES {
        for depth in DEPTHS {
            measure(&program, case, depth, runtimes, args.rounds)?;
        }
    }
    Ok(())
}

fn measure(
    program: &Path,
    (name, threads, photos): (&str, usize, &[&str]),
    depth: &str,
    runtimes: &[&str],
    rounds: usize,
) -> Result<()> {
    let photos: Vec<PathBuf> = photos.iter().map(|photo| project::root().join(photo)).collect();
    let mut peers = Vec::new();
    for runtime in runtimes {
        let peer = Peer::start(program, runtime, threads, depth, &photos)?;
        peers.push((runtime, peer, Figures::default()));
    }
    for _ in 0..rounds {
        for (_, peer, figures) in &mut peers {
            figures.add(peer)?;
        }
    }
    for (runtime, peer, figures) in peers {
        let [idle, at_most] = [memory_kib(peer.child.id(), "VmRSS")?, memory_kib(peer.child.id(), "VmHWM")?];
        let megabytes = |kib: u32| f64::from(kib) * 1024.0 / 1e6;
        let steps = figures.steps()?;
        println!(
            "| {name} | {depth} | {runtime} | {:.0} ms | {:.0} ms | {:.0} ms | {:.2} | {:.0} MB | {:.0} MB |",
            median(figures.processor)?,
            median(figures.clock)?,
            median(figures.bare)?,
            median(figures.ratios)?,
            megabytes(idle),
            megabytes(at_most),
        );
        eprintln!("  {name}, {depth}, {runtime}: {steps}");
    }
    Ok(())
}

/// One per round, in milliseconds.
#[derive(Default)]
struct Figures {
    processor: Vec<f64>,
    clock: Vec<f64>,
    bare: Vec<f64>,
    /// An analysis divided by its bare networks.
    ratios: Vec<f64>,
    /// Durations by the clock, by name.
    steps: BTreeMap<String, Vec<f64>>,
}

impl Figures {
    fn add(&mut self, peer: &mut Peer) -> Result<()> {
        let start = Instant::now();
        let (answer, processor) = peer.timed("look")?;
        self.clock.push(start.elapsed().as_secs_f64() * 1e3);
        let (_, bare) = peer.timed("bare")?;
        self.processor.push(processor);
        self.bare.push(bare);
        self.ratios.push(processor / bare);
        let words: Vec<&str> = answer.split('\t').skip(1).collect();
        for step in words.chunks_exact(2) {
            self.steps.entry(step[0].to_owned()).or_default().push(step[1].parse()?);
        }
        Ok(())
    }

    fn steps(&self) -> Result<String> {
        let steps =
            self.steps.iter().map(|(step, times)| Ok(format!("{step} {:.1} ms", median(times.clone())?)));
        Ok(steps.collect::<Result<Vec<_>>>()?.join(", "))
    }
}

/// Ends on drop.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(program: &Path, runtime: &str, threads: usize, depth: &str, photos: &[PathBuf]) -> Result<Self> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("the peer has no standard input")?;
        let output = BufReader::new(child.stdout.take().context("the peer has no standard output")?);
        let mut peer = Self { child, input, output };
        let models = project::root().join("models").display().to_string();
        let photos = photos.iter().map(|photo| photo.display().to_string());
        let words = ["load".to_owned(), models, runtime.to_owned(), threads.to_string(), depth.to_owned()];
        peer.send(&words.into_iter().chain(photos).collect::<Vec<_>>().join("\t"))?;
        Ok(peer)
    }

    /// Returns the answer and the processor time in milliseconds.
    fn timed(&mut self, command: &str) -> Result<(String, f64)> {
        let before = processor_millis(self.child.id())?;
        let answer = self.send(command)?;
        Ok((answer, processor_millis(self.child.id())? - before))
    }

    fn send(&mut self, command: &str) -> Result<String> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        let answer = answer.trim().to_owned();
        ensure!(answer.starts_with("ok"), "the peer failed at {command}: {answer}");
        Ok(answer)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
