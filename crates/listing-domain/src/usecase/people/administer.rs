//! Makes administrators, and lets people in who cannot by themselves.

use jiff::SignedDuration;

use super::PersonError;
use super::sign_up::person;
use super::welcome::AuthDeps;
use crate::account::{Account, Email};
use crate::ids::AccountId;
use crate::link::{Link, LinkPurpose};
use crate::mail::MailLink;
use crate::options::Language;
use crate::person::{Person, Preferences};

/// Makes administrators, and lets people in who cannot by themselves.
pub struct Administer(AuthDeps);

impl Administer {
    /// How long a link works that an operator hands over: nobody waits for it at a screen.
    pub const HANDED_OVER: SignedDuration = SignedDuration::from_hours(24);

    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Lets an e-mail administer the service, with an account that is opened if there is none;
    /// the link lets its owner choose a password, and works once.
    pub async fn make_administrator(&self, email: Email) -> Result<MailLink, PersonError> {
        let Self(parts) = self;
        let person = if let Some(known) = parts.people.person_by_email(&email).await? {
            known
        } else {
            // They read in the language of their browser until they choose one.
            let new = Person { preferences: Preferences::default(), ..person(parts, email, Language::En) };
            parts.people.add_person(&new, None).await?;
            new
        };
        parts.people.set_administrator(person.account.id, true).await?;
        self.password_of(&person).await
    }

    /// Who administers the service, by their e-mail.
    pub async fn administrators(&self) -> Result<Vec<Account>, PersonError> {
        let Self(parts) = self;
        Ok(parts.people.administrators().await?)
    }

    /// Takes an administrator's role back. The account stays; its sessions go on without the right
    /// from their next request on.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`], [`PersonError::NotAdministrator`];
    /// [`PersonError::LastAdministrator`], who stays one.
    pub async fn dismiss(&self, account: AccountId) -> Result<(), PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        if !person.is_administrator {
            return Err(PersonError::NotAdministrator);
        }
        let is_there = parts.people.set_administrator(account, false).await?;
        if is_there { Ok(()) } else { Err(PersonError::NoSuchAccount) }
    }

    /// A link by which the owner of an account chooses a password, to be handed over to them.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`].
    pub async fn password_link(&self, account: AccountId) -> Result<MailLink, PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.password_of(&person).await
    }

    /// A link that signs the owner of an account in, in whichever browser it is opened first.
    ///
    /// # Errors
    /// [`PersonError::NoSuchAccount`].
    pub async fn sign_in_link(&self, account: AccountId) -> Result<MailLink, PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        Ok(parts.make_link(LinkPurpose::SignIn { account }, person.epoch, None).await?.1)
    }

    /// A link by which a person chooses a password, to be handed over.
    async fn password_of(&self, person: &Person) -> Result<MailLink, PersonError> {
        let Self(parts) = self;
        let (token, now) = (parts.ids.token(), parts.now());
        let expires_at = now.saturating_add(Self::HANDED_OVER).unwrap_or(now);
        let purpose = LinkPurpose::ResetPassword { account: person.account.id };
        let link = Link { expires_at, ..parts.link(purpose, person.epoch, now, None) };
        parts.keep_link(&link, &token).await?;
        Ok(parts.address_of(&token))
    }
}
