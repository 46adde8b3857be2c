//! Changes the email of an account.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::ids::AccountId;
use crate::link::LinkPurpose;
use crate::mail::MailSubject;
use crate::options::Language;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};
use crate::session::Session;
use crate::token::TokenDigest;

/// Changes the email of an account, once its owner has confirmed the new one.
pub struct ChangeEmail(AuthDeps);

impl ChangeEmail {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Sends a link to the new email, if the password is right. Following it changes the email, or confirms
    /// an unchanged one. The message is in the person's chosen language, else in the client's.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::InvalidEmail`], [`PersonError::TooManyAttempts`],
    /// [`PersonError::Overtaken`]. An email taken by another account fails only when the link is followed.
    pub async fn run(
        &self,
        session: &Session,
        password: &str,
        email: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.verify_password(session, password, client).await?;
        let email: Email = email.parse()?;
        self.send(&person, email, client.language).await
    }

    /// Sends a link to the account's email, so that its owner can confirm it. It needs no password: if the
    /// email belongs to another person, they get only the message, and the number of messages is limited.
    ///
    /// # Errors
    /// [`PersonError::TooManyAttempts`].
    pub async fn confirm_again(&self, account: AccountId, language: Language) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.send(&person, person.account.email.clone(), language).await
    }

    /// Sends the link in the person's preferred language, else in that of the page.
    async fn send(&self, person: &Person, email: Email, language: Language) -> Result<(), PersonError> {
        let Self(deps) = self;
        let account = person.account.id;
        if email == person.account.email {
            let own = RateKey::Mail(RateSubject::Account(account));
            deps.count(own, deps.policy.limits.mails).await?;
        } else {
            // Counted per account for all recipients, so that one account cannot use up the mail limits of
            // others.
            let sender = RateSubject::Named(TokenDigest::of(&format!("sender {account}")));
            deps.count(RateKey::Mail(sender), deps.policy.limits.account_mails).await?;
            deps.count_strangers_mail(&email, &account.to_string()).await?;
        }
        let purpose = LinkPurpose::ConfirmEmail { account, email: email.clone() };
        let (link, address) = deps.make_link(purpose, person.epoch, None).await?;
        let language = person.preferences.language.unwrap_or(language);
        deps.queue_mail(email, language, MailSubject::ConfirmEmail(address), link.expires_at).await
    }
}
