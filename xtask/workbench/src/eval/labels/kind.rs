//! Kinds of photos of labels, by what makes the label difficult to read.

use fastrand::Rng;
use serde::Serialize;

/// A label's difficulty. Every photo also has the small flaws of usual photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Plain,
    /// Rotated by up to 25°.
    Turned,
    Sideways,
    UpsideDown,
    /// Taken from the side.
    Slanted,
    /// Wavy and folded.
    Folded,
    Blurred,
    /// Taken in little light.
    Noisy,
    /// Low JPEG quality.
    Compressed,
    /// Lies on patterned cloth or wood.
    Textured,
    /// A little of each difficulty, and rotated by up to 25°.
    Mixed,
}

impl Kind {
    /// In the order of the printed table.
    pub(super) const ALL: [Self; 11] = [
        Self::Plain,
        Self::Turned,
        Self::Sideways,
        Self::UpsideDown,
        Self::Slanted,
        Self::Folded,
        Self::Blurred,
        Self::Noisy,
        Self::Compressed,
        Self::Textured,
        Self::Mixed,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Turned => "turned",
            Self::Sideways => "sideways",
            Self::UpsideDown => "upside-down",
            Self::Slanted => "slanted",
            Self::Folded => "folded",
            Self::Blurred => "blurred",
            Self::Noisy => "noisy",
            Self::Compressed => "compressed",
            Self::Textured => "textured",
            Self::Mixed => "mixed",
        }
    }
}

/// Parameters of a generated photo.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Take {
    /// Rotation to the right, in degrees.
    pub(super) turn: f32,
    /// Perspective, to the right and down: a point 500 pixels from the middle is nearer by this share of the
    /// distance.
    pub(super) slant: [f32; 2],
    /// Height in pixels.
    pub(super) waves: f32,
    /// Share of the label's length beyond the fold that is lost.
    pub(super) fold: f32,
    /// Radius in pixels.
    pub(super) blur: f32,
    /// Standard deviation, on a scale of 255.
    pub(super) noise: f32,
    pub(super) quality: u8,
    pub(super) textured: bool,
}

impl Take {
    pub(super) fn of(kind: Kind, rng: &mut Rng) -> Self {
        let mut between = |low: f32, high: f32| low + rng.f32() * (high - low);
        let mut take = Self {
            turn: between(-3.0, 3.0),
            slant: [between(-0.03, 0.03), between(-0.03, 0.03)],
            waves: 0.0,
            fold: 0.0,
            blur: between(0.4, 0.7),
            noise: between(1.0, 4.0),
            quality: 85,
            textured: false,
        };
        let mut either = |low: f32, high: f32| {
            let value = between(low, high);
            if between(0.0, 1.0) < 0.5 { -value } else { value }
        };
        match kind {
            Kind::Plain => {}
            Kind::Turned => take.turn = either(8.0, 25.0),
            Kind::Sideways => take.turn += either(90.0, 90.0),
            Kind::UpsideDown => take.turn += 180.0,
            Kind::Slanted => take.slant = [either(0.2, 0.45), either(0.1, 0.35)],
            Kind::Folded => (take.waves, take.fold) = (either(2.0, 5.0).abs(), either(0.1, 0.3).abs()),
            Kind::Blurred => take.blur = either(1.2, 2.0).abs(),
            Kind::Noisy => take.noise = either(14.0, 28.0).abs(),
            Kind::Compressed => take.quality = if rng.bool() { 20 } else { 35 },
            Kind::Textured => take.textured = true,
            Kind::Mixed => {
                take.turn = either(0.0, 25.0);
                take.slant = [either(0.0, 0.2), either(0.0, 0.15)];
                (take.waves, take.fold) = (either(0.5, 2.0).abs(), either(0.0, 0.1).abs());
                (take.blur, take.noise) = (either(0.6, 1.1).abs(), either(4.0, 12.0).abs());
                (take.quality, take.textured) = (60, true);
            }
        }
        take
    }
}
