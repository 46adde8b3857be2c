//! Carries out the purpose of a link.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo, SignedIn};
use super::sign_up::new_person;
use crate::account::Email;
use crate::ids::{AccountId, LinkId, SessionId};
use crate::link::{Link, LinkPurpose};
use crate::mail::MailSubject;
use crate::password::{Password, PasswordHash};
use crate::person::{Epoch, OtherAccess, Person, TakeBack};
use crate::token::Token;

/// Carries out the purpose of a link, such as signing in or setting a password.
pub struct FollowLink(AuthDeps);

/// The outcome of following a link.
pub enum FollowedLink {
    /// The person is signed in.
    SignedIn(SignedIn),
    /// The account's email is confirmed.
    EmailConfirmed,
}

/// The choices of a person who follows a link.
#[derive(Default)]
pub struct LinkChoices<'a> {
    /// The chosen password, as it was typed.
    pub password: Option<&'a str>,
    /// Further access to end with a new password, in addition to sessions and links.
    pub other_access: OtherAccess,
}

impl FollowLink {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Returns a link if it still works, without using it up.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`].
    pub async fn look(&self, token: &Token) -> Result<Link, PersonError> {
        let Self(deps) = self;
        let link = deps.links.link(&token.digest(), deps.now()).await?;
        link.filter(is_followable).ok_or(PersonError::LinkGone)
    }

    /// Uses up a link and carries out its purpose. Some links need a password, see [`Link::needs_password`].
    /// A new password or email takes back access from others. A new email also revokes keys and unlinks
    /// identities; for a new password, `chosen.other_access` decides that.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`]. These leave the link unused: [`PersonError::OtherBrowser`] for a sign-in
    /// link, [`PersonError::InvalidPassword`], and [`PersonError::TooManyAttempts`].
    pub async fn run(
        &self,
        token: &Token,
        chosen: &LinkChoices<'_>,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let Self(deps) = self;
        let link = self.look(token).await?;
        match link.purpose {
            LinkPurpose::SignIn { .. } if !link.may_be_from(&client.visit) => {
                return Err(PersonError::OtherBrowser);
            }
            // An invitation is used up when the account opens, see [`super::SignUp`].
            LinkPurpose::Invitation { .. } => return Err(PersonError::LinkGone),
            _ => {}
        }
        let needs_password = link.needs_password(&client.visit);
        let password =
            if needs_password { self.new_password(&link, chosen.password, client).await? } else { None };
        let used = deps.links.take_link(&token.digest(), deps.now()).await?;
        let used = used.ok_or(PersonError::LinkGone)?;
        // Without mail, an administrator hands the link over, which does not prove the email.
        let was_mailed = used.browser.is_some() && deps.policy.sends_mail;
        let take_back =
            TakeBack { other_access: chosen.other_access, ..deps.take_back(used.epoch, None, client) };
        let followed = match used.purpose {
            LinkPurpose::ConfirmSignUp { email, password: first, invitation } => {
                let new = self.open(email, password.unwrap_or(first), invitation, client).await?;
                deps.begin_session(new.account.id, new.epoch, client).await.map(FollowedLink::SignedIn)
            }
            LinkPurpose::SignIn { account } => self.sign_in(account, used.epoch, was_mailed, client).await,
            LinkPurpose::ResetPassword { account } => {
                let password = password.ok_or(PersonError::LinkGone)?;
                match self.reset(account, &password, &take_back, client).await {
                    Ok(next) => self.sign_in(account, next, was_mailed, client).await,
                    Err(error) => Err(error),
                }
            }
            LinkPurpose::ConfirmEmail { account, email } => {
                self.confirm_email(account, email, &take_back, client).await
            }
            LinkPurpose::Invitation { .. }
            | LinkPurpose::LinkIdentity { .. }
            | LinkPurpose::KnownBrowser { .. } => Err(PersonError::LinkGone),
        };
        match followed {
            // The link's epoch has ended.
            Err(PersonError::Overtaken) => Err(PersonError::LinkGone),
            followed => followed,
        }
    }

    /// Returns the hash of the new password, if the link needs one.
    async fn new_password(
        &self,
        link: &Link,
        text: Option<&str>,
        client: &ClientInfo,
    ) -> Result<Option<PasswordHash>, PersonError> {
        let Self(deps) = self;
        let email = match &link.purpose {
            LinkPurpose::ConfirmSignUp { email, .. } => email.clone(),
            LinkPurpose::ResetPassword { account } => {
                let person = deps.people.person(*account).await?;
                // A suspended account keeps its password too.
                let active = person.filter(|person| person.account.suspended_at.is_none());
                active.ok_or(PersonError::LinkGone)?.account.email
            }
            _ => return Ok(None),
        };
        let password = Password::choose(text.unwrap_or_default(), email.as_str())?;
        deps.count_password(client).await?;
        Ok(Some(deps.passwords.hash(&password).await?))
    }

    async fn open(
        &self,
        email: Email,
        password: PasswordHash,
        invitation: Option<LinkId>,
        client: &ClientInfo,
    ) -> Result<Person, PersonError> {
        let Self(deps) = self;
        let now = deps.now();
        // Checked first, so that an existing account does not use up the invitation.
        if deps.people.person_by_email(&email).await?.is_some() {
            return Err(PersonError::EmailTaken);
        }
        if let Some(invitation) = invitation
            && !deps.links.withdraw_link(invitation, now).await?
        {
            return Err(PersonError::LinkGone);
        }
        let new = new_person(deps, email, client.language);
        let new = Person { password: Some(password), confirmed_at: Some(now), ..new };
        deps.people.add_person(&new, None).await?;
        Ok(new)
    }

    /// Signs the person in. A mailed link proves the account's current email, since changing the email ends
    /// all links.
    async fn sign_in(
        &self,
        account: AccountId,
        epoch: Epoch,
        was_mailed: bool,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?;
        let active = person.filter(|person| person.account.suspended_at.is_none());
        let person = active.ok_or(PersonError::LinkGone)?;
        if was_mailed && person.confirmed_at.is_none() {
            deps.people.confirm_email(account, &person.account.email, deps.now()).await?;
        }
        deps.begin_session(person.account.id, epoch, client).await.map(FollowedLink::SignedIn)
    }

    /// Sets the password. All sessions and all other links end.
    async fn reset(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
        client: &ClientInfo,
    ) -> Result<Epoch, PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::LinkGone)?;
        // After a forgotten password, no known browser is trusted any longer.
        let take_back = TakeBack { browser: None, ..*take_back };
        let next = deps.people.set_password(account, password, &take_back).await?;
        let next = next.ok_or(PersonError::Overtaken)?;
        if person.password.is_some() {
            let language = person.preferences.language.unwrap_or(client.language);
            deps.notify(person.account.email, language, MailSubject::PasswordChanged).await?;
        }
        Ok(next)
    }

    async fn confirm_email(
        &self,
        account: AccountId,
        email: Email,
        take_back: &TakeBack,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let Self(deps) = self;
        let person = deps.people.person(account).await?.ok_or(PersonError::LinkGone)?;
        let session = self.own_session(account, client).await?;
        // A former owner of the account must keep no credential.
        let take_back = TakeBack { session, other_access: OtherAccess::KeysAndIdentities, ..*take_back };
        if !deps.people.set_email(account, &email, &take_back).await? {
            return Err(PersonError::Overtaken);
        }
        let former = person.account.email;
        if former != email {
            let language = person.preferences.language.unwrap_or(client.language);
            deps.notify(former, language, MailSubject::EmailChanged).await?;
        }
        Ok(FollowedLink::EmailConfirmed)
    }
}

impl FollowLink {
    /// Returns the browser's session, if it belongs to the account.
    async fn own_session(
        &self,
        account: AccountId,
        client: &ClientInfo,
    ) -> Result<Option<SessionId>, PersonError> {
        let Self(deps) = self;
        let Some(token) = &client.former else { return Ok(None) };
        let owner = deps.sessions.owner(&token.digest(), deps.now(), &deps.policy.sessions).await?;
        let own = owner.filter(|owner| owner.session.account == account);
        Ok(own.map(|owner| owner.session.id))
    }
}

/// Returns false for tokens that only identify a browser, which are not links to follow.
fn is_followable(link: &Link) -> bool {
    !matches!(link.purpose, LinkPurpose::LinkIdentity { .. } | LinkPurpose::KnownBrowser { .. })
}
