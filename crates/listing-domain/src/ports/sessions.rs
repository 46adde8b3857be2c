//! Who is signed in, and links that work once.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::ids::{AccountId, LinkId, SessionId};
use crate::link::Link;
use crate::person::{Epoch, TakeBack};
use crate::session::{Session, SessionOwner, SessionPolicy};
use crate::token::TokenDigest;

/// Keeps sessions. They are found by the digest of their token only, which never reaches an
/// adapter.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Adds a session, and ends the account's least recently used ones beyond
    /// [`Session::MOST`]. `false` when the account is suspended or in another epoch than the session's:
    /// nothing is stored or ended then, also when both happen at the same moment.
    ///
    /// # Errors
    /// When there is no such account, or the digest was used before: nothing is stored then.
    async fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<bool, StoreError>;

    /// Whose session it is, if it is not over at a moment by the policy, with the plan that the
    /// account has then. `None` for unknown and ended ones, and for those of suspended
    /// accounts. What was ended or changed by any instance is seen at the next question.
    async fn owner(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Option<SessionOwner>, StoreError>;

    /// Notes that a session was used. Does nothing for one that is not there.
    async fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), StoreError>;

    /// The sessions of an account that are not over at a moment, the last used one first.
    async fn sessions(
        &self,
        account: AccountId,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Vec<Session>, StoreError>;

    /// Ends a session of an account; `false` when it has no such one.
    async fn end(&self, account: AccountId, session: SessionId) -> Result<bool, StoreError>;

    /// Takes access to an account back: its epoch ends, and with it all sessions, links and known
    /// browsers but those that stay. The next epoch; `None` when the account is not in the one that
    /// was seen, or not there.
    async fn take_back(&self, account: AccountId, take_back: &TakeBack) -> Result<Option<Epoch>, StoreError>;

    /// Drops sessions that are over at a moment by the policy.
    async fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), StoreError>;
}

/// Keeps links that work once. They are found by the digest of their token only. With an account
/// those go that concern it, and those that were sent to its e-mail before it was there.
#[async_trait]
pub trait LinkStore: Send + Sync {
    /// Adds a link. `false` when the account that it concerns is suspended or in another epoch than
    /// the link's: nothing is stored then. Of known browsers an account keeps the last
    /// [`MAX_KNOWN_BROWSERS`](crate::link::LinkPurpose::MAX_KNOWN_BROWSERS).
    ///
    /// # Errors
    /// When it concerns an account that is not there, or the digest was used before: nothing is
    /// stored then.
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError>;

    /// A link that works at a moment, without using it up. None works whose epoch is over.
    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;

    /// Uses up a link that works at a moment: of all who ask, also at the same moment, exactly
    /// one gets it.
    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError>;

    /// Uses up a link by its identity, as when what it stood for was used elsewhere or is taken
    /// back; `false` when it does not work any more at that moment.
    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError>;

    /// The invitations that work at a moment, newest first.
    async fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError>;

    /// Drops links that do nothing any more at a moment.
    async fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError>;
}
