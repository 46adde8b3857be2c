//! Groups a seller's photos into items.

mod runs;

use jiff::civil::DateTime;

pub use runs::group;

/// The appearance of a photo: a direction in the embedded engine's space of features, in small integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look(Vec<i8>);

/// A look without values, with too many, or of zeros alone, which have no direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a look needs 1 to {} values that are not all zero, not {found}", Look::MAX_VALUES)]
pub struct InvalidLook {
    found: usize,
}

impl Look {
    /// The maximum number of values.
    pub const MAX_VALUES: usize = 2048;

    /// Accepts 1 to [`Look::MAX_VALUES`] values that are not all zero.
    pub fn new(values: Vec<i8>) -> Result<Self, InvalidLook> {
        let found = values.len();
        if found > Self::MAX_VALUES || values.iter().all(|value| *value == 0) {
            return Err(InvalidLook { found });
        }
        Ok(Self(values))
    }

    /// Scales features so that the largest becomes 127. `None` if a feature is not finite, or if
    /// [`Look::new`] refuses the values.
    pub fn from_features(features: &[f32]) -> Option<Self> {
        let largest = features.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if !features.iter().all(|value| value.is_finite()) || largest <= 0.0 {
            return None;
        }
        Self::new(features.iter().map(|value| small(value / largest)).collect()).ok()
    }

    /// Reads the form of [`Look::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidLook> {
        Self::new(bytes.iter().map(|byte| byte.cast_signed()).collect())
    }

    /// The values as bytes, for storage.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|value| value.cast_unsigned()).collect()
    }

    /// The likeness of two photos, from -1 to 1: the cosine of the angle between their looks. `None` if they
    /// have different numbers of values, because different engines made them.
    pub fn likeness(&self, other: &Self) -> Option<f64> {
        let norm = |look: &Self| f64::from(dot(&look.0, &look.0)).sqrt();
        (self.0.len() == other.0.len())
            .then(|| f64::from(dot(&self.0, &other.0)) / (norm(self) * norm(other)))
    }
}

/// At most 2048 × 128², which fits.
fn dot(one: &[i8], other: &[i8]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "a whole number from -127 to 127 is exact in both, and the language has no other way"
)]
fn small(share: f32) -> i8 {
    (share * 127.0).round().clamp(-127.0, 127.0) as i8
}

/// The facts of a photo that say to which item it belongs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhotoTraits {
    /// The capture time by the camera's clock, which has no time zone.
    pub taken_at: Option<DateTime>,
    /// The appearance.
    pub look: Option<Look>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_is_stored_as_bytes_and_read_back() {
        let look = Look::from_features(&[0.5, -1.0, 0.0]).unwrap();
        assert_eq!(look, Look::new(vec![64, -127, 0]).unwrap());
        assert_eq!(Look::from_bytes(&look.to_bytes()), Ok(look));
    }

    #[test]
    fn look_without_direction_is_refused() {
        for (values, is_accepted) in [
            (vec![], false),
            (vec![0; 9], false),
            (vec![1], true),
            (vec![1; Look::MAX_VALUES], true),
            (vec![1; Look::MAX_VALUES + 1], false),
        ] {
            assert_eq!(Look::new(values.clone()).is_ok(), is_accepted, "{}", values.len());
        }
        for features in [&[][..], &[0.0], &[f32::NAN, 1.0], &[f32::INFINITY]] {
            assert_eq!(Look::from_features(features), None, "{features:?}");
        }
    }

    #[test]
    fn likeness_is_the_cosine() {
        let look = |values: &[i8]| Look::new(values.to_vec()).unwrap();
        let likeness = look(&[3, 4]).likeness(&look(&[6, 8])).unwrap();
        assert!((likeness - 1.0).abs() < 1e-9, "{likeness}");
        assert_eq!(look(&[1, 0]).likeness(&look(&[0, 5])), Some(0.0));
        assert_eq!(look(&[1, 0]).likeness(&look(&[1])), None);
    }
}
