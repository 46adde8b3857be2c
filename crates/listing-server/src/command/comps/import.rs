//! Implements `ptl comps import`.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use listing_domain::comparables::ComparableInput;
use listing_domain::usecase::ImportComparables;
use serde_json::{Value, json};

use super::bar::ImportBar;
use super::columns::Columns;
use super::file::CsvFile;
use super::{Failure, ImportArgs};
use crate::command::print;
use crate::compose;
use crate::settings::Settings;

/// Lines per database step. More would delay a running service with the same database; with fewer, the
/// commits would take most of the time.
const BATCH: usize = 2_000;

/// Further faulty lines are only counted.
const NAMED: usize = 100;

#[derive(Default)]
struct Outcome {
    lines: u64,
    added: u64,
    known: u64,
    faulty: u64,
    /// The first faulty lines and their errors.
    named: Vec<(u64, String)>,
}

impl Outcome {
    fn refuse(&mut self, line: u64, wrong: &impl ToString) {
        self.faulty += 1;
        if self.named.len() < NAMED {
            self.named.push((line, wrong.to_string()));
        }
    }
}

/// Skips faulty lines and lists them.
pub(super) async fn run(settings: &Settings, args: ImportArgs, json: bool) -> Result<(), Failure> {
    let (file, columns) = open(&args).map_err(Failure::Setup)?;
    if !columns.ignored.is_empty() && !json {
        print::line(&format!("ignored columns: {}", columns.ignored.join(", ")))?;
    }
    let storage = compose::Storage::open(settings)?;
    let bar = ImportBar::new(file.progress().1);
    let imported = import(file, &columns, &storage.import_comparables(), args.dry_run, &bar).await;
    bar.end();
    let mut outcome = imported?;
    outcome.named.sort_unstable();
    print::value_or_text(json, &as_json(&outcome, args.dry_run), || as_text(&outcome, args.dry_run))?;
    match outcome.faulty {
        0 => Ok(()),
        faulty => Err(anyhow!("{faulty} of {} lines cannot be added", outcome.lines).into()),
    }
}

fn open(args: &ImportArgs) -> anyhow::Result<(CsvFile, Columns)> {
    let name = args.file.display();
    let (file, names) = CsvFile::open(&args.file).with_context(|| format!("cannot read {name}"))?;
    let names = names.map_err(|wrong| anyhow!("the first line of {name} {wrong}"))?;
    let source = args.source.clone().unwrap_or_else(|| file_name(&args.file));
    let columns = Columns::find(&names, args.currency, source, file.is_european());
    Ok((file, columns.with_context(|| format!("cannot read {name}"))?))
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

async fn import(
    mut file: CsvFile,
    columns: &Columns,
    import: &ImportComparables,
    is_trial: bool,
    bar: &ImportBar,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    loop {
        let batch = batch(&mut file, columns, &mut outcome).map_err(|error| Failure::Failed(error.into()))?;
        if batch.is_empty() {
            return Ok(outcome);
        }
        let before = outcome.lines - count(batch.len());
        let imported = import.run(batch, is_trial).await.map_err(|error| {
            let context = format!("the import failed after {before} lines: start it again");
            Failure::Failed(anyhow::Error::new(error).context(context))
        })?;
        outcome.added += count(imported.added);
        outcome.known += count(imported.known);
        for (line, violation) in imported.refused {
            outcome.refuse(line, &violation);
        }
        bar.at(file.progress().0, outcome.lines);
    }
}

/// Returns the next valid lines; empty at the end of the file.
fn batch(
    file: &mut CsvFile,
    columns: &Columns,
    outcome: &mut Outcome,
) -> std::io::Result<Vec<(u64, ComparableInput)>> {
    let mut batch = Vec::new();
    while batch.len() < BATCH
        && let Some((number, fields)) = file.next()?
    {
        outcome.lines += 1;
        let offered = fields.map_err(str::to_owned).and_then(|fields| columns.read(&fields));
        match offered {
            Ok(offered) => batch.push((number, offered)),
            Err(wrong) => outcome.refuse(number, &wrong),
        }
    }
    Ok(batch)
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn as_json(outcome: &Outcome, is_trial: bool) -> Value {
    let Outcome { lines, added, known, faulty, named } = outcome;
    let named: Vec<Value> =
        named.iter().map(|(line, wrong)| json!({ "line": line, "problem": wrong })).collect();
    json!({
        "dryRun": is_trial, "lines": lines, "added": added, "alreadyThere": known, "faulty": faulty,
        "problems": named,
    })
}

fn as_text(outcome: &Outcome, is_trial: bool) -> String {
    let Outcome { lines, added, known, faulty, named } = outcome;
    let mut report: Vec<String> = named.iter().map(|(line, wrong)| format!("line {line}: {wrong}")).collect();
    let more = faulty - count(named.len());
    if more > 0 {
        report.push(format!("and {more} more invalid lines"));
    }
    let verb = if is_trial { "would be added" } else { "added" };
    report.push(format!("{lines} lines: {added} {verb}, {known} already there, {faulty} invalid"));
    report.join("\n")
}
