//! Signs somebody in by e-mail and password.

use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo, SignedIn};
use crate::account::Email;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};

/// Signs somebody in by e-mail and password.
pub struct SignIn(AuthDeps);

/// What somebody typed.
pub struct SignInAttempt<'a> {
    /// As their e-mail.
    pub email: &'a str,
    /// As their password.
    pub password: &'a str,
}

impl SignIn {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Lets somebody in whose e-mail and password are right. Whatever is not right, the answer
    /// is the same and takes as long: also for an e-mail without an account, an account without
    /// a password and one that is suspended.
    ///
    /// # Errors
    /// [`PersonError::Refused`]; [`PersonError::TooManyTries`], which is said of an e-mail without
    /// an account alike.
    pub async fn run(
        &self,
        attempt: &SignInAttempt<'_>,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let Self(parts) = self;
        let email = attempt.email.parse::<Email>().ok();
        let person = match &email {
            Some(email) => parts.people.person_by_email(email).await?,
            None => None,
        };
        let named = email.as_ref().map_or(attempt.email, Email::as_str);
        self.count(named, person.as_ref(), client).await?;
        let hash = person.as_ref().and_then(|person| person.password.as_ref());
        let is_right = parts.is_password(attempt.password, hash).await?;
        match person.filter(|person| is_right && person.account.suspended_at.is_none()) {
            Some(person) => match parts.let_in(person.account.id, person.epoch, client).await {
                // The password, if it still is one, is to be typed again.
                Err(PersonError::Overtaken) => Err(PersonError::Refused),
                outcome => outcome,
            },
            None => Err(PersonError::Refused),
        }
    }

    /// Counts the try: for a browser that the account's owner has used before, by itself and with the
    /// other known ones of its address.
    async fn count(
        &self,
        email: &str,
        person: Option<&Person>,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        // Looked up whether there is an account or not, or the time that it takes would tell.
        let known = match &client.known_browser {
            Some(browser) => parts.known_to(browser, parts.now()).await?,
            None => None,
        };
        if let (Some(person), Some(browser)) = (person, &client.known_browser)
            && known == Some(person.account.id)
        {
            let subject = RateSubject::Named(browser.digest());
            parts.count(RateKey::SignIn(subject), parts.policy.tries.of_browser).await?;
            return parts.count_password(client).await;
        }
        parts.count_try(email, client).await
    }
}
