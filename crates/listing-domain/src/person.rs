//! The person behind an account: how they sign in, and what they prefer.

use jiff::Timestamp;

use crate::account::Account;
use crate::closed_enum::closed_enum;
use crate::ids::SessionId;
use crate::locale::Market;
use crate::options::Language;
use crate::password::PasswordHash;
use crate::request::ListingOptions;
use crate::token::TokenDigest;

/// What is kept of a person beside their account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub account: Account,
    /// How the password is recognised, if one was chosen.
    pub password: Option<PasswordHash>,
    /// When the e-mail was said to be theirs, by a link that was sent to it.
    pub confirmed_at: Option<Timestamp>,
    /// Whether they may administer the service.
    pub is_administrator: bool,
    /// What they prefer.
    pub preferences: Preferences,
    /// The epoch of their access.
    pub epoch: Epoch,
}

/// The epoch of a person's access. It ends when access is taken back: another password or e-mail,
/// other sessions ended, an identity unlinked, a suspension. Whatever an earlier epoch allowed, and
/// is still under way, takes no effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(u32);

impl Epoch {
    /// Wraps a number that was read back from storage.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number, for storage.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The epoch that begins when this one ends.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// Access to an account that its owner takes back from everybody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeBack {
    /// The epoch in which the owner was recognized. Nothing is done in any other one.
    pub seen: Epoch,
    /// When it is taken back.
    pub at: Timestamp,
    /// The one session that goes on.
    pub session: Option<SessionId>,
    /// The one browser that stays known.
    pub browser: Option<TokenDigest>,
    /// The access that goes besides sessions, links and known browsers.
    pub besides: Besides,
}

impl TakeBack {
    /// Takes back every session, link and known browser.
    pub const fn all(seen: Epoch, at: Timestamp) -> Self {
        Self { seen, at, session: None, browser: None, besides: Besides::Nothing }
    }
}

/// The access to an account besides sessions, links and known browsers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Besides {
    /// Keys and linked identities stay.
    #[default]
    Nothing,
    /// Keys are revoked and identities unlinked.
    KeysAndIdentities,
}

/// What somebody prefers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The language in which they read.
    pub language: Option<Language>,
    /// Where they sell.
    pub market: Option<Market>,
    /// What they wished for last.
    pub options: Option<ListingOptions>,
}

/// Somebody at a provider of identities. Named by issuer and subject, never by an e-mail,
/// which may be given to somebody else there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExternalIdentity {
    /// Who says so, as an address.
    pub issuer: String,
    /// Who it is there.
    pub subject: String,
}

/// Somebody at a provider of identities to whom an account is linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// Who it is there.
    pub identity: ExternalIdentity,
    /// When it was linked.
    pub linked_at: Timestamp,
}

closed_enum! {
    #[derive(Default)]
    /// Who may open an account.
    pub enum Registration as "registration" {
        /// Whoever asks.
        Open = "open",
        /// Whoever was invited.
        #[default]
        Invite = "invite",
        /// Nobody, but by an operator's command.
        Closed = "closed",
    }
}
