//! Groups the pixels of a product into its few colours.

use super::space::Lab;

/// Groups looked for before like ones are joined.
const GROUPS: usize = 6;
/// Rounds of improvement; more change nothing that can be seen.
const ROUNDS: usize = 12;
/// Lightness counts less than hue: folds and shadows change it most.
const LIGHTNESS_WEIGHT: f32 = 0.45;
/// Groups closer than this are one colour in different light.
const JOIN_DISTANCE: f32 = 0.055;
/// Of a group's pixels from dark to light, the one that shows its colour: a little above the
/// middle, because shadows are more frequent than highlights.
const LIT: f32 = 0.6;

/// A pixel's colour and how much it counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) colour: Lab,
    pub(super) weight: f32,
}

/// A colour and the part of the pixels that have it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) colour: Lab,
    /// From 0 to 1.
    pub(super) share: f32,
}

/// How different two colours look when the light may differ.
pub(super) fn distance(left: Lab, right: Lab) -> f32 {
    let lightness = (left.lightness - right.lightness) * LIGHTNESS_WEIGHT;
    lightness.hypot(left.a - right.a).hypot(left.b - right.b)
}

/// The colours of the samples, the largest first. Empty when nothing counts.
pub(super) fn groups(samples: &[Sample]) -> Vec<Group> {
    let total: f32 = samples.iter().map(|sample| sample.weight).sum();
    if total <= 0.0 {
        return Vec::new();
    }
    let mut centres = first_centres(samples);
    for _ in 0..ROUNDS {
        centres = improve(&centres, samples);
    }
    let joined = join(&centres);
    let mut members: Vec<Vec<Sample>> = vec![Vec::new(); centres.len()];
    for sample in samples {
        members[joined[nearest(&centres, sample.colour)]].push(*sample);
    }
    let mut groups: Vec<Group> = members
        .iter_mut()
        .filter(|members| !members.is_empty())
        .map(|members| summary(members, total))
        .collect();
    groups.sort_by(|a, b| b.share.total_cmp(&a.share));
    groups
}

/// Spread out: the average first, then always the colour farthest from those chosen, among a
/// bounded number of samples.
fn first_centres(samples: &[Sample]) -> Vec<Lab> {
    let mut centres: Vec<Lab> = mean(samples).into_iter().collect();
    let stride = (samples.len() / 2000).max(1);
    while centres.len() < GROUPS {
        let far =
            samples.iter().step_by(stride).filter(|sample| sample.weight > 0.0).max_by(|left, right| {
                let reach =
                    |sample: &Sample| distance(centres[nearest(&centres, sample.colour)], sample.colour);
                reach(left).total_cmp(&reach(right))
            });
        let Some(sample) = far else { break };
        centres.push(sample.colour);
    }
    centres
}

fn improve(centres: &[Lab], samples: &[Sample]) -> Vec<Lab> {
    let mut members: Vec<Vec<Sample>> = vec![Vec::new(); centres.len()];
    for sample in samples {
        members[nearest(centres, sample.colour)].push(*sample);
    }
    centres.iter().zip(&members).map(|(centre, members)| mean(members).unwrap_or(*centre)).collect()
}

fn nearest(centres: &[Lab], colour: Lab) -> usize {
    let by_distance =
        |&a: &usize, &b: &usize| distance(centres[a], colour).total_cmp(&distance(centres[b], colour));
    (0..centres.len()).min_by(by_distance).unwrap_or(0)
}

fn mean(samples: &[Sample]) -> Option<Lab> {
    let total: f32 = samples.iter().map(|sample| sample.weight).sum();
    let average = |value: fn(Lab) -> f32| {
        samples.iter().map(|sample| value(sample.colour) * sample.weight).sum::<f32>() / total
    };
    (total > 0.0).then(|| Lab {
        lightness: average(|colour| colour.lightness),
        a: average(|colour| colour.a),
        b: average(|colour| colour.b),
    })
}

/// For each centre, the first centre that is the same colour in different light.
fn join(centres: &[Lab]) -> Vec<usize> {
    let mut joined: Vec<usize> = (0..centres.len()).collect();
    for later in 0..centres.len() {
        let like = (0..later).find(|&earlier| distance(centres[earlier], centres[later]) < JOIN_DISTANCE);
        if let Some(earlier) = like {
            joined[later] = joined[earlier];
        }
    }
    joined
}

/// The colour of a group in good light, and its share.
fn summary(members: &mut [Sample], total: f32) -> Group {
    members.sort_by(|a, b| a.colour.lightness.total_cmp(&b.colour.lightness));
    let weight: f32 = members.iter().map(|sample| sample.weight).sum();
    let mut below = 0.0;
    let lit = members.iter().position(|sample| {
        below += sample.weight;
        below >= weight * LIT
    });
    let lightness = members[lit.unwrap_or(members.len() - 1)].colour.lightness;
    let average = mean(members).unwrap_or(Lab { lightness, a: 0.0, b: 0.0 });
    Group { colour: Lab { lightness, ..average }, share: weight / total }
}
