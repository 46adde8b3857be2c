//! Photos that an account keeps for its exports.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::photo::PreparedPhoto;
use crate::violation::Violation;

/// The time for which an account keeps the photos of a generation: 1 to [`PhotoRetention::MAX_DAYS`] days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhotoRetention(u8);

/// A number of days that is not a [`PhotoRetention`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("photos are kept for 1 to {} days", PhotoRetention::MAX_DAYS)]
pub struct InvalidPhotoRetention;

impl PhotoRetention {
    /// The longest retention, in days.
    pub const MAX_DAYS: u8 = 90;
    /// The default of the host's limit: 30 days.
    pub const DEFAULT_LIMIT: Self = Self(30);

    /// A retention of some days.
    ///
    /// # Errors
    /// Unless there are 1 to [`PhotoRetention::MAX_DAYS`] days.
    pub fn from_days(days: u32) -> Result<Self, InvalidPhotoRetention> {
        let days = u8::try_from(days).ok().filter(|days| (1..=Self::MAX_DAYS).contains(days));
        days.map(Self).ok_or(InvalidPhotoRetention)
    }

    /// Reads the days of an account's choice, up to the host's limit. `None` for 0, which keeps no photos.
    ///
    /// # Errors
    /// For any other text; the violation names the accepted numbers.
    pub fn parse(field: &str, text: &str, limit: Option<Self>) -> Result<Option<Self>, Violation> {
        let longest = limit.map_or(0, Self::days);
        let days = text.parse::<u32>().ok().filter(|days| *days <= u32::from(longest));
        let days = days.ok_or_else(|| match longest {
            0 => Violation::new(field, "must be 0: this server keeps no photos"),
            _ => Violation::new(field, format!("must be a whole number from 0 to {longest}")),
        })?;
        Ok(Self::from_days(days).ok())
    }

    /// The number of days.
    pub const fn days(self) -> u8 {
        self.0
    }

    /// The length.
    pub fn duration(self) -> SignedDuration {
        SignedDuration::from_hours(i64::from(self.0) * 24)
    }

    /// The moment at which photos stored at `at` are deleted.
    pub fn end(self, at: Timestamp) -> Timestamp {
        at.saturating_add(self.duration()).unwrap_or(Timestamp::MAX)
    }
}

/// The prepared photos of a new generation, stored only if its account keeps photos.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotosToKeep {
    /// The photos, in the order of the request.
    pub photos: Arc<[PreparedPhoto]>,
    /// The host's limit, which applies to a longer retention of the account.
    pub limit: PhotoRetention,
}

impl PhotosToKeep {
    /// The moment at which the photos are deleted, for an account with this retention.
    pub fn delete_at(&self, retention: PhotoRetention, stored_at: Timestamp) -> Timestamp {
        retention.min(self.limit).end(stored_at)
    }
}

/// The photos that an account keeps, as numbers and dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeptPhotoSummary {
    /// The number of generations with photos.
    pub generations: u32,
    /// The number of photos.
    pub photos: u32,
    /// The time of the oldest photos; `None` without photos.
    pub oldest: Option<Timestamp>,
    /// The moment at which the last photos are deleted; `None` without photos.
    pub last_delete_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(days: u32) -> PhotoRetention {
        PhotoRetention::from_days(days).unwrap()
    }

    #[test]
    fn retention_outside_1_to_90_days_is_refused() {
        for accepted in [1, 30, 90] {
            assert_eq!(u32::from(days(accepted).days()), accepted);
        }
        for refused in [0, 91, 256 + 30] {
            assert_eq!(PhotoRetention::from_days(refused), Err(InvalidPhotoRetention), "{refused}");
        }
    }

    #[test]
    fn choice_above_the_hosts_limit_is_refused() {
        let read = |text: &str, limit| PhotoRetention::parse("photoDays", text, limit);
        assert_eq!(read("0", Some(days(30))), Ok(None));
        assert_eq!(read("30", Some(days(30))), Ok(Some(days(30))));
        for refused in ["31", "-1", "", "ten", "1.5"] {
            let violation = read(refused, Some(days(30))).unwrap_err();
            assert_eq!(violation.to_string(), "photoDays must be a whole number from 0 to 30", "{refused}");
        }
        assert_eq!(read("0", None), Ok(None));
        assert!(read("1", None).unwrap_err().to_string().ends_with("must be 0: this server keeps no photos"));
    }

    #[test]
    fn photos_are_deleted_after_the_shorter_of_choice_and_limit() {
        let stored_at: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let new = PhotosToKeep { photos: Arc::new([]), limit: days(7) };
        assert_eq!(new.delete_at(days(30), stored_at), "2026-11-28T10:00:00Z".parse().unwrap());
        assert_eq!(new.delete_at(days(1), stored_at), "2026-11-22T10:00:00Z".parse().unwrap());
        assert_eq!(days(90).end(Timestamp::MAX), Timestamp::MAX);
    }
}
