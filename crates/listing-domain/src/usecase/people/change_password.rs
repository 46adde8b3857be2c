//! Puts a password in the place of another one.

use super::PersonError;
use super::welcome::{Guest, PeopleParts};
use crate::ids::{AccountId, SessionId};
use crate::mail::MailSubject;
use crate::password::Password;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};
use crate::session::Session;

/// Puts a password in the place of another one.
pub struct ChangePassword(PeopleParts);

impl ChangePassword {
    /// The use-case over its parts.
    pub const fn new(parts: PeopleParts) -> Self {
        Self(parts)
    }

    /// Changes the password of somebody who knows the current one. All sessions end but the one
    /// in which it is done, and no browser stays known but the one that it is done in.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::InvalidPassword`],
    /// [`PersonError::TooManyTries`].
    pub async fn run(
        &self,
        account: AccountId,
        session: SessionId,
        current: &str,
        new: &str,
        guest: &Guest,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.recognised(account, current).await?;
        let new = Password::choose(new, person.account.email.as_str())?;
        let hash = parts.passwords.hash(&new).await?;
        parts.people.set_password(account, &hash).await?;
        parts.sessions.end_others(account, Some(session)).await?;
        parts.withdraw_links(account, guest.known_browser.as_ref()).await?;
        let language = person.preferences.language.unwrap_or(guest.language);
        parts.inform(person.account.email, language, MailSubject::PasswordChanged).await
    }
}

impl PeopleParts {
    /// The person behind an account, if they know its password.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], also for an account without one; whoever has none chooses
    /// one by a link. [`PersonError::TooManyTries`].
    pub(super) async fn recognised(&self, account: AccountId, password: &str) -> Result<Person, PersonError> {
        let limit = self.policy.tries.of_browser;
        self.count(RateKey::SignIn(RateSubject::Account(account)), limit).await?;
        let person = self.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        let typed = Password::typed(password).map_err(|_| PersonError::WrongPassword)?;
        let is_right = self.passwords.verify(&typed, person.password.as_ref()).await?;
        if is_right { Ok(person) } else { Err(PersonError::WrongPassword) }
    }

    /// The person who is signed in, if they show again that it is them: by the password, or,
    /// where they have none, by having signed in just now.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyTries`], [`PersonError::SignInAnew`].
    pub(super) async fn shown_again(&self, session: &Session, password: &str) -> Result<Person, PersonError> {
        let person = self.people.person(session.account).await?.ok_or(PersonError::NoSuchAccount)?;
        if person.password.is_some() {
            return self.recognised(session.account, password).await;
        }
        if session.has_just_begun(self.now()) { Ok(person) } else { Err(PersonError::SignInAnew) }
    }
}
