//! Implements `ptl batch`, which writes listings for a folder of photos without a server.

mod exports;
mod folder;
mod looks;
mod piles;
mod results;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use listing_domain::attributes::KnownAttributes;
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::ports::{Clock as _, IdSource as _, PhotoError, PhotoProblem};
use listing_domain::request::{DetailLevel, ItemReferences, ListingOptions, PhotoUploads};
use listing_domain::usecase::WriteError;
use listing_export::FormatId;
use serde_json::{Value, json};

use self::exports::Exported;
use self::folder::FoundPhotos;
use self::piles::{Pile, Piles};
use self::results::{ItemResult, StoredOptions};
use super::export::format_parser;
use super::generate::{OptionArgs, not_recognized, upload};
use super::{Failure, print};
use crate::compose::{self, PhotosToListings};
use crate::settings::Settings;
use crate::sources::{OsRandom, SystemClock};

/// The arguments of `ptl batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The folder with at most 1000 photos. Each folder in it is one item
    folder: PathBuf,
    #[command(flatten)]
    options: OptionArgs,
    /// The folder for the results, one JSON file per item; a later run skips finished items
    #[arg(long, short, value_name = "FOLDER", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Also write files in these formats into the output folder, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "FORMAT,…", value_parser = format_parser())]
    format: Vec<FormatId>,
    /// The file with the piles: read if it exists, else written, for you to correct before the next run
    #[arg(long, value_name = "FILE")]
    piles: Option<PathBuf>,
    /// Only show the piles
    #[arg(long)]
    dry_run: bool,
}

/// Groups the photos of a folder into items and writes the listings of each, at no charge.
pub async fn run(settings: &Settings, args: BatchArgs, json: bool) -> Result<(), Failure> {
    let compose = async || compose::photos_to_listings(settings).await;
    run_with(settings, args, json, compose).await
}

/// Runs with these parts, which are composed only for a valid command line.
async fn run_with(
    settings: &Settings,
    args: BatchArgs,
    json: bool,
    compose: impl AsyncFnOnce() -> Result<PhotosToListings, Failure>,
) -> Result<(), Failure> {
    let options = args.options.options().map_err(Failure::Setup)?;
    let found = FoundPhotos::below(&args.folder).map_err(Failure::Setup)?;
    let corrected = args.piles.as_deref().map(|file| Piles::read(file, &found));
    let corrected = corrected.transpose().map_err(Failure::Setup)?.flatten();
    if let Some(format) = args.format.iter().find(|format| !settings.exports.offers(**format)) {
        return Err(Failure::Setup(anyhow!("the format {format} needs the setting export_shop_url")));
    }
    let parts = compose().await?;
    let piles = if let Some(piles) = corrected {
        piles
    } else {
        let traits = looks::traits(&parts, &args.folder, &found.loose, options.quality).await;
        let piles = Piles::new(found, &traits);
        if let Some(file) = &args.piles {
            piles.create(file).map_err(Failure::Setup)?;
        }
        piles
    };
    if args.dry_run {
        return print::value_or_text(json, &json!(piles), || piles_as_text(&piles));
    }
    let output = args.output.as_deref().unwrap_or(Path::new("."));
    fs::create_dir_all(output)
        .with_context(|| format!("cannot create {}", output.display()))
        .map_err(Failure::Setup)?;
    let stored = StoredOptions::new(&options, settings.market.sold_in);
    let batch = Batch { parts: &parts, folder: &args.folder, options: &options, stored };
    let outcome = batch.run(&piles, output).await?;
    let exported = exports::write(settings, &args.format, &outcome.results, output)?;
    print::value_or_text(json, &outcome.as_json(&exported), || outcome.as_text(&exported))?;
    match outcome.failed.len() {
        0 => Ok(()),
        failed => Err(Failure::Failed(anyhow!("{failed} of {} items failed", piles.piles.len()))),
    }
}

struct Batch<'a> {
    parts: &'a PhotosToListings,
    folder: &'a Path,
    options: &'a ListingOptions,
    stored: StoredOptions,
}

#[derive(Default)]
struct Outcome {
    /// The finished items, also those of an earlier run, in the order of the piles.
    results: Vec<ItemResult>,
    /// Finished by an earlier run.
    skipped: usize,
    failed: Vec<(Pile, String)>,
}

