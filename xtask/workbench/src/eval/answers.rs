//! What whole answers were like, for people and for programs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use xtask::project;

use super::Verdict;

/// Words in a row that two texts share when they read alike.
const RUN: usize = 4;

/// What was noted of the answers so far.
#[derive(Default)]
pub(super) struct Notes {
    verdicts: BTreeMap<Verdict, usize>,
    seconds: Vec<f64>,
    processor_seconds: Vec<f64>,
    /// The descriptions for each marketplace in each language.
    texts: BTreeMap<(String, &'static str), Vec<String>>,
}

impl Notes {
    /// Notes how long an answer took by the clock, and of the processor.
    pub(super) fn took(&mut self, time: Duration, processor_seconds: f64) {
        self.seconds.push(time.as_secs_f64());
        self.processor_seconds.push(processor_seconds);
    }

    /// Notes a valid answer.
    pub(super) fn answered(&mut self, verdict: Verdict, answer: &Value, language: &'static str) {
        *self.verdicts.entry(verdict).or_default() += 1;
        for listing in answer["data"]["listings"].as_array().into_iter().flatten() {
            let text = |name: &str| listing[name].as_str().unwrap_or_default().to_owned();
            self.texts.entry((text("platform"), language)).or_default().push(text("description"));
        }
    }

    /// All of it together.
    pub(super) fn outcome(self, peak_memory_mib: u32) -> Outcome {
        Outcome {
            photos: self.seconds.len(),
            valid: self.verdicts.values().sum(),
            verdicts: Verdict::ALL
                .map(|verdict| (verdict, self.verdicts.get(&verdict).copied().unwrap_or_default()))
                .into(),
            seconds: Spread::of(self.seconds),
            processor_seconds: Spread::of(self.processor_seconds),
            peak_memory_mib,
            shared_runs_percent: sameness(self.texts.values()),
        }
    }
}

/// The middle one of some figures, and the largest.
#[derive(Debug, PartialEq, Serialize)]
struct Spread {
    median: f64,
    longest: f64,
}

impl Spread {
    fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        let at = |place: usize| figures.get(place).copied().unwrap_or_default();
        Self { median: at(figures.len() / 2), longest: figures.last().copied().unwrap_or_default() }
    }
}

/// The figures of all answers.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    photos: usize,
    /// Answers that were 200, with every listing valid.
    valid: usize,
    verdicts: BTreeMap<Verdict, usize>,
    seconds: Spread,
    processor_seconds: Spread,
    peak_memory_mib: u32,
    /// How many runs of four words of one description stand in another's of the same marketplace
    /// and language: the mean over all pairs.
    shared_runs_percent: f64,
}

/// Says the figures and writes them to `target/eval`, as Markdown and JSON.
pub(super) fn report(outcome: &Outcome) -> Result<()> {
    let text = markdown(outcome);
    let folder = project::target().join("eval");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("answers.json"), serde_json::to_string_pretty(outcome)? + "\n")?;
    fs::write(folder.join("answers.md"), &text)?;
    println!("{text}");
    Ok(())
}

fn markdown(outcome: &Outcome) -> String {
    let mut text = format!("# Whole answers\n\n| | {} photos |\n|---|---|\n", outcome.photos);
    let mut row = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {name} | {value} |");
    };
    row("200, with every listing valid", format!("{} of {}", outcome.valid, outcome.photos));
    for (verdict, count) in &outcome.verdicts {
        row(verdict.text(), count.to_string());
    }
    let spread = |spread: &Spread| format!("{:.2} s, {:.2} s", spread.median, spread.longest);
    row("time, median and longest", spread(&outcome.seconds));
    row("processor time, median and longest", spread(&outcome.processor_seconds));
    row("memory of the server at most", format!("{} MiB", outcome.peak_memory_mib));
    row("runs of four words shared by two descriptions", format!("{:.1} %", outcome.shared_runs_percent));
    text
}

/// The mean share of one text's runs of words that stand in another of the same shelf.
fn sameness<'a>(shelves: impl Iterator<Item = &'a Vec<String>>) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0_f64);
    for texts in shelves {
        let runs: Vec<HashSet<Vec<&str>>> = texts.iter().map(|text| runs(text)).collect();
        for (place, one) in runs.iter().enumerate() {
            for (_, other) in runs.iter().enumerate().filter(|(other, _)| *other != place) {
                sum += super::percent(one.intersection(other).count(), one.len());
                pairs += 1.0;
            }
        }
    }
    sum / pairs.max(1.0)
}

fn runs(text: &str) -> HashSet<Vec<&str>> {
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(RUN).map(<[&str]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_noted_is_counted() {
        let mut notes = Notes::default();
        for (verdict, text) in [
            (Verdict::Right, "One two three four five."),
            (Verdict::Right, "One two, three: four six"),
            (Verdict::Wrong, "Nothing of all that here"),
        ] {
            notes.took(Duration::from_millis(250), 0.5);
            let answer = json!({ "data": { "listings": [{ "platform": "ebay", "description": text }] } });
            notes.answered(verdict, &answer, "en");
        }
        notes.took(Duration::from_secs(2), 3.0);
        let outcome = notes.outcome(100);
        assert_eq!((outcome.photos, outcome.valid), (4, 3));
        assert_eq!((outcome.verdicts[&Verdict::Right], outcome.verdicts[&Verdict::Unsaid]), (2, 0));
        assert_eq!(outcome.seconds, Spread { median: 0.25, longest: 2.0 });
        // Of six pairs two share one of two runs each.
        assert!((outcome.shared_runs_percent - 100.0 / 6.0).abs() < 1e-9, "{}", outcome.shared_runs_percent);
        assert!(
            markdown(&outcome).contains("| 200, with every listing valid | 3 of 4 |\n| right kind | 2 |")
        );
    }
}
