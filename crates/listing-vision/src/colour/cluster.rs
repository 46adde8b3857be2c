//! Groups the pixels of a product into its few colors, by distances in `OKLab`. Lightness runs from 0 (black)
//! to 1 (white).

use super::space::Lab;

/// Before similar groups are joined.
const GROUPS: usize = 6;
/// Further rounds have no visible effect.
const ROUNDS: usize = 10;
/// Weight of lightness, compared with hue, in the distance of two colors. Folds and shadows change lightness
/// most.
const LIGHTNESS_WEIGHT: f32 = 0.3;
/// On a patterned surface, light and dark are usually two colors.
const PATTERNED_LIGHTNESS_WEIGHT: f32 = 0.8;
/// The lightness below which camera noise outweighs the hue.
const DARK: f32 = 0.3;
/// Groups closer than this are one color in different light.
const JOIN_DISTANCE: f32 = 0.05;
/// The quantile of a group's lightness that is its color: above the middle, because shadows are more frequent
/// than highlights.
const LIT: f32 = 0.65;
/// The minimum share of a group's variance in lightness that is between its dark and its light part, if they
/// are two colors (black and white). In an even distribution, it is three quarters.
const TWO_PARTS: f32 = 0.8;
/// The minimum distance in lightness between the two parts.
const APART: f32 = 0.27;
/// The minimum share of the group of each part.
const PART: f32 = 0.12;

#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) colour: Lab,
    pub(super) weight: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) colour: Lab,
    /// Of the product's pixels, from 0 to 1.
    pub(super) share: f32,
}

/// In a space where distance matches perceived difference.
type Position = [f32; 3];

/// A position that depends more on the surface than on the light.
///
/// Light that is `s` times as strong multiplies all three values of a color by the cube root of `s`, so their
/// ratios do not change.
fn position(colour: Lab) -> Position {
    let lightness = colour.lightness.max(DARK);
    [colour.lightness * LIGHTNESS_WEIGHT, 0.6 * colour.a / lightness, 0.6 * colour.b / lightness]
}

/// The colors of a pattern share the same light.
fn position_in_pattern(colour: Lab) -> Position {
    [colour.lightness * PATTERNED_LIGHTNESS_WEIGHT, colour.a, colour.b]
}

/// The difference in hue, regardless of the light.
fn tint_distance(left: Lab, right: Lab) -> f32 {
    let ([_, left_a, left_b], [_, right_a, right_b]) = (position(left), position(right));
    (left_a - right_a).hypot(left_b - right_b)
}

/// The perceived difference when the light may differ.
pub(super) fn distance(left: Lab, right: Lab) -> f32 {
    square(position(left), position(right)).sqrt()
}

/// Sorts like the distance, without a square root.
fn square(left: Position, right: Position) -> f32 {
    let [x, y, z] = [left[0] - right[0], left[1] - right[1], left[2] - right[2]];
    x * x + y * y + z * z
}

/// Groups the colors of a surface that is plain or has few parts, largest group first. Colors that differ
/// only in their light are one group. Empty if no pixel has weight.
pub(super) fn groups(samples: &[Sample]) -> Vec<Group> {
    let members = members(samples, position, join);
    summaries(members.into_iter().flat_map(parts), samples)
}

/// The same for a patterned surface.
pub(super) fn groups_in_pattern(samples: &[Sample]) -> Vec<Group> {
    let members = members(samples, position_in_pattern, |centres| (0..centres.len()).collect());
    summaries(members.into_iter().map(by_lightness), samples)
}

/// `join` gives each center the index of its group.
fn members(
    samples: &[Sample],
    position: fn(Lab) -> Position,
    join: impl Fn(&[Lab]) -> Vec<usize>,
) -> Vec<Vec<Sample>> {
    let positioned: Vec<(Sample, Position)> =
        samples.iter().map(|sample| (*sample, position(sample.colour))).collect();
    let mut centres = first_centres(&positioned, position);
    for _ in 0..ROUNDS {
        let members = by_centre(&positioned, &centres, position);
        centres =
            centres.iter().zip(&members).map(|(centre, members)| mean(members).unwrap_or(*centre)).collect();
    }
    let joined = join(&centres);
    let mut groups: Vec<Vec<Sample>> = vec![Vec::new(); centres.len()];
    for (members, group) in by_centre(&positioned, &centres, position).into_iter().zip(joined) {
        groups[group].extend(members);
    }
    groups
}

fn by_centre(
    positioned: &[(Sample, Position)],
    centres: &[Lab],
    position: fn(Lab) -> Position,
) -> Vec<Vec<Sample>> {
    let mut members: Vec<Vec<Sample>> = vec![Vec::new(); centres.len()];
    let centres: Vec<Position> = centres.iter().map(|centre| position(*centre)).collect();
    if !centres.is_empty() {
        for (sample, at) in positioned {
            members[nearest(&centres, *at).0].push(*sample);
        }
    }
    members
}

