//! What may stand between a label and its reader.

use fastrand::Rng;
use serde::Serialize;

/// What makes the labels of some photos hard to read. Every photo also has a little of what
/// no photo is without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Nothing.
    Plain,
    /// Turned by up to 25°.
    Turned,
    /// Lies on its side.
    Sideways,
    /// Upside down.
    UpsideDown,
    /// Seen from the side.
    Slanted,
    /// Wavy, with a fold.
    Folded,
    /// Out of focus.
    Blurred,
    /// Taken in little light.
    Noisy,
    /// Sent through something that saves bytes.
    Compressed,
    /// On cloth or wood with a pattern.
    Textured,
    /// A little of all, turned by up to 25°.
    Mixed,
}

impl Kind {
    /// Every kind.
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

    /// Its name in file names and tables.
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

/// How a photo is taken, in numbers.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Take {
    /// Degrees to the right.
    pub(super) turn: f32,
    /// How much nearer, in parts of the distance, what lies 500 pixels to the right and down is.
    pub(super) slant: [f32; 2],
    /// How far waves rise, in pixels.
    pub(super) waves: f32,
    /// How much of its length what lies beyond the fold has lost.
    pub(super) fold: f32,
    /// The spread of a point, in pixels.
    pub(super) blur: f32,
    /// The spread of the grain, of 255.
    pub(super) noise: f32,
    /// The quality of the JPEG file.
    pub(super) quality: u8,
    /// Whether the background has a pattern.
    pub(super) textured: bool,
}

impl Take {
    /// A way to take a photo of a kind.
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
