//! The geometry of a label in a photo: rotated, slanted, wavy and folded.

use fastrand::Rng;

use super::kind::Take;

/// Minimum share of the photo's sides around the label.
const FREE: f32 = 0.12;
/// Distance from the photo's middle, in pixels, at which the full slant applies.
const SLANT_AT: f32 = 500.0;

/// Maps points of a flat label to points of the photo.
#[derive(Debug)]
pub(super) struct Placement {
    take: Take,
    /// The photo's point that shows the label's middle.
    middle: [f32; 2],
    label_middle: [f32; 2],
    /// Pixels of the photo per pixel of the label.
    scale: f32,
    /// Length in pixels, and phase of the first wave.
    wave: [f32; 2],
    /// In pixels below the label's middle.
    crease: f32,
}

impl Placement {
    /// The label has at least `fineness` pixels per pixel of the photo.
    pub(super) fn of(take: Take, label: [f32; 2], photo: [f32; 2], fineness: f32, rng: &mut Rng) -> Self {
        let (sin, cos) = take.turn.to_radians().sin_cos();
        // Nearer parts are larger.
        let room =
            1.0 + (take.slant[0].abs() * label[0] + take.slant[1].abs() * label[1]) / fineness / SLANT_AT;
        let across = (label[0] * cos.abs() + label[1] * sin.abs()) * room;
        let high = (label[0] * sin.abs() + label[1] * cos.abs()) * room;
        let fits = (photo[0] / across).min(photo[1] / high) * (1.0 - FREE);
        let scale = fits.min(1.0 / fineness);
        let mut near = |side: f32, taken: f32| {
            let free = ((side - taken * scale) / 2.0 - side * FREE / 2.0).max(0.0);
            side / 2.0 + (rng.f32() - 0.5) * free
        };
        let middle = [near(photo[0], across), near(photo[1], high)];
        Self {
            take,
            middle,
            label_middle: label.map(|side| side / 2.0),
            scale,
            wave: [180.0 + rng.f32() * 220.0, rng.f32() * 6.0],
            crease: (rng.f32() - 0.5) * label[1] * scale * 0.5,
        }
    }

    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    pub(super) fn to_label(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let (sin, cos) = self.take.turn.to_radians().sin_cos();
        let (x, y) = (x - self.middle[0], y - self.middle[1]);
        let (x, y) = (x * cos + y * sin, y * cos - x * sin);
        let nearer = 1.0 / (1.0 - (self.take.slant[0] * x + self.take.slant[1] * y) / SLANT_AT).max(0.1);
        let (x, y) = (x * nearer, y * nearer);
        let y = y - self.rise(x);
        let beyond = (y - self.crease).max(0.0);
        let y = y - beyond + beyond / (1.0 - self.take.fold);
        [x / self.scale + self.label_middle[0], y / self.scale + self.label_middle[1]]
    }

    pub(super) fn to_photo(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let (x, y) = ((x - self.label_middle[0]) * self.scale, (y - self.label_middle[1]) * self.scale);
        let beyond = (y - self.crease).max(0.0);
        let y = y - beyond * self.take.fold + self.rise(x);
        let nearer = 1.0 / (1.0 + (self.take.slant[0] * x + self.take.slant[1] * y) / SLANT_AT);
        let (x, y) = (x * nearer, y * nearer);
        let (sin, cos) = self.take.turn.to_radians().sin_cos();
        [x * cos - y * sin + self.middle[0], x * sin + y * cos + self.middle[1]]
    }

    /// Returns the brightness at a point of the photo. Waves and a fold darken the label.
    pub(super) fn light(&self, photo: [f32; 2]) -> f32 {
        let [x, y] = self.to_label(photo);
        let (x, y) = ((x - self.label_middle[0]) * self.scale, (y - self.label_middle[1]) * self.scale);
        let wave = (x / self.wave[0] * std::f32::consts::TAU + self.wave[1]).cos() * self.take.waves * 0.02;
        let fold = if y > self.crease { self.take.fold * 0.8 } else { 0.0 };
        let edge = (-((y - self.crease) / 3.0).powi(2)).exp() * self.take.fold;
        1.0 - wave - fold - edge
    }

    fn rise(&self, x: f32) -> f32 {
        (x / self.wave[0] * std::f32::consts::TAU + self.wave[1]).sin() * self.take.waves
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::Kind;
    use super::*;

    #[test]
    fn projection_round_trip_returns_the_same_point() {
        let mut rng = Rng::with_seed(3);
        for kind in Kind::ALL.repeat(5) {
            let take = Take::of(kind, &mut rng);
            let placement = Placement::of(take, [900.0, 700.0], [1024.0, 768.0], 2.0, &mut rng);
            for point in [[0.0, 0.0], [900.0, 0.0], [450.0, 350.0], [0.0, 700.0], [900.0, 700.0]] {
                let photo = placement.to_photo(point);
                let back = placement.to_label(photo);
                let off = (back[0] - point[0]).hypot(back[1] - point[1]);
                assert!(off < 0.1, "{kind:?}: {point:?} became {back:?}");
                assert!(
                    (0.0..1024.0).contains(&photo[0]) && (0.0..768.0).contains(&photo[1]),
                    "{kind:?}: {photo:?}"
                );
            }
        }
    }
}
