//! Signs people in by an identity provider.

use super::PersonError;
use super::sign_up::person;
use super::welcome::{AuthDeps, ClientInfo, SignedIn};
use crate::account::Email;
use crate::ids::LinkId;
use crate::link::LinkPurpose;
use crate::person::{Person, Registration};
use crate::ports::Identified;
use crate::token::Token;

/// Signs a person in by an identity provider.
pub struct SignInElsewhere(AuthDeps);

impl SignInElsewhere {
    /// Creates the use case.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Signs in the person to whom the identity is linked. A new person gets an account if registration is
    /// open, or with an invitation.
    ///
    /// # Errors
    /// [`PersonError::RegistrationClosed`] for a new person who may not open an account.
    /// [`PersonError::EmailNotVouched`] for one whose e-mail the provider does not vouch for.
    /// [`PersonError::NotLinked`] when an account has the e-mail, which alone proves nothing: its owner signs
    /// in and links the identity.
    pub async fn run(
        &self,
        identified: &Identified,
        invitation: Option<&Token>,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let Self(parts) = self;
        if let Some(known) = parts.people.person_by_identity(&identified.identity).await? {
            let is_open = known.account.suspended_at.is_none();
            return if is_open {
                parts.let_in(known.account.id, known.epoch, client).await
            } else {
                Err(PersonError::Refused)
            };
        }
        let Some(email) = identified.email.clone() else {
            self.needed_invitation(invitation, None).await?;
            return Err(PersonError::EmailNotVouched);
        };
        if parts.people.person_by_email(&email).await?.is_some() {
            return Err(PersonError::NotLinked);
        }
        if let Some(invitation) = self.needed_invitation(invitation, Some(&email)).await?
            && !parts.links.withdraw_link(invitation, parts.now()).await?
        {
            return Err(PersonError::LinkGone);
        }
        let new = person(parts, email, client.language);
        let new = Person { confirmed_at: Some(parts.now()), ..new };
        parts.people.add_person(&new, Some(&identified.identity)).await?;
        parts.let_in(new.account.id, new.epoch, client).await
    }

    /// Returns the invitation that opening an account uses up; none if registration is open. Without an
    /// e-mail, any working invitation is accepted.
    async fn needed_invitation(
        &self,
        token: Option<&Token>,
        email: Option<&Email>,
    ) -> Result<Option<LinkId>, PersonError> {
        let Self(parts) = self;
        match parts.policy.registration {
            Registration::Closed => Err(PersonError::RegistrationClosed),
            Registration::Open => Ok(None),
            Registration::Invite => {
                let token = token.ok_or(PersonError::RegistrationClosed)?;
                let link = parts.links.link(&token.digest(), parts.now()).await?;
                match link.map(|link| (link.id, link.purpose)) {
                    Some((id, LinkPurpose::Invitation { email: invited }))
                        if invited
                            .as_ref()
                            .is_none_or(|invited| email.is_none_or(|email| email == invited)) =>
                    {
                        Ok(Some(id))
                    }
                    _ => Err(PersonError::RegistrationClosed),
                }
            }
        }
    }
}
