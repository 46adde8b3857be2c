//! Where two colors of a pattern meet, a camera blends them to a third.

use super::cluster::Group;
use super::space::Lab;

/// The minimum distance between two colors that can blend.
const APART: f32 = 0.2;
/// The minimum share of the surface of each color that can blend.
const SHARE: f32 = 0.08;
/// The maximum ratio of the path between two colors over their blend to the direct path.
const DETOUR: f32 = 1.06;

/// Divides the share of each blended color between its two sources, by proximity.
pub(super) fn unblended(groups: &[Group]) -> Vec<Group> {
    let mut shares: Vec<f32> = groups.iter().map(|group| group.share).collect();
    for (index, blend) in groups.iter().enumerate() {
        if let Some([one, other]) = sources(groups, index) {
            let to_one = distance(groups[one].colour, blend.colour);
            let to_other = distance(groups[other].colour, blend.colour);
            let part = to_other / (to_one + to_other);
            shares[index] -= blend.share;
            shares[one] += blend.share * part;
            shares[other] += blend.share * (1.0 - part);
        }
    }
    let mut unblended: Vec<Group> =
        groups.iter().zip(shares).map(|(group, share)| Group { share, ..*group }).collect();
    unblended.retain(|group| group.share > 0.0);
    unblended.sort_by(|a, b| b.share.total_cmp(&a.share));
    unblended
}

/// The two colors that mix to the one at `blend`.
fn sources(groups: &[Group], blend: usize) -> Option<[usize; 2]> {
    let colour = groups[blend].colour;
    let others = || (0..groups.len()).filter(|&it| it != blend && groups[it].share >= SHARE);
    let pairs = others().flat_map(|one| others().filter(move |&other| other > one).map(move |it| [one, it]));
    let detour = |[one, other]: [usize; 2]| {
        let [one, other] = [groups[one].colour, groups[other].colour];
        let direct = distance(one, other);
        (direct >= APART).then(|| (distance(one, colour) + distance(colour, other)) / direct)
    };
    let between = pairs.filter_map(|pair| Some((pair, detour(pair)?))).filter(|(_, way)| *way < DETOUR);
    between.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(pair, _)| pair)
}

fn distance(left: Lab, right: Lab) -> f32 {
    (0.7 * (left.lightness - right.lightness)).hypot(left.a - right.a).hypot(left.b - right.b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(pixel: [u8; 3], share: f32) -> Group {
        Group { colour: Lab::from_srgb(pixel), share }
    }

    #[test]
    fn share_of_a_blended_colour_goes_to_its_two_sources() {
        let shares = |groups: &[Group]| -> Vec<f32> {
            unblended(groups).iter().map(|group| (group.share * 100.0).round()).collect()
        };
        let (black, white) = (group([20, 20, 20], 0.4), group([250, 250, 250], 0.3));
        assert_eq!(shares(&[black, white, group([120, 120, 120], 0.3)]).len(), 2);
        assert_eq!(shares(&[black, white, group([180, 30, 40], 0.3)]), [40.0, 30.0, 30.0]);
    }
}
