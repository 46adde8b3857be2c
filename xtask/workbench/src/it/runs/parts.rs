//! Parts of a run, which pass, fail or are skipped independently.

use std::time::Instant;

use anyhow::{Result, bail};

use super::Scale;
use crate::it::outcome::{Missing, RunReport, missing};

/// Names and values.
pub(super) type Figures = Vec<(String, String)>;

/// Verified in an environment `Env`.
pub(super) struct Part<Env> {
    pub(super) name: &'static str,
    /// Takes too long for the quick size.
    pub(super) is_long: bool,
    pub(super) verify: fn(&Env) -> Result<Figures>,
}

/// Each part runs regardless of the others' results.
pub(super) fn verify_all<Env>(run: &str, parts: &[Part<Env>], env: &Env, scale: Scale) -> Result<RunReport> {
    let chosen: Vec<_> = parts.iter().filter(|part| scale == Scale::Full || !part.is_long).collect();
    let (mut table, mut skipped, mut failed) = (Vec::new(), Vec::new(), 0);
    for (number, part) in (1..).zip(&chosen) {
        eprintln!("{run}: part {number} of {}: {}", chosen.len(), part.name);
        let start = Instant::now();
        let outcome = (part.verify)(env);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(figures) => {
                eprintln!("{run}: {} passed in {seconds:.1} s", part.name);
                table.extend(figures.into_iter().map(|(what, figure)| (part.name, what, figure)));
                table.push((part.name, "seconds".to_owned(), format!("{seconds:.0}")));
            }
            Err(error) if error.is::<Missing>() => {
                eprintln!("{run}: skipped: {}: {error}", part.name);
                skipped.push(format!("{}: {error}", part.name));
                table.push((part.name, "skipped".to_owned(), error.to_string()));
            }
            Err(error) => {
                failed += 1;
                eprintln!("{run}: {} FAILED after {seconds:.1} s: {error:#}", part.name);
                table.push((part.name, "FAILED".to_owned(), format!("{error:#}")));
            }
        }
    }
    show(&table);
    if failed > 0 {
        bail!("{failed} of {} parts failed", chosen.len());
    }
    let summary = format!("{} of {} parts", chosen.len() - skipped.len(), parts.len());
    if skipped.len() == chosen.len() {
        return missing(skipped.join("; "));
    }
    Ok(RunReport { summary, skipped })
}

fn show(table: &[(&str, String, String)]) {
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or_default();
    let part_width = width(&mut table.iter().map(|(part, ..)| part.len()));
    let what_width = width(&mut table.iter().map(|(_, what, _)| what.chars().count()));
    for (part, what, figure) in table {
        eprintln!("  {part:part_width$}  {what:what_width$}  {figure}");
    }
}
