//! Manages administrators, and creates links for people who cannot sign in by themselves.

use jiff::SignedDuration;

use super::PersonError;
use super::auth_deps::AuthDeps;
use super::sign_up::new_person;
use crate::account::{Account, Email};
use crate::ids::AccountId;
use crate::link::{Link, LinkPurpose};
use crate::mail::MailLink;
use crate::options::Language;
use crate::person::{Person, Preferences};

/// Manages administrators, and creates links for people who cannot sign in by themselves.
pub struct Administer(AuthDeps);

impl Administer {
    /// The lifetime of a link that an operator hands over. The recipient may open it hours later.
    pub const LINK_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Makes the owner of an email an administrator, and opens an account if there is none. Returns a link
    /// that lets the owner choose a password once.
    pub async fn make_administrator(&self, email: Email) -> Result<MailLink, PersonError> {
        let Self(deps) = self;
        let person = if let Some(known) = deps.people.person_by_email(&email).await? {
            known
        } else {
            // The browser's language applies until the owner chooses one.
            let new = Person { preferences: Preferences::default(), ..new_person(deps, email, Language::En) };
            deps.people.add_person(&new, None).await?;
            new
        };
        deps.people.set_administrator(person.account.id, true).await?;
        self.new_password_link(&person).await
    }

    /// Returns the administrators' accounts, by email.
    pub async fn administrators(&self) -> Result<Vec<Account>, PersonError> {
        let Self(deps) = self;
        Ok(deps.people.administrators().await?)
    }

    /// Removes an account's administrator role. The account stays. From their next request on, its sessions
    /// may no longer administer.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`], [`PersonError::NotAdministrator`], [`PersonError::LastAdministrator`].
    pub async fn dismiss(&self, account: AccountId) -> Result<(), PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        if !person.is_administrator {
            return Err(PersonError::NotAdministrator);
        }
        let is_known = deps.people.set_administrator(account, false).await?;
        if is_known { Ok(()) } else { Err(PersonError::NoSuchAccount) }
    }

    /// Returns a link to hand over, with which the owner of an account chooses a password.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`].
    pub async fn password_link(&self, account: AccountId) -> Result<MailLink, PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.new_password_link(&person).await
    }

    /// Returns a link that signs in the owner of an account, in the first browser that opens it.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`].
    pub async fn sign_in_link(&self, account: AccountId) -> Result<MailLink, PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        Ok(deps.make_link(LinkPurpose::SignIn { account }, person.epoch, None).await?.1)
    }

    /// Returns a link to hand over, with which a person chooses a password.
    async fn new_password_link(&self, person: &Person) -> Result<MailLink, PersonError> {
        let Self(deps) = self;
        let (token, now) = (deps.ids.token(), deps.now());
        let expires_at = now.saturating_add(Self::LINK_LIFETIME).unwrap_or(now);
        let purpose = LinkPurpose::ResetPassword { account: person.account.id };
        let link = Link { expires_at, ..deps.link(purpose, person.epoch, now, None) };
        deps.store_link(&link, &token).await?;
        Ok(deps.link_address(&token))
    }
}
