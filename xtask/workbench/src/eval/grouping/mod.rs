//! `cargo xtask eval grouping`: measures how well photos are grouped into items.
//!
//! 400 photos of 100 items are computed from the seed. Each item is a garment photo, taken two to six times.
//! Ten sellers with ten items each photograph one item after another. A seller's garments are photos by one
//! contributor, so they share floor and light. The two halves share no contributor.

mod figures;
mod plan;
mod shot;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use listing_domain::grouping::{PhotoTraits, group};
use listing_domain::lane::Lane;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoUpload, PreparedPhoto};
use listing_domain::ports::{PhotoLooks as _, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use listing_vision::EmbeddedWriter;
use xtask::{models, project};

use self::figures::{Figures, judge};
use self::plan::{Half, Item};
use crate::heads::labels;

/// Share of photos in the pile of their item, in percent.
const GOAL: f64 = 95.0;
/// Corrections per item at most.
const CORRECTIONS_GOAL: f64 = 2.0;

/// Arguments of `cargo xtask eval grouping`.
#[derive(Debug, clap::Args)]
pub(crate) struct GroupingArgs {
    /// Folder of labeled photos, as for `cargo xtask train-head`; without it, the run is skipped
    #[arg(env = "PTL_EVAL_PHOTOS")]
    photos: Option<PathBuf>,
    /// Half of the contributors
    #[arg(long, value_enum, default_value = "report")]
    half: Half,
    /// Seed of the items, shots and times
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the photos [default: target/grouping]
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// A photo after preparation.
struct Seen {
    /// As the service sees it.
    traits: PhotoTraits,
    /// With the capture time even if the file has none.
    with_time: PhotoTraits,
}

#[derive(Default)]
struct Times {
    prepare: Duration,
    look: Duration,
}

/// Prints the share of photos in the right pile and the corrections per item, for several conditions.
pub(crate) fn run(args: &GroupingArgs) -> Result<()> {
    let Some(photos) = &args.photos else {
        println!("skipped: the evaluation needs a folder of labeled photos (PTL_EVAL_PHOTOS)");
        return Ok(());
    };
    models::run(&models::ModelsArgs::present_in(None))?;
    let items = plan::items(&labels::read(photos)?, args.half, args.seed)?;
    let folder = args.folder.clone().unwrap_or_else(|| project::target().join("grouping"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (seen, times) = runtime.block_on(shoot(&items, &folder))?;
    report(&items, &seen, &times);
    Ok(())
}

/// Makes the photos, and prepares each alone, as the service does.
async fn shoot(items: &[Item], folder: &Path) -> Result<(Vec<Seen>, Times)> {
    let workers = Arc::new(OpenAdmission::with_workers(std::thread::available_parallelism()?.get()));
    let processor = SafePhotos::new(PhotoSettings::default(), workers.clone());
    let engine = EmbeddedWriter::load(&project::root().join("models"), workers, None)?;
    let (mut seen, mut times) = (Vec::new(), Times::default());
    let progress = ProgressBar::new(u64::try_from(items.len())?);
    for item in items {
        let garment = prepared(&processor, fs::read(&item.source)?).await?;
        for shot in &item.shots {
            let file = shot::file(&garment.pixels, shot)?;
            fs::write(folder.join(format!("IMG_{:04}.jpg", seen.len() + 1)), &file)?;
            let start = Instant::now();
            let photo = prepared(&processor, file).await?;
            times.prepare += start.elapsed();
            let start = Instant::now();
            let look = engine.look(Lane::NO_ACCOUNT, &photo).await;
            times.look += start.elapsed();
            let with_time = PhotoTraits { taken_at: Some(shot.taken_at), look: look.clone() };
            seen.push(Seen { traits: PhotoTraits { taken_at: photo.taken_at, look }, with_time });
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok((seen, times))
}

async fn prepared(processor: &SafePhotos, file: Vec<u8>) -> Result<PreparedPhoto> {
    let uploads = PhotoUploads::new(vec![PhotoUpload::from_file(file)])?;
    let photos = processor.prepare(Lane::NO_ACCOUNT.account(), uploads, Quality::Standard).await?;
    photos.into_iter().next().context("the processor returned no photo")
}

fn report(items: &[Item], seen: &[Seen], times: &Times) {
    let counts: Vec<usize> = items.iter().map(|item| item.shots.len()).collect();
    let figures = |traits: &dyn Fn(&Seen) -> PhotoTraits| {
        let traits: Vec<PhotoTraits> = seen.iter().map(traits).collect();
        let start = Instant::now();
        let piles = group(&traits);
        (judge(&counts, &piles), start.elapsed())
    };
    let (as_made, took) = figures(&|seen| seen.traits.clone());
    let others = [
        ("with all times", figures(&|seen| seen.with_time.clone()).0),
        ("without times", figures(&|seen| PhotoTraits { taken_at: None, ..seen.traits.clone() }).0),
        ("times alone", figures(&|seen| PhotoTraits { look: None, ..seen.with_time.clone() }).0),
    ];
    let mut text =
        format!("{:<16} {:>8} {:>10} {:>20}\n", "condition", "photos", "right", "corrections per item");
    for (name, figures) in [("as made", as_made)].into_iter().chain(others) {
        // Writing to a string cannot fail.
        let Figures { photos, .. } = figures;
        let (percent, corrections) = (figures.percent(), figures.corrections_per_item());
        let _ = writeln!(text, "{name:<16} {photos:>8} {percent:>8.1} % {corrections:>20.2}");
    }
    let per_photo = |time: Duration| time / u32::try_from(seen.len().max(1)).unwrap_or(u32::MAX);
    println!("{text}");
    println!("preparing a photo  {:>6.0?}", per_photo(times.prepare));
    println!("looking at it      {:>6.0?}", per_photo(times.look));
    println!("grouping all       {took:>6.0?}");
    let is_met = as_made.percent() >= GOAL && as_made.corrections_per_item() <= CORRECTIONS_GOAL;
    let met = if is_met { "met" } else { "not met" };
    println!("the goal of {GOAL} % and {CORRECTIONS_GOAL} corrections per item is {met}");
}
