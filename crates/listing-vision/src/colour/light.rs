//! Computes the confidence in a color from the photo's light, two readings of the surface (as plain and as
//! patterned), and the background.
//!
//! The photo's light is unknown, so the colors are computed for several possible lights.

use super::cluster::Group;
use super::space::Lab;
use super::{Colour, ColourFinding};

/// Steps from the assumed light to a weaker or stronger (or colder or warmer) one, each with its likelihood
/// on a bell curve.
const STEPS: [(f32, f32); 5] = [(-2.0, 0.0545), (-1.0, 0.2442), (0.0, 0.4026), (1.0, 0.2442), (2.0, 0.0545)];
/// Change in strength per step.
const GAIN: f32 = 0.12;
/// Change in warmth per step.
const WARMTH: f32 = 0.022;
/// Possible factors of a camera on vividness, with their likelihoods.
const VIVIDNESSES: [(f32, f32); 3] = [(0.8, 0.25), (1.0, 0.5), (1.25, 0.25)];
/// The change in red per change in yellow when the light gets warmer.
const WARM_RED: f32 = 0.3;
/// The minimum summed likelihood of the lights in which a second color is found.
const SURE_SECOND: f32 = 0.5;
/// The maximum share of the background that has the second color. Above it, the color may come from
/// background inside the outline.
const SECOND_BEHIND: f32 = 0.2;
/// The share of its support (the evidence for it, from 0 to 1) that a color loses if the whole background has
/// it, too.
const BEHIND: f32 = 0.5;
/// The constant term of the logistic function from a color's support to its likelihood. Both terms were
/// fitted on the tuned photos of `xtask/workbench/data`.
const LIKELIHOOD_BIAS: f32 = -0.86;
const LIKELIHOOD_WEIGHT: f32 = 5.86;

pub(super) type Verdict = (Colour, Option<Colour>);

/// With the camera's change of vividness.
#[derive(Debug, Clone, Copy)]
pub(super) struct Light {
    gain: f32,
    warmth: f32,
    vividness: f32,
    /// The likelihoods of all lights add up to 1.
    pub(super) weight: f32,
}

impl Light {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let pairs = STEPS.into_iter().flat_map(|strength| STEPS.into_iter().map(move |it| (strength, it)));
        pairs.flat_map(|(strength, warmth)| {
            VIVIDNESSES.into_iter().map(move |vividness| Self {
                gain: strength.0.mul_add(GAIN, 1.0),
                warmth: warmth.0 * WARMTH,
                vividness: vividness.0,
                weight: strength.1 * warmth.1 * vividness.1,
            })
        })
    }

    /// The true colors if the photo was taken in this light.
    pub(super) fn on(self, groups: &[Group]) -> Vec<Group> {
        let tint = self.gain * self.vividness;
        let lit = |colour: Lab| Lab {
            lightness: (colour.lightness * self.gain).min(1.0),
            a: colour.a * tint + WARM_RED * self.warmth * colour.lightness,
            b: colour.b * tint + self.warmth * colour.lightness,
        };
        groups.iter().map(|group| Group { colour: lit(group.colour), ..*group }).collect()
    }
}

#[derive(Debug)]
pub(super) struct InLight {
    pub(super) weight: f32,
    pub(super) verdict: Verdict,
    /// The share of each name, without colors that are hard to name: first in the reading that suits the
    /// pattern, then in the other one.
    pub(super) clear: [Vec<(Colour, f32)>; 2],
    /// The share of the background that each name covers.
    pub(super) background: Vec<(Colour, f32)>,
    /// The surface is patterned and no color leads in either reading.
    pub(super) is_many: bool,
}

/// Returns the colors that are found in most lights. The support of a single color is its mean share in all
/// lights and both readings; that of many colors is the rate at which both readings find them.
pub(super) fn agreed(lights: &[InLight], trust: f32) -> Option<ColourFinding> {
    let mean = |value: &dyn Fn(&InLight) -> f32| -> f32 {
        lights.iter().map(|light| light.weight * value(light)).sum()
    };
    let part = |is: &dyn Fn(&InLight) -> bool| mean(&|light| if is(light) { 1.0 } else { 0.0 });
    let likeliest = |verdicts: &mut dyn Iterator<Item = Verdict>, score: &dyn Fn(Verdict) -> f32| {
        verdicts.max_by(|&a, &b| score(a).total_cmp(&score(b)))
    };
    let verdicts = || lights.iter().map(|light| light.verdict);
    let (primary, _) = likeliest(&mut verdicts(), &|verdict| part(&|light| light.verdict.0 == verdict.0))?;
    let votes = |verdict: Verdict| part(&|light| light.verdict == verdict);
    let mut pairs = verdicts().filter(|verdict| verdict.0 == primary && verdict.1.is_some());
    let background_share = |colour| mean(&|light| share_of(&light.background, colour));
    let secondary = likeliest(&mut pairs, &votes)
        .filter(|&pair| votes(pair) >= SURE_SECOND)
        .and_then(|(_, second)| second)
        .filter(|&second| background_share(second) <= SECOND_BEHIND);
    let support = if primary == Colour::Multicoloured {
        part(&|light| light.is_many)
    } else {
        mean(&|light| {
            let [taken, other] = &light.clear;
            f32::midpoint(share_of(taken, primary), share_of(other, primary))
        })
    };
    let support = support * trust * (1.0 - BEHIND * background_share(primary));
    Some(ColourFinding { primary, secondary, confidence: likelihood(support) })
}

fn share_of(named: &[(Colour, f32)], colour: Colour) -> f32 {
    named.iter().find(|(known, _)| *known == colour).map_or(0.0, |(_, share)| *share)
}

fn likelihood(support: f32) -> f32 {
    1.0 / (1.0 + (-LIKELIHOOD_WEIGHT.mul_add(support, LIKELIHOOD_BIAS)).exp())
}
