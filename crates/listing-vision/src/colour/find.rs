use super::blend::unblended;
use super::cluster::{Group, Sample, distance, groups, groups_in_pattern};
use super::light::{InLight, Light, Verdict, agreed};
use super::name::{is_doubtful, name};
use super::space::Lab;
use super::{Colour, ColourFinding};
use crate::mask::Mask;
use crate::picture::Square;

/// The minimum weight (likelihood, from 0 to 1) of a product pixel.
const PRODUCT: f32 = 0.6;
/// The minimum share of the photo that a plausible mask covers.
const LEAST_COVER: f32 = 0.02;
/// The maximum share of the photo that a plausible mask covers.
const MOST_COVER: f32 = 0.93;
/// The minimum distance of a foreground pixel from every color at the photo's edge.
const FOREGROUND_DISTANCE: f32 = 0.08;
/// The lightness above which a colorless pixel reflects the light.
const GLARE: f32 = 0.97;
/// The lightness below which a pixel is deep shadow.
const SHADOW: f32 = 0.1;
/// The minimum share of the product's surface of a color that is clearly the main color.
const LEADS: f32 = 0.46;
/// The minimum share of a second color in a pattern.
const SECOND_IN_PATTERN: f32 = 0.2;
/// The same on a plain surface, where a smaller share may be a fold or a lining.
const SECOND: f32 = 0.33;
/// The minimum share of each color of a multicolored product.
const ONE_OF_MANY: f32 = 0.14;
/// The minimum share at which a color names a product that is otherwise white.
const NAMES_WHITE: f32 = 0.4;
/// One pixel of this many is sampled, so shares are exact to a hundredth. Each row starts at another column,
/// or stripes would be counted too often or never.
const ONE_OF: usize = 8;
/// The color change around a pixel that reduces its weight to about a third.
const RESTLESS: f32 = 0.07;
/// The trust, from 0 to 1, in pixels found by the mask.
const TRUST_MASK: f32 = 1.0;
/// The trust in pixels found by their difference from the photo's edge.
const TRUST_EDGE: f32 = 0.75;
/// The trust in pixels found only by their place in the middle.
const TRUST_MIDDLE: f32 = 0.5;
/// The maximum mask weight of a background pixel.
const BACKGROUND: f32 = 0.2;
/// The minimum share of the photo that the background needs to be useful.
const LEAST_BACKGROUND: f32 = 0.01;

/// Finds the product's colors; `None` without a product pixel. `metallic` is true if such a product is
/// usually of metal, so that yellow and gray mean gold and silver.
pub fn find(mask: &Mask, is_patterned: bool, metallic: bool) -> Option<ColourFinding> {
    let (weights, trust) = product_weights(mask);
    let samples = samples(mask, &weights);
    let plain = groups(&samples);
    let in_pattern = unblended(&groups_in_pattern(&samples));
    let [taken, other] = if is_patterned { [in_pattern, plain] } else { [plain, in_pattern] };
    let background = background(mask);
    let named = |groups: &[Group]| named_shares(groups, metallic);
    let in_light = |light: Light| {
        let [taken, other, background] = [&taken, &other, &background].map(|groups| light.on(groups));
        let [all, all_other] = [&taken, &other].map(|groups| named(groups));
        let is_many = is_patterned && is_multicoloured(&all) && is_multicoloured(&all_other);
        let clear = [taken, other].map(|mut groups| {
            groups.retain(|group| metallic || !is_doubtful(group.colour));
            named(&groups)
        });
        let verdict = verdict(&all, is_patterned)?;
        Some(InLight { weight: light.weight, verdict, clear, background: named(&background), is_many })
    };
    agreed(&Light::all().filter_map(in_light).collect::<Vec<_>>(), trust)
}

fn ratio_of(part: usize, whole: usize) -> f32 {
    let float = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    float(part) / float(whole.max(1))
}

/// Returns each pixel's likelihood of being product, from 0 to 1, and the trust in it.
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
            let differs = edge.iter().all(|&edge| distance(edge, colour) > FOREGROUND_DISTANCE);
            if differs { weight } else { 0.0 }
        })
        .collect();
    if share(&standing_out) >= LEAST_COVER { (standing_out, TRUST_EDGE) } else { (middle, TRUST_MIDDLE) }
}

fn share(weights: &[f32]) -> f32 {
    let counting = weights.iter().filter(|&&weight| weight > 0.0).count();
    ratio(counting, weights.len())
}

fn ratio(part: usize, whole: usize) -> f32 {
    if whole < 16 { 0.0 } else { ratio_of(part / 16, whole / 16) }
}

/// From 1 in the middle to 0 in the corners.
fn middle_weights(side: usize) -> Vec<f32> {
    let position = |index: usize| {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let side = u16::try_from(side).unwrap_or(u16::MAX);
        (f32::from(index) + 0.5) / f32::from(side) * 2.0 - 1.0
    };
    let rows = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    rows.map(|(x, y)| (1.0 - position(x).hypot(position(y))).max(0.0)).collect()
}

