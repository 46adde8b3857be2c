//! Stores epochs: periods of access to an account, each ended by a revocation.

use listing_domain::ids::AccountId;
use listing_domain::link::LinkPurpose;
use listing_domain::person::{Epoch, OtherAccess, TakeBack};

use super::State;

impl State {
    pub(super) fn epoch(&self, account: AccountId) -> Epoch {
        self.epochs.get(&account).copied().unwrap_or_default()
    }

    /// `true` if the account exists, is not suspended, and is still in the epoch `seen`.
    pub(super) fn is_in(&self, account: AccountId, seen: Epoch) -> bool {
        let open = self.accounts.get(&account).filter(|account| account.suspended_at.is_none());
        open.is_some() && self.epoch(account) == seen
    }

    /// Returns the next epoch if the account is still in the expected one.
    pub(super) fn take_back(&mut self, account: AccountId, take_back: &TakeBack) -> Option<Epoch> {
        if !self.is_in(account, take_back.seen) {
            return None;
        }
        if take_back.other_access == OtherAccess::KeysAndIdentities {
            self.identities.retain(|_, linked| linked.account != account);
            for record in
                self.keys.iter_mut().map(|key| &mut key.record).filter(|record| record.account == account)
            {
                let earlier = record.revoked_at.unwrap_or(take_back.at).min(take_back.at);
                record.revoked_at = Some(earlier);
            }
        }
        Some(self.begin_next(account, take_back))
    }

    /// Deletes the account's sessions and links, except those that `take_back` names.
    pub(super) fn begin_next(&mut self, account: AccountId, take_back: &TakeBack) -> Epoch {
        let next = take_back.seen.next();
        self.epochs.insert(account, next);
        self.sessions
            .retain(|_, session| session.account != account || Some(session.id) == take_back.session);
        for session in self.sessions.values_mut().filter(|session| session.account == account) {
            session.epoch = next;
        }
        self.links.retain(|digest, link| {
            let is_known = matches!(link.purpose, LinkPurpose::KnownBrowser { .. });
            link.purpose.account() != Some(account) || (is_known && Some(*digest) == take_back.browser)
        });
        for link in self.links.values_mut().filter(|link| link.purpose.account() == Some(account)) {
            link.epoch = next;
        }
        next
    }
}
