//! Links and unlinks external identities.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::ids::AccountId;
use crate::link::LinkPurpose;
use crate::mail::MailSubject;
use crate::person::{ExternalIdentity, Person};
use crate::session::Session;
use crate::token::Token;

/// Links and unlinks external identities. A linked identity can sign in to the account, so a session alone is
/// not enough. The owner gives a fresh proof and gets a message.
pub struct LinkIdentity(AuthDeps);

impl LinkIdentity {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Allows linking one identity within [`LinkPurpose::SHORT`], after a fresh proof of the owner: the
    /// password, or a very recent sign-in if there is none. Returns the secret that the browser keeps during
    /// the visit to the provider.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyAttempts`], [`PersonError::SignInAgain`].
    pub async fn begin(
        &self,
        session: &Session,
        password: &str,
        client: &ClientInfo,
    ) -> Result<Token, PersonError> {
        let Self(deps) = self;
        let person = deps.reauthenticate(session, password, client).await?;
        let (secret, purpose) = (deps.ids.token(), LinkPurpose::LinkIdentity { account: person.account.id });
        deps.store_link(&deps.link(purpose, person.epoch, deps.now(), None), &secret).await?;
        Ok(secret)
    }

    /// Links an identity to the account that [`LinkIdentity::begin`] allowed, and informs the owner.
    /// `provider` is the name shown to them.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`] when it was not allowed, or too long ago; [`PersonError::IdentityTaken`].
    pub async fn finish(
        &self,
        account: AccountId,
        secret: &Token,
        identity: &ExternalIdentity,
        provider: &str,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        let now = deps.now();
        // Checked first, so that the secret of another account is not used up.
        let link = deps.links.link(&secret.digest(), now).await?;
        let is_own = link.is_some_and(|link| link.purpose == LinkPurpose::LinkIdentity { account });
        if !is_own {
            return Err(PersonError::LinkGone);
        }
        let used = deps.links.take_link(&secret.digest(), now).await?.ok_or(PersonError::LinkGone)?;
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        if !deps.people.link_identity(account, identity, now, used.epoch).await? {
            return Err(PersonError::LinkGone);
        }
        self.notify_owner(person, MailSubject::IdentityLinked { provider: provider.to_owned() }).await
    }

    /// Unlinks an issuer's identities from the account after a fresh proof, and informs the owner, who knows
    /// the issuer as `provider`. All other sessions end, since one may belong to an unlinked identity. Does
    /// nothing if none was linked.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::TooManyAttempts`], [`PersonError::SignInAgain`];
    /// [`PersonError::OnlyWayIn`] for an account without a password when no mail is sent.
    pub async fn unlink(
        &self,
        session: &Session,
        password: &str,
        issuer: &str,
        provider: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.reauthenticate(session, password, client).await?;
        if person.password.is_none() && !deps.policy.sends_mail {
            return Err(PersonError::OnlyWayIn);
        }
        let take_back = deps.take_back(person.epoch, Some(session.id), client);
        if !deps.people.unlink_issuer(person.account.id, issuer, &take_back).await? {
            return Ok(());
        }
        self.notify_owner(person, MailSubject::IdentityUnlinked { provider: provider.to_owned() }).await
    }

    async fn notify_owner(&self, person: Person, about: MailSubject) -> Result<(), PersonError> {
        let Self(deps) = self;
        let language = person.preferences.language.unwrap_or_default();
        deps.notify(person.account.email, language, about).await
    }
}
