//! Single-use links, mailed or handed over by an administrator.

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::{AccountId, LinkId};
use crate::password::PasswordHash;
use crate::person::Epoch;
use crate::token::{Token, TokenDigest};

/// A single-use link; only its token's digest is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The id, safe to show.
    pub id: LinkId,
    /// The purpose.
    pub purpose: LinkPurpose,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The moment from which it no longer works.
    pub expires_at: Timestamp,
    /// The visit token's digest of the browser that requested the link by mail: a sign-in link works only
    /// there. A mailed invitation's digest matches no browser. `None` if an administrator hands the link
    /// over, which proves no ownership of an email.
    pub browser: Option<TokenDigest>,
    /// The account's access [`Epoch`] in which the link was made; the first epoch without an account.
    pub epoch: Epoch,
}

impl Link {
    /// True if the browser matches, or none is recorded.
    pub fn may_be_from(&self, visit: &Token) -> bool {
        self.browser.is_none_or(|browser| browser == visit.digest())
    }

    /// True if the visitor has to choose a password. A sign-up confirmed in another browser needs one too:
    /// the first may belong to a stranger who used this email.
    pub fn needs_password(&self, visit: &Token) -> bool {
        match self.purpose {
            LinkPurpose::ResetPassword { .. } => true,
            LinkPurpose::ConfirmSignUp { .. } => !self.may_be_from(visit),
            _ => false,
        }
    }
}

/// A link's purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Lets an invited person open an account.
    Invitation {
        /// The only email that may use it; `None` for any.
        email: Option<Email>,
    },
    /// Confirms a sign-up's email, which opens the account.
    ConfirmSignUp {
        /// The email.
        email: Email,
        /// The password's hash.
        password: PasswordHash,
        /// The invitation that the account uses up, if it needs one.
        invitation: Option<LinkId>,
    },
    /// Signs in without a password.
    SignIn {
        /// The account.
        account: AccountId,
    },
    /// Lets the owner choose another password.
    ResetPassword {
        /// The account.
        account: AccountId,
    },
    /// Confirms an account's new email, which replaces the old one.
    ConfirmEmail {
        /// The account.
        account: AccountId,
        /// The new email.
        email: Email,
    },
    /// Lets the owner link an identity at a provider. It is never sent: the browser keeps it meanwhile.
    LinkIdentity {
        /// The account.
        account: AccountId,
    },
    /// Marks a browser in which the owner signed in. It is never sent: the browser keeps it. It is checked,
    /// but never used up.
    KnownBrowser {
        /// The account.
        account: AccountId,
    },
}

impl LinkPurpose {
    /// The lifetime of links that grant access (OWASP ASVS 5.0, codes that are sent).
    pub const SHORT: SignedDuration = SignedDuration::from_mins(10);
    /// The lifetime of links that confirm an email.
    pub const LONG: SignedDuration = SignedDuration::from_hours(24);

    /// The lifetime.
    pub const fn lifetime(&self) -> SignedDuration {
        match self {
            Self::Invitation { .. } => SignedDuration::from_hours(7 * 24),
            Self::ConfirmSignUp { .. } | Self::ConfirmEmail { .. } => Self::LONG,
            Self::SignIn { .. } | Self::ResetPassword { .. } | Self::LinkIdentity { .. } => Self::SHORT,
            Self::KnownBrowser { .. } => SignedDuration::from_hours(365 * 24),
        }
    }

    /// The maximum number of an account's known browsers; the oldest are forgotten first.
    pub const MAX_KNOWN_BROWSERS: u32 = 20;

    /// The account, if it exists yet.
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
