//! Free units used earlier under an email, in memory.

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, UnitKind};

use super::State;

/// Secret for all months, because no data here outlive a test.
const SECRET: [u8; 32] = [7; 32];

/// Free units of a month used before an account got its email.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    period: Period,
    /// Units that other accounts took under the email.
    units: u32,
    /// Units that the account itself took under earlier emails, already recorded.
    noted: u32,
}

impl State {
    /// Records the units of its month that an account has taken under the email that it leaves.
    pub(super) fn note_use(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let noted = self.carried_in(account.id, period).map_or(0, |carried| carried.noted);
        if let Some(taken) = used.checked_sub(noted).filter(|taken| *taken > 0) {
            *self.former_use.entry((period, account.email.mailbox_digest(&SECRET))).or_default() += taken;
        }
    }

    /// Starts a new account with the earlier use of its email.
    pub(super) fn carry_use(&mut self, account: &Account) {
        let period = Period::containing(account.created_at);
        let units = self.used_under(account, period);
        self.carried.insert(account.id, Carried { period, units, noted: 0 });
    }

    /// Adds the earlier use of an account's new email.
    pub(super) fn move_in(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let units = self.used_under(account, period).saturating_sub(used);
        self.carried.insert(account.id, Carried { period, units, noted: used });
    }

    /// Returns the units that other accounts used in a period before an account got its email.
    pub(super) fn carried(&self, account: AccountId, period: Period) -> u32 {
        self.carried_in(account, period).map_or(0, |carried| carried.units)
    }

    fn carried_in(&self, account: AccountId, period: Period) -> Option<Carried> {
        self.carried.get(&account).copied().filter(|carried| carried.period == period)
    }

    /// Returns an account's current period and its used units.
    fn own_use(&self, account: AccountId, at: Timestamp) -> (Period, u32) {
        let period = self.period(account, at);
        let bucket = self.buckets.get(&(account, UnitKind::Free(period)));
        let used = bucket.map_or(0, |bucket| bucket.pending + bucket.spent);
        (period, u32::try_from(used).unwrap_or(u32::MAX))
    }

    fn used_under(&self, account: &Account, period: Period) -> u32 {
        self.former_use.get(&(period, account.email.mailbox_digest(&SECRET))).copied().unwrap_or_default()
    }
}
