//! Links to an account whoever its owner is at a provider of identities, and undoes it.

use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo};
use crate::ids::AccountId;
use crate::link::LinkPurpose;
use crate::mail::MailSubject;
use crate::person::{ExternalIdentity, Person};
use crate::session::Session;
use crate::token::Token;

/// Links to an account whoever its owner is at a provider of identities, and undoes it. Whoever
/// is linked can sign in to the account, so that a session alone is not enough for it: its owner
/// shows again who they are, and is told.
pub struct LinkIdentity(AuthDeps);

impl LinkIdentity {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Lets somebody link an identity who knows the account's password, or, where it has none, has
    /// just signed in: once, within [`LinkPurpose::SHORT`]. The secret is what the browser keeps
    /// while they are at the provider.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyTries`], [`PersonError::SignInAnew`].
    pub async fn begin(
        &self,
        session: &Session,
        password: &str,
        client: &ClientInfo,
    ) -> Result<Token, PersonError> {
        let Self(parts) = self;
        let person = parts.shown_again(session, password, client).await?;
        let (secret, purpose) = (parts.ids.token(), LinkPurpose::LinkIdentity { account: person.account.id });
        parts.keep_link(&parts.link(purpose, person.epoch, parts.now(), None), &secret).await?;
        Ok(secret)
    }

    /// Links an identity to the account of somebody who was let do it, and tells them. The
    /// provider is what people know it by.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`] when they were not let do it, or too long ago;
    /// [`PersonError::IdentityTaken`].
    pub async fn finish(
        &self,
        account: AccountId,
        secret: &Token,
        identity: &ExternalIdentity,
        provider: &str,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        let now = parts.now();
        // Looked at before, so that nobody uses up what is another's.
        let link = parts.links.link(&secret.digest(), now).await?;
        let is_theirs = link.is_some_and(|link| link.purpose == LinkPurpose::LinkIdentity { account });
        if !is_theirs {
            return Err(PersonError::LinkGone);
        }
        let used = parts.links.take_link(&secret.digest(), now).await?.ok_or(PersonError::LinkGone)?;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        if !parts.people.link_identity(account, identity, now, used.epoch).await? {
            return Err(PersonError::LinkGone);
        }
        self.tell(person, MailSubject::IdentityLinked { provider: provider.to_owned() }).await
    }

    /// Unlinks whoever an issuer says that they are from the account of somebody who shows again
    /// that it is theirs, and tells them. All other sessions end: one may be theirs who were linked.
    /// The provider is what people know the issuer by. Where nobody is linked, nothing is done.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyTries`], [`PersonError::SignInAnew`];
    /// [`PersonError::OnlyWayIn`] for an account without a password where no links are sent.
    pub async fn unlink(
        &self,
        session: &Session,
        password: &str,
        issuer: &str,
        provider: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.shown_again(session, password, client).await?;
        if person.password.is_none() && !parts.policy.sends_mail {
            return Err(PersonError::OnlyWayIn);
        }
        let take_back = parts.take_back(person.epoch, Some(session.id), client);
        if !parts.people.unlink_issuer(person.account.id, issuer, &take_back).await? {
            return Ok(());
        }
        self.tell(person, MailSubject::IdentityUnlinked { provider: provider.to_owned() }).await
    }

    async fn tell(&self, person: Person, about: MailSubject) -> Result<(), PersonError> {
        let Self(parts) = self;
        let language = person.preferences.language.unwrap_or_default();
        parts.inform(person.account.email, language, about).await
    }
}
