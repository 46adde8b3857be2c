//! The port of an account's activity: its generations per day.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;

use super::StoreError;
use crate::ids::{AccountId, KeyId};

/// Reads generation counts from the ledger.
#[async_trait]
pub trait Activity: Send + Sync {
    /// Returns the number of an account's generations charged from a moment on, per day in UTC and per key,
    /// in that order. Those under a subscription count too.
    async fn generations_by_day(
        &self,
        account: AccountId,
        from: Timestamp,
    ) -> Result<Vec<DayCount>, StoreError>;
}

/// The number of generations of a day, made with one API key or without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayCount {
    /// The day, in UTC.
    pub day: Date,
    /// The API key used; `None` for all others, such as the web app.
    pub key: Option<KeyId>,
    /// The number of generations on that day with that key.
    pub count: u32,
}
