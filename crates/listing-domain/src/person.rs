//! The person behind an account: how they sign in, and what they prefer.

use jiff::Timestamp;

use crate::account::Account;
use crate::closed_enum::closed_enum;
use crate::locale::Market;
use crate::password::PasswordHash;
use crate::request::Wish;
use crate::wish::Language;

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
}

/// What somebody prefers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The language in which they read.
    pub language: Option<Language>,
    /// Where they sell.
    pub market: Option<Market>,
    /// What they wished for last.
    pub wish: Option<Wish>,
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
