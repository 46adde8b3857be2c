//! Mail that the service sends to people.

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::account::Email;
use crate::ids::MailId;
use crate::options::Language;

/// A message to somebody. What it says stands with the adapter that sends it, in each
/// language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// To whom.
    pub to: Email,
    /// In which language.
    pub language: Language,
    /// What it is about.
    pub about: MailSubject,
}

/// What a message is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailSubject {
    /// They are invited to open an account.
    Invitation(MailLink),
    /// They signed up, and have to say that the e-mail is theirs.
    ConfirmSignUp(MailLink),
    /// Somebody signed up with their e-mail, which has an account already.
    AlreadyRegistered,
    /// They asked for a link to sign in by.
    SignIn(MailLink),
    /// They asked to choose another password.
    ResetPassword(MailLink),
    /// They want this e-mail to be their account's.
    ConfirmEmail(MailLink),
    /// Their account has another e-mail from now on; said to the former one.
    EmailChanged,
    /// Their password was changed.
    PasswordChanged,
    /// An API key was made.
    KeyMade {
        /// What its owner calls it.
        name: String,
    },
    /// Several API keys were made: the sum of messages that would have been one for each.
    KeysMade,
    /// Somebody at a provider of identities was linked to their account.
    IdentityLinked {
        /// What people know the provider by.
        provider: String,
    },
    /// That was undone.
    IdentityUnlinked {
        /// What people know the provider by.
        provider: String,
    },
}

impl MailSubject {
    /// The codes of all subjects, as storage has them.
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

    /// Its code in storage and logs.
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
            Self::KeyMade { .. } => "key_made",
            Self::KeysMade => "keys_made",
            Self::IdentityLinked { .. } => "identity_linked",
            Self::IdentityUnlinked { .. } => "identity_unlinked",
        }
    }

    /// The link that it carries.
    pub const fn link(&self) -> Option<&MailLink> {
        match self {
            Self::Invitation(link)
            | Self::ConfirmSignUp(link)
            | Self::SignIn(link)
            | Self::ResetPassword(link)
            | Self::ConfirmEmail(link) => Some(link),
            Self::KeyMade { .. }
            | Self::KeysMade
            | Self::IdentityLinked { .. }
            | Self::IdentityUnlinked { .. }
            | Self::AlreadyRegistered
            | Self::EmailChanged
            | Self::PasswordChanged => None,
        }
    }

    /// True for messages that their reader waits for: these are sent before all others.
    pub const fn is_awaited(&self) -> bool {
        matches!(
            self,
            Self::ConfirmSignUp(_) | Self::SignIn(_) | Self::ResetPassword(_) | Self::ConfirmEmail(_)
        )
    }

    /// The one text that goes with it: a link's address, or the name of a key or a provider.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::KeyMade { name: text }
            | Self::IdentityLinked { provider: text }
            | Self::IdentityUnlinked { provider: text } => Some(text),
            _ => self.link().map(MailLink::reveal),
        }
    }

    /// The subject of a code with its text, as storage has them; `None` for what is none.
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
            "key_made" => detail.map(|name| Self::KeyMade { name }),
            "keys_made" => Some(Self::KeysMade),
            "identity_linked" => detail.map(|provider| Self::IdentityLinked { provider }),
            "identity_unlinked" => detail.map(|provider| Self::IdentityUnlinked { provider }),
            _ => None,
        }
    }
}

/// The whole address of a link, which lets in whoever has it: it is never printed by itself.
#[derive(Clone, PartialEq, Eq)]
pub struct MailLink(String);

impl MailLink {
    /// Wraps an address.
    pub const fn new(address: String) -> Self {
        Self(address)
    }

    /// The address, for the one to whom it is sent.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MailLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailLink")
    }
}

/// A message that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingMail {
    /// Its identity.
    pub id: MailId,
    /// The message.
    pub mail: Mail,
    /// When it was written.
    pub created_at: Timestamp,
    /// From when on there is no use in it any more, because its link is over.
    pub expires_at: Timestamp,
    /// The number of failed attempts to send it.
    pub failures: u32,
}

/// A message that could not be sent, without its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpMail {
    /// Its identity.
    pub id: MailId,
    /// To whom it was to go.
    pub to: Email,
    /// The code of its subject, one of [`MailSubject::CODES`].
    pub about: &'static str,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was given up.
    pub given_up_at: Timestamp,
    /// The number of failed attempts to send it.
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
    fn subjects_are_read_as_they_are_stored_and_links_never_printed() {
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
