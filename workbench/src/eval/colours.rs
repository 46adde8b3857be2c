//! `cargo xtask eval colours`: how well the embedded engine names colours and patterns.

mod labels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use xtask::{models, project};

use self::labels::{Half, Labelled, NONE};

/// What labels and answers call a product without a pattern.
const PLAIN: &str = "plain";

/// Arguments of `cargo xtask eval colours`.
#[derive(Debug, clap::Args)]
pub(crate) struct ColoursArgs {
    /// The folder of photos that workbench/data/colours.tsv and patterns.tsv name
    photos: PathBuf,
    /// Names the photos of the tuned half that were taken for something else
    #[arg(long)]
    faults: bool,
}

/// What the engine says of a photo.
#[derive(Debug)]
struct Answer {
    main: String,
    second: String,
    pattern: String,
    /// Microseconds of the mask, of the colours, and of the pattern.
    times: [u64; 3],
}

/// A part of photos.
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

/// Asks the engine about every labelled photo, and prints how often it is right, for each half.
pub(crate) fn run(args: &ColoursArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let (coloured, patterned) = (labels::colours()?, labels::patterns()?);
    let colour_answers = answers(&args.photos, &coloured)?;
    let pattern_answers = answers(&args.photos, &patterned)?;
    for half in Half::ALL {
        println!("\n{half:?} half, photos labelled with colours");
        let seen = of_half(&coloured, &colour_answers, half);
        tell_colours(&seen);
        tell_patterns(&seen);
        if args.faults && half == Half::Tuned {
            tell_faults(&seen);
        }
        println!("\n{half:?} half, photos labelled with patterns");
        tell_patterns(&of_half(&patterned, &pattern_answers, half));
    }
    let time = |which| median(&colour_answers, which);
    println!("\nmedian time: mask {}, colours {}, pattern {} ms", time(0), time(1), time(2));
    Ok(())
}

fn of_half<'a>(photos: &'a [Labelled], answers: &'a [Answer], half: Half) -> Vec<(&'a Labelled, &'a Answer)> {
    photos.iter().zip(answers).filter(|(photo, _)| photo.half == half).collect()
}

fn answers(folder: &Path, photos: &[Labelled]) -> Result<Vec<Answer>> {
    let mut cargo =
        project::cargo(["run", "--quiet", "--release", "--locked", "--package", "listing-vision"]);
    cargo.args(["--example", "colours", "--"]).arg(project::root().join("models"));
    cargo.args(photos.iter().map(|photo| folder.join(photo.file)));
    let said = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(said.status.success(), "the engine could not look at the photos");
    let said = String::from_utf8(said.stdout)?;
    let answers = said.lines().map(answer).collect::<Result<Vec<_>>>()?;
    ensure!(answers.len() == photos.len(), "{} answers for {} photos", answers.len(), photos.len());
    Ok(answers)
}

fn answer(line: &str) -> Result<Answer> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [main, second, pattern, masked, coloured, patterned] = fields[..] else {
        anyhow::bail!("not an answer: {line}");
    };
    let times = [masked.parse()?, coloured.parse()?, patterned.parse()?];
    let [main, second, pattern] = [main, second, pattern].map(str::to_owned);
    Ok(Answer { main, second, pattern, times })
}

fn tell_colours(seen: &[(&Labelled, &Answer)]) {
    let (mut strict, mut fair, mut silent) = (Share::default(), Share::default(), Share::default());
    let (mut named, mut invented) = (Share::default(), Share::default());
    let mut confused = BTreeMap::<(&str, &str), usize>::new();
    for (photo, answer) in seen {
        let main = answer.main.as_str();
        strict.count(photo.main[0] == main);
        fair.count(photo.main.contains(&main));
        silent.count(main == NONE);
        if photo.second[0] == NONE {
            invented.count(!photo.second.contains(&answer.second.as_str()));
        } else {
            named.count(has_both(photo, answer));
        }
        if !photo.main.contains(&main) {
            *confused.entry((photo.main[0], main)).or_default() += 1;
        }
    }
    println!("main colour right               {strict}");
    println!("  or another that is right too  {fair}");
    println!("  nothing said                  {silent}");
    println!("second colour named             {named}");
    println!("second colour where none is     {invented}");
    for ((label, said), count) in confused {
        println!("  {label} taken for {said}: {count}");
    }
}

/// Logos are neither plain nor a pattern, and are not counted.
fn tell_patterns(seen: &[(&Labelled, &Answer)]) {
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
    for ((label, said), count) in kinds {
        println!("  {label} called {said}: {count}");
    }
}

/// Both colours are named; which of them covers more may be doubtful.
fn has_both(photo: &Labelled, answer: &Answer) -> bool {
    let (main, second) = (answer.main.as_str(), answer.second.as_str());
    photo.second.contains(&second) || (photo.main.contains(&second) && photo.second.contains(&main))
}

fn tell_faults(seen: &[(&Labelled, &Answer)]) {
    for (photo, answer) in seen {
        if !photo.main.contains(&answer.main.as_str()) {
            println!("  {}: {} taken for {}", photo.file, photo.main.join(" or "), answer.main);
        }
    }
}

/// In whole milliseconds.
fn median(answers: &[Answer], which: usize) -> u64 {
    let mut times: Vec<u64> = answers.iter().map(|answer| answer.times[which]).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default() / 1000
}
