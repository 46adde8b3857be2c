//! Measures the contrast of a surface, and the directions of its edges.

use super::field::Field;

/// Pixels per side of the blocks of a surface. A pattern is in most blocks; a fold, a seam or a logo is in
/// some.
const BLOCK: usize = 16;
/// Blocks with a smaller share of product are left out.
const FULL: f32 = 0.6;
/// The minimum number of blocks of a useful surface.
const FEWEST: usize = 12;
/// Weaker edges are noise.
const EDGE: f32 = 0.03;
/// Comparing squares saves a square root.
const SURELY_WEAKER: f32 = EDGE * EDGE * 0.99;

/// Distinguishes patterns from folds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texture {
    /// Contrast of lightness that a fifth of the blocks do not reach.
    pub(super) calm_light: f32,
    /// Contrast of lightness in the median block.
    pub(super) light: f32,
    /// Contrast of hue that a fifth of the blocks do not reach.
    pub(super) calm_hue: f32,
    /// Contrast of hue in the median block.
    pub(super) hue: f32,
    /// Summed strength per pixel.
    pub(super) edges: f32,
    /// Alignment of all edges to one direction, from 0 to 1.
    pub(super) one_way: f32,
    /// Mean alignment within each block to one direction.
    pub(super) local_one_way: f32,
    /// Mean alignment within each block to two directions at right angles.
    pub(super) local_two_way: f32,
}

/// Edges summed by direction: their strength, then its products with cosine and sine of two and four times
/// the angle. Opposite directions are equal in the first pair, and right angles in the second.
#[derive(Debug, Clone, Copy, Default)]
struct Directions([f32; 5]);

impl Directions {
    fn add(&mut self, strength: f32, angle: f32) {
        let (sin_two, cos_two) = (2.0 * angle).sin_cos();
        let (sin_four, cos_four) = (4.0 * angle).sin_cos();
        let parts = [1.0, cos_two, sin_two, cos_four, sin_four];
        for (sum, part) in self.0.iter_mut().zip(parts) {
            *sum += strength * part;
        }
    }

    fn add_all(&mut self, other: Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }

    fn one_way(self) -> f32 {
        self.0[1].hypot(self.0[2])
    }

    fn two_way(self) -> f32 {
        self.0[3].hypot(self.0[4])
    }
}

impl Texture {
    /// `None` if too little of the product is visible.
    pub(super) fn from_field(field: &Field) -> Option<Self> {
        let (mut lights, mut hues) = (Vec::new(), Vec::new());
        let (mut all, mut local_one, mut local_two, mut pixels) = (Directions::default(), 0.0, 0.0, 0.0);
        let starts = || (0..field.side / BLOCK).map(|index| index * BLOCK);
        for (top, left) in starts().flat_map(|top| starts().map(move |left| (top, left))) {
            let block = Block::from_field(field, top, left);
            if block.pixels < FULL * BLOCK_PIXELS {
                continue;
            }
            lights.push((block.light / block.pixels).sqrt());
            hues.push((block.hue / block.pixels).sqrt());
            pixels += block.pixels;
            all.add_all(block.edges);
            local_one += block.edges.one_way();
            local_two += block.edges.two_way();
        }
        if lights.len() < FEWEST {
            return None;
        }
        lights.sort_by(f32::total_cmp);
        hues.sort_by(f32::total_cmp);
        let (calm, middle) = (lights.len() / 5, lights.len() / 2);
        let strength = all.0[0].max(f32::EPSILON);
        Some(Self {
            calm_light: lights[calm],
            light: lights[middle],
            calm_hue: hues[calm],
            hue: hues[middle],
            edges: all.0[0] / pixels,
            one_way: all.one_way() / strength,
            local_one_way: local_one / strength,
            local_two_way: local_two / strength,
        })
    }

    /// The likelihood, from 0 to 1.
    pub(super) fn patterned(&self) -> f32 {
        let seen = self.features();
        let score: f32 = WEIGHTS.iter().zip(seen).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-(BIAS + score)).exp())
    }

    /// The inputs of the logistic function. Contrasts are logarithms, because their ratio counts, with an
    /// offset slightly above camera noise.
    fn features(&self) -> [f32; 7] {
        [
            (self.calm_light + 0.002).ln(),
            (self.light + 0.002).ln(),
            (self.calm_hue + 0.002).ln(),
            (self.hue + 0.002).ln(),
            (self.edges + 0.002).ln(),
            self.local_one_way,
            self.one_way,
        ]
    }
}

const BLOCK_PIXELS: f32 = 256.0;
/// Constant term of the logistic function. All terms were fitted on the tuned half of the labeled photos.
const BIAS: f32 = 13.909;
const WEIGHTS: [f32; 7] = [0.732, 0.714, 0.199, 0.674, 1.006, -5.651, 2.624];

/// Sums over the product's pixels.
#[derive(Debug, Default)]
struct Block {
    pixels: f32,
    light: f32,
    hue: f32,
    edges: Directions,
}

impl Block {
    fn from_field(field: &Field, top: usize, left: usize) -> Self {
        let mut block = Self::default();
        let side = field.side;
        let [light, a, b] = &field.planes;
        for y in top..top + BLOCK {
            for x in left..left + BLOCK {
                let here = y * side + x;
                if !field.inside[here] {
                    continue;
                }
                block.pixels += 1.0;
                block.light += light[here] * light[here];
                block.hue += a[here] * a[here] + b[here] * b[here];
                let is_amid = x > 0 && y > 0 && x + 1 < side && y + 1 < side;
                if is_amid
                    && [here - 1, here + 1, here - side, here + side].iter().all(|&it| field.inside[it])
                {
                    for plane in &field.planes {
                        let across = plane[here + 1] - plane[here - 1];
                        let down = plane[here + side] - plane[here - side];
                        if across * across + down * down < SURELY_WEAKER {
                            continue;
                        }
                        let strength = across.hypot(down);
                        if strength > EDGE {
                            block.edges.add(strength, down.atan2(across));
                        }
                    }
                }
            }
        }
        block
    }
}
