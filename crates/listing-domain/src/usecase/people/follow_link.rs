//! Does what a link is for.

use super::PersonError;
use super::sign_up::person;
use super::welcome::{AuthDeps, ClientInfo, SignedIn};
use crate::account::Email;
use crate::ids::{AccountId, LinkId, SessionId};
use crate::link::{Link, LinkPurpose};
use crate::mail::MailSubject;
use crate::password::{Password, PasswordHash};
use crate::person::{Besides, Epoch, Person, TakeBack};
use crate::token::Token;

/// Does what a link is for.
pub struct FollowLink(AuthDeps);

/// What following a link has led to.
pub enum FollowedLink {
    /// They are signed in.
    SignedIn(SignedIn),
    /// The e-mail is the account's now.
    EmailConfirmed,
}

/// The decisions of somebody who follows a link.
#[derive(Default)]
pub struct Chosen<'a> {
    /// The password, as it was typed.
    pub password: Option<&'a str>,
    /// The access that is taken back besides sessions and links.
    pub besides: Besides,
}

impl FollowLink {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// What a link is for that still works. Nothing is changed.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`].
    pub async fn look(&self, token: &Token) -> Result<Link, PersonError> {
        let Self(parts) = self;
        let link = parts.links.link(&token.digest(), parts.now()).await?;
        link.filter(is_to_follow).ok_or(PersonError::LinkGone)
    }

