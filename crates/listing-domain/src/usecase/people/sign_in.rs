//! Signs people in by email and password.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo, SignedIn};
use crate::account::Email;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};

/// Signs a person in by email and password.
pub struct SignIn(AuthDeps);

/// The typed credentials.
pub struct SignInAttempt<'a> {
    /// The typed email.
    pub email: &'a str,
    /// The typed password.
    pub password: &'a str,
}

impl SignIn {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Signs a person in if email and password are right. Every refusal gives the same answer in the same
    /// time, also for an unknown email, an account without a password and a suspended one.
    ///
    /// # Errors
    /// [`PersonError::Refused`]; [`PersonError::TooManyAttempts`], also for an email without an account.
    pub async fn run(
        &self,
        attempt: &SignInAttempt<'_>,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let Self(deps) = self;
        let email = attempt.email.parse::<Email>().ok();
        let person = match &email {
            Some(email) => deps.people.person_by_email(email).await?,
            None => None,
        };
        let named = email.as_ref().map_or(attempt.email, Email::as_str);
        self.count(named, person.as_ref(), client).await?;
        let hash = person.as_ref().and_then(|person| person.password.as_ref());
        let is_right = deps.password_matches(attempt.password, hash).await?;
        match person.filter(|person| is_right && person.account.suspended_at.is_none()) {
            Some(person) => match deps.begin_session(person.account.id, person.epoch, client).await {
                // The password may have changed, so the person types it again.
                Err(PersonError::Overtaken) => Err(PersonError::Refused),
                outcome => outcome,
            },
            None => Err(PersonError::Refused),
        }
    }

    /// Counts the attempt. In a browser known to the account, it counts for that browser and for the known
    /// clients of its address.
    async fn count(
        &self,
        email: &str,
        person: Option<&Person>,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        // Looked up even without an account, or the duration would reveal it.
        let known = match &client.known_browser {
            Some(browser) => deps.known_browser_account(browser, deps.now()).await?,
            None => None,
        };
        if let (Some(person), Some(browser)) = (person, &client.known_browser)
            && known == Some(person.account.id)
        {
            let subject = RateSubject::Named(browser.digest());
            deps.count(RateKey::SignIn(subject), deps.policy.limits.per_browser).await?;
            return deps.count_password(client).await;
        }
        deps.count_attempt(email, client).await
    }
}
