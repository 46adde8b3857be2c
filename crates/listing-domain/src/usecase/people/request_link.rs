//! Sends a link to somebody who cannot, or does not want to, sign in by password.

use jiff::SignedDuration;

use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::link::{Link, LinkPurpose};
use crate::mail::MailSubject;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};

/// Sends a link to somebody who cannot, or does not want to, sign in by password.
pub struct RequestLink(AuthDeps);

/// What the link is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// To sign in by it.
    SignIn,
    /// To choose another password.
    NewPassword,
}

impl RequestLink {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// How long a link works: one that an administrator has to hand over is not found at once.
    pub fn lifetime(&self, wanted: LinkKind) -> SignedDuration {
        let Self(parts) = self;
        match wanted {
            LinkKind::NewPassword if !parts.policy.sends_mail => LinkPurpose::LONG,
            LinkKind::NewPassword | LinkKind::SignIn => LinkPurpose::SHORT,
        }
    }

    /// Counts the request, before anything is looked up.
    ///
    /// # Errors
    /// [`PersonError::InvalidEmail`], [`PersonError::TooManyTries`].
    pub async fn check(&self, email: &str, client: &ClientInfo) -> Result<Email, PersonError> {
        let Self(parts) = self;
        let email: Email = email.parse()?;
        let address = RateKey::Mail(RateSubject::Address(client.address));
        parts.count(address, parts.policy.tries.of_address).await?;
        Ok(email)
    }

    /// Writes to the e-mail if it has an account that is not suspended. To be run without anybody
    /// waiting for it, so that nobody hears or sees by its time whether it has. Otherwise as much is
    /// written for nothing: what the asker writes next waits for either.
    pub async fn run(&self, email: Email, wanted: LinkKind, client: &ClientInfo) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.people.person_by_email(&email).await?;
        let person = person.filter(|person| person.account.suspended_at.is_none());
        self.count(&email, person.as_ref(), wanted, client).await?;
        let Some(person) = person else {
            parts.keep_dead_link().await?;
            return parts.put_dead_mail(email, client.language).await;
        };
        let (account, asked_in) = (person.account.id, client.visit.digest());
        let (purpose, browser) = match wanted {
            LinkKind::SignIn => (LinkPurpose::SignIn { account }, Some(asked_in)),
            // Without mail it is handed over, and proves nothing of the e-mail.
            LinkKind::NewPassword => {
                (LinkPurpose::ResetPassword { account }, parts.policy.sends_mail.then_some(asked_in))
            }
        };
        let token = parts.ids.token();
        let link = parts.link(purpose, person.epoch, parts.now(), browser);
        let expires_at = link.created_at.saturating_add(self.lifetime(wanted)).unwrap_or(link.expires_at);
        let link = Link { expires_at, ..link };
        parts.keep_link(&link, &token).await?;
        let address = parts.address_of(&token);
        let about = match wanted {
            LinkKind::SignIn => MailSubject::SignIn(address),
            LinkKind::NewPassword => MailSubject::ResetPassword(address),
        };
        let language = person.preferences.language.unwrap_or(client.language);
        parts.write_to(email, language, about, link.expires_at).await
    }

    /// Counts the message, so that nobody's mailbox is flooded and strangers keep no link from the
    /// owner: a browser that is known counts by itself, and whoever asks for a password when there
    /// were too many has one of those in their mailbox, which works in any browser.
    async fn count(
        &self,
        email: &Email,
        person: Option<&Person>,
        wanted: LinkKind,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        let tries = parts.policy.tries;
        if let (Some(browser), Some(person)) = (&client.known_browser, person)
            && parts.knows(person.account.id, browser, parts.now()).await?
        {
            return parts.count(RateKey::Mail(RateSubject::Named(browser.digest())), tries.mails).await;
        }
        match wanted {
            LinkKind::SignIn => parts.count_strangers_mail(email, &client.address.to_string()).await,
            LinkKind::NewPassword => parts.count_mail(email, "password", tries.password_mails).await,
        }
    }
}
