//! The person behind an account.

use jiff::Timestamp;

use crate::account::Account;
use crate::closed_enum::closed_enum;
use crate::ids::SessionId;
use crate::locale::Market;
use crate::options::Language;
use crate::password::PasswordHash;
use crate::request::ListingOptions;
use crate::token::TokenDigest;

/// An account owner's stored data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their account.
    pub account: Account,
    /// The password hash, if chosen.
    pub password: Option<PasswordHash>,
    /// The time at which a mailed link confirmed the email.
    pub confirmed_at: Option<Timestamp>,
    /// True if they may administer the service.
    pub is_administrator: bool,
    /// Their web app preferences.
    pub preferences: Preferences,
    /// The current [`Epoch`] of their access.
    pub epoch: Epoch,
}

/// The epoch of a person's access. It ends when access is taken back: by a new password or email, the end of
/// other sessions, an unlinked identity or a suspension. Whatever an earlier epoch allowed then takes no
/// effect, even in progress.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(u32);

impl Epoch {
    /// Wraps a stored number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number, for storage.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The next epoch.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// An owner's request to end all other access to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeBack {
    /// The epoch in which the owner was authenticated: without effect if another has begun since.
    pub seen: Epoch,
    /// The time of the request.
    pub at: Timestamp,
    /// The session that stays open, if any.
    pub session: Option<SessionId>,
    /// The browser that stays known, if any.
    pub browser: Option<TokenDigest>,
    /// Further access to end.
    pub other_access: OtherAccess,
}

impl TakeBack {
    /// Ends every session, link and known browser.
    pub const fn all(seen: Epoch, at: Timestamp) -> Self {
        Self { seen, at, session: None, browser: None, other_access: OtherAccess::Nothing }
    }
}

/// Access other than sessions, links and known browsers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OtherAccess {
    /// Keys and linked identities stay.
    #[default]
    Nothing,
    /// Keys are revoked and identities unlinked.
    KeysAndIdentities,
}

/// A person's preferences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The web app's language, if chosen.
    pub language: Option<Language>,
    /// The market, if chosen.
    pub market: Option<Market>,
    /// The last requested options.
    pub options: Option<ListingOptions>,
}

/// A person at an identity provider, identified by issuer and subject, never an email, which the provider may
/// give to another person.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExternalIdentity {
    /// The provider's URL, `OpenID` Connect's `iss`.
    pub issuer: String,
    /// The provider's id for the person, `OpenID` Connect's `sub`.
    pub subject: String,
}

/// An identity linked to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The identity.
    pub identity: ExternalIdentity,
    /// The time of linking.
    pub linked_at: Timestamp,
}

closed_enum! {
    #[derive(Default)]
    /// The rule for opening accounts.
    pub enum Registration as "registration" {
        /// Anyone may open an account.
        Open = "open",
        /// Only invited people may.
        #[default]
        Invite = "invite",
        /// Only an operator's command can.
        Closed = "closed",
    }
}
