//! What accounts did, day by day.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;

use super::StoreError;
use crate::ids::{AccountId, KeyId};

/// Tells from the books what was generated.
#[async_trait]
pub trait Activity: Send + Sync {
    /// How many generations of an account were charged from a moment on, for each day in UTC and
    /// each way that they came in, in that order. Those under a subscription count too.
    async fn generations_by_day(
        &self,
        account: AccountId,
        from: Timestamp,
    ) -> Result<Vec<DayCount>, StoreError>;
}

/// Generations of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayCount {
    /// The day, in UTC.
    pub day: Date,
    /// By which key they came in; `None` for all others, as on the pages.
    pub key: Option<KeyId>,
    /// How many.
    pub count: u32,
}
