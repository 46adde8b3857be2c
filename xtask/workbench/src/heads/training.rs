//! Trains a head from labeled photos, and measures its accuracy by cross-validation.

use anyhow::{Context as _, Result, ensure};
use listing_domain::product::Good;
use listing_vision::classifier::CLASSES;
use listing_vision::head::{self, ClassProfile, Head, HeadClass, Layer, SURE, View};
use listing_vision::picture::Crop;
use listing_vision::recognise::average;

use super::cross::{self, Set};
use super::features::{self, Outputs};
use super::figures::{Figures, Judged};
use super::fit::Fit;
use super::labels::{Labelled, Meanings};

/// Of each class.
const LEAST_PHOTOS: usize = 8;
pub(crate) struct Material {
    pub(crate) photos: Vec<Labelled>,
    pub(crate) outputs: Outputs,
    pub(crate) classes: Vec<HeadClass>,
    pub(crate) views: Vec<View>,
    pub(crate) set: Set,
}

impl Material {
    /// Labels that mean the same good are one class.
    pub(crate) fn new(
        photos: Vec<Labelled>,
        outputs: Outputs,
        meanings: &Meanings,
        views: Vec<View>,
    ) -> Result<Self> {
        let (classes, kinds) = classes(&photos, meanings)?;
        let inputs = outputs
            .iter()
            .map(|outputs| head::input(&views, outputs).context("a crop of a photo is missing"));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let groups = photos.iter().map(|photo| photo.group.clone()).collect();
        let set = Set { inputs, kinds, groups, classes: classes.len() };
        Ok(Self { photos, outputs, classes, views, set })
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.classes.iter().map(|class| class.label.clone()).collect()
    }

    pub(crate) fn head(
        &self,
        fit: Fit,
        temperature: f32,
        is_lesson: impl Fn(usize) -> bool,
        notes: Vec<(String, String)>,
    ) -> Result<Head> {
        let profiles = self.profiles(is_lesson);
        let layer = Layer { weights: fit.weights, biases: fit.biases, temperature, profiles };
        Ok(Head::new(self.views.clone(), self.classes.clone(), layer, notes)?)
    }

    /// The usual output for each class.
    fn profiles(&self, is_lesson: impl Fn(usize) -> bool) -> Vec<ClassProfile> {
        let mut sums = vec![
            (ClassProfile { unsure: vec![0.0; CLASSES], sure: vec![0.0; CLASSES] }, 0.0_f32);
            self.classes.len()
        ];
        for photo in (0..self.photos.len()).filter(|photo| is_lesson(*photo)) {
            let (profile, count) = &mut sums[self.set.kinds[photo]];
            *count += 1.0;
            for (seen, belief) in average(&self.outputs[photo]).into_iter().enumerate() {
                if belief >= SURE {
                    profile.sure[seen] += 1.0;
                } else {
                    profile.unsure[seen] += belief;
                }
            }
        }
        for (profile, count) in &mut sums {
            for sum in profile.sure.iter_mut().chain(&mut profile.unsure) {
                *sum /= count.max(1.0);
            }
        }
        sums.into_iter().map(|(profile, _)| profile).collect()
    }
}

/// Returns the classes, and the index of each photo's class. Labels that mean the same good are one class; a
/// label without a good is its own.
fn classes(photos: &[Labelled], meanings: &Meanings) -> Result<(Vec<HeadClass>, Vec<usize>)> {
    let mut goods: Vec<(Option<Good>, Vec<&str>)> = Vec::new();
    let mut kinds = Vec::with_capacity(photos.len());
    for photo in photos {
        let good = meanings.for_label(&photo.label)?.good;
        let is_same = |(known, labels): &(Option<Good>, Vec<&str>)| {
            *known == good && (good.is_some() || labels.contains(&photo.label.as_str()))
        };
        let class = goods.iter().position(is_same).unwrap_or(goods.len());
        if class == goods.len() {
            goods.push((good, Vec::new()));
        }
        if !goods[class].1.contains(&photo.label.as_str()) {
            goods[class].1.push(&photo.label);
        }
        kinds.push(class);
    }
    let class = |(good, labels): (_, Vec<&str>)| HeadClass { label: labels.join(", "), good };
    Ok((goods.into_iter().map(class).collect(), kinds))
}

