//! The color space `OKLab`, published by Björn Ottosson, in which distances match perceived differences. The
//! constants below are its definition.

use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lab {
    /// From 0 (black) to 1 (white).
    pub(crate) lightness: f32,
    /// From green (negative) to red (positive).
    pub(crate) a: f32,
    /// From blue (negative) to yellow (positive).
    pub(crate) b: f32,
}

impl Lab {
    /// 0 is gray, about 0.3 the maximum of a screen.
    pub(crate) fn chroma(self) -> f32 {
        self.a.hypot(self.b)
    }

    /// The hue's angle in degrees: red 29, yellow 110, green 142, blue 264.
    pub(crate) fn hue(self) -> f32 {
        self.b.atan2(self.a).to_degrees().rem_euclid(360.0)
    }

    pub(crate) fn from_srgb(pixel: [u8; 3]) -> Self {
        Self::from_linear(pixel.map(linear))
    }

    /// Each channel from 0 to 1.
    pub(crate) fn from_linear([r, g, b]: [f32; 3]) -> Self {
        let long = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let medium = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let short = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        Self {
            lightness: 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            a: 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            b: 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        }
    }
}

/// From 0 to 1.
pub(crate) fn linear(value: u8) -> f32 {
    static TABLE: LazyLock<Vec<f32>> = LazyLock::new(|| (0..=u8::MAX).map(decode).collect());
    TABLE[usize::from(value)]
}

fn decode(value: u8) -> f32 {
    let value = f32::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_colours_have_their_oklab_coordinates() {
        for (pixel, lightness, chroma, hue) in [
            ([255, 0, 0], 0.628, 0.258, 29.0),
            ([255, 255, 0], 0.968, 0.211, 110.0),
            ([0, 0, 255], 0.452, 0.313, 264.0),
            ([128, 0, 128], 0.42, 0.193, 328.0),
        ] {
            let colour = Lab::from_srgb(pixel);
            assert!((colour.lightness - lightness).abs() < 0.005, "{pixel:?} {colour:?}");
            assert!((colour.chroma() - chroma).abs() < 0.005, "{pixel:?} {colour:?}");
            assert!((colour.hue() - hue).abs() < 1.0, "{pixel:?} {}", colour.hue());
        }
        let white = Lab::from_srgb([255; 3]);
        assert!((white.lightness - 1.0).abs() < 1e-3 && white.chroma() < 1e-3);
    }
}
