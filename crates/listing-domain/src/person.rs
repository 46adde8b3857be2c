//! The person behind an account: sign-in and preferences.

use jiff::Timestamp;

use crate::account::Account;
use crate::closed_enum::closed_enum;
use crate::ids::SessionId;
use crate::locale::Market;
use crate::options::Language;
use crate::password::PasswordHash;
use crate::request::ListingOptions;
use crate::token::TokenDigest;

/// The stored data of an account's owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account that the person owns.
    pub account: Account,
    /// The password hash, if a password was chosen.
    pub password: Option<PasswordHash>,
    /// The time at which the owner confirmed the email by a link sent to it.
    pub confirmed_at: Option<Timestamp>,
    /// True if the person may administer the service.
    pub is_administrator: bool,
    /// The preferences for the web app.
    pub preferences: Preferences,
    /// The current [`Epoch`] of the person's access.
    pub epoch: Epoch,
}

/// The epoch of a person's access. It ends when access is taken back: by a new password or email, the end of
/// other sessions, an unlinked identity or a suspension. Anything in progress that an earlier epoch allowed
/// takes no effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(u32);

impl Epoch {
    /// Wraps the number of an epoch, read from storage.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Returns the number of the epoch, for storage.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the epoch that follows this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// A request of an account's owner to end all other access to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeBack {
    /// The epoch in which the owner was authenticated. The request has no effect if another epoch has begun
    /// since.
    pub seen: Epoch,
    /// The time of the request.
    pub at: Timestamp,
    /// The only session that stays open, if any.
    pub session: Option<SessionId>,
    /// The only browser that stays known, if any.
    pub browser: Option<TokenDigest>,
    /// Further access to end, such as API keys.
    pub other_access: OtherAccess,
}

impl TakeBack {
    /// Creates a request to end every session, link and known browser.
    pub const fn all(seen: Epoch, at: Timestamp) -> Self {
        Self { seen, at, session: None, browser: None, other_access: OtherAccess::Nothing }
    }
}

/// The access to an account other than sessions, links and known browsers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OtherAccess {
    /// Keys and linked identities stay.
    #[default]
    Nothing,
    /// Keys are revoked and identities unlinked.
    KeysAndIdentities,
}

/// The preferences of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The language of the web app, if the person chose one.
    pub language: Option<Language>,
    /// The market in which the person sells, if they chose one.
    pub market: Option<Market>,
    /// The options that the person requested last.
    pub options: Option<ListingOptions>,
}

/// A person at an identity provider. Issuer and subject identify them, never an email, which the provider
/// may give to another person.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExternalIdentity {
    /// The URL that identifies the provider, `OpenID` Connect's `iss`.
    pub issuer: String,
    /// The provider's id for the person, `OpenID` Connect's `sub`.
    pub subject: String,
}

/// An identity linked to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The identity at the provider.
    pub identity: ExternalIdentity,
    /// The time at which the identity was linked.
    pub linked_at: Timestamp,
}

closed_enum! {
    #[derive(Default)]
    /// The rule for opening accounts.
    pub enum Registration as "registration" {
        /// Anyone may open an account.
        Open = "open",
        /// Only invited people may open an account.
        #[default]
        Invite = "invite",
        /// Only an operator's command can open an account.
        Closed = "closed",
    }
}
