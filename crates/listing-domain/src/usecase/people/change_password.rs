//! Changes the password of an account.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::mail::MailSubject;
use crate::password::{Password, PasswordHash};
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};
use crate::session::Session;
use crate::token::TokenDigest;

/// Changes the password of an account.
pub struct ChangePassword(AuthDeps);

impl ChangePassword {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Changes the password, if the current one is right. All other sessions end, and the account forgets all
    /// other known browsers.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::InvalidPassword`], [`PersonError::TooManyAttempts`];
    /// [`PersonError::Overtaken`] when access was taken back meanwhile.
    pub async fn run(
        &self,
        session: &Session,
        current: &str,
        new: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.verify_password(session, current, client).await?;
        let new = Password::choose(new, person.account.email.as_str())?;
        let hash = deps.passwords.hash(&new).await?;
        let take_back = deps.take_back(person.epoch, Some(session.id), client);
        let changed = deps.people.set_password(session.account, &hash, &take_back).await?;
        changed.ok_or(PersonError::Overtaken)?;
        let language = person.preferences.language.unwrap_or(client.language);
        deps.notify(person.account.email, language, MailSubject::PasswordChanged).await
    }
}

impl AuthDeps {
    /// Returns the signed-in person, if the password is right. Attempts are counted per address, and per
    /// session, so that a stolen session does not lock out the owner.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], also for an account without a password, whose owner chooses one by a
    /// link. [`PersonError::TooManyAttempts`].
    pub(super) async fn verify_password(
        &self,
        session: &Session,
        password: &str,
        client: &ClientInfo,
    ) -> Result<Person, PersonError> {
        let (limit, named) = (self.policy.limits.per_browser, TokenDigest::of(&session.id.to_string()));
        self.count(RateKey::SignIn(RateSubject::Named(named)), limit).await?;
        self.count_password(client).await?;
        let person = self.people.person(session.account).await?.ok_or(PersonError::NoSuchAccount)?;
        let is_right = self.password_matches(password, person.password.as_ref()).await?;
        if is_right { Ok(person) } else { Err(PersonError::WrongPassword) }
    }

    /// Returns true if the hash is of this password: in the normalized form of new hashes, or as typed, the
    /// form of older hashes. Without a hash the check takes the same time.
    pub(super) async fn password_matches(
        &self,
        text: &str,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PersonError> {
        for password in Password::typed(text).into_iter().flatten() {
            if self.passwords.verify(&password, hash).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the signed-in person after a fresh proof: the password, or a very recent sign-in if there is
    /// none.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyAttempts`], [`PersonError::SignInAgain`].
    pub(super) async fn reauthenticate(
        &self,
        session: &Session,
        password: &str,
        client: &ClientInfo,
    ) -> Result<Person, PersonError> {
        let person = self.people.person(session.account).await?.ok_or(PersonError::NoSuchAccount)?;
        if person.password.is_some() {
            return self.verify_password(session, password, client).await;
        }
        let is_recent = session.epoch == person.epoch && session.has_just_begun(self.now());
        if is_recent { Ok(person) } else { Err(PersonError::SignInAgain) }
    }
}