/// Takes samples sorted by lightness; returns the largest group first.
fn summaries(parts: impl Iterator<Item = Vec<Sample>>, samples: &[Sample]) -> Vec<Group> {
    let total: f32 = samples.iter().map(|sample| sample.weight).sum();
    let mut groups: Vec<Group> =
        parts.filter(|part| !part.is_empty()).map(|part| summary(&part, total)).collect();
    groups.sort_by(|a, b| b.share.total_cmp(&a.share));
    groups
}

/// First the average color, then repeatedly the color farthest from the chosen ones, among a bounded number
/// of samples.
fn first_centres(positioned: &[(Sample, Position)], position: fn(Lab) -> Position) -> Vec<Lab> {
    let samples: Vec<Sample> = positioned.iter().map(|(sample, _)| *sample).collect();
    let mut centres: Vec<Lab> = mean(&samples).into_iter().collect();
    let mut chosen: Vec<Position> = centres.iter().map(|centre| position(*centre)).collect();
    let stride = (positioned.len() / 2000).max(1);
    while !chosen.is_empty() && centres.len() < GROUPS {
        let counting = positioned.iter().step_by(stride).filter(|(sample, _)| sample.weight > 0.0);
        let reach = |at: Position| nearest(&chosen, at).1;
        let far = counting.max_by(|left, right| reach(left.1).total_cmp(&reach(right.1)));
        let Some((sample, at)) = far else { break };
        centres.push(sample.colour);
        chosen.push(*at);
    }
    centres
}

/// Also returns the square of the distance.
fn nearest(positions: &[Position], at: Position) -> (usize, f32) {
    let mut best = (0, f32::INFINITY);
    for (index, position) in positions.iter().enumerate() {
        let distance = square(*position, at);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best
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

/// For each center, the first center of the same color in different light.
fn join(centres: &[Lab]) -> Vec<usize> {
    let mut joined: Vec<usize> = (0..centres.len()).collect();
    for later in 0..centres.len() {
        let like =
            (0..later).find(|&earlier| tint_distance(centres[earlier], centres[later]) < JOIN_DISTANCE);
        if let Some(earlier) = like {
            joined[later] = joined[earlier];
        }
    }
    joined
}

/// Splits a group into its dark and light part, unless it is one surface in light and shadow. Parts are
/// sorted by lightness.
fn parts(members: Vec<Sample>) -> Vec<Vec<Sample>> {
    let mut members = by_lightness(members);
    let Some(border) = border(&members) else { return vec![members] };
    let light = members.split_off(border);
    vec![members, light]
}

fn by_lightness(mut members: Vec<Sample>) -> Vec<Sample> {
    members.sort_unstable_by(|a, b| a.colour.lightness.total_cmp(&b.colour.lightness));
    members
}

/// The index at which sorted samples change from dark to light (Otsu's threshold), if there are two parts.
fn border(sorted: &[Sample]) -> Option<usize> {
    let total: f32 = sorted.iter().map(|sample| sample.weight).sum();
    let sum: f32 = sorted.iter().map(|sample| sample.colour.lightness * sample.weight).sum();
    let mean = sum / total;
    let spread = |sample: &Sample| (sample.colour.lightness - mean).powi(2) * sample.weight;
    let spread = sorted.iter().map(spread).sum::<f32>() / total;
    let (mut below, mut below_sum) = (0.0, 0.0);
    let mut best: Option<(f32, usize)> = None;
    for (index, sample) in sorted.iter().enumerate() {
        below += sample.weight;
        below_sum += sample.colour.lightness * sample.weight;
        let share = below / total;
        if !(PART..=1.0 - PART).contains(&share) {
            continue;
        }
        let apart = (sum - below_sum) / (total - below) - below_sum / below;
        let between = share * (1.0 - share) * apart * apart / spread;
        if apart > APART && between > TWO_PARTS && best.is_none_or(|(known, _)| between > known) {
            best = Some((between, index + 1));
        }
    }
    best.map(|(_, border)| border)
}

/// The color of sorted samples in good light, and their share of `total`.
fn summary(members: &[Sample], total: f32) -> Group {
    let weight: f32 = members.iter().map(|sample| sample.weight).sum();
    let mut below = 0.0;
    let lit = members.iter().position(|sample| {
        below += sample.weight;
        below >= weight * LIT
    });
    let lightness = members[lit.unwrap_or(members.len() - 1)].colour.lightness;
    let average = mean(members).unwrap_or(Lab { lightness, a: 0.0, b: 0.0 });
    let scale = lightness / average.lightness.max(0.05);
    Group { colour: Lab { lightness, a: average.a * scale, b: average.b * scale }, share: weight / total }
}
