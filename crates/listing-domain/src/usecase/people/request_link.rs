//! Sends links to sign in or to choose a new password, without the current password.

use jiff::SignedDuration;

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::link::{Link, LinkPurpose};
use crate::mail::MailSubject;
use crate::person::Person;
use crate::ports::{RateKey, RateSubject};

/// Sends links to sign in or to choose a new password, without the current password.
pub struct RequestLink(AuthDeps);

/// The purpose of a requested link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// To sign in.
    SignIn,
    /// To choose a new password.
    NewPassword,
}

impl RequestLink {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Returns the lifetime of a link. A link that an administrator hands over lives longer.
    pub fn lifetime(&self, kind: LinkKind) -> SignedDuration {
        let Self(deps) = self;
        match kind {
            LinkKind::NewPassword if !deps.policy.sends_mail => LinkPurpose::LONG,
            LinkKind::NewPassword | LinkKind::SignIn => LinkPurpose::SHORT,
        }
    }

    /// Counts the request against the limits, before the account is looked up.
    ///
    /// # Errors
    /// [`PersonError::InvalidEmail`], [`PersonError::TooManyAttempts`].
    pub async fn check(&self, email: &str, client: &ClientInfo) -> Result<Email, PersonError> {
        let Self(deps) = self;
        let email: Email = email.parse()?;
        let address = RateKey::Mail(RateSubject::Address(client.address));
        deps.count(address, deps.policy.limits.per_address).await?;
        Ok(email)
    }

    /// Sends the link if the email has an account that is not suspended. Otherwise stores an unusable link
    /// and message, so that the client's next write takes as long in both cases. Run this in the background,
    /// so that its duration does not reveal whether an account exists.
    pub async fn run(&self, email: Email, kind: LinkKind, client: &ClientInfo) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.people.person_by_email(&email).await?;
        let person = person.filter(|person| person.account.suspended_at.is_none());
        self.count(&email, person.as_ref(), kind, client).await?;
        let Some(person) = person else {
            deps.store_dead_link().await?;
            return deps.queue_dead_mail(email, client.language).await;
        };
        let (account, visit) = (person.account.id, client.visit.digest());
        let (purpose, browser) = match kind {
            LinkKind::SignIn => (LinkPurpose::SignIn { account }, Some(visit)),
            // Without mail the link is handed over, which does not prove the email.
            LinkKind::NewPassword => {
                (LinkPurpose::ResetPassword { account }, deps.policy.sends_mail.then_some(visit))
            }
        };
        let token = deps.ids.token();
        let link = deps.link(purpose, person.epoch, deps.now(), browser);
        let expires_at = link.created_at.saturating_add(self.lifetime(kind)).unwrap_or(link.expires_at);
        let link = Link { expires_at, ..link };
        deps.store_link(&link, &token).await?;
        let address = deps.link_address(&token);
        let about = match kind {
            LinkKind::SignIn => MailSubject::SignIn(address),
            LinkKind::NewPassword => MailSubject::ResetPassword(address),
        };
        let language = person.preferences.language.unwrap_or(client.language);
        deps.queue_mail(email, language, about, link.expires_at).await
    }

    /// Counts the message, so that no mailbox is flooded and no stranger blocks the owner's links. A known
    /// browser has its own limit. At the password limit, the owner's mailbox already holds such a link, which
    /// works in any browser.
    async fn count(
        &self,
        email: &Email,
        person: Option<&Person>,
        kind: LinkKind,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        let limits = deps.policy.limits;
        if let (Some(browser), Some(person)) = (&client.known_browser, person)
            && deps.is_browser_known(person.account.id, browser, deps.now()).await?
        {
            return deps.count(RateKey::Mail(RateSubject::Named(browser.digest())), limits.mails).await;
        }
        match kind {
            LinkKind::SignIn => deps.count_strangers_mail(email, &client.address.to_string()).await,
            LinkKind::NewPassword => deps.count_mail(email, "password", limits.password_mails).await,
        }
    }
}
