//! Pictures in memory while they are drawn.
#![expect(clippy::as_conversions, reason = "drawing is arithmetic with bytes, places and floats")]

/// Red, green and blue, from 0 to 255.
pub(super) type Colour = [f32; 3];

/// Color values can be fractions.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Colour>,
}

impl Canvas {
    /// Computes each pixel's color from its position.
    pub(super) fn new(width: usize, height: usize, mut colour: impl FnMut(f32, f32) -> Colour) -> Self {
        let pixels = (0..width * height).map(|pixel| colour(real(pixel % width), real(pixel / width)));
        Self { width, height, pixels: pixels.collect() }
    }

    pub(super) fn sides(&self) -> [f32; 2] {
        [real(self.width), real(self.height)]
    }

    /// Blends a color over a pixel. `cover` is the opacity, from 0 to 1.
    pub(super) fn lay_over(&mut self, x: usize, y: usize, colour: Colour, cover: f32) {
        if x < self.width && y < self.height {
            let pixel = &mut self.pixels[y * self.width + x];
            *pixel = mix(*pixel, colour, cover);
        }
    }

    /// Interpolates the four nearest pixels; `None` beyond the edge.
    pub(super) fn at(&self, x: f32, y: f32) -> Option<Colour> {
        let (left, top) = (x.floor(), y.floor());
        if left < 0.0 || top < 0.0 {
            return None;
        }
        let (right, below) = (whole(left) + 1, whole(top) + 1);
        if right >= self.width || below >= self.height {
            return None;
        }
        let pixel = |x: usize, y: usize| self.pixels[y * self.width + x];
        let above = mix(pixel(right - 1, below - 1), pixel(right, below - 1), x - left);
        Some(mix(above, mix(pixel(right - 1, below), pixel(right, below), x - left), y - top))
    }

    /// Three bytes per pixel.
    pub(super) fn rgb(&self) -> Vec<u8> {
        self.pixels.iter().flatten().map(|&value| byte(value)).collect()
    }
}

/// `share` is the second color's share, from 0 to 1.
pub(super) fn mix(a: Colour, b: Colour, share: f32) -> Colour {
    [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share)
}

#[expect(clippy::cast_precision_loss, reason = "places are far below the 24 bits of a float")]
pub(super) fn real(position: usize) -> f32 {
    position as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places are small and positive")]
pub(super) fn whole(position: f32) -> usize {
    position as usize
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a byte holds")]
fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}
