//! The colours of the product in a photo.

use super::cluster::{Group, Sample, distance, groups};
use super::name::name;
use super::space::{Lab, linear};
use super::{Colour, ColourFinding};
use crate::mask::Mask;

/// From here on a pixel belongs to the product; below the next value, to the background.
const PRODUCT: f32 = 0.6;
const BACKGROUND: f32 = 0.1;
/// A mask that covers less or more of the photo than this has found nothing.
const LEAST_COVER: f32 = 0.02;
const MOST_COVER: f32 = 0.93;
/// A pixel at least this far from every colour of the photo's edge stands out from it.
const STANDS_OUT: f32 = 0.08;
/// Glare is lighter than this and colourless; deep shadow is darker.
const GLARE: f32 = 0.97;
const SHADOW: f32 = 0.1;
/// Parts of the product that a leading, a second, and one of many colours cover at least.
const LEADS: f32 = 0.38;
const SECOND: f32 = 0.2;
const ONE_OF_MANY: f32 = 0.14;
/// Trust in the mask, in "what differs from the edge", and in "what is in the middle".
const TRUST_MASK: f32 = 1.0;
const TRUST_EDGE: f32 = 0.75;
const TRUST_MIDDLE: f32 = 0.5;

/// Finds the colours of the product. `metallic` says that the product is usually of metal, so
/// that yellow and grey mean gold and silver. `None` when no colour is sure enough.
pub fn find(mask: &Mask, metallic: bool) -> Option<ColourFinding> {
    let (weights, trust) = product_weights(mask);
    let light = illuminant(mask);
    let samples = samples(mask, &weights, light);
    let named = named_shares(&groups(&samples), metallic);
    verdict(&named, trust)
}

/// How much each pixel counts as product, and how far that can be trusted.
fn product_weights(mask: &Mask) -> (Vec<f32>, f32) {
    let inside: Vec<f32> =
        mask.weights.iter().map(|&weight| if weight >= PRODUCT { weight } else { 0.0 }).collect();
    let cover = share(&inside);
    if (LEAST_COVER..=MOST_COVER).contains(&cover) {
        return (inside, TRUST_MASK);
    }
    let middle = middle_weights(mask.picture.side());
    let edge = edge_colours(mask);
    let standing_out: Vec<f32> = mask
        .picture
        .pixels()
        .iter()
        .zip(&middle)
        .map(|(&pixel, &weight)| {
            let colour = Lab::from_srgb(pixel);
            let differs = edge.iter().all(|&edge| distance(edge, colour) > STANDS_OUT);
            if differs { weight } else { 0.0 }
        })
        .collect();
    if share(&standing_out) >= LEAST_COVER { (standing_out, TRUST_EDGE) } else { (middle, TRUST_MIDDLE) }
}

/// The part of the pixels that count at all.
fn share(weights: &[f32]) -> f32 {
    let counting = weights.iter().filter(|&&weight| weight > 0.0).count();
    ratio(counting, weights.len())
}

fn ratio(part: usize, whole: usize) -> f32 {
    let float = |count: usize| f32::from(u16::try_from(count / 16).unwrap_or(u16::MAX));
    if whole < 16 { 0.0 } else { float(part) / float(whole) }
}

/// A hill over the middle of the picture: 1 at its top, nothing in the corners.
fn middle_weights(side: usize) -> Vec<f32> {
    let position = |index: usize| {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let side = u16::try_from(side).unwrap_or(u16::MAX);
        (f32::from(index) + 0.5) / f32::from(side) * 2.0 - 1.0
    };
    let rows = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    rows.map(|(x, y)| (1.0 - position(x).hypot(position(y))).max(0.0)).collect()
}

