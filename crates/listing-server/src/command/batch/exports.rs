//! Files of all results in export formats.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use listing_export::{ExportItem, FormatId};
use serde_json::{Value, json};

use super::results::ItemResult;
use crate::settings::Settings;

/// A written file.
pub(super) struct Exported {
    format: FormatId,
    file: PathBuf,
    items: usize,
    remarks: usize,
    /// Items that the importer would refuse.
    refused: usize,
}

/// Writes a file for each format, and checks it as its importer does.
pub(super) fn write(
    settings: &Settings,
    formats: &[FormatId],
    results: &[ItemResult],
    output: &Path,
) -> Result<Vec<Exported>> {
    let item = |result: &ItemResult| {
        let (id, created_at) = (result.id()?, result.created_at()?);
        let (language, answer) = (result.language()?, result.answer()?);
        Ok(ExportItem::from_answer(&settings.catalogue, id, created_at, language, &answer)?)
    };
    let items = results.iter().map(item).collect::<Result<Vec<_>>>()?;
    formats.iter().map(|format| write_one(settings, *format, &items, output)).collect()
}

fn write_one(settings: &Settings, id: FormatId, items: &[ExportItem], output: &Path) -> Result<Exported> {
    let format = id.format(&settings.exports);
    let mut bytes = Vec::new();
    let report = format.write(items, &mut bytes)?;
    let file = output.join(format.file_name());
    fs::write(&file, &bytes).with_context(|| format!("cannot write {}", file.display()))?;
    let problems = format.validate(&bytes);
    let is_refused = problems.iter().any(|problem| problem.record.is_none());
    let records: BTreeSet<usize> = problems.iter().filter_map(|problem| problem.record).collect();
    let refused = if is_refused { report.written } else { records.len() };
    Ok(Exported { format: id, file, items: report.written, remarks: report.remarks.len(), refused })
}

impl Exported {
    pub(super) fn as_json(&self) -> Value {
        json!({
            "format": self.format.code(),
            "file": self.file,
            "items": self.items,
            "remarks": self.remarks,
            "refused": self.refused,
        })
    }

    pub(super) fn as_text(&self) -> String {
        let Self { file, items, remarks, refused, .. } = self;
        format!("{}: {items} items, {refused} that the importer refuses, {remarks} remarks", file.display())
    }
}
