//! Renders a shot of a garment: view, light, label, sensor and file.
#![expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "drawing is arithmetic with bytes, places and floats"
)]

use anyhow::Result;
use fastrand::Rng;
use jiff::civil::DateTime;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use listing_domain::photo::Pixels;

use super::plan::{Kind, Shot};

/// Pixels for landscape or portrait.
const SIDES: [u16; 2] = [1280, 960];
const INK: f32 = 40.0;

type Colour = [f32; 3];

/// The part of the garment's photo that a shot shows, in shares of its sides.
struct View {
    centre: [f32; 2],
    extent: f32,
    /// In radians.
    turn: f32,
    /// Perspective, to the right and down.
    tilt: [f32; 2],
    is_mirrored: bool,
}

impl View {
    fn of(kind: Kind, rng: &mut Rng) -> Self {
        let mut around = |middle: f32, spread: f32| middle + (rng.f32() * 2.0 - 1.0) * spread;
        let (extent, spread) = match kind {
            Kind::Whole | Kind::Back => (around(0.92, 0.1), 0.04),
            Kind::Detail => (around(0.45, 0.12), 0.18),
            Kind::Label => (around(0.18, 0.05), 0.12),
        };
        let height = if kind == Kind::Label { 0.35 } else { 0.5 };
        Self {
            centre: [around(0.5, spread), around(height, spread)],
            extent,
            turn: around(0.0, if kind == Kind::Label { 0.25 } else { 0.1 }),
            tilt: [around(0.0, 0.12), around(0.0, 0.12)],
            is_mirrored: kind == Kind::Back,
        }
    }

    /// From the middle of the shot, in shares of its sides, to the garment's photo.
    fn place(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let depth = 1.0 + self.tilt[0] * x + self.tilt[1] * y;
        let (x, y) = (x / depth * if self.is_mirrored { -1.0 } else { 1.0 }, y / depth);
        let (sin, cos) = self.turn.sin_cos();
        let turned = [x * cos - y * sin, x * sin + y * cos];
        [0, 1].map(|axis| self.centre[axis] + turned[axis] * self.extent)
    }
}

/// A label that is sewn into the garment.
struct Label {
    /// Half of its sides, in shares of the shot.
    half: [f32; 2],
    turn: f32,
    ground: Colour,
    /// The beginning and end of the words of each line, from 0 to 1.
    lines: Vec<Vec<[f32; 2]>>,
}

impl Label {
    fn of(rng: &mut Rng) -> Self {
        let mut line = || {
            let mut at = 0.08;
            let mut words = Vec::new();
            while at < 0.75 {
                let end = at + 0.06 + rng.f32() * 0.2;
                words.push([at, end]);
                at = end + 0.04;
            }
            words
        };
        let lines = (0..7).map(|_| line()).collect();
        let bright = 205.0 + rng.f32() * 45.0;
        Self {
            half: [0.22 + rng.f32() * 0.13, 0.16 + rng.f32() * 0.12],
            turn: (rng.f32() - 0.5) * 0.4,
            ground: [bright, bright, bright - rng.f32() * 18.0],
            lines,
        }
    }

    /// `None` beyond the label.
    fn at(&self, [x, y]: [f32; 2]) -> Option<Colour> {
        let (sin, cos) = self.turn.sin_cos();
        let place = [(x * cos + y * sin) / self.half[0], (y * cos - x * sin) / self.half[1]];
        let [across, down] = place.map(|part| f32::midpoint(part, 1.0));
        if !(0.0..1.0).contains(&across) || !(0.0..1.0).contains(&down) {
            return None;
        }
        let row = down * self.lines.len() as f32;
        let words = &self.lines[row as usize];
        let is_ink = (0.3..0.75).contains(&row.fract())
            && words.iter().any(|[from, to]| (*from..*to).contains(&across));
        Some(if is_ink { [INK; 3] } else { self.ground })
    }
}

/// Returns a JPEG file.
pub(super) fn file(garment: &Pixels, shot: &Shot) -> Result<Vec<u8>> {
    let mut rng = Rng::with_seed(shot.seed);
    let view = View::of(shot.kind, &mut rng);
    let label = (shot.kind == Kind::Label).then(|| Label::of(&mut rng));
    let light = 0.88 + rng.f32() * 0.24;
    let warmth = (rng.f32() - 0.5) * 0.1;
    let light = [light * (1.0 + warmth), light, light * (1.0 - warmth)];
    let [width, height] = if garment.width() > garment.height() { SIDES } else { [SIDES[1], SIDES[0]] };
    let mut rgb = Vec::with_capacity(3 * usize::from(width) * usize::from(height));
    for y in 0..height {
        for x in 0..width {
            let at = [f32::from(x) / f32::from(width) - 0.5, f32::from(y) / f32::from(height) - 0.5];
            let colour = label.as_ref().and_then(|label| label.at(at));
            let colour = colour.unwrap_or_else(|| sample(garment, view.place(at)));
            let grain = (rng.f32() - 0.5) * 8.0;
            rgb.extend([0, 1, 2].map(|part| (colour[part] * light[part] + grain).clamp(0.0, 255.0) as u8));
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 80 + rng.u8(..12));
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    if shot.has_exif {
        encoder.add_app_segment(1, exif(shot.taken_at))?;
    }
    encoder.encode(&rgb, width, height, ColorType::Rgb)?;
    Ok(bytes)
}

/// Interpolates; the edge continues.
fn sample(garment: &Pixels, place: [f32; 2]) -> Colour {
    let sides = [garment.width(), garment.height()];
    let [x, y] = [0, 1].map(|axis| {
        let last = sides[axis].saturating_sub(1) as f32;
        (place[axis] * last).clamp(0.0, last)
    });
    let pixel = |x: f32, y: f32| {
        let x = (x as u32).min(sides[0] - 1) as usize;
        let y = (y as u32).min(sides[1] - 1) as usize;
        let at = 3 * (y * sides[0] as usize + x);
        [0, 1, 2].map(|part| f32::from(garment.rgb()[at + part]))
    };
    let mix = |a: Colour, b: Colour, share: f32| [0, 1, 2].map(|part| a[part] + (b[part] - a[part]) * share);
    let (right, down) = (x.fract(), y.fract());
    let upper = mix(pixel(x, y), pixel(x + 1.0, y), right);
    mix(upper, mix(pixel(x, y + 1.0), pixel(x + 1.0, y + 1.0), right), down)
}

/// An APP1 segment with the capture time and its milliseconds (EXIF 3.0, section 4.6).
fn exif(taken_at: DateTime) -> Vec<u8> {
    let time = format!("{}\0", taken_at.strftime("%Y:%m:%d %H:%M:%S"));
    let fraction = format!("{:03}\0", taken_at.millisecond());
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let inline: [u8; 4] = std::array::from_fn(|at| fraction.as_bytes().get(at).copied().unwrap_or(0));
    let first = entry(0x8769, 4, 1, 26_u32.to_be_bytes());
    let times = [entry(0x9003, 2, 20, 56_u32.to_be_bytes()), entry(0x9291, 2, 4, inline)].concat();
    let head = [&b"MM\0*"[..], &8_u32.to_be_bytes(), &1_u16.to_be_bytes(), &first, &[0; 4]].concat();
    [b"Exif\0\0", &head[..], &2_u16.to_be_bytes(), &times, &[0; 4], time.as_bytes()].concat()
}
