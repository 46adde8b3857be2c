//! Free units that were used before under an e-mail, in memory.

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, UnitKind};

use super::State;

/// The secret of all months: nothing here outlives a test.
const SECRET: [u8; 32] = [7; 32];

impl State {
    /// Notes what an account has used of its month when it leaves its e-mail.
    pub(super) fn note_use(&mut self, account: &Account, at: Timestamp) {
        let period = self.period(account.id, at);
        let bucket = self.buckets.get(&(account.id, UnitKind::Free(period)));
        let used = bucket.map_or(0, |bucket| bucket.pending + bucket.spent);
        if let Some(used) = u32::try_from(used).ok().filter(|used| *used > 0) {
            *self.former_use.entry((period, account.email.mailbox_digest(&SECRET))).or_default() += used;
        }
    }

    /// Has a new account start with what was used before under its e-mail.
    pub(super) fn carry_use(&mut self, account: &Account) {
        let period = Period::containing(account.created_at);
        if let Some(units) = self.former_use.get(&(period, account.email.mailbox_digest(&SECRET))) {
            self.carried.insert(account.id, (period, *units));
        }
    }

    /// The units that an account started with as used in a period.
    pub(super) fn carried(&self, account: AccountId, period: Period) -> u32 {
        let carried = self.carried.get(&account).filter(|(its, _)| *its == period);
        carried.map_or(0, |(_, units)| *units)
    }
}
