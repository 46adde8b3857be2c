//! An honest estimate: five folds in which no contributor is on both sides.

use std::collections::BTreeMap;

use anyhow::Result;
use listing_vision::garment::{ClothingHead, Garment};
use listing_vision::recognise::{Evidence, decide};

use crate::answer::Answer;
use crate::data::Sample;
use crate::fit;

const FOLDS: usize = 5;

/// What a head that never saw the photo's contributor says about it.
struct Verdict {
    garment: Garment,
    /// Position of the right garment in the head's ranking; 0 is best.
    rank: usize,
    confidence: f32,
    /// How good the whole engine's answer is, with this head in it.
    answer: Answer,
}

/// Trains and measures five times, and prints the figures.
pub(crate) fn cross_validate(samples: &[Sample], c: f64) -> Result<()> {
    let folds = folds(samples);
    let mut verdicts = Vec::new();
    for fold in 0..FOLDS {
        let (test, training): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| folds[sample.contributor.as_str()] == fold);
        let head = fit::train(&training, c)?;
        verdicts.extend(test.iter().map(|sample| judge(&head, sample)));
        eprintln!("fold {} of {FOLDS}: trained on {}, tested on {}", fold + 1, training.len(), test.len());
    }
    let all: Vec<&Verdict> = verdicts.iter().collect();
    print_head(&all);
    print_engine(&all);
    Ok(())
}

/// The head alone: how often its best, or one of its two best, is right.
fn print_head(all: &[&Verdict]) {
    eprintln!("head: top-1 {:.1} %", share(all, |verdict| verdict.rank == 0));
    eprintln!("head: top-2 {:.1} %", share(all, |verdict| verdict.rank <= 1));
    for threshold in [0.5, 0.7, 0.9] {
        let sure: Vec<&Verdict> =
            all.iter().copied().filter(|verdict| verdict.confidence >= threshold).collect();
        eprintln!(
            "head: confidence >= {threshold}: {:.1} % covered at {:.1} %",
            share(all, |verdict| verdict.confidence >= threshold),
            share(&sure, |verdict| verdict.rank == 0),
        );
    }
}

/// The whole engine: what it says, and whether that is true.
fn print_engine(all: &[&Verdict]) {
    let print = |name: &str, verdicts: &[&Verdict]| {
        let part = |answer: Answer| share(verdicts, |verdict| verdict.answer == answer);
        eprintln!(
            "engine: {name}: {} photos, product right {:.1} %, department only {:.1} %, nothing {:.1} %, \
             wrong {:.1} %",
            verdicts.len(),
            part(Answer::Product),
            part(Answer::Department),
            part(Answer::Nothing),
            part(Answer::Wrong),
        );
    };
    for garment in Garment::ALL {
        let of_kind: Vec<&Verdict> =
            all.iter().copied().filter(|verdict| verdict.garment == garment).collect();
        print(&format!("{garment:?}"), &of_kind);
    }
    print("all", all);
}

/// Gives each contributor a fold: the busiest first, always to the emptiest fold.
fn folds(samples: &[Sample]) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for sample in samples {
        *counts.entry(&sample.contributor).or_default() += 1;
    }
    let mut order: Vec<(&str, usize)> = counts.into_iter().collect();
    order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let mut sizes = [0; FOLDS];
    let mut folds = BTreeMap::new();
    for (contributor, count) in order {
        let emptiest = (0..FOLDS).min_by_key(|&fold| sizes[fold]).unwrap_or(0);
        sizes[emptiest] += count;
        folds.insert(contributor, emptiest);
    }
    folds
}

fn judge(head: &ClothingHead, sample: &Sample) -> Verdict {
    let probabilities = head.probabilities(&sample.squash.features);
    let right = Garment::ALL.iter().position(|&garment| garment == sample.garment).unwrap_or(0);
    let rank = probabilities.iter().filter(|&&other| other > probabilities[right]).count();
    let confidence = probabilities.iter().copied().fold(0.0, f32::max);
    let (said, _, _) = decide(&Evidence::of_photo(&sample.squash, &[&sample.centre], head));
    let answer = Answer::judge(sample.garment, said);
    Verdict { garment: sample.garment, rank, confidence, answer }
}

/// Percentage of the verdicts for which `condition` holds.
fn share(verdicts: &[&Verdict], condition: impl Fn(&Verdict) -> bool) -> f64 {
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let holds = verdicts.iter().filter(|verdict| condition(verdict)).count();
    100.0 * count(holds) / count(verdicts.len()).max(1.0)
}
