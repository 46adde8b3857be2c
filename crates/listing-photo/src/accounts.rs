//! How much of the workers each account may have, so that none of them keeps the
//! others waiting.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::ids::AccountId;
use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep};

/// Accounts that are remembered, and for how long after their last request: longer
/// than any of them has to wait.
const MOST: u64 = 100_000;
const REMEMBERED: Duration = Duration::from_mins(10);
const MINUTE: Duration = Duration::from_mins(1);

/// The accounts that had photos prepared lately.
pub(crate) struct Accounts {
    /// The workers' time that each may take in a minute.
    time_a_minute: Duration,
    recent: Cache<AccountId, Arc<Mutex<Taken>>>,
}

/// The workers' time that an account has taken, less what it has been allowed since.
#[derive(Default)]
struct Taken {
    time: Duration,
    as_of: Option<Instant>,
}

/// An account's turn: no other request of it is worked on meanwhile.
pub(crate) struct Turn {
    taken: OwnedMutexGuard<Taken>,
}

impl Accounts {
    pub(crate) fn new(time_a_minute: Duration) -> Self {
        let recent = Cache::builder().max_capacity(MOST).time_to_idle(REMEMBERED).build();
        Self { time_a_minute, recent }
    }

    /// Waits until it is the account's turn and it has time left.
    pub(crate) async fn turn(&self, account: AccountId) -> Turn {
        let mut taken = self.recent.get_with(account, Arc::default).lock_owned().await;
        let share = self.time_a_minute.as_secs_f64() / MINUTE.as_secs_f64();
        let allowed = taken.as_of.map_or(Duration::ZERO, |as_of| as_of.elapsed().mul_f64(share));
        taken.time = taken.time.saturating_sub(allowed);
        taken.as_of = Some(Instant::now());
        if let Some(too_much) = taken.time.checked_sub(self.time_a_minute) {
            sleep(too_much.div_f64(share)).await;
        }
        Turn { taken }
    }
}

impl Turn {
    /// Tells how much of the workers' time was taken.
    pub(crate) fn took(&mut self, time: Duration) {
        self.taken.time += time;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;
    use uuid::Uuid;

    use super::*;

    fn account(number: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(number))
    }

    #[tokio::test(start_paused = true)]
    async fn one_request_of_an_account_at_a_time() {
        let accounts = Accounts::new(Duration::from_secs(10));
        let first = accounts.turn(account(1)).await;
        assert!(timeout(MINUTE, accounts.turn(account(1))).await.is_err());
        assert!(timeout(Duration::ZERO, accounts.turn(account(2))).await.is_ok());
        drop(first);
        assert!(timeout(Duration::ZERO, accounts.turn(account(1))).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_took_too_much_waits_until_it_is_made_up_for() {
        let accounts = Accounts::new(Duration::from_secs(10));
        accounts.turn(account(1)).await.took(Duration::from_secs(9));
        accounts.turn(account(1)).await.took(Duration::from_secs(3));
        // Two seconds too much, of which one is made up for in six.
        assert!(timeout(Duration::from_secs(11), accounts.turn(account(1))).await.is_err());
        assert!(timeout(Duration::from_secs(2), accounts.turn(account(1))).await.is_ok());
        assert!(timeout(Duration::ZERO, accounts.turn(account(2))).await.is_ok());
    }
}
