//! `cargo xtask eval labels`: measures how well the embedded engine reads labels.
//!
//! Photos are computed from the seed, with their truth in JSON files: labels, and a second set of type
//! plates, boxes and back covers of books.

mod canvas;
mod fonts;
mod judge;
mod kind;
mod make;
mod placement;
mod plates;
mod print;
mod references;
mod scene;
mod texts;
mod understood;
mod words;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use indicatif::ProgressBar;
use serde::Deserialize;

use self::judge::Scores;
use self::make::Photo;
use self::references::References;
use self::understood::{Counts, Tally, Understood};
use crate::bench::median;
use xtask::{models, process, project};

/// Share of lines read exactly, in percent.
const GOAL: f64 = 95.0;

/// Arguments of `cargo xtask eval labels`.
#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    /// Number of generated photos
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Number of generated photos of type plates and backs of books
    #[arg(long, default_value_t = 200)]
    plates: usize,
    /// Seed of the generated photos
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the photos, their true texts and the errors [default: target/labels]
    #[arg(long)]
    folder: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Answer {
    find_ms: f64,
    read_ms: f64,
    lines: Vec<ReadLine>,
    label: Understood,
}

#[derive(Deserialize)]
struct ReadLine {
    text: String,
    /// The engine would use the line, because its confidence is high enough.
    sure: bool,
}

struct Program {
    process: Child,
    paths: ChildStdin,
    answers: io::Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start() -> Result<Self> {
        let mut process = Command::new(project::reading_program()?)
            .arg(project::root().join("models"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the text reader")?;
        let paths = process.stdin.take().context("the text reader has no standard input")?;
        let output = process.stdout.take().context("the text reader has no standard output")?;
        Ok(Self { process, paths, answers: BufReader::new(output).lines() })
    }

    fn read(&mut self, photo: &Path) -> Result<Answer> {
        writeln!(self.paths, "{}", photo.display())?;
        let line = self.answers.next().context("the text reader ended")??;
        serde_json::from_str(&line).context("unexpected line from the text reader")
    }

    /// Returns the peak memory in KiB.
    fn end(mut self) -> Result<u32> {
        let peak = process::memory_kib(self.process.id(), "VmHWM")?;
        drop(self.paths);
        ensure!(self.process.wait()?.success(), "the text reader failed");
        Ok(peak)
    }
}

/// Reads generated photos. Prints the share of right lines and values, and the cost on one core.
pub(crate) fn run(args: &LabelsArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let mut program = Program::start()?;
    let photos = made(args)?;
    let (mut scores, mut tally) = (Scores::default(), Tally::default());
    let (mut find, mut read, mut mistakes) = (Vec::new(), Vec::new(), String::new());
    let progress = bar(photos.len())?.with_message("reading");
    for photo in &photos {
        let answer = program.read(&photo.path)?;
        tally.add(photo, &answer.label);
        let texts: Vec<String> = answer.lines.into_iter().map(|line| line.text).collect();
        for mistake in scores.add(photo, &texts) {
            // Writing to a string cannot fail.
            let _ = writeln!(mistakes, "{}\t{}\t{}", photo.path.display(), mistake.expected, mistake.nearest);
        }
        find.push(answer.find_ms);
        read.push(answer.read_ms);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let references = read_plates(args, &mut program, &mut mistakes)?;
    let peak = program.end()?;
    let folder = folder(args).join("mistakes.tsv");
    fs::write(&folder, mistakes)?;
    report(&scores);
    for (name, counts, goals) in [
        ("brand", tally.brand, "99 % precision, 80 % recall"),
        ("size", tally.size, "90 % recall"),
        ("composition", tally.composition, "90 % recall"),
        ("model", references.model, "99 % precision"),
        ("isbn", references.isbn, "99 % precision"),
        ("capacity", references.capacity, "99 % precision"),
    ] {
        report_counts(name, counts, goals);
    }
    println!("finding lines, median          {:.0} ms a photo on one core", median(find)?);
    println!("reading them, median           {:.0} ms a photo on one core", median(read)?);
    println!("memory of the process at most  {} MiB", peak / 1024);
    println!("mistakes                       {}", folder.display());
    Ok(())
}

/// Compares the values read on type plates and back covers with the true ones.
fn read_plates(args: &LabelsArgs, program: &mut Program, mistakes: &mut String) -> Result<References> {
    let (fonts, folder) = (fonts::all()?, folder(args));
    let progress = bar(args.plates)?.with_message("plates and books");
    let mut references = References::default();
    for number in 0..args.plates {
        let (path, plate) = make::plate_photo(&folder, &fonts, number, args.seed)?;
        let lines = program.read(&path)?.lines;
        let sure: Vec<&str> = lines.iter().filter(|line| line.sure).map(|line| line.text.as_str()).collect();
        for wrong in references.add(&plate, &sure) {
            let _ = writeln!(mistakes, "{}\t{wrong}\t{}", path.display(), sure.join(" | "));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(references)
}

fn report_counts(name: &str, counts: Counts, goals: &str) {
    println!(
        "{name:<12} {:>4} right, {} wrong, {} missing: {:.1} % precision, {:.1} % recall (goal {goals})",
        counts.right,
        counts.wrong,
        counts.missing,
        counts.precision(),
        counts.recall()
    );
}

fn folder(args: &LabelsArgs) -> PathBuf {
    args.folder.clone().unwrap_or_else(|| project::target().join("labels"))
}

fn made(args: &LabelsArgs) -> Result<Vec<Photo>> {
    let fonts = fonts::all()?;
    let folder = folder(args);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let progress = bar(args.count)?.with_message("making photos");
    let photos = (0..args.count).map(|number| {
        progress.inc(1);
        make::photo(&folder, &fonts, number, args.seed)
    });
    let photos = photos.collect();
    progress.finish_and_clear();
    photos
}

fn bar(count: usize) -> Result<ProgressBar> {
    Ok(ProgressBar::new(u64::try_from(count)?))
}

fn report(scores: &Scores) {
    println!("{:<12} {:>6} {:>8} {:>12} {:>8}", "labels", "lines", "exact", "with spaces", "nowhere");
    let all = scores.kinds.iter().map(|(kind, score)| (kind.name(), score));
    for (name, score) in all.chain([("all", &scores.all)]) {
        println!(
            "{name:<12} {:>6} {:>6.1} % {:>12} {:>8}",
            score.lines,
            score.percent(),
            score.spaced,
            score.other
        );
    }
    let met = if scores.all.percent() >= GOAL { "met" } else { "not met" };
    println!("the goal of {GOAL} % is {met}");
}
