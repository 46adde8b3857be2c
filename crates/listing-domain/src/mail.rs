//! Mail to people.

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::MailId;
use crate::options::Language;

/// A message; the mail adapter has its text in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The recipient.
    pub to: Email,
    /// The language.
    pub language: Language,
    /// The subject.
    pub about: MailSubject,
}

/// A message's subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailSubject {
    /// An invitation to open an account.
    Invitation(MailLink),
    /// Confirmation of a sign-up's email.
    ConfirmSignUp(MailLink),
    /// A sign-up used an existing account's email.
    AlreadyRegistered,
    /// A sign-in link.
    SignIn(MailLink),
    /// A link to choose another password.
    ResetPassword(MailLink),
    /// Confirmation of an account's new email.
    ConfirmEmail(MailLink),
    /// The email was changed, sent to the former one.
    EmailChanged,
    /// The password was changed.
    PasswordChanged,
    /// An API key was created.
    KeyCreated {
        /// The key's name.
        name: String,
    },
    /// Several API keys were created: one message for all.
    KeysCreated,
    /// An identity at a provider was linked.
    IdentityLinked {
        /// The provider's display name.
        provider: String,
    },
    /// An identity was unlinked.
    IdentityUnlinked {
        /// The provider's display name.
        provider: String,
    },
    /// An order was paid, with a link to its page.
    Receipt(MailLink),
    /// A renewal was not paid, with a link to the page from which the buyer changes the card.
    PaymentFailed(MailLink),
    /// A paid plan has ended, with a link to the prices.
    PlanEnded(MailLink),
}

impl MailSubject {
    /// The codes of all subjects, as stored.
    pub const CODES: [&'static str; 15] = [
        "invitation",
        "confirm_sign_up",
        "already_registered",
        "sign_in",
        "reset_password",
        "confirm_email",
        "email_changed",
        "password_changed",
        "key_made",
        "keys_made",
        "identity_linked",
        "identity_unlinked",
        "receipt",
        "payment_failed",
        "plan_ended",
    ];

    /// The code for storage and logs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invitation(_) => "invitation",
            Self::ConfirmSignUp(_) => "confirm_sign_up",
            Self::AlreadyRegistered => "already_registered",
            Self::SignIn(_) => "sign_in",
            Self::ResetPassword(_) => "reset_password",
            Self::ConfirmEmail(_) => "confirm_email",
            Self::EmailChanged => "email_changed",
            Self::PasswordChanged => "password_changed",
            Self::KeyCreated { .. } => "key_made",
            Self::KeysCreated => "keys_made",
            Self::IdentityLinked { .. } => "identity_linked",
            Self::IdentityUnlinked { .. } => "identity_unlinked",
            Self::Receipt(_) => "receipt",
            Self::PaymentFailed(_) => "payment_failed",
            Self::PlanEnded(_) => "plan_ended",
        }
    }

    /// The link, if any.
    pub const fn link(&self) -> Option<&MailLink> {
        match self {
            Self::Invitation(link)
            | Self::ConfirmSignUp(link)
            | Self::SignIn(link)
            | Self::ResetPassword(link)
            | Self::ConfirmEmail(link)
            | Self::Receipt(link)
            | Self::PaymentFailed(link)
            | Self::PlanEnded(link) => Some(link),
            Self::KeyCreated { .. }
            | Self::KeysCreated
            | Self::IdentityLinked { .. }
            | Self::IdentityUnlinked { .. }
            | Self::AlreadyRegistered
            | Self::EmailChanged
            | Self::PasswordChanged => None,
        }
    }

    /// True if a person is waiting for the message, such as a sign-in link. These are sent first.
    pub const fn is_awaited(&self) -> bool {
        matches!(
            self,
            Self::ConfirmSignUp(_) | Self::SignIn(_) | Self::ResetPassword(_) | Self::ConfirmEmail(_)
        )
    }

    /// The variable text, if any: a link's address, or the name of a key or a provider.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::KeyCreated { name: text }
            | Self::IdentityLinked { provider: text }
            | Self::IdentityUnlinked { provider: text } => Some(text),
            _ => self.link().map(MailLink::reveal),
        }
    }

    /// Reads a subject; `None` if the code is unknown or the text is missing.
    pub fn stored(code: &str, detail: Option<String>) -> Option<Self> {
        let link = || detail.clone().map(MailLink::new);
        match code {
            "invitation" => link().map(Self::Invitation),
            "confirm_sign_up" => link().map(Self::ConfirmSignUp),
            "already_registered" => Some(Self::AlreadyRegistered),
            "sign_in" => link().map(Self::SignIn),
            "reset_password" => link().map(Self::ResetPassword),
            "confirm_email" => link().map(Self::ConfirmEmail),
            "email_changed" => Some(Self::EmailChanged),
            "password_changed" => Some(Self::PasswordChanged),
            "key_made" => detail.map(|name| Self::KeyCreated { name }),
            "keys_made" => Some(Self::KeysCreated),
            "identity_linked" => detail.map(|provider| Self::IdentityLinked { provider }),
            "identity_unlinked" => detail.map(|provider| Self::IdentityUnlinked { provider }),
            "receipt" => link().map(Self::Receipt),
            "payment_failed" => link().map(Self::PaymentFailed),
            "plan_ended" => link().map(Self::PlanEnded),
            _ => None,
        }
    }
}

/// A link's full address, never printed because most grant access.
#[derive(Clone, PartialEq, Eq)]
pub struct MailLink(String);

impl MailLink {
    /// Wraps an address.
    pub const fn new(address: String) -> Self {
        Self(address)
    }

    /// The address, for its recipient.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MailLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailLink")
    }
}

/// The occasion of a message that must be sent once, such as a paid order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MailOccasion(String);

impl MailOccasion {
    /// The time for which an occasion is remembered.
    pub const RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);

    /// The occasion of a message on this subject about an object, such as an order's id.
    pub fn new(about: &MailSubject, object: &str) -> Self {
        Self(format!("{} {object}", about.code()))
    }

    /// The text for storage, without personal data.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A queued message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingMail {
    /// The id.
    pub id: MailId,
    /// The message.
    pub mail: Mail,
    /// The time of queuing.
    pub created_at: Timestamp,
    /// The moment at which its link expires and the message becomes useless.
    pub expires_at: Timestamp,
    /// Failed attempts.
    pub failures: u32,
}

/// A message given up, without its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpMail {
    /// The id.
    pub id: MailId,
    /// The recipient.
    pub to: Email,
    /// Its subject's code, one of [`MailSubject::CODES`].
    pub about: &'static str,
    /// The time of queuing.
    pub created_at: Timestamp,
    /// The time of giving up.
    pub given_up_at: Timestamp,
    /// Failed attempts.
    pub failures: u32,
}

impl GivenUpMail {
    /// The time for which administrators see it.
    pub const KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_subjects_round_trip_and_links_are_not_printed() {
        for code in MailSubject::CODES {
            let subject = MailSubject::stored(code, Some("text".to_owned())).unwrap();
            assert_eq!(subject.code(), code);
            let again = MailSubject::stored(subject.code(), subject.detail().map(str::to_owned));
            assert_eq!(again, Some(subject));
        }
        assert_eq!(MailSubject::stored("other", None), None);
        assert_eq!(MailSubject::stored("sign_in", None), None);
        let printed = format!("{:?}", MailSubject::SignIn(MailLink::new("secret".to_owned())));
        assert_eq!(printed, "SignIn(MailLink)");
    }
}