pub(crate) fn check(photos: &[Labelled], meanings: &Meanings) -> Result<()> {
    let (classes, kinds) = classes(photos, meanings)?;
    ensure!(classes.len() >= 2, "a head needs at least two kinds of goods");
    for (class, HeadClass { label, .. }) in classes.iter().enumerate() {
        let count = kinds.iter().filter(|kind| **kind == class).count();
        ensure!(
            count >= LEAST_PHOTOS,
            "the label {label} has {count} photos, but needs at least {LEAST_PHOTOS}"
        );
    }
    Ok(())
}

/// For one regularization strength.
pub(crate) struct Trial {
    pub(crate) strength: f64,
    pub(crate) temperature: f32,
    /// A layer for each fold, trained on the others.
    pub(crate) fits: Vec<Fit>,
    pub(crate) folds: Vec<usize>,
    pub(crate) figures: Figures,
    /// Mean log loss of the tested photos.
    pub(crate) loss: f64,
}

/// Held-out photos are not used.
pub(crate) fn cross_validate(
    material: &Material,
    held_out: &[bool],
    count: usize,
    strengths: &[f64],
    threads: usize,
) -> Vec<Trial> {
    let set = &material.set;
    let folds = set.folds(count);
    let progress = features::bar(count * strengths.len(), "training and testing");
    let fits = cross::on_threads(threads, count * strengths.len(), &progress, |piece| {
        let (strength, fold) = (strengths[piece / count], piece % count);
        set.train(strength, |photo| !held_out[photo] && folds[photo] != fold)
    });
    progress.finish_and_clear();
    let mut fits = fits.into_iter();
    let trials = strengths.iter().map(|strength| {
        let fits: Vec<Fit> = fits.by_ref().take(count).collect();
        let tested: Vec<usize> = (0..folds.len()).filter(|photo| !held_out[*photo]).collect();
        let scores = tested.iter().map(|photo| fits[folds[*photo]].scores(&set.inputs[*photo]));
        let scores: Vec<Vec<f32>> = scores.collect();
        let kinds: Vec<usize> = tested.iter().map(|photo| set.kinds[*photo]).collect();
        let temperature = cross::temperature(&scores, &kinds);
        let figures = figures(&scores, &kinds, temperature, &material.names());
        let loss = cross::loss(&scores, &kinds, temperature);
        Trial { strength: *strength, temperature, fits, folds: folds.clone(), figures, loss }
    });
    trials.collect()
}

/// Judges the photos for whose index `is_test` returns true.
pub(crate) fn test(
    material: &Material,
    fit: &Fit,
    temperature: f32,
    is_test: impl Fn(usize) -> bool,
) -> Figures {
    let tested: Vec<usize> = (0..material.set.kinds.len()).filter(|photo| is_test(*photo)).collect();
    let scores: Vec<Vec<f32>> = tested.iter().map(|photo| fit.scores(&material.set.inputs[*photo])).collect();
    let kinds: Vec<usize> = tested.iter().map(|photo| material.set.kinds[*photo]).collect();
    figures(&scores, &kinds, temperature, &material.names())
}

/// Judges each photo by the head that `head` returns for it. A class that this head lacks counts as missed.
pub(crate) fn judged<'a>(material: &Material, head: impl Fn(usize) -> &'a Head) -> Figures {
    let judged = (0..material.set.kinds.len()).map(|photo| {
        let head = head(photo);
        let judged = head.judge(&material.set.inputs[photo]);
        let of = |class: &HeadClass| head.classes().iter().position(|other| other.good == class.good);
        let probabilities = material.classes.iter().map(|class| of(class).map_or(0.0, |index| judged[index]));
        Judged { truth: material.set.kinds[photo], probabilities: probabilities.collect() }
    });
    Figures::of(&judged.collect::<Vec<_>>(), &material.names())
}

fn figures(scores: &[Vec<f32>], kinds: &[usize], temperature: f32, names: &[String]) -> Figures {
    let judged: Vec<Judged> = scores
        .iter()
        .zip(kinds)
        .map(|(scores, truth)| Judged {
            truth: *truth,
            probabilities: cross::probabilities(scores, temperature),
        })
        .collect();
    Figures::of(&judged, names)
}

/// Parses text such as `squash+mirrored_squash centre`.
pub(crate) fn views(text: &str) -> Result<Vec<View>> {
    let crop = |code: &str| Crop::from_code(code).with_context(|| format!("unknown crop {code}"));
    text.split_whitespace().map(|view| view.split('+').map(crop).collect()).collect()
}

/// Each once.
pub(crate) fn crops(views: &[View]) -> Vec<Crop> {
    let mut crops: Vec<Crop> = Vec::new();
    for crop in views.iter().flatten() {
        if !crops.contains(crop) {
            crops.push(*crop);
        }
    }
    crops
}
