//! Opens accounts for people who sign up.

use std::net::IpAddr;

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo, SignedIn};
use crate::account::{Account, Email};
use crate::ids::{AccountId, LinkId};
use crate::link::LinkPurpose;
use crate::mail::MailSubject;
use crate::options::Language;
use crate::password::{Password, PasswordHash};
use crate::person::{Epoch, Person, Preferences, Registration};
use crate::token::{Token, TokenDigest};

/// Opens an account for a person who signs up.
pub struct SignUp(AuthDeps);

/// A request to sign up.
pub struct SignUpRequest<'a> {
    /// The email, as it was typed.
    pub email: &'a str,
    /// The password, as it was typed.
    pub password: &'a str,
    /// The token of the invitation, if there is one.
    pub invitation: Option<Token>,
}

/// The outcome of signing up.
pub enum SignedUp {
    /// The email's owner gets a message from [`SignUp::finish`], which must run in the background.
    CheckMail(Box<PendingSignUp>),
    /// The account is open: the invitation was sent to the email, or mail is off.
    Open(SignedIn),
}

/// A sign-up whose email is not confirmed yet.
pub struct PendingSignUp {
    email: Email,
    password: PasswordHash,
    invitation: Option<LinkId>,
    language: Language,
    visit: TokenDigest,
    address: IpAddr,
}

/// An invitation that is valid and not used up.
struct ValidInvitation {
    id: LinkId,
    /// The email that the invitation is for, if it names one.
    email: Option<Email>,
    /// True when the invitation was sent to that email. Its use proves that the user owns the mailbox.
    was_mailed: bool,
}

impl SignUp {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Returns the email that an invitation is for, if it names one.
    ///
    /// # Errors
    /// [`PersonError::RegistrationClosed`] when signing up is not possible with it, or without one.
    pub async fn invited(&self, invitation: Option<&Token>) -> Result<Option<Email>, PersonError> {
        Ok(self.invitation(invitation).await?.and_then(|invitation| invitation.email))
    }

    /// Checks the typed data. An existing account is looked up later, so that neither the answer nor its
    /// duration reveals it.
    ///
    /// # Errors
    /// [`PersonError::RegistrationClosed`], [`PersonError::InvalidEmail`], [`PersonError::InvalidPassword`],
    /// [`PersonError::TooManyAttempts`], [`PersonError::InvitedAs`]. When mail is off or the invitation was
    /// mailed, also [`PersonError::EmailTaken`], which only the holder of an invitation sees.
    pub async fn run(
        &self,
        request: SignUpRequest<'_>,
        client: &ClientInfo,
    ) -> Result<SignedUp, PersonError> {
        let Self(deps) = self;
        let invitation = self.invitation(request.invitation.as_ref()).await?;
        let email: Email = request.email.parse()?;
        let invited = invitation.as_ref().and_then(|invitation| invitation.email.as_ref());
        if let Some(invited) = invited.filter(|invited| **invited != email) {
            return Err(PersonError::InvitedAs(invited.clone()));
        }
        let password = Password::choose(request.password, email.as_str())?;
        deps.count_attempt(email.as_str(), client).await?;
        let password = deps.passwords.hash(&password).await?;
        if let Some(invitation) = invitation.as_ref()
            && (invitation.was_mailed || !deps.policy.sends_mail)
        {
            return self.open(email, password, invitation, client).await.map(SignedUp::Open);
        }
        let invitation = invitation.map(|invitation| invitation.id);
        let (language, visit, address) = (client.language, client.visit.digest(), client.address);
        let pending = PendingSignUp { email, password, invitation, language, visit, address };
        Ok(SignedUp::CheckMail(Box::new(pending)))
    }

    /// Sends a link to confirm the sign-up, or a note that the account already exists.
    pub async fn finish(&self, pending: PendingSignUp) -> Result<(), PersonError> {
        let Self(deps) = self;
        let PendingSignUp { email, password, invitation, language, visit, address } = pending;
        deps.count_strangers_mail(&email, &address.to_string()).await?;
        if deps.people.person_by_email(&email).await?.is_some() {
            // As much is stored as for a new account, because it delays the client's next write.
            deps.store_dead_link().await?;
            return deps.notify(email, language, MailSubject::AlreadyRegistered).await;
        }
        let purpose = LinkPurpose::ConfirmSignUp { email: email.clone(), password, invitation };
        let (link, address) = deps.make_link(purpose, Epoch::default(), Some(visit)).await?;
        deps.queue_mail(email, language, MailSubject::ConfirmSignUp(address), link.expires_at).await
    }

    /// Returns the working invitation, or `None` if none is needed.
    async fn invitation(&self, token: Option<&Token>) -> Result<Option<ValidInvitation>, PersonError> {
        let Self(deps) = self;
        let registration = deps.policy.registration;
        if registration == Registration::Closed {
            return Err(PersonError::RegistrationClosed);
        }
        let link = match token {
            Some(token) => deps.links.link(&token.digest(), deps.now()).await?,
            None => None,
        };
        let was_mailed = link.as_ref().is_some_and(|link| link.browser.is_some());
        match link.map(|link| (link.id, link.purpose)) {
            Some((id, LinkPurpose::Invitation { email })) => {
                Ok(Some(ValidInvitation { id, email, was_mailed }))
            }
            _ if registration == Registration::Open => Ok(None),
            _ => Err(PersonError::RegistrationClosed),
        }
    }

    async fn open(
        &self,
        email: Email,
        password: PasswordHash,
        invitation: &ValidInvitation,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let Self(deps) = self;
        let now = deps.now();
        // Checked first, so that a mistyped address does not use up the invitation.
        if deps.people.person_by_email(&email).await?.is_some() {
            return Err(PersonError::EmailTaken);
        }
        if !deps.links.withdraw_link(invitation.id, now).await? {
            return Err(PersonError::LinkGone);
        }
        let person = new_person(deps, email, client.language);
        let confirmed_at = invitation.was_mailed.then_some(now);
        let person = Person { password: Some(password), confirmed_at, ..person };
        deps.people.add_person(&person, None).await?;
        deps.begin_session(person.account.id, person.epoch, client).await
    }
}

/// Returns a new person with a preferred language.
pub(super) fn new_person(deps: &AuthDeps, email: Email, language: Language) -> Person {
    Person {
        account: Account::new(AccountId::new(deps.ids.id()), email, deps.now()),
        password: None,
        confirmed_at: None,
        is_administrator: false,
        preferences: Preferences { language: Some(language), ..Preferences::default() },
        epoch: Epoch::default(),
    }
}