/// The main colors of the strips along the photo's four sides.
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

/// The colors of the pixels that are surely background.
fn background(mask: &Mask) -> Vec<Group> {
    let pixels = mask.picture.pixels().iter().zip(&mask.weights).step_by(ONE_OF);
    let background: Vec<Sample> = pixels
        .filter(|(_, weight)| **weight < BACKGROUND)
        .map(|(&pixel, _)| Sample { colour: Lab::from_srgb(pixel), weight: 1.0 })
        .collect();
    let part = ratio_of(background.len(), mask.weights.len() / ONE_OF);
    if part < LEAST_BACKGROUND { Vec::new() } else { groups(&background) }
}

/// Leaves out glare and deep shadow.
fn samples(mask: &Mask, weights: &[f32]) -> Vec<Sample> {
    let side = mask.picture.side();
    let pixels = mask.picture.pixels().iter().zip(weights).enumerate();
    let all: Vec<Sample> = pixels
        .filter(|&(index, (_, &weight))| {
            weight > 0.0 && (index % side + 3 * (index / side)).is_multiple_of(ONE_OF)
        })
        .map(|(index, (pixel, &weight))| Sample {
            colour: Lab::from_srgb(*pixel),
            weight: weight * calm(&mask.picture, index),
        })
        .collect();
    let clean: Vec<Sample> =
        all.iter().copied().filter(|sample| (SHADOW..GLARE).contains(&sample.colour.lightness)).collect();
    // A white or black product consists only of "glare" or "shadow".
    if clean.len() * 2 > all.len() { clean } else { all }
}

/// The uniformity of the colors around a pixel, from 0 to 1. Along a border, a camera mixes two colors, so
/// pixels there count less.
fn calm(picture: &Square, index: usize) -> f32 {
    let (side, pixels) = (picture.side(), picture.pixels());
    let at = |index: usize| Lab::from_srgb(pixels[index.min(pixels.len() - 1)]);
    let change = |one: Lab, other: Lab| {
        (one.lightness - other.lightness).hypot(one.a - other.a).hypot(one.b - other.b)
    };
    let across = change(at(index.saturating_sub(1)), at(index + 1));
    let down = change(at(index.saturating_sub(side)), at(index + side));
    (-across.hypot(down) / RESTLESS).exp()
}

/// Each name's share of the surface, largest first.
fn named_shares(groups: &[Group], metallic: bool) -> Vec<(Colour, f32)> {
    let mut named: Vec<(Colour, f32)> = Vec::new();
    for group in groups {
        let colour = if metallic { as_metal(name(group.colour)) } else { name(group.colour) };
        match named.iter_mut().find(|(known, _)| *known == colour) {
            Some((_, share)) => *share += group.share,
            None => named.push((colour, group.share)),
        }
    }
    join_shades(&mut named);
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    named
}

/// The minimum share at which the lighter of two shades names the product.
const LIGHT: f32 = 0.4;
/// Dark and light shades that one product can show, since folds darken its color.
const SHADES: [[Colour; 2]; 3] =
    [[Colour::NavyBlue, Colour::Blue], [Colour::Blue, Colour::LightBlue], [Colour::Burgundy, Colour::Red]];

fn join_shades(named: &mut Vec<(Colour, f32)>) {
    for shades in SHADES {
        let [dark, light] = shades.map(|shade| named.iter().position(|(known, _)| *known == shade));
        let (Some(dark), Some(light)) = (dark, light) else { continue };
        let both = named[dark].1 + named[light].1;
        let (merged, removed) = if named[light].1 >= LIGHT * both { (light, dark) } else { (dark, light) };
        named[merged].1 = both;
        named.remove(removed);
    }
}

fn as_metal(colour: Colour) -> Colour {
    match colour {
        Colour::Yellow | Colour::Beige | Colour::Orange | Colour::Brown | Colour::Khaki => Colour::Gold,
        Colour::Grey | Colour::White => Colour::Silver,
        other => other,
    }
}

/// Several colors each cover a considerable share, and none leads.
fn is_multicoloured(named: &[(Colour, f32)]) -> bool {
    let many = named.iter().filter(|(_, share)| *share >= ONE_OF_MANY).count();
    named.first().is_some_and(|(_, share)| *share < LEADS) && many >= 3
}

fn verdict(named: &[(Colour, f32)], is_patterned: bool) -> Option<Verdict> {
    let &(first, _) = named.first()?;
    if is_multicoloured(named) {
        return Some((Colour::Multicoloured, None));
    }
    let least = if is_patterned { SECOND_IN_PATTERN } else { SECOND };
    Some(match named.get(1).filter(|(_, share)| *share >= least) {
        // A product is named by its color even if as much of it is white.
        Some(&(tint, part)) if first == Colour::White && part >= NAMES_WHITE => (tint, Some(first)),
        second => (first, second.map(|(colour, _)| *colour)),
    })
}

#[cfg(test)]
mod tests {
    use listing_domain::photo::Pixels;

    use super::*;
    use crate::colour;
    use crate::picture::Crop;

