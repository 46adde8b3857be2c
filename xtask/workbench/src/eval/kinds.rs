//! `cargo xtask eval kinds`: what the embedded engine takes photos for that it has not learnt from.
//!
//! The engine's own head has seen all of its photos, so that answers about these would flatter it.
//! Here each photo is judged by a head made in the same way of the photos of others: in five folds,
//! no group on both sides of one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use listing_domain::product::Product;
use listing_vision::head::Head;
use listing_vision::recognise::{Recognised, judge, merge};
use serde::Serialize;

use crate::heads::features::Album;
use crate::heads::figures::{Figures, percent};
use crate::heads::labels::{self, Meanings};
use crate::heads::training::{self, Material};
use crate::heads::{VIEWS, report};
use xtask::project;

/// Arguments of `cargo xtask eval kinds`.
#[derive(Debug, clap::Args)]
pub(crate) struct KindsArgs {
    /// Folder of labelled photos, as `cargo xtask train-head` takes it
    photos: PathBuf,
    /// Judge by this head, which must not have seen the photos, instead of folds
    #[arg(long, value_name = "FILE")]
    head: Option<PathBuf>,
    /// Table of what labels stand for, as `cargo xtask train-head` takes it
    #[arg(long, value_name = "FILE")]
    goods: Option<PathBuf>,
    /// Strength of the photos against plainness [default: that of the engine's own head]
    #[arg(long)]
    strength: Option<f64>,
    /// Threads that work
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// What the engine says of a photo, beside its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    /// The right kind.
    Right,
    /// The right department, and no more.
    Department,
    /// Nothing.
    Nothing,
    /// Something untrue.
    Wrong,
}

impl Said {
    const ALL: [Self; 4] = [Self::Right, Self::Department, Self::Nothing, Self::Wrong];
}

/// How often each was said, in percent of the photos.
#[derive(Debug, Serialize)]
struct Sayings {
    label: String,
    photos: usize,
    percent: BTreeMap<Said, f64>,
}

#[derive(Debug, Serialize)]
struct Outcome {
    judged_by: String,
    /// The head alone.
    head: Figures,
    /// Everything together, by label and for all of them.
    engine: Vec<Sayings>,
    /// Percent of the named kinds that are right, by confidence of at least this.
    named: Vec<(f32, f64, f64)>,
}

/// Tells how often the engine is right, and writes it down in `target/eval`.
pub(crate) fn run(args: &KindsArgs) -> Result<()> {
    let meanings = Meanings::read(args.goods.as_deref())?;
    let photos = labels::read(&args.photos)?;
    training::check(&photos, &meanings)?;
    let views = training::views(VIEWS)?;
    let album = Album::open(&project::root().join("models"), args.threads)?;
    let paths: Vec<&Path> = photos.iter().map(|photo| photo.path.as_path()).collect();
    let looks = album.looks(&paths, &training::crops(&views))?;
    let material = Material::new(photos, looks, &meanings, views)?;
    let (heads, judged_by) = heads(&material, args)?;
    let said: Vec<(Said, f32)> = (0..material.photos.len())
        .map(|photo| say(&material, photo, heads.of(photo), &meanings))
        .collect::<Result<_>>()?;
    let outcome = Outcome {
        judged_by,
        head: heads.figures(&material),
        engine: sayings(&material, &said),
        named: [0.5, 0.7, 0.9].map(|confidence| named(&said, confidence)).to_vec(),
    };
    let text = markdown(&outcome);
    let folder = project::target().join("eval");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("kinds.json"), serde_json::to_string_pretty(&outcome)? + "\n")?;
    fs::write(folder.join("kinds.md"), &text)?;
    println!("{text}");
    Ok(())
}

/// The head that judges each photo.
enum Heads {
    One(Head),
    Folds { heads: Vec<Head>, folds: Vec<usize> },
}

impl Heads {
    fn of(&self, photo: usize) -> &Head {
        match self {
            Self::One(head) => head,
            Self::Folds { heads, folds } => &heads[folds[photo]],
        }
    }

    /// What the head alone takes the photos for; a class that it does not know counts as missed.
    fn figures(&self, material: &Material) -> Figures {
        training::judged(material, |photo| self.of(photo))
    }
}

fn heads(material: &Material, args: &KindsArgs) -> Result<(Heads, String)> {
    if let Some(path) = &args.head {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let head = Head::from_bytes(&bytes).with_context(|| format!("in {}", path.display()))?;
        return Ok((Heads::One(head), path.display().to_string()));
    }
    let strength = args.strength.map_or_else(strength_of_the_engine, Ok)?;
    let none = vec![false; material.photos.len()];
    let trials = training::cross_validate(material, &none, FOLDS, &[strength], args.threads);
    let trial = trials.into_iter().next().context("no trial")?;
    let folds = trial.folds;
    let heads =
        trial.fits.into_iter().enumerate().map(|(fold, fit)| {
            material.head(fit, trial.temperature, |photo| folds[photo] != fold, Vec::new())
        });
    let heads = heads.collect::<Result<Vec<_>>>()?;
    Ok((Heads::Folds { heads, folds }, format!("heads of {FOLDS} folds, strength {strength}")))
}

