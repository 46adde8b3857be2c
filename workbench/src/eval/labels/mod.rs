//! `cargo xtask eval labels`: how well the embedded engine reads labels.
//!
//! Labels are printed and photographed by calculation, the same for each seed, so that anyone can
//! measure the same. What truly stands on a label lies beside its photo as JSON, with brand, size
//! and composition by themselves.

mod canvas;
mod fonts;
mod judge;
mod kind;
mod make;
mod place;
mod print;
mod scene;
mod understood;
mod words;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use indicatif::ProgressBar;
use serde::Deserialize;

use self::judge::Scores;
use self::make::Photo;
use self::understood::{Tally, Told, Understood};
use crate::bench::median;
use xtask::{models, process, project};

/// The share of lines that are to be read exactly, in percent.
const GOAL: f64 = 95.0;

/// Arguments of `cargo xtask eval labels`.
#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    /// How many photos to make
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Another seed makes other photos
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the photos, the truth about them and the mistakes go [default: target/labels]
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// What the reading program says of a photo.
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
}

/// Makes photos of labels, has them read, and tells how many lines were right, what the labels
/// were understood to say, and what it cost on one core.
///
/// # Errors
///
/// When fonts or models cannot be had, or the reading program fails.
pub(crate) fn run(args: &LabelsArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let program = project::reading_program()?;
    let photos = made(args)?;
    let mut reader = Command::new(program)
        .arg(project::root().join("models"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the reading program cannot be started")?;
    let mut paths = reader.stdin.take().context("the reading program takes no input")?;
    let output = reader.stdout.take().context("the reading program has no output")?;
    let mut answers = BufReader::new(output).lines();
    let (mut scores, mut tally) = (Scores::default(), Tally::default());
    let (mut find, mut read, mut mistakes) = (Vec::new(), Vec::new(), String::new());
    let progress = bar(photos.len())?.with_message("reading");
    for photo in &photos {
        writeln!(paths, "{}", photo.path.display())?;
        let line = answers.next().context("the reading program ended")??;
        let answer: Answer = serde_json::from_str(&line).context("this is no answer")?;
        tally.add(photo, &answer.label);
        let texts: Vec<String> = answer.lines.into_iter().map(|line| line.text).collect();
        for mistake in scores.add(photo, &texts) {
            // Writing to a string cannot fail.
            let _ = writeln!(mistakes, "{}\t{}\t{}", photo.path.display(), mistake.stands, mistake.nearest);
        }
        find.push(answer.find_ms);
        read.push(answer.read_ms);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let peak = process::memory_kib(reader.id(), "VmHWM")?;
    drop(paths);
    ensure!(reader.wait()?.success(), "the reading program failed");
    let folder = folder(args).join("mistakes.tsv");
    fs::write(&folder, mistakes)?;
    report(&scores);
    for (name, told, goals) in [
        ("brand", tally.brand, "99 % precision, 80 % recall"),
        ("size", tally.size, "90 % recall"),
        ("composition", tally.composition, "90 % recall"),
    ] {
        report_told(name, told, goals);
    }
    println!("finding lines, median          {:.0} ms a photo on one core", median(find)?);
    println!("reading them, median           {:.0} ms a photo on one core", median(read)?);
    println!("memory of the process at most  {} MiB", peak / 1024);
    println!("mistakes                       {}", folder.display());
    Ok(())
}

fn report_told(name: &str, told: Told, goals: &str) {
    println!(
        "{name:<12} {:>4} right, {} wrong, {} not told: {:.1} % precision, {:.1} % recall (goal {goals})",
        told.right,
        told.wrong,
        told.not,
        told.precision(),
        told.recall()
    );
}

fn folder(args: &LabelsArgs) -> PathBuf {
    args.folder.clone().unwrap_or_else(|| project::target().join("labels"))
}

/// Makes the photos.
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