impl Batch<'_> {
    /// Goes on after an item that fails, but not after a result that cannot be written.
    async fn run(&self, piles: &Piles, output: &Path) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let progress = bar(piles.piles.len(), "items");
        for (pile, file) in piles.piles.iter().zip(results::files(output, piles)) {
            if let Some(result) = ItemResult::finished(&file, pile, &self.stored) {
                outcome.results.push(result);
                outcome.skipped += 1;
            } else {
                match self.generate(pile).await {
                    Ok(result) => {
                        result.write(&file)?;
                        outcome.results.push(result);
                    }
                    Err(error) => {
                        progress.suspend(|| print::note(&format!("{}: {error:#}", pile.photos.join(", "))));
                        outcome.failed.push((pile.clone(), format!("{error:#}")));
                    }
                }
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(outcome)
    }

    async fn generate(&self, pile: &Pile) -> Result<ItemResult> {
        let PhotosToListings { photos: processor, write, answers, .. } = self.parts;
        let uploads = pile.photos.iter().map(|photo| upload(&self.folder.join(photo)));
        let uploads = PhotoUploads::new(uploads.collect::<Result<_>>()?)?;
        let photos = processor.prepare(Lane::NO_ACCOUNT.account(), uploads, self.options.quality).await;
        let photos = photos.map_err(|error| unusable(error, pile))?;
        let expenses = Expenses::default();
        let written =
            write.run(photos.into(), self.options, KnownAttributes::default(), Lane::NO_ACCOUNT, &expenses);
        let written = written.await.map_err(|error| match error {
            WriteError::NothingShown(problems) => problems_as_error(&problems, pile),
            WriteError::NotRecognized { guesses, .. } => not_recognized(&guesses),
            other => other.into(),
        })?;
        let answer = answers.render(&written, &ItemReferences::default(), DetailLevel::WithDetails);
        let answer = answer.map_err(|error| anyhow!("the listings cannot be rendered: {error}"))?;
        Ok(ItemResult {
            id: OsRandom.id().to_string(),
            created_at: SystemClock.now().to_string(),
            photos: pile.photos.clone(),
            options: self.stored.clone(),
            data: serde_json::from_slice(answer.data.as_bytes())?,
        })
    }
}

/// Names photos by their files.
fn unusable(error: PhotoError, pile: &Pile) -> anyhow::Error {
    match error {
        PhotoError::Unusable(problems) => problems_as_error(&problems, pile),
        other => other.into(),
    }
}

fn problems_as_error(problems: &[PhotoProblem], pile: &Pile) -> anyhow::Error {
    let text = |problem: &PhotoProblem| {
        let name = pile.photos.get(problem.index).map_or("", String::as_str);
        format!("{name} {}", problem.message)
    };
    anyhow!("{}", problems.iter().map(text).collect::<Vec<_>>().join("; "))
}

impl Outcome {
    fn as_json(&self, exported: &[Exported]) -> Value {
        let failed = |(pile, error): &(Pile, String)| json!({ "photos": pile.photos, "error": error });
        json!({
            "items": self.results.len() + self.failed.len(),
            "written": self.results.len() - self.skipped,
            "skipped": self.skipped,
            "failed": self.failed.iter().map(failed).collect::<Vec<_>>(),
            "exports": exported.iter().map(Exported::as_json).collect::<Vec<_>>(),
        })
    }

    fn as_text(&self, exported: &[Exported]) -> String {
        let written = self.results.len() - self.skipped;
        let counts =
            format!("{written} items written, {} skipped, {} failed", self.skipped, self.failed.len());
        let exports = exported.iter().map(Exported::as_text);
        [counts].into_iter().chain(exports).collect::<Vec<_>>().join("\n")
    }
}

fn piles_as_text(piles: &Piles) -> String {
    let lines = (1..).zip(&piles.piles).map(|(number, pile)| format!("{number}. {}", pile.photos.join(", ")));
    let counts = format!("{} piles, {} photos", piles.piles.len(), piles.count());
    lines.chain([counts]).collect::<Vec<_>>().join("\n")
}

/// On standard error, on terminals only.
fn bar(count: usize, unit: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX)).with_style(style).with_message(unit)
}

#[cfg(test)]
mod tests;
