/// Exact up to 65,535, more than any picture's side; larger counts become 65,535.
pub(super) fn real(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

/// Truncates to 0 to `most`; NaN becomes 0.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what does not fit is brought to the nearest that does, and the standard library has no other way"
)]
pub(super) fn whole(value: f32, most: usize) -> usize {
    (value as usize).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_limits() {
        assert_eq!(whole(7.9, 10), 7);
        assert_eq!((whole(-1.0, 10), whole(f32::NAN, 10), whole(f32::INFINITY, 10)), (0, 0, 10));
        assert!((real(48) - 48.0).abs() < f32::EPSILON && (real(usize::MAX) - 65_535.0).abs() < f32::EPSILON);
    }
}