    const SIDE: u16 = 320;

    const WOOD: [u8; 3] = [150, 110, 70];
    const RED: [u8; 3] = [200, 30, 40];
    const BLACK: [u8; 3] = [25, 25, 27];
    const WHITE: [u8; 3] = [250, 250, 250];

    /// On a wooden table, lit from the left.
    fn product(colour: impl Fn(u16, u16) -> [u8; 3]) -> Mask {
        product_on(WOOD, colour)
    }

    fn product_on(ground: [u8; 3], colour: impl Fn(u16, u16) -> [u8; 3]) -> Mask {
        let is_product = |x: u16, y: u16| (50..270).contains(&x) && (50..270).contains(&y);
        let lit = |value: u8, x: u16| u8::try_from(u32::from(value) * u32::from(480 - x) / 480).unwrap();
        let positions = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let pixel = |(x, y)| {
            if is_product(x, y) { colour(x, y).map(|value| lit(value, x)) } else { ground }
        };
        let photo = Pixels::new(SIDE.into(), SIDE.into(), positions().flat_map(pixel).collect()).unwrap();
        let weights = positions().map(|(x, y)| if is_product(x, y) { 1.0 } else { 0.0 }).collect();
        Mask { picture: Square::cut(&photo, Crop::Squash, SIDE).unwrap(), weights }
    }

    fn plain(colour: impl Fn(u16, u16) -> [u8; 3]) -> (Colour, Option<Colour>) {
        let found = find(&product(colour), false, false).unwrap();
        (found.primary, found.secondary)
    }

    fn patterned(colour: impl Fn(u16, u16) -> [u8; 3]) -> (Colour, Option<Colour>) {
        let found = find(&product(colour), true, false).unwrap();
        (found.primary, found.secondary)
    }

    #[test]
    fn light_and_shadow_are_one_colour() {
        assert_eq!(plain(|_, _| [255, 252, 250]), (Colour::White, None));
        assert_eq!(plain(|_, _| RED), (Colour::Red, None));
        assert_eq!(plain(|_, _| [60, 95, 150]), (Colour::Blue, None));
    }

    #[test]
    fn second_colour_is_named_if_it_covers_a_fifth_of_a_pattern() {
        let striped = |of_ten| move |_, y: u16| if y / 3 % 10 < of_ten { RED } else { BLACK };
        assert_eq!(patterned(striped(4)), (Colour::Black, Some(Colour::Red)));
        assert_eq!(patterned(striped(1)), (Colour::Black, None));
    }

    #[test]
    fn coloured_pattern_on_white_has_white_as_its_second_colour() {
        let pink_on_white = |_, y: u16| if y % 20 < 9 { [235, 120, 150] } else { WHITE };
        assert_eq!(patterned(pink_on_white), (Colour::Pink, Some(Colour::White)));
    }

    #[test]
    fn shades_of_a_colour_count_as_one() {
        let denim = |x: u16, _| if (x / 40).is_multiple_of(2) { [40, 70, 120] } else { [90, 125, 180] };
        assert_eq!(plain(denim), (Colour::Blue, None));
    }

    #[test]
    fn four_colours_of_similar_size_are_multicoloured() {
        let four = [RED, [40, 160, 60], [40, 70, 200], [250, 210, 40]];
        let found = patterned(|x, y| four[usize::from((x / 20 + y / 20) % 4)]);
        assert_eq!(found, (Colour::Multicoloured, None));
    }

    #[test]
    fn colour_between_two_names_has_low_confidence() {
        let sure = |pixel| find(&product(move |_, _| pixel), false, false).unwrap().confidence;
        assert!(sure(RED) > colour::SURE, "red");
        assert!(sure([96, 96, 97]) < colour::SURE, "between black and grey");
        assert!(sure([58, 62, 76]) < colour::SURE, "between black, grey and navy blue");
        assert!(sure([196, 200, 206]) < colour::SURE, "between grey, white and light blue");
    }

    #[test]
    fn colour_that_is_also_in_the_background_has_low_confidence() {
        let mostly_red = |x: u16, _| if x < 200 { RED } else { BLACK };
        let sure = |ground| {
            let found = find(&product_on(ground, mostly_red), false, false).unwrap();
            assert_eq!(found.primary, Colour::Red);
            found.confidence
        };
        assert!(sure(WOOD) > colour::SURE, "{}", sure(WOOD));
        assert!(sure(RED) < colour::SURE, "{}", sure(RED));
    }

    #[test]
    fn multicoloured_is_confident_only_on_a_patterned_surface() {
        let four = [RED, [40, 160, 60], [40, 70, 200], [250, 210, 40]];
        let product = product(|x, y| four[usize::from((x / 20 + y / 20) % 4)]);
        let sure = |is_patterned| {
            let found = find(&product, is_patterned, false).unwrap();
            assert_eq!(found.primary, Colour::Multicoloured);
            found.confidence
        };
        assert!(sure(true) > colour::SURE, "{}", sure(true));
        assert!(sure(false) < colour::SURE, "{}", sure(false));
    }
}
