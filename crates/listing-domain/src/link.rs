//! Links that work once: what is sent by mail, or handed over by an administrator.

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::{AccountId, LinkId};
use crate::password::PasswordHash;
use crate::person::Epoch;
use crate::token::{Token, TokenDigest};

/// A link that works once. Its token is kept as a digest only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its identity, safe to show.
    pub id: LinkId,
    /// What it is for.
    pub purpose: LinkPurpose,
    /// When it was made.
    pub created_at: Timestamp,
    /// The first moment at which it does nothing any more.
    pub expires_at: Timestamp,
    /// The browser in which it was asked for, and to whose e-mail it was sent then; for an invitation
    /// that was sent, none that there is. `None` for one that is handed over, which proves nothing of an
    /// e-mail. One to sign in by has to be opened in that browser.
    pub browser: Option<TokenDigest>,
    /// The epoch of the account's access in which it was made. The first one for a link that concerns
    /// no account.
    pub epoch: Epoch,
}

impl Link {
    /// Whether whoever is on a visit may be the one who asked for it, as far as the browser tells.
    pub fn is_of(&self, visit: &Token) -> bool {
        self.browser.is_none_or(|browser| browser == visit.digest())
    }

    /// Whether whoever follows it on a visit chooses a password. A sign-up that is confirmed in
    /// another browser needs one too: the first one may be a stranger's, who asked with somebody
    /// else's e-mail.
    pub fn needs_password(&self, visit: &Token) -> bool {
        match self.purpose {
            LinkPurpose::ResetPassword { .. } => true,
            LinkPurpose::ConfirmSignUp { .. } => !self.is_of(visit),
            _ => false,
        }
    }
}

/// What a link is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Whoever was invited may open an account.
    Invitation {
        /// With this e-mail only; with any when `None`.
        email: Option<Email>,
    },
    /// Whoever signed up says that the e-mail is theirs, by which the account is opened.
    ConfirmSignUp {
        /// The e-mail.
        email: Email,
        /// The password that was chosen.
        password: PasswordHash,
        /// The invitation that is used up by it.
        invitation: Option<LinkId>,
    },
    /// The owner of an account signs in without a password.
    SignIn {
        /// The account.
        account: AccountId,
    },
    /// The owner of an account chooses another password.
    ResetPassword {
        /// The account.
        account: AccountId,
    },
    /// The owner of an account says that another e-mail is theirs.
    ConfirmEmail {
        /// The account.
        account: AccountId,
        /// Its e-mail from then on.
        email: Email,
    },
    /// The owner of an account may link to it whoever they are at a provider of identities: no link
    /// that is sent, but what the browser keeps while they are there.
    LinkIdentity {
        /// The account.
        account: AccountId,
    },
    /// A browser in which the owner of an account signed in: no link that is sent, but what the
    /// browser keeps to be recognised. It is looked at and never used up.
    KnownBrowser {
        /// The account.
        account: AccountId,
    },
}

impl LinkPurpose {
    /// How long links last that let somebody in, as OWASP's ASVS 5.0 has it for codes that are
    /// sent.
    pub const SHORT: SignedDuration = SignedDuration::from_mins(10);
    /// How long links last that say whose an e-mail is.
    pub const LONG: SignedDuration = SignedDuration::from_hours(24);

    /// How long such a link works.
    pub const fn lifetime(&self) -> SignedDuration {
        match self {
            Self::Invitation { .. } => SignedDuration::from_hours(7 * 24),
            Self::ConfirmSignUp { .. } | Self::ConfirmEmail { .. } => Self::LONG,
            Self::SignIn { .. } | Self::ResetPassword { .. } | Self::LinkIdentity { .. } => Self::SHORT,
            Self::KnownBrowser { .. } => SignedDuration::from_hours(365 * 24),
        }
    }

    /// The most known browsers of one account: those that were used first are forgotten.
    pub const MAX_KNOWN_BROWSERS: u32 = 20;

    /// The account that it concerns, if there is one yet.
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
