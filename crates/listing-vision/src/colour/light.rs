//! Confidence in a colour: by the light of the photo, by two readings of the surface, and by what lies
//! behind the product.

use super::cluster::Group;
use super::space::Lab;
use super::{Colour, ColourFinding};

/// Light may be weaker or stronger than it seems, and colder or warmer: by these steps, each with its
/// likelihood. They are those of a bell curve.
const STEPS: [(f32, f32); 5] = [(-2.0, 0.0545), (-1.0, 0.2442), (0.0, 0.4026), (1.0, 0.2442), (2.0, 0.0545)];
/// A step of strength, and of warmth.
const GAIN: f32 = 0.12;
const WARMTH: f32 = 0.022;
/// A camera may make colours so many times as vivid as they are, with this likelihood.
const VIVIDNESSES: [(f32, f32); 3] = [(0.8, 0.25), (1.0, 0.5), (1.25, 0.25)];
/// Warm light is more yellow than red: by so much.
const WARM_RED: f32 = 0.3;
/// The likelihood of the lights in which a second colour must be found. The background has at most so
/// much of it: the outline may take in a part.
const SURE_SECOND: f32 = 0.5;
const SECOND_BEHIND: f32 = 0.2;
/// A colour that the whole background has too is half as well founded.
const BEHIND: f32 = 0.5;
/// From how well a colour is founded to how likely it is right: fitted by logistic regression on
/// the tuned photos of `xtask/workbench/data`.
const LIKELIHOOD_BIAS: f32 = -0.86;
const LIKELIHOOD_WEIGHT: f32 = 5.86;

/// A main colour, and a second one.
pub(super) type Verdict = (Colour, Option<Colour>);

/// A light that a photo may have been taken in, and what the camera made of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Light {
    gain: f32,
    warmth: f32,
    vividness: f32,
    /// Its likelihood; that of all lights together is 1.
    pub(super) weight: f32,
}

impl Light {
    /// Every light that is considered.
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

    /// Colours as they are, had the photo been taken in this light.
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

/// A product's colours in one light.
#[derive(Debug)]
pub(super) struct InLight {
    pub(super) weight: f32,
    pub(super) verdict: Verdict,
    /// Shares by name, without what may as well have another name: read as the pattern says, and read the
    /// other way.
    pub(super) clear: [Vec<(Colour, f32)>; 2],
    /// Shares of the background by name.
    pub(super) background: Vec<(Colour, f32)>,
    /// True if no colour leads in either reading of a pattern.
    pub(super) is_many: bool,
}

/// The colours found in most lights. A colour is as well founded as the product bears its name in all
/// lights and in both readings; several colours, as both readings have them.
pub(super) fn agreed(lights: &[InLight], trust: f32) -> Option<ColourFinding> {
    let mean = |value: &dyn Fn(&InLight) -> f32| -> f32 {
        lights.iter().map(|light| light.weight * value(light)).sum()
    };
    let part = |is: &dyn Fn(&InLight) -> bool| mean(&|light| if is(light) { 1.0 } else { 0.0 });
    let likeliest = |verdicts: &mut dyn Iterator<Item = Verdict>, of: &dyn Fn(Verdict) -> f32| {
        verdicts.max_by(|&a, &b| of(a).total_cmp(&of(b)))
    };
    let verdicts = || lights.iter().map(|light| light.verdict);
    let (primary, _) = likeliest(&mut verdicts(), &|verdict| part(&|light| light.verdict.0 == verdict.0))?;
    let votes = |verdict: Verdict| part(&|light| light.verdict == verdict);
    let mut pairs = verdicts().filter(|verdict| verdict.0 == primary && verdict.1.is_some());
    let behind = |colour| mean(&|light| share_of(&light.background, colour));
    let secondary = likeliest(&mut pairs, &votes)
        .filter(|&pair| votes(pair) >= SURE_SECOND)
        .and_then(|(_, second)| second)
        .filter(|&second| behind(second) <= SECOND_BEHIND);
    let founded = if primary == Colour::Multicoloured {
        part(&|light| light.is_many)
    } else {
        mean(&|light| {
            let [taken, other] = &light.clear;
            f32::midpoint(share_of(taken, primary), share_of(other, primary))
        })
    };
    let founded = founded * trust * (1.0 - BEHIND * behind(primary));
    Some(ColourFinding { primary, secondary, confidence: likelihood(founded) })
}

fn share_of(named: &[(Colour, f32)], colour: Colour) -> f32 {
    named.iter().find(|(known, _)| *known == colour).map_or(0.0, |(_, share)| *share)
}

fn likelihood(founded: f32) -> f32 {
    1.0 / (1.0 + (-LIKELIHOOD_WEIGHT.mul_add(founded, LIKELIHOOD_BIAS)).exp())
}
