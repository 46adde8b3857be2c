//! Free units that were used before under an e-mail, in memory.

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, UnitKind};

use super::State;

/// The secret of all months: nothing here outlives a test.
const SECRET: [u8; 32] = [7; 32];

/// Free units of a month that were used before an account got its e-mail.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    period: Period,
    /// Units that others took under the e-mail.
    units: u32,
    /// Units that the account itself took under former e-mails, where they are noted.
    noted: u32,
}

impl State {
    /// Notes the units of its month that an account has taken under the e-mail that it leaves.
    pub(super) fn note_use(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let noted = self.carried_in(account.id, period).map_or(0, |carried| carried.noted);
        if let Some(taken) = used.checked_sub(noted).filter(|taken| *taken > 0) {
            *self.former_use.entry((period, account.email.mailbox_digest(&SECRET))).or_default() += taken;
        }
    }

    /// Has a new account start with what was used before under its e-mail.
    pub(super) fn carry_use(&mut self, account: &Account) {
        let period = Period::containing(account.created_at);
        let units = self.used_under(account, period);
        self.carried.insert(account.id, Carried { period, units, noted: 0 });
    }

    /// Has an account go on with what was used before under the e-mail that it got.
    pub(super) fn move_in(&mut self, account: &Account, at: Timestamp) {
        let (period, used) = self.own_use(account.id, at);
        let units = self.used_under(account, period).saturating_sub(used);
        self.carried.insert(account.id, Carried { period, units, noted: used });
    }

    /// The units that others used in a period before an account got its e-mail.
    pub(super) fn carried(&self, account: AccountId, period: Period) -> u32 {
        self.carried_in(account, period).map_or(0, |carried| carried.units)
    }

    fn carried_in(&self, account: AccountId, period: Period) -> Option<Carried> {
        self.carried.get(&account).copied().filter(|carried| carried.period == period)
    }

    /// The present period of an account with the units that it has used of it.
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
