//! Single-use links, sent by mail or handed over by an administrator.

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::{AccountId, LinkId};
use crate::password::PasswordHash;
use crate::person::Epoch;
use crate::token::{Token, TokenDigest};

/// A single-use link. Only the digest of its token is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The id of the link, safe to show.
    pub id: LinkId,
    /// The purpose of the link.
    pub purpose: LinkPurpose,
    /// The time at which the link was created.
    pub created_at: Timestamp,
    /// The moment from which the link no longer works.
    pub expires_at: Timestamp,
    /// The digest of the visit token of the browser that requested the link by mail. A sign-in link works
    /// only in this browser. For an invitation sent by mail, the digest matches no browser. `None` for a link
    /// that an administrator hands over, which does not prove who owns an email.
    pub browser: Option<TokenDigest>,
    /// The account's access [`Epoch`] in which the link was made; the first epoch for a link without an
    /// account.
    pub epoch: Epoch,
}

impl Link {
    /// Returns true if the visitor's browser may be the one that requested the link: it matches, or none is
    /// recorded.
    pub fn may_be_from(&self, visit: &Token) -> bool {
        self.browser.is_none_or(|browser| browser == visit.digest())
    }

    /// Returns true if the visitor has to choose a password. A sign-up confirmed in another browser needs one
    /// too: the first browser may belong to a stranger who used this email.
    pub fn needs_password(&self, visit: &Token) -> bool {
        match self.purpose {
            LinkPurpose::ResetPassword { .. } => true,
            LinkPurpose::ConfirmSignUp { .. } => !self.may_be_from(visit),
            _ => false,
        }
    }
}

/// The purpose of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Lets an invited person open an account.
    Invitation {
        /// The only email that may use the invitation; `None` for any.
        email: Option<Email>,
    },
    /// Confirms the email of a sign-up, which opens the account.
    ConfirmSignUp {
        /// The email to confirm.
        email: Email,
        /// The hash of the password chosen at sign-up.
        password: PasswordHash,
        /// The invitation that the new account uses up, if it needs one.
        invitation: Option<LinkId>,
    },
    /// Signs in the owner of an account without a password.
    SignIn {
        /// The account whose owner the link is for.
        account: AccountId,
    },
    /// Lets the owner of an account choose another password.
    ResetPassword {
        /// The account whose owner the link is for.
        account: AccountId,
    },
    /// Confirms the new email of an account, which replaces the old one.
    ConfirmEmail {
        /// The account whose owner the link is for.
        account: AccountId,
        /// The new email.
        email: Email,
    },
    /// Lets the owner of an account link their identity at an identity provider. It is never sent: the
    /// browser keeps it while they sign in there.
    LinkIdentity {
        /// The account whose owner the link is for.
        account: AccountId,
    },
    /// Marks a browser in which the owner of an account signed in. It is never sent: the browser keeps it. It
    /// is checked, but never used up.
    KnownBrowser {
        /// The account whose owner the link is for.
        account: AccountId,
    },
}

impl LinkPurpose {
    /// Lifetime of links that grant access to an account, as OWASP ASVS 5.0 requires for codes that are sent.
    pub const SHORT: SignedDuration = SignedDuration::from_mins(10);
    /// Lifetime of links that confirm an email.
    pub const LONG: SignedDuration = SignedDuration::from_hours(24);

    /// Returns the lifetime of the link.
    pub const fn lifetime(&self) -> SignedDuration {
        match self {
            Self::Invitation { .. } => SignedDuration::from_hours(7 * 24),
            Self::ConfirmSignUp { .. } | Self::ConfirmEmail { .. } => Self::LONG,
            Self::SignIn { .. } | Self::ResetPassword { .. } | Self::LinkIdentity { .. } => Self::SHORT,
            Self::KnownBrowser { .. } => SignedDuration::from_hours(365 * 24),
        }
    }

    /// The maximum number of known browsers of an account. The oldest are forgotten first.
    pub const MAX_KNOWN_BROWSERS: u32 = 20;

    /// Returns the account concerned, if it exists yet.
    pub const fn account(&self) -> Option<AccountId> {
        match self {
            Self::Invitation { .. } | Self::ConfirmSignUp { .. } => None,
            Self::SignIn { account }
            | Self::ResetPassword { account }
            | Self::ConfirmEmail { account, .. }
            | Self::LinkIdentity { account }
            | Self::KnownBrowser { account } => Some(*account),
        }
    }
}
