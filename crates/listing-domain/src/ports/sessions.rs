//! The stores of sessions and of links that work once.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::ids::{AccountId, LinkId, SessionId};
use crate::link::Link;
use crate::person::{Epoch, TakeBack};
use crate::session::{Session, SessionOwner, SessionPolicy};
use crate::token::TokenDigest;

/// Stores sessions. They are found by their token's digest only; the token never reaches an adapter.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Adds a session, and ends the account's least recently used ones beyond [`Session::MAX_PER_ACCOUNT`].
    /// `false`, with nothing stored or ended, when the account is suspended or its epoch is not the
    /// session's. A change at the same moment counts.
    ///
    /// # Errors
    /// For an unknown account, or a digest used before; nothing is stored then.
    async fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<bool, StoreError>;

    /// Returns the owner of a session that has not ended at a moment under the policy, with the account's
    /// plan then. `None` for unknown and ended sessions, and for those of suspended accounts. The next call
    /// sees every change made by any instance.
    async fn owner(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Option<SessionOwner>, StoreError>;

    /// Records the use of a session. Does nothing for an unknown one.
    async fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), StoreError>;

    /// Returns an account's sessions that have not ended at a moment, the last used one first.
    async fn sessions(
        &self,
        account: AccountId,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Vec<Session>, StoreError>;

    /// Ends a session of an account; `false` when the account has no such session.
    async fn end(&self, account: AccountId, session: SessionId) -> Result<bool, StoreError>;

    /// Takes back access to an account: its epoch ends, and with it all sessions, links and known browsers
    /// except those that `take_back` keeps. Returns the next epoch; `None` for an unknown account, or one not
    /// in the epoch `take_back.seen`.
    async fn take_back(&self, account: AccountId, take_back: &TakeBack) -> Result<Option<Epoch>, StoreError>;

    /// Drops sessions that have ended at a moment under the policy.
    async fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), StoreError>;
}

/// Stores links that work once. They are found by their token's digest only. Deleting an account deletes the
/// links that concern it, and those sent to its email before it existed.
#[async_trait]
pub trait LinkStore: Send + Sync {
    /// Adds a link. `false`, with nothing stored, when the account that it concerns is suspended or in
    /// another epoch than the link's. An account keeps its last
    /// [`MAX_KNOWN_BROWSERS`](crate::link::LinkPurpose::MAX_KNOWN_BROWSERS) known browsers.
    ///
    /// # Errors
    /// For a link to an unknown account, or a digest used before; nothing is stored then.
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError>;

    /// Returns a link that works at a moment, without using it up. A link stops working when its epoch ends.
    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;

    /// Uses up a link that works at a moment. Of several callers, even at the same moment, exactly one gets
    /// it.
    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;

    /// Uses up a link by its identity, for example when its purpose was met elsewhere or is taken back.
    /// `false` when the link no longer works at that moment.
    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError>;

    /// Returns the invitations that work at a moment, newest first.
    async fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError>;

    /// Drops links that no longer have any effect at a moment.
    async fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError>;
}
