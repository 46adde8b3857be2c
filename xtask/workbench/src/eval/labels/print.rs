//! Draws a label's text as a flat picture.

use ab_glyph::{Font as _, FontVec, GlyphId, PxScale, ScaleFont as _, point};
use fastrand::Rng;

use super::canvas::{Canvas, Colour, whole};
use super::words::{Line, Subject};

/// Pixels of the flat label per pixel of the photo; above 1, so that rotation loses little detail.
pub(super) const FINENESS: f32 = 2.0;

/// Cloth or paper, and the ink on it.
const COLOURS: &[(Colour, Colour)] = &[
    ([246.0, 245.0, 242.0], [24.0, 24.0, 28.0]),
    ([252.0, 252.0, 252.0], [60.0, 60.0, 66.0]),
    ([238.0, 228.0, 206.0], [70.0, 42.0, 26.0]),
    ([28.0, 28.0, 30.0], [236.0, 236.0, 232.0]),
    ([26.0, 38.0, 74.0], [226.0, 224.0, 214.0]),
    ([206.0, 212.0, 214.0], [30.0, 34.0, 60.0]),
    ([150.0, 32.0, 40.0], [250.0, 244.0, 236.0]),
];

pub(super) struct Printed {
    pub(super) canvas: Canvas,
    /// Around each line's ink: left, top, right and bottom.
    pub(super) boxes: Vec<[f32; 4]>,
}

/// `height` is the font height of the smallest letters in the later photo, in pixels.
pub(super) fn print(lines: &[Line], fonts: &[FontVec], height: f32, rng: &mut Rng) -> Printed {
    let any = |rng: &mut Rng| &fonts[rng.usize(..fonts.len())];
    let (display, body) = (any(rng), any(rng));
    let is_centred = rng.bool();
    let (large, middle) = (1.7 + rng.f32() * 0.9, 1.1 + rng.f32() * 0.6);
    let set: Vec<Set> = lines
        .iter()
        .map(|line| {
            let (font, times) = match line.subject {
                Subject::Brand => (display, large),
                Subject::Size => (body, middle),
                _ => (body, 1.0),
            };
            Set::of(font, &line.text, height * FINENESS * times)
        })
        .collect();
    let margin = height * FINENESS * (0.8 + rng.f32() * 0.6);
    let leading = 1.05 + rng.f32() * 0.35;
    let widest = set.iter().map(|line| line.width).fold(0.0, f32::max);
    let total: f32 = set.iter().map(|line| line.height * leading).sum();
    let (cloth, ink) = COLOURS[rng.usize(..COLOURS.len())];
    let mut canvas = Canvas::new(whole(widest + margin * 2.0), whole(total + margin * 2.0), |_, _| cloth);
    let mut top = margin;
    let mut boxes = Vec::new();
    for line in set {
        let left = margin + if is_centred { (widest - line.width) / 2.0 } else { 0.0 };
        boxes.push(line.draw(&mut canvas, left, top, ink));
        top += line.height * leading;
    }
    Printed { canvas, boxes }
}

/// A line with positions, not drawn yet.
struct Set<'a> {
    font: &'a FontVec,
    scale: PxScale,
    letters: Vec<(GlyphId, f32)>,
    width: f32,
    height: f32,
    ascent: f32,
}

impl<'a> Set<'a> {
    fn of(font: &'a FontVec, text: &str, height: f32) -> Self {
        let scale = PxScale::from(height);
        let scaled = font.as_scaled(scale);
        let (mut letters, mut width) = (Vec::new(), 0.0);
        let mut before: Option<GlyphId> = None;
        for letter in text.chars().map(|letter| scaled.glyph_id(letter)) {
            width += before.map_or(0.0, |before| scaled.kern(before, letter));
            letters.push((letter, width));
            width += scaled.h_advance(letter);
            before = Some(letter);
        }
        Self { font, scale, letters, width, height: scaled.height(), ascent: scaled.ascent() }
    }

    /// Returns the rectangle around the ink.
    fn draw(&self, canvas: &mut Canvas, left: f32, top: f32, ink: Colour) -> [f32; 4] {
        let mut inked = [f32::INFINITY, f32::INFINITY, 0.0_f32, 0.0_f32];
        for &(letter, offset) in &self.letters {
            let glyph = letter.with_scale_and_position(self.scale, point(left + offset, top + self.ascent));
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            inked = [
                inked[0].min(bounds.min.x),
                inked[1].min(bounds.min.y),
                inked[2].max(bounds.max.x),
                inked[3].max(bounds.max.y),
            ];
            let (x, y) = (whole(bounds.min.x), whole(bounds.min.y));
            outline.draw(|right, down, cover| {
                let shifted = |from: usize, by: u32| from + usize::try_from(by).unwrap_or(0);
                canvas.lay_over(shifted(x, right), shifted(y, down), ink, cover.min(1.0));
            });
        }
        inked
    }
}
