//! `cargo xtask train-head`: trains a layer that classifies goods, from labeled photos.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use listing_vision::head::Head;

use xtask::{models, project};

use super::features::OutputCache;
use super::labels::{self, Meanings};
use super::report::{self, Report};
use super::training::{self, Material};

/// Arguments of `cargo xtask train-head`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = LONG_HELP)]
pub(crate) struct TrainHeadArgs {
    /// Folder of labeled photos, with a sub-folder for each label or a labels.csv; or such a table
    photos: PathBuf,
    /// Output file [default: the folder's name with .head in the models folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Table of files and labels that replaces the folder's labels; other photos are ignored
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Table of labels: label, tab, key of a good (not needed if labels are keys)
    #[arg(long, value_name = "FILE")]
    goods: Option<PathBuf>,
    /// Origin of the photos, for the head's provenance
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    source: String,
    /// License of the photos, for the head's provenance
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    licence: String,
    /// Views of a photo whose features are concatenated; + joins views whose features are averaged
    #[arg(long, value_name = "VIEWS", default_value = VIEWS)]
    views: String,
    /// Regularization strengths to try; a higher number trusts the photos more, and the best one is used
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = STRENGTHS)]
    strengths: Vec<f64>,
    /// Percent of the photos, in whole groups, held out for the final test
    #[arg(long, value_name = "PERCENT", default_value_t = 15)]
    aside: usize,
    /// Folds of the other photos for cross-validation
    #[arg(long, default_value_t = 5)]
    folds: usize,
    /// Number of threads [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Folder of the classifier's weights [default: models/ in the workspace]
    #[arg(long, value_name = "FOLDER", env = "PTL_MODELS_DIR")]
    models: Option<PathBuf>,
}

/// Default crops, the same as in the project's own head.
pub(crate) const VIEWS: &str = "squash+mirrored_squash centre middle";
const STRENGTHS: &str = "0.003,0.006,0.012";

const LONG_HELP: &str = "\
What it is for:
  The classifier knows a thousand things, but hardly any garments and none of a host's specialities.
  A head is a small layer on the classifier's features that distinguishes just those. Start with some
  dozens of photos of each kind; some hundreds are better.

The photos:
  A sub-folder for each kind, named by the key of a good (the first column of
  crates/listing-domain/src/product/goods/facts.tsv): photos/trumpet/1.jpg. Photos of one item or by
  one person belong together in a folder of their own: photos/trumpet/anna/1.jpg. So the head is
  never tested on an item of its training. A folder `other` holds photos of anything else.
  Or a labels.csv with the columns file,label,group.

What comes out:
  NAME.head, a file of some 100 kB whose first lines state its source and its accuracy. The service
  reads every *.head file in its models folder when it starts.
  NAME.json and NAME.md in target/heads: accuracy of each kind, what is taken for what, calibration.

Examples:
  cargo xtask train-head photos --source \"our own photos\" --licence \"all rights ours\"
  cargo xtask train-head brass.csv --goods brass.tsv --out models/brass.head --threads 1

Ends with 0 when the head is written, 2 when the arguments or labels cannot be used, 1 when anything
else failed.";

/// For invalid arguments or labels.
const UNUSABLE: u8 = 2;

/// Invalid arguments and labels are printed, and set the exit code.
pub(crate) fn run(args: &TrainHeadArgs) -> Result<ExitCode> {
    match Plan::of(args) {
        Ok(plan) => plan.execute(args).map(|()| ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("Error: {error:#}\n\nFor more information, try '--help'.");
            Ok(ExitCode::from(UNUSABLE))
        }
    }
}

struct Plan {
    name: String,
    out: PathBuf,
    models: PathBuf,
    threads: usize,
    photos: Vec<labels::Labelled>,
    meanings: Meanings,
}

impl Plan {
    fn of(args: &TrainHeadArgs) -> Result<Self> {
        ensure!((2..=20).contains(&args.folds), "--folds must be from 2 to 20");
        ensure!(args.aside <= 50, "--aside must be from 0 to 50");
        ensure!(args.strengths.iter().all(|strength| *strength > 0.0), "--strengths must be above 0");
        training::views(&args.views)?;
        let photos = match &args.labels {
            Some(table) => labels::read_with(&args.photos, &read(table)?)?,
            None => labels::read(&args.photos)?,
        };
        let meanings = Meanings::read(args.goods.as_deref())?;
        training::check(&photos, &meanings)?;
        let models = args.models.clone().unwrap_or_else(|| project::root().join("models"));
        let name = name(&args.photos, args.out.as_deref())?;
        let out = args.out.clone().unwrap_or_else(|| models.join(format!("{name}.head")));
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = args.threads.unwrap_or_else(cores).max(1);
        Ok(Self { name, out, models, threads, photos, meanings })
    }

    fn execute(self, args: &TrainHeadArgs) -> Result<()> {
        models::run(&models::ModelsArgs::present_in(Some(self.models.clone())))?;
        let views = training::views(&args.views)?;
        let cache = OutputCache::open(&self.models, self.threads)?;
        let paths: Vec<&Path> = self.photos.iter().map(|photo| photo.path.as_path()).collect();
        let outputs = cache.outputs(&paths, &training::crops(&views))?;
        let material = Material::new(self.photos, outputs, &self.meanings, views)?;
        let held_out = material.set.held_out(args.aside);
        let trials =
            training::cross_validate(&material, &held_out, args.folds, &args.strengths, self.threads);
        for trial in &trials {
            eprintln!(
                "strength {}: top-1 {:.1} %, top-2 {:.1} %, log loss {:.4}",
                trial.strength, trial.figures.top_1, trial.figures.top_2, trial.loss
            );
        }
        let best = trials.into_iter().min_by(|a, b| a.loss.total_cmp(&b.loss));
        let best = best.context("--strengths is empty")?;
        let untouched = material.set.train(best.strength, |photo| !held_out[photo]);
        let untouched = training::test(&material, &untouched, best.temperature, |photo| held_out[photo]);
        let report = Report {
            name: self.name,
            source: args.source.clone(),
            licence: args.licence.clone(),
            date: today(),
            strength: best.strength,
            temperature: best.temperature,
            cross_validated: best.figures,
            untouched,
        };
        let head = final_head(&material, best.strength, best.temperature, &report)?;
        write(&self.out, &head.to_bytes())?;
        report::write(&report)?;
        println!("{}", report::markdown(&report));
        println!("written to {}", self.out.display());
        Ok(())
    }
}

fn read(table: &Path) -> Result<String> {
    fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))
}

#[expect(clippy::disallowed_methods, reason = "a tool has no other clock, and the day is for people")]
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Trained on all photos, including those held out for the test.
fn final_head(material: &Material, strength: f64, temperature: f32, report: &Report) -> Result<Head> {
    let fit = material.set.train(strength, |_| true);
    material.head(fit, temperature, |_| true, report.notes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// From the output file, or else the folder of photos.
fn name(photos: &Path, out: Option<&Path>) -> Result<String> {
    let named = out.unwrap_or(photos).file_stem();
    Ok(named.context("the folder of photos has no name: set --out FILE")?.to_string_lossy().into_owned())
}
