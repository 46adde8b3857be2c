//! `providers`: the writers against servers, models and clients that others
//! wrote, driven as a user drives them, through `ptl`.
//!
//! Programs from elsewhere are fetched in pinned versions into `target/` and
//! listen on free loopback ports. Where one cannot be had, its part is skipped
//! loudly.

mod aimock;
mod asked;
mod llama;
mod llama_server;
mod llmock;
mod program;
mod recorder;
mod request_bodies;
mod standin;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};

use super::{Scale, toolbox};
use crate::it::outcome::{Missing, Shown, missing};
use xtask::project;

/// Figures of a part: what, and how much.
type Figures = Vec<(String, String)>;

/// The programs, and the binary that is tried with them.
struct Toolbox {
    programs: toolbox::Toolbox,
    ptl: PathBuf,
}

/// A file of `tests/providers/`.
fn script(name: &str) -> PathBuf {
    project::root().join("tests/providers").join(name)
}

/// A part of the run.
struct Part {
    name: &'static str,
    /// Whether it takes so long that it is not done quickly.
    is_long: bool,
    prove: fn(&Toolbox) -> Result<Figures>,
}

const PARTS: [Part; 4] = [
    Part { name: "aimock", is_long: false, prove: aimock::prove },
    Part { name: "llmock", is_long: false, prove: llmock::prove },
    Part { name: "official clients", is_long: false, prove: request_bodies::prove },
    Part { name: "llama.cpp", is_long: true, prove: llama::prove },
];

pub(super) fn run(scale: Scale) -> Result<Shown> {
    let toolbox = Toolbox { programs: toolbox::Toolbox::open("providers"), ptl: project::release_binary()? };
    let parts: Vec<&Part> = PARTS.iter().filter(|part| scale == Scale::Full || !part.is_long).collect();
    let (mut table, mut skipped, mut failed) = (Vec::new(), Vec::new(), 0);
    for (number, part) in (1..).zip(&parts) {
        eprintln!("providers: part {number} of {}: {}", parts.len(), part.name);
        let start = Instant::now();
        let outcome = (part.prove)(&toolbox);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(figures) => {
                eprintln!("providers: {} passed in {seconds:.1} s", part.name);
                table.extend(figures.into_iter().map(|(what, figure)| (part.name, what, figure)));
                table.push((part.name, "seconds".to_owned(), format!("{seconds:.0}")));
            }
            Err(error) if error.is::<Missing>() => {
                eprintln!("providers: skipped: {}: {error}", part.name);
                skipped.push(format!("{}: {error}", part.name));
                table.push((part.name, "skipped".to_owned(), error.to_string()));
            }
            Err(error) => {
                failed += 1;
                eprintln!("providers: {} FAILED after {seconds:.1} s: {error:#}", part.name);
                table.push((part.name, "FAILED".to_owned(), format!("{error:#}")));
            }
        }
    }
    show(&table);
    if failed > 0 {
        bail!("{failed} of {} parts failed", parts.len());
    }
    let told = format!("{} of {} parts", parts.len() - skipped.len(), PARTS.len());
    if skipped.len() == parts.len() {
        return missing(skipped.join("; "));
    }
    Ok(Shown { told, skipped })
}

fn show(table: &[(&str, String, String)]) {
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or_default();
    let part_width = width(&mut table.iter().map(|(part, ..)| part.len()));
    let what_width = width(&mut table.iter().map(|(_, what, _)| what.chars().count()));
    for (part, what, figure) in table {
        eprintln!("  {part:part_width$}  {what:what_width$}  {figure}");
    }
}
