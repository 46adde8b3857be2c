//! Reports on a trained head: notes for its file, JSON, and Markdown.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::figures::Figures;
use xtask::project;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) licence: String,
    pub(crate) date: String,
    pub(crate) strength: f64,
    pub(crate) temperature: f32,
    /// Each photo is judged by a layer trained without its group.
    pub(crate) cross_validated: Figures,
    /// Held out until all decisions were made.
    pub(crate) untouched: Figures,
}

impl Report {
    /// Source and accuracy for the head's file.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        let photos = self.cross_validated.photos + self.untouched.photos;
        let note = |name: &str, value: String| (name.to_owned(), value);
        vec![
            note("name", self.name.clone()),
            note("made by", "cargo xtask train-head".to_owned()),
            note("source", self.source.clone()),
            note("licence", self.licence.clone()),
            note("date", self.date.clone()),
            note("photos", photos.to_string()),
            note("strength", self.strength.to_string()),
            note("cross-validated", summary(&self.cross_validated)),
            note("untouched", summary(&self.untouched)),
        ]
    }
}

pub(crate) fn summary(figures: &Figures) -> String {
    let sure = figures.coverage.iter().map(|coverage| {
        format!("from {} on {:.1} % at {:.1} %", coverage.confidence, coverage.covered, coverage.right)
    });
    format!(
        "{} photos, top-1 {:.1} %, top-2 {:.1} %, {}, calibration error {:.1} %",
        figures.photos,
        figures.top_1,
        figures.top_2,
        sure.collect::<Vec<_>>().join(", "),
        figures.calibration_error
    )
}

pub(crate) fn write(report: &Report) -> Result<()> {
    let folder = project::target().join("heads");
    fs::create_dir_all(&folder)?;
    let json = serde_json::to_string_pretty(report)?;
    for (extension, text) in [("json", json), ("md", markdown(report))] {
        let path = folder.join(format!("{}.{extension}", report.name));
        fs::write(&path, text + "\n").with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

pub(crate) fn markdown(report: &Report) -> String {
    let mut text = format!(
        "# Head {}\n\n{} ({}), {}, strength {}, temperature {:.3}\n",
        report.name, report.source, report.licence, report.date, report.strength, report.temperature
    );
    for (title, figures) in [("Cross-validated", &report.cross_validated), ("Kept aside", &report.untouched)]
    {
        if figures.photos > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n## {title}\n\n{}.\n\n{}", summary(figures), table(figures));
        }
    }
    text
}

/// Has the accuracy of each class and the classes predicted for its photos.
pub(crate) fn table(figures: &Figures) -> String {
    let names: Vec<&str> = figures.classes.iter().map(|class| class.class.as_str()).collect();
    let mut text = format!(
        "| | photos | found | precision | {} |\n|---|---|---|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    for class in &figures.classes {
        let taken: Vec<String> = class.taken_for.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {:.1} % | {:.1} % | {} |",
            class.class,
            class.photos,
            class.found,
            class.precision,
            taken.join(" | ")
        );
    }
    text
}