    /// Uses up a link and does what it is for. Some need a password, see [`Link::needs_password`].
    /// One that gives its account another password or e-mail takes access back from everybody else:
    /// with another e-mail also keys and identities, with another password as whoever follows it decides.
    ///
    /// # Errors
    /// [`PersonError::LinkGone`]; [`PersonError::OtherBrowser`] for a link to sign in by,
    /// [`PersonError::InvalidPassword`] for a password that cannot be chosen, and
    /// [`PersonError::TooManyTries`]: these use up nothing.
    pub async fn run(
        &self,
        token: &Token,
        chosen: &Chosen<'_>,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let Self(parts) = self;
        let link = self.look(token).await?;
        match link.purpose {
            LinkPurpose::SignIn { .. } if !link.is_of(&client.visit) => {
                return Err(PersonError::OtherBrowser);
            }
            // That one is used up when the account is open, see [`super::SignUp`].
            LinkPurpose::Invitation { .. } => return Err(PersonError::LinkGone),
            _ => {}
        }
        let needs_password = link.needs_password(&client.visit);
        let password =
            if needs_password { self.new_password(&link, chosen.password, client).await? } else { None };
        let used = parts.links.take_link(&token.digest(), parts.now()).await?;
        let used = used.ok_or(PersonError::LinkGone)?;
        // What waits where no mail is sent, an administrator hands over.
        let was_mailed = used.browser.is_some() && parts.policy.sends_mail;
        let take_back = TakeBack { besides: chosen.besides, ..parts.take_back(used.epoch, None, client) };
        let followed = match used.purpose {
            LinkPurpose::ConfirmSignUp { email, password: first, invitation } => {
                let new = self.open(email, password.unwrap_or(first), invitation, client).await?;
                parts.let_in(new.account.id, new.epoch, client).await.map(FollowedLink::SignedIn)
            }
            LinkPurpose::SignIn { account } => self.let_in(account, used.epoch, was_mailed, client).await,
            LinkPurpose::ResetPassword { account } => {
                let password = password.ok_or(PersonError::LinkGone)?;
                match self.reset(account, &password, &take_back, client).await {
                    Ok(next) => self.let_in(account, next, was_mailed, client).await,
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
            // The link's epoch was over.
            Err(PersonError::Overtaken) => Err(PersonError::LinkGone),
            followed => followed,
        }
    }

    /// The hash of the password that a link for one needs.
    async fn new_password(
        &self,
        link: &Link,
        text: Option<&str>,
        client: &ClientInfo,
    ) -> Result<Option<PasswordHash>, PersonError> {
        let Self(parts) = self;
        let email = match &link.purpose {
            LinkPurpose::ConfirmSignUp { email, .. } => email.clone(),
            LinkPurpose::ResetPassword { account } => {
                let person = parts.people.person(*account).await?;
                // A suspended account's password stays as it is, too.
                let open = person.filter(|person| person.account.suspended_at.is_none());
                open.ok_or(PersonError::LinkGone)?.account.email
            }
            _ => return Ok(None),
        };
        let password = Password::choose(text.unwrap_or_default(), email.as_str())?;
        parts.count_password(client).await?;
        Ok(Some(parts.passwords.hash(&password).await?))
    }

    async fn open(
        &self,
        email: Email,
        password: PasswordHash,
        invitation: Option<LinkId>,
        client: &ClientInfo,
    ) -> Result<Person, PersonError> {
        let Self(parts) = self;
        let now = parts.now();
        // Looked at before, so that it does not use up the invitation.
        if parts.people.person_by_email(&email).await?.is_some() {
            return Err(PersonError::EmailTaken);
        }
        if let Some(invitation) = invitation
            && !parts.links.withdraw_link(invitation, now).await?
        {
            return Err(PersonError::LinkGone);
        }
        let new = person(parts, email, client.language);
        let new = Person { password: Some(password), confirmed_at: Some(now), ..new };
        parts.people.add_person(&new, None).await?;
        Ok(new)
    }

    /// Signs somebody in. Whoever has a link that was mailed to the account reads its e-mail, which
    /// no link is left for when it changes.
    async fn let_in(
        &self,
        account: AccountId,
        seen: Epoch,
        was_mailed: bool,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?;
        let open = person.filter(|person| person.account.suspended_at.is_none());
        let person = open.ok_or(PersonError::LinkGone)?;
        if was_mailed && person.confirmed_at.is_none() {
            parts.people.confirm_email(account, &person.account.email, parts.now()).await?;
        }
        parts.let_in(person.account.id, seen, client).await.map(FollowedLink::SignedIn)
    }

    /// Everybody who was signed in has to sign in anew, and no other link works any more.
    async fn reset(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
        client: &ClientInfo,
    ) -> Result<Epoch, PersonError> {
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::LinkGone)?;
        // Whoever has forgotten a password has no browser to keep.
        let take_back = TakeBack { browser: None, ..*take_back };
        let next = parts.people.set_password(account, password, &take_back).await?;
        let next = next.ok_or(PersonError::Overtaken)?;
        if person.password.is_some() {
            let language = person.preferences.language.unwrap_or(client.language);
            parts.inform(person.account.email, language, MailSubject::PasswordChanged).await?;
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
        let Self(parts) = self;
        let person = parts.people.person(account).await?.ok_or(PersonError::LinkGone)?;
        let session = self.own_session(account, client).await?;
        // A former owner of the account has no credential left.
        let take_back = TakeBack { session, besides: Besides::KeysAndIdentities, ..*take_back };
        if !parts.people.set_email(account, &email, &take_back).await? {
            return Err(PersonError::Overtaken);
        }
        let former = person.account.email;
        if former != email {
            let language = person.preferences.language.unwrap_or(client.language);
            parts.inform(former, language, MailSubject::EmailChanged).await?;
        }
        Ok(FollowedLink::EmailConfirmed)
    }
}

impl FollowLink {
    /// The session of the browser, if it is one of an account.
    async fn own_session(
        &self,
        account: AccountId,
        client: &ClientInfo,
    ) -> Result<Option<SessionId>, PersonError> {
        let Self(parts) = self;
        let Some(token) = &client.former else { return Ok(None) };
        let owner = parts.sessions.owner(&token.digest(), parts.now(), &parts.policy.sessions).await?;
        let own = owner.filter(|owner| owner.session.account == account);
        Ok(own.map(|owner| owner.session.id))
    }
}

/// What a browser keeps is recognised by its token, but nobody follows it.
fn is_to_follow(link: &Link) -> bool {
    !matches!(link.purpose, LinkPurpose::LinkIdentity { .. } | LinkPurpose::KnownBrowser { .. })
}
