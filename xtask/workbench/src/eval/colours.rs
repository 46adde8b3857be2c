//! `cargo xtask eval colours`: measures the embedded engine's colors and patterns.

mod labels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use xtask::{models, project};

use self::labels::{Labelled, NONE, Part};

/// A product without a pattern, in labels and answers.
const PLAIN: &str = "plain";

/// The engine publishes a main color from this confidence, from 0 to 1.
const SURE: f32 = 0.9;

/// Arguments of `cargo xtask eval colours`.
#[derive(Debug, clap::Args)]
pub(crate) struct ColoursArgs {
    /// Folder of the photos in xtask/workbench/data/colours.tsv, patterns.tsv, kept.tsv and drawn.tsv
    photos: PathBuf,
    /// Print the names of misclassified tuning photos
    #[arg(long)]
    faults: bool,
}

#[derive(Debug)]
struct Answer {
    main: String,
    /// Confidence in the main color, from 0 to 1.
    sure: f32,
    second: String,
    pattern: String,
    /// Of finding the mask, the colors and the pattern, in microseconds.
    times: [u64; 3],
}

#[derive(Debug, Default)]
struct Share {
    right: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_right: bool) {
        self.all += 1;
        self.right += usize::from(is_right);
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = (self.right * 100 + self.all / 2).checked_div(self.all).unwrap_or_default();
        write!(f, "{:3} of {:3} {percent:3} %", self.right, self.all)
    }
}

pub(crate) fn run(args: &ColoursArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let photos = labels::photos()?;
    let answers = answers(&args.photos, &photos)?;
    for part in Part::ALL {
        let seen = |part_of: fn(&Labelled) -> Part| -> Vec<(&Labelled, &Answer)> {
            photos.iter().zip(&answers).filter(|(photo, _)| part_of(photo) == part).collect()
        };
        println!("\n{part:?} photos");
        print_colours(&seen(|photo| photo.part));
        if args.faults && part == Part::Tuned {
            print_faults(&seen(|photo| photo.part));
        }
        print_patterns(&seen(|photo| photo.pattern_part));
    }
    let time = |which| median(&answers, which);
    println!("\nmedian time: mask {}, colours {}, pattern {} ms", time(0), time(1), time(2));
    Ok(())
}

fn answers(folder: &Path, photos: &[Labelled]) -> Result<Vec<Answer>> {
    let mut cargo =
        project::cargo(["run", "--quiet", "--release", "--locked", "--package", "listing-vision"]);
    cargo.args(["--example", "colours", "--"]).arg(project::root().join("models"));
    cargo.args(photos.iter().map(|photo| folder.join(photo.file)));
    let output = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the engine could not analyze the photos");
    let lines = String::from_utf8(output.stdout)?;
    let answers = lines.lines().map(answer).collect::<Result<Vec<_>>>()?;
    ensure!(
        answers.len() == photos.len(),
        "the engine gave {} answers for {} photos",
        answers.len(),
        photos.len()
    );
    Ok(answers)
}

fn answer(line: &str) -> Result<Answer> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [main, sure, second, pattern, masked, coloured, patterned] = fields[..] else {
        anyhow::bail!("unexpected line from the engine: {line}");
    };
    let times = [masked.parse()?, coloured.parse()?, patterned.parse()?];
    let [main, second, pattern] = [main, second, pattern].map(str::to_owned);
    Ok(Answer { main, sure: sure.parse()?, second, pattern, times })
}

fn print_colours(seen: &[(&Labelled, &Answer)]) {
    println!("main colour right, strictly     {}", share(seen, |photo, answer| photo.main[0] == answer.main));
    println!("  or another that is right too  {}", share(seen, is_right));
    println!("main colour sure enough         {}", share(seen, |_, answer| is_published(answer)));
    let published: Vec<_> = seen.iter().copied().filter(|(_, answer)| is_published(answer)).collect();
    println!(
        "  of these right, strictly      {}",
        share(&published, |photo, answer| photo.main[0] == answer.main)
    );
    println!("  or another that is right too  {}", share(&published, is_right));
    let (one, two): (Vec<_>, Vec<_>) = seen.iter().copied().partition(|(photo, _)| photo.second[0] == NONE);
    let names = |photo: &Labelled, answer: &Answer| is_published(answer) && has_both(photo, answer);
    println!("second colour, where one is     {}", share(&two, names));
    let invents = |photo: &Labelled, answer: &Answer| {
        is_published(answer) && !photo.second.contains(&answer.second.as_str())
    };
    println!("second colour where none is     {}", share(&one, invents));
    let mut confused = BTreeMap::<(&str, &str), usize>::new();
    for (photo, answer) in published.iter().filter(|(photo, answer)| !is_right(photo, answer)) {
        *confused.entry((photo.main[0], &answer.main)).or_default() += 1;
    }
    for ((label, found), count) in confused {
        println!("  {label} taken for {found}: {count}");
    }
}

fn share(seen: &[(&Labelled, &Answer)], counts: impl Fn(&Labelled, &Answer) -> bool) -> Share {
    let mut share = Share::default();
    for (photo, answer) in seen {
        share.count(counts(photo, answer));
    }
    share
}

fn is_right(photo: &Labelled, answer: &Answer) -> bool {
    photo.main.contains(&answer.main.as_str())
}

fn is_published(answer: &Answer) -> bool {
    answer.main != NONE && answer.sure >= SURE
}

/// Photos of logos are neither plain nor patterned, and are left out.
fn print_patterns(seen: &[(&Labelled, &Answer)]) {
    const LOGO: &str = "logo";
    let (mut found, mut invented, mut plain) = (Share::default(), Share::default(), Share::default());
    let mut kinds = BTreeMap::<(&str, &str), usize>::new();
    for (photo, answer) in seen.iter().filter(|(photo, _)| photo.pattern[0] != LOGO) {
        let label = photo.pattern[0];
        let is_patterned = ![NONE, PLAIN].contains(&answer.pattern.as_str());
        if label == PLAIN {
            invented.count(is_patterned);
            plain.count(answer.pattern == PLAIN);
        } else {
            found.count(is_patterned);
        }
        *kinds.entry((label, &answer.pattern)).or_default() += 1;
    }
    println!("patterned, and called so        {found}");
    println!("plain, but called patterned     {invented}");
    println!("plain, and called so            {plain}");
    for ((label, found), count) in kinds {
        println!("  {label} called {found}: {count}");
    }
}

/// In any order, because it may be unclear which covers more.
fn has_both(photo: &Labelled, answer: &Answer) -> bool {
    let (main, second) = (answer.main.as_str(), answer.second.as_str());
    photo.second.contains(&second) || (photo.main.contains(&second) && photo.second.contains(&main))
}

fn print_faults(seen: &[(&Labelled, &Answer)]) {
    for (photo, answer) in seen {
        if is_published(answer) && !is_right(photo, answer) {
            println!("  {}: {} taken for {}", photo.file, photo.main.join(" or "), answer.main);
        }
    }
}

/// In whole milliseconds. `which` is the index in `times`.
fn median(answers: &[Answer], which: usize) -> u64 {
    let mut times: Vec<u64> = answers.iter().map(|answer| answer.times[which]).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default() / 1000
}
