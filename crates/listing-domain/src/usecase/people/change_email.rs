//! Gives an account another e-mail.

use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::ids::AccountId;
use crate::link::LinkPurpose;
use crate::mail::MailSubject;
use crate::options::Language;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};
use crate::session::Session;
use crate::token::TokenDigest;

/// Gives an account another e-mail, once its owner has said that it is theirs.
pub struct ChangeEmail(AuthDeps);

impl ChangeEmail {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Sends a link to the new e-mail of somebody who knows the account's password. Until it is
    /// followed the e-mail stays as it is; the same e-mail is confirmed by it. It is written in the
    /// language that they chose, else in the one in which they read now.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::InvalidEmail`],
    /// [`PersonError::TooManyTries`], [`PersonError::Overtaken`]. Whether another account has the
    /// e-mail shows only when the link is followed.
    pub async fn run(
        &self,
        session: &Session,
        password: &str,
        email: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.recognised(session, password, client).await?;
        let email: Email = email.parse()?;
        self.send(&person, email, client.language).await
    }

    /// Sends a link to the e-mail that an account has, so that its owner can confirm it. Nobody
    /// gets more than a message that way who is not meant, and there are only so many of them.
    ///
    /// # Errors
    /// [`PersonError::TooManyTries`].
    pub async fn confirm_again(&self, account: AccountId, language: Language) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.send(&person, person.account.email.clone(), language).await
    }

    /// In the language that the person prefers, or in that of the page.
    async fn send(&self, person: &Person, email: Email, language: Language) -> Result<(), PersonError> {
        let Self(parts) = self;
        let account = person.account.id;
        if email == person.account.email {
            let own = RateKey::Mail(RateSubject::Account(account));
            parts.count(own, parts.policy.tries.mails).await?;
        } else {
            // Whoever it is for: one account takes no mail from others' turns.
            let sender = RateSubject::Named(TokenDigest::of(&format!("sender {account}")));
            parts.count(RateKey::Mail(sender), parts.policy.tries.account_mails).await?;
            parts.count_strangers_mail(&email, &account.to_string()).await?;
        }
        let purpose = LinkPurpose::ConfirmEmail { account, email: email.clone() };
        let (link, address) = parts.make_link(purpose, person.epoch, None).await?;
        let language = person.preferences.language.unwrap_or(language);
        parts.write_to(email, language, MailSubject::ConfirmEmail(address), link.expires_at).await
    }
}
