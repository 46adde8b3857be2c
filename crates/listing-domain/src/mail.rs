//! Mail that the service sends to people.

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::MailId;
use crate::options::Language;

/// A message to a person. The mail adapter has its text in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The recipient of the message.
    pub to: Email,
    /// The language of the message.
    pub language: Language,
    /// The subject, which decides the text.
    pub about: MailSubject,
}

/// The subject of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailSubject {
    /// An invitation to open an account.
    Invitation(MailLink),
    /// A request to confirm the email of a sign-up.
    ConfirmSignUp(MailLink),
    /// A notice that a sign-up used the email of an existing account.
    AlreadyRegistered,
    /// A sign-in link.
    SignIn(MailLink),
    /// A link to choose another password.
    ResetPassword(MailLink),
    /// A request to confirm an account's new email.
    ConfirmEmail(MailLink),
    /// A notice, sent to the former email, that the account's email was changed.
    EmailChanged,
    /// A notice that the password was changed.
    PasswordChanged,
    /// A notice that an API key was created.
    KeyCreated {
        /// The owner's name for the key.
        name: String,
    },
    /// A notice that several API keys were created. It replaces one message for each.
    KeysCreated,
    /// A notice that an identity at an identity provider was linked to the account.
    IdentityLinked {
        /// The provider's display name.
        provider: String,
    },
    /// A notice that an identity was unlinked.
    IdentityUnlinked {
        /// The provider's display name.
        provider: String,
    },
}

impl MailSubject {
    /// The codes of all subjects, as stored in the database.
    pub const CODES: [&'static str; 12] = [
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
    ];

    /// Returns the subject's code for storage and logs.
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
        }
    }

    /// Returns the link that the message contains, if any.
    pub const fn link(&self) -> Option<&MailLink> {
        match self {
            Self::Invitation(link)
            | Self::ConfirmSignUp(link)
            | Self::SignIn(link)
            | Self::ResetPassword(link)
            | Self::ConfirmEmail(link) => Some(link),
            Self::KeyCreated { .. }
            | Self::KeysCreated
            | Self::IdentityLinked { .. }
            | Self::IdentityUnlinked { .. }
            | Self::AlreadyRegistered
            | Self::EmailChanged
            | Self::PasswordChanged => None,
        }
    }

    /// Returns true for messages that a person is waiting for, such as a sign-in link. These are sent first.
    pub const fn is_awaited(&self) -> bool {
        matches!(
            self,
            Self::ConfirmSignUp(_) | Self::SignIn(_) | Self::ResetPassword(_) | Self::ConfirmEmail(_)
        )
    }

    /// Returns the variable text of the message, if any: a link's address, or the name of a key or a
    /// provider.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::KeyCreated { name: text }
            | Self::IdentityLinked { provider: text }
            | Self::IdentityUnlinked { provider: text } => Some(text),
            _ => self.link().map(MailLink::reveal),
        }
    }

    /// Reads a stored subject from its code and text; `None` if the code is unknown or the text is missing.
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
            _ => None,
        }
    }
}

/// The full address of a link, never printed because it grants access.
#[derive(Clone, PartialEq, Eq)]
pub struct MailLink(String);

impl MailLink {
    /// Wraps the full address of a link.
    pub const fn new(address: String) -> Self {
        Self(address)
    }

    /// Returns the address, to send it to its recipient.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MailLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailLink")
    }
}

/// A queued message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingMail {
    /// The id of the message.
    pub id: MailId,
    /// The message to send.
    pub mail: Mail,
    /// The time at which the message was queued.
    pub created_at: Timestamp,
    /// The moment at which its link expires and the message becomes useless.
    pub expires_at: Timestamp,
    /// The number of failed attempts to send the message.
    pub failures: u32,
}

/// A message that could not be sent, without its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpMail {
    /// The id of the message.
    pub id: MailId,
    /// The recipient of the message.
    pub to: Email,
    /// The code of its subject, one of [`MailSubject::CODES`].
    pub about: &'static str,
    /// The time at which the message was queued.
    pub created_at: Timestamp,
    /// The time at which sending was given up.
    pub given_up_at: Timestamp,
    /// The number of failed attempts to send the message.
    pub failures: u32,
}

impl GivenUpMail {
    /// The time for which administrators can see a message that was given up.
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
