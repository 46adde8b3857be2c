//! The inverse discrete cosine transform in integers, after Loeffler, Ligtenberg and Moschytz, with the
//! precision and rounding of libjpeg, so that both give the same samples.

use std::num::Wrapping;

use super::structure::Damaged;

/// The 64 coefficients or samples of a block, row by row.
pub(super) type Block = [i16; 64];

type Fixed = Wrapping<i32>;

/// Fractional bits of the transform's factors.
const BITS: usize = 13;
/// Fractional bits of values between the two passes.
const BITS_BETWEEN: usize = 2;

/// The index in a block of each coefficient in a scan's order (ITU-T T.81, figure A.6).
#[rustfmt::skip]
pub(super) const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

pub(super) fn in_block_order(table: &[u16; 64]) -> [u16; 64] {
    let mut ordered = [0; 64];
    for (value, position) in table.iter().zip(ZIGZAG) {
        ordered[usize::from(position)] = *value;
    }
    ordered
}

/// Coefficients too large for any encoder are an error, because decoders show different pictures for them.
pub(super) fn samples(block: &Block, quantization: &[u16; 64]) -> Result<[u8; 64], Damaged> {
    let mut values = [Wrapping(0_i32); 64];
    let mut has_details = false;
    let mut bits = 0;
    for ((value, coefficient), factor) in values.iter_mut().zip(block).zip(quantization) {
        let product = i32::from(*coefficient).wrapping_mul(i32::from(*factor));
        // The magnitude's bits, and one more for a negative power of two.
        bits |= product ^ (product >> 31);
        *value = Wrapping(product);
    }
    if bits >= 1 << 15 {
        return Err(Damaged);
    }
    for value in &values[1..] {
        has_details |= value.0 != 0;
    }
    if !has_details {
        return Ok([to_sample((values[0] << BITS_BETWEEN) + Wrapping(1 << 4), 5); 64]);
    }
    for column in 0..8 {
        let column_values: [Fixed; 8] = std::array::from_fn(|row| values[row * 8 + column]);
        let rounding = Wrapping(1 << (BITS - BITS_BETWEEN - 1));
        let transformed = transform(column_values);
        for (row, value) in transformed.into_iter().enumerate() {
            values[row * 8 + column] = (value + rounding) >> (BITS - BITS_BETWEEN);
        }
    }
    let mut samples = [0; 64];
    let shift = BITS + BITS_BETWEEN + 3;
    for (samples, values) in samples.as_chunks_mut::<8>().0.iter_mut().zip(values.as_chunks::<8>().0) {
        *samples = transform(*values).map(|value| to_sample(value + Wrapping(1 << (shift - 1)), shift));
    }
    Ok(samples)
}

fn to_sample(value: Fixed, shift: usize) -> u8 {
    u8::try_from((value >> shift).0.saturating_add(128).clamp(0, 255)).unwrap_or(u8::MAX)
}

/// A factor with [`BITS`] fractional bits.
const fn factor(value: i32) -> Fixed {
    Wrapping(value)
}

/// Transforms eight coefficients to values with [`BITS`] more fractional bits.
fn transform(input: [Fixed; 8]) -> [Fixed; 8] {
    let shared = (input[2] + input[6]) * factor(4_433);
    let low = shared - input[6] * factor(15_137);
    let high = shared + input[2] * factor(6_270);
    let sum = (input[0] + input[4]) << BITS;
    let difference = (input[0] - input[4]) << BITS;
    let even = [sum + high, difference + low, difference - low, sum - high];
    let [a, b, c, d] = [input[7], input[5], input[3], input[1]];
    let shared = (a + c + b + d) * factor(9_633);
    let outer = (a + d) * factor(7_373);
    let inner = (b + c) * factor(20_995);
    let left = shared - (a + c) * factor(16_069);
    let right = shared - (b + d) * factor(3_196);
    let odd = [
        d * factor(12_299) - outer + right,
        c * factor(25_172) - inner + left,
        b * factor(16_819) - inner + right,
        a * factor(2_446) - outer + left,
    ];
    std::array::from_fn(|at| if at < 4 { even[at] + odd[at] } else { even[7 - at] - odd[7 - at] })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_1_SQRT_2, PI};

    use super::*;

    /// Slow, by the standard's definition (ITU-T T.81, A.3.3).
    fn exact(block: &Block, x: u8, y: u8) -> f64 {
        let scale = |k: u8| if k == 0 { FRAC_1_SQRT_2 } else { 1.0 };
        let wave = |at: u8, k: u8| ((2.0 * f64::from(at) + 1.0) * f64::from(k) * PI / 16.0).cos();
        let mut sum = 0.0;
        for v in 0..8 {
            for u in 0..8 {
                let coefficient = f64::from(block[usize::from(v * 8 + u)]);
                sum += scale(u) * scale(v) * coefficient * wave(x, u) * wave(y, v);
            }
        }
        (sum / 4.0 + 128.0).clamp(0.0, 255.0)
    }

    #[test]
    fn samples_equal_those_of_the_standards_definition() {
        let mut state = 1_u32;
        for round in 0..200 {
            let mut block = [0; 64];
            for (position, coefficient) in block.iter_mut().enumerate() {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let [high, low, ..] = state.to_be_bytes();
                let is_set = position == 0 || usize::from(low) % 64 > position + round / 4;
                *coefficient = if is_set { (i16::from(high) - 128) * 2 } else { 0 };
            }
            let found = samples(&block, &[1; 64]).unwrap();
            for y in 0..8_u8 {
                for x in 0..8_u8 {
                    let (found, exact) = (f64::from(found[usize::from(y * 8 + x)]), exact(&block, x, y));
                    assert!((found - exact).abs() < 1.1, "{found}, not {exact}, of {block:?}");
                }
            }
        }
    }

    #[test]
    fn impossible_coefficients_are_refused() {
        for (coefficient, factor, is_fine) in [
            (i16::MIN, 1, true),
            (i16::MAX, 1, true),
            (i16::MIN, 2, false),
            (i16::MAX, u16::MAX, false),
            (1, u16::MAX, false),
            (-1, 1 << 15, true),
        ] {
            for position in [0, 1, 63] {
                let mut block = [0; 64];
                block[position] = coefficient;
                assert_eq!(samples(&block, &[factor; 64]).is_ok(), is_fine, "{coefficient} {factor}");
            }
        }
    }
}
