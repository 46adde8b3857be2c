//! Implements `ptl export`.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use listing_domain::account::Email;
use listing_domain::generation::{Generation, GenerationFilter};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::sku::Sku;
use listing_export::{ExportContent, ExportDownload, ExportReport, FORMATS, FormatId, PhotoSource, Remark};
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// The number of generations per read.
const BATCH_SIZE: u32 = 100;

/// The arguments of `ptl export`.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    /// The account's email
    email: Email,
    /// The format of the file
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: FormatId,
    /// The file to write, replacing an existing one [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only the generation with this id; may be repeated
    #[arg(long = "id", value_name = "ID", conflicts_with_all = ["sku", "from", "to"])]
    ids: Vec<GenerationId>,
    /// Only generations with this stock number
    #[arg(long, value_name = "SKU", value_parser = |text: &str| Sku::parse("--sku", text))]
    sku: Option<Sku>,
    /// Only generations since this day (UTC) or moment, such as 2026-11-01
    #[arg(long, value_name = "DATE", value_parser = |text: &str| GenerationFilter::parse_from("--from", text))]
    from: Option<Timestamp>,
    /// Only generations up to the end of this day (UTC), or before this moment
    #[arg(long, value_name = "DATE", value_parser = |text: &str| GenerationFilter::parse_to("--to", text))]
    to: Option<Timestamp>,
}

pub(super) fn format_parser() -> impl clap::builder::TypedValueParser<Value = FormatId> {
    use clap::builder::TypedValueParser as _;
    clap::builder::PossibleValuesParser::new(FORMATS.map(FormatId::code))
        .try_map(|code| code.parse::<FormatId>())
}

/// Writes an account's generations in a format, newest first, and its remarks to standard error.
pub async fn run(settings: &Settings, args: ExportArgs, json: bool) -> Result<(), Failure> {
    let ExportArgs { email, format, output, ids, sku, from, to } = args;
    if output.is_none() && (json || (format == FormatId::Zip && io::stdout().is_terminal())) {
        return Err(Failure::Setup(anyhow!("--output is required to write this file")));
    }
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(&email).await?;
    let generations = if ids.is_empty() {
        matching(&storage, account.id, GenerationFilter { sku, from, to }).await?
    } else {
        let found = storage.generations.get_all(account.id, &ids).await;
        let found = found.map_err(|error| Failure::Failed(error.into()))?;
        if let Some(id) = ids.iter().find(|id| !found.iter().any(|generation| generation.id == **id)) {
            return Err(anyhow!("the account {email} has no generation {id}").into());
        }
        found
    };
    let source = PhotoSource {
        store: storage.kept_photos.clone(),
        account: account.id,
        now: storage.clock.now(),
        slot: None,
    };
    let catalogue = Arc::new(settings.catalogue.clone());
    let file = ExportDownload::begin(format, &settings.exports, catalogue, generations, source).await;
    let ExportDownload { content, report, .. } = file.map_err(|error| Failure::Failed(error.into()))?;
    write(output.as_deref(), content).await?;
    if json {
        return print::line(&as_json(&report).to_string());
    }
    for remark in &report.remarks {
        print::note(&as_text(remark));
    }
    print::note(&format!("{} items written, {} remarks", report.written, report.remarks.len()));
    Ok(())
}

/// Writes the file, or standard output without one.
async fn write(output: Option<&Path>, content: ExportContent) -> Result<(), Failure> {
    let mut out = match output {
        None => None,
        Some(path) => {
            let created = File::create(path).with_context(|| format!("cannot write {}", path.display()));
            Some((created?, path))
        }
    };
    let mut put = |bytes: &[u8]| match &mut out {
        None => io::stdout().lock().write_all(bytes).map_err(print::write_failure),
        Some((file, path)) => {
            let written = file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()));
            written.map_err(Failure::from)
        }
    };
    let mut archive = match content {
        ExportContent::Whole(bytes) => return put(&bytes),
        ExportContent::Archive(archive) => archive,
    };
    while let Some(bytes) = archive.next().await.map_err(|error| Failure::Failed(error.into()))? {
        put(&bytes)?;
    }
    Ok(())
}

/// Returns all generations that match a filter, newest first.
async fn matching(
    storage: &compose::Storage,
    account: AccountId,
    filter: GenerationFilter,
) -> Result<Vec<Generation>, Failure> {
    let (mut all, mut after): (Vec<Generation>, _) = (Vec::new(), None);
    loop {
        let page = storage.generations.list_in_full(account, &filter, after, BATCH_SIZE).await;
        let page = page.map_err(|error| Failure::Failed(error.into()))?;
        let Some(last) = page.last() else { return Ok(all) };
        after = Some(last.place());
        all.extend(page);
    }
}

fn as_json(report: &ExportReport) -> Value {
    let remark = |remark: &Remark| {
        json!({
            "id": remark.item.to_string(),
            "sku": remark.sku.as_ref().map(Sku::to_string),
            "severity": remark.finding.severity().code(),
            "message": remark.finding.to_string(),
        })
    };
    json!({ "items": report.written, "remarks": report.remarks.iter().map(remark).collect::<Vec<_>>() })
}

fn as_text(remark: &Remark) -> String {
    let Remark { item, sku, finding } = remark;
    let item = sku.as_ref().map_or_else(|| item.to_string(), Sku::to_string);
    format!("{}: {item}: {finding}", finding.severity().code())
}