const FOLDS: usize = 5;

fn strength_of_the_engine() -> Result<f64> {
    let head = Head::garments()?;
    let strength = head.notes().iter().find(|(name, _)| name == "strength");
    let (_, strength) = strength.context("the engine's head does not tell its strength: say --strength")?;
    Ok(strength.parse()?)
}

fn say(material: &Material, photo: usize, head: &Head, meanings: &Meanings) -> Result<(Said, f32)> {
    let observations = judge(&material.looks[photo], std::slice::from_ref(head));
    let recognition = merge(&[observations]);
    let right = meanings.of(&material.photos[photo].label)?.right;
    Ok((verdict(recognition.product, &right), recognition.confidence))
}

fn verdict(said: Recognised, right: &[Product]) -> Said {
    let product = said.product();
    let is_true = |right: &Product| match right {
        Product::Department(department) => product.is_named() && product.department() == Some(*department),
        Product::Type(kind) => product.kind() == Some(*kind),
        right => product == *right,
    };
    let departments = || right.iter().filter_map(|right| right.department());
    match said {
        Recognised::Nothing => Said::Nothing,
        _ if right.iter().any(is_true) => Said::Right,
        Recognised::Department(department) if departments().any(|right| right == department) => {
            Said::Department
        }
        _ => Said::Wrong,
    }
}

fn sayings(material: &Material, said: &[(Said, f32)]) -> Vec<Sayings> {
    let names = material.names();
    let of = |label: String, photos: Vec<Said>| {
        let count = |said: Said| photos.iter().filter(|other| **other == said).count();
        let percent = Said::ALL.map(|said| (said, percent(count(said), photos.len()))).into();
        Sayings { label, photos: photos.len(), percent }
    };
    let of_class = |(class, name): (usize, String)| {
        let pairs = material.set.kinds.iter().zip(said).filter(|(kind, _)| **kind == class);
        of(name, pairs.map(|(_, (said, _))| *said).collect())
    };
    let mut sayings: Vec<Sayings> = names.into_iter().enumerate().map(of_class).collect();
    sayings.push(of("all".to_owned(), said.iter().map(|(said, _)| *said).collect()));
    sayings
}

/// Of the kinds that are named at a confidence of at least this: what part of all photos that is,
/// and what part of them is right.
fn named(said: &[(Said, f32)], confidence: f32) -> (f32, f64, f64) {
    let is_named = |said: &&(Said, f32)| matches!(said.0, Said::Right | Said::Wrong) && said.1 >= confidence;
    let count = said.iter().filter(is_named).count();
    let right = said.iter().filter(is_named).filter(|said| said.0 == Said::Right).count();
    (confidence, percent(count, said.len()), percent(right, count))
}

fn markdown(outcome: &Outcome) -> String {
    let mut text = format!("# Kinds of goods, judged by {}\n\n", outcome.judged_by);
    text.push_str(
        "| | photos | right kind | department only | nothing | wrong |\n|---|---|---|---|---|---|\n",
    );
    for sayings in &outcome.engine {
        let parts: Vec<String> = sayings.percent.values().map(|percent| format!("{percent:.1} %")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {} | {} |", sayings.label, sayings.photos, parts.join(" | "));
    }
    for (confidence, covered, right) in &outcome.named {
        let _ = write!(text, "\nSaid from {confidence} on: {covered:.1} %, of which right {right:.1} %.");
    }
    let _ = write!(
        text,
        "\n\n## The head alone\n\n{}.\n\n{}",
        report::summary(&outcome.head),
        report::table(&outcome.head)
    );
    text
}

#[cfg(test)]
mod tests {
    use listing_domain::product::{Department, Good, ProductType};

    use super::*;

    #[test]
    fn what_is_said_is_compared_at_its_own_level() {
        let trousers = [Product::Type(ProductType::Trousers), Product::Type(ProductType::Jeans)];
        let shoes = [Product::Department(Department::Shoes)];
        let good = |key| Recognised::Good(Good::of(key).unwrap());
        for (said, right, expected) in [
            (good("jeans"), &trousers[..], Said::Right),
            (Recognised::Type(ProductType::Trousers), &trousers, Said::Right),
            (Recognised::Department(Department::Clothing), &trousers, Said::Department),
            (Recognised::Department(Department::Shoes), &trousers, Said::Wrong),
            (good("skirt"), &trousers, Said::Wrong),
            (Recognised::Nothing, &trousers, Said::Nothing),
            (good("loafers"), &shoes, Said::Right),
            (Recognised::Department(Department::Shoes), &shoes, Said::Department),
        ] {
            assert_eq!(verdict(said, right), expected, "{said:?}");
        }
    }
}