/// The main colours along the photo's four sides.
fn edge_colours(mask: &Mask) -> Vec<Lab> {
    let side = mask.picture.side();
    let band = side / 20;
    let pixels = mask.picture.pixels().iter().enumerate();
    let edge: Vec<Sample> = pixels
        .filter(|(index, _)| {
            let (x, y) = (index % side, index / side);
            x.min(y) < band || x.max(y) >= side - band
        })
        .map(|(_, &pixel)| Sample { colour: Lab::from_srgb(pixel), weight: 1.0 })
        .collect();
    groups(&edge).into_iter().filter(|group| group.share > 0.1).map(|group| group.colour).collect()
}

/// Factors that make a nearly white background white; the product is seen in the same light.
fn illuminant(mask: &Mask) -> [f32; 3] {
    const NONE: [f32; 3] = [1.0; 3];
    let pixels = mask.picture.pixels().iter().zip(&mask.weights);
    let background: Vec<[u8; 3]> =
        pixels.filter(|&(_, &weight)| weight < BACKGROUND).map(|(&pixel, _)| pixel).collect();
    // Only a background that could be a white wall or sheet in coloured light says anything.
    let pale: Vec<[f32; 3]> = background
        .iter()
        .filter(|&&pixel| is_pale(Lab::from_srgb(pixel)))
        .map(|pixel| pixel.map(linear))
        .collect();
    if pale.len() < 500 || pale.len() * 2 < background.len() {
        return NONE;
    }
    let mut sums = [0.0_f32; 3];
    for pixel in &pale {
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += value;
        }
    }
    let grey = (sums[0] + sums[1] + sums[2]) / 3.0;
    // Half the way: the background may have a tint of its own.
    sums.map(|sum| (grey / sum.max(f32::EPSILON)).sqrt())
}

fn is_pale(colour: Lab) -> bool {
    colour.lightness > 0.7 && colour.chroma() < 0.045
}

/// The pixels that count, in corrected light, without glare and deep shadow.
fn samples(mask: &Mask, weights: &[f32], light: [f32; 3]) -> Vec<Sample> {
    let pixels = mask.picture.pixels().iter().zip(weights);
    let all: Vec<Sample> = pixels
        .filter(|&(_, &weight)| weight > 0.0)
        .map(|(pixel, &weight)| {
            let [r, g, b] = pixel.map(linear);
            Sample { colour: Lab::from_linear([r * light[0], g * light[1], b * light[2]]), weight }
        })
        .collect();
    let clean: Vec<Sample> =
        all.iter().copied().filter(|sample| (SHADOW..GLARE).contains(&sample.colour.lightness)).collect();
    // A white or black product is nothing but "glare" or "shadow".
    if clean.len() * 2 > all.len() { clean } else { all }
}

/// The share of each colour name, the largest first.
fn named_shares(groups: &[Group], metallic: bool) -> Vec<(Colour, f32)> {
    let mut named: Vec<(Colour, f32)> = Vec::new();
    for group in groups {
        let colour = if metallic { as_metal(name(group.colour)) } else { name(group.colour) };
        match named.iter_mut().find(|(known, _)| *known == colour) {
            Some((_, share)) => *share += group.share,
            None => named.push((colour, group.share)),
        }
    }
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    named
}

fn as_metal(colour: Colour) -> Colour {
    match colour {
        Colour::Yellow | Colour::Beige | Colour::Orange | Colour::Brown | Colour::Khaki => Colour::Gold,
        Colour::Grey | Colour::White => Colour::Silver,
        other => other,
    }
}

fn verdict(named: &[(Colour, f32)], trust: f32) -> Option<ColourFinding> {
    let &(first, share) = named.first()?;
    let many = named.iter().filter(|(_, share)| *share >= ONE_OF_MANY).count();
    if share < LEADS {
        let covered: f32 = named.iter().take(many).map(|(_, share)| share).sum();
        return (many >= 3).then_some(ColourFinding {
            primary: Colour::Multicoloured,
            secondary: None,
            share: covered,
            confidence: covered * trust,
        });
    }
    let secondary = named.get(1).filter(|(_, share)| *share >= SECOND).map(|&(colour, _)| colour);
    Some(ColourFinding { primary: first, secondary, share, confidence: share * trust })
}
