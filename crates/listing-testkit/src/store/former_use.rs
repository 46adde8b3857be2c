//! Records free units that were used under an email by accounts that gave it up.

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, UnitKind};

use super::State;

/// One secret for all months is enough, because the data end with the test.
const SECRET: [u8; 32] = [7; 32];

/// Free units of a month that were used before an account took its email.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    period: Period,
    /// Taken by other accounts under the email.
    units: u32,
    /// Taken by the account itself under earlier emails, already recorded.
    noted: u32,
}

impl State {
    /// Records the units taken under the email that the account gives up.
    pub(super) fn note_use(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let noted = self.carried_in(account.id, period).map_or(0, |carried| carried.noted);
        if let Some(taken) = used.checked_sub(noted).filter(|taken| *taken > 0) {
            *self.former_use.entry((period, account.email.mailbox_digest(&SECRET))).or_default() += taken;
        }
    }

    /// Counts earlier use of a new account's email.
    pub(super) fn carry_use(&mut self, account: &Account) {
        let period = Period::containing(account.created_at);
        let units = self.used_under(account, period);
        self.carried.insert(account.id, Carried { period, units, noted: 0 });
    }

    /// Counts earlier use of an account's new email.
    pub(super) fn move_in(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let units = self.used_under(account, period).saturating_sub(used);
        self.carried.insert(account.id, Carried { period, units, noted: used });
    }

    /// Units of other accounts in a month before this account got its email.
    pub(super) fn carried(&self, account: AccountId, period: Period) -> u32 {
        self.carried_in(account, period).map_or(0, |carried| carried.units)
    }

    fn carried_in(&self, account: AccountId, period: Period) -> Option<Carried> {
        self.carried.get(&account).copied().filter(|carried| carried.period == period)
    }

    /// The current month, and the free units that the account itself used.
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
