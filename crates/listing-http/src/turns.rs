//! Turns: how many generations of one account run at once.
//!
//! Without them one account's burst would fill the queues that all share. What
//! exceeds an account's share waits here, in order, and fills nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use listing_domain::ids::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::ApiError;

/// How long a request waits for its turn before the answer is 503.
const TURN_WAIT: Duration = Duration::from_mins(1);
/// Accounts that are remembered before those without a request are forgotten.
const TIDY_ABOVE: usize = 1_024;

/// Generations of one account that run at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConcurrencyLimits {
    /// On the free plan. Default 4.
    pub free: usize,
    /// With a Pro subscription. Default 16.
    pub pro: usize,
}

impl Default for ConcurrencyLimits {
    fn default() -> Self {
        Self { free: 4, pro: 16 }
    }
}

/// The accounts' turns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns {
    concurrency: ConcurrencyLimits,
    shares: Arc<Mutex<HashMap<Share, Weak<Semaphore>>>>,
}

/// Whose turns they are: an account's, on the plan that it is on. One that
/// changes its plan begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Share {
    account: AccountId,
    is_subscribed: bool,
}

impl Turns {
    /// Turns for so many generations of an account at once.
    pub(crate) fn new(concurrency: ConcurrencyLimits) -> Self {
        Self { concurrency, shares: Arc::default() }
    }

    /// Waits for a turn of the account; it lasts until it is dropped.
    pub(crate) async fn take(
        &self,
        account: AccountId,
        is_subscribed: bool,
    ) -> Result<OwnedSemaphorePermit, ApiError> {
        let turns = self.of(Share { account, is_subscribed });
        match timeout(TURN_WAIT, turns.acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            // The semaphore is never closed, so this is the time that is over.
            Ok(Err(_)) | Err(_) => Err(ApiError::busy()),
        }
    }

    fn of(&self, share: Share) -> Arc<Semaphore> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = shares.get(&share).and_then(Weak::upgrade) {
            return turns;
        }
        if shares.len() > TIDY_ABOVE {
            shares.retain(|_, turns| turns.strong_count() > 0);
        }
        let concurrency = if share.is_subscribed { self.concurrency.pro } else { self.concurrency.free };
        let turns = Arc::new(Semaphore::new(concurrency));
        shares.insert(share, Arc::downgrade(&turns));
        turns
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn account(number: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(number))
    }

    #[tokio::test(start_paused = true)]
    async fn what_exceeds_an_accounts_share_waits_and_touches_no_other() {
        let turns = Turns::default();
        let mut held = Vec::new();
        for _ in 0..ConcurrencyLimits::default().free {
            held.push(turns.take(account(1), false).await.unwrap());
        }
        assert!(turns.take(account(1), false).await.is_err(), "no turn came free in time");
        assert!(turns.take(account(2), false).await.is_ok());
        assert!(turns.take(account(1), true).await.is_ok(), "Pro has its own share");
        held.pop();
        assert!(turns.take(account(1), false).await.is_ok());
    }

    #[tokio::test]
    async fn accounts_without_a_request_are_forgotten() {
        let turns = Turns::default();
        let kept = turns.take(account(0), false).await.unwrap();
        for number in 1..3_000 {
            drop(turns.take(account(number), false).await.unwrap());
        }
        assert!(turns.shares.lock().unwrap().len() <= TIDY_ABOVE + 1);
        drop(kept);
    }
}
