use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use listing_domain::ids::AccountId;
use listing_domain::origin::Actor;
use listing_domain::ports::{Activity, DayCount, StoreError};

use super::MemoryStore;

pub(super) struct Charge {
    pub(super) account: AccountId,
    pub(super) at: Timestamp,
    pub(super) actor: Actor,
}

#[async_trait]
impl Activity for MemoryStore {
    async fn generations_by_day(
        &self,
        account: AccountId,
        from: Timestamp,
    ) -> Result<Vec<DayCount>, StoreError> {
        let state = self.lock();
        let mut counts = BTreeMap::new();
        let is_there = state.accounts.contains_key(&account);
        for charge in
            state.charges.iter().filter(|charge| is_there && charge.account == account && charge.at >= from)
        {
            let key = match charge.actor {
                Actor::Key(key) => Some(key),
                Actor::Pages
                | Actor::Administrator(_)
                | Actor::Batch(_)
                | Actor::Cli
                | Actor::Payments
                | Actor::Sweep => None,
            };
            let day = charge.at.to_zoned(TimeZone::UTC).date();
            *counts.entry((day, key)).or_default() += 1;
        }
        Ok(counts.into_iter().map(|((day, key), count)| DayCount { day, key, count }).collect())
    }
}
