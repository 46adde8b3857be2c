//! Signs people in by an identity provider.

use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo, SignedIn};
use super::sign_up::new_person;
use crate::account::Email;
use crate::ids::LinkId;
use crate::link::LinkPurpose;
use crate::person::{Person, Registration};
use crate::ports::IdentifiedPerson;
use crate::token::Token;

/// Signs a person in by an identity provider.
pub struct SignInWithProvider(AuthDeps);

impl SignInWithProvider {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Signs in the person to whom the identity is linked. A new person gets an account if registration is
    /// open, or with an invitation.
    ///
    /// # Errors
    /// [`PersonError::RegistrationClosed`] for a new person who may not open an account.
    /// [`PersonError::EmailNotVerified`] for one whose email the provider does not vouch for.
    /// [`PersonError::NotLinked`] when an account has the email, which alone proves nothing: its owner signs
    /// in and links the identity.
    pub async fn run(
        &self,
        identified: &IdentifiedPerson,
        invitation: Option<&Token>,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let Self(deps) = self;
        if let Some(known) = deps.people.person_by_identity(&identified.identity).await? {
            let is_open = known.account.suspended_at.is_none();
            return if is_open {
                deps.begin_session(known.account.id, known.epoch, client).await
            } else {
                Err(PersonError::Refused)
            };
        }
        let Some(email) = identified.email.clone() else {
            self.required_invitation(invitation, None).await?;
            return Err(PersonError::EmailNotVerified);
        };
        if deps.people.person_by_email(&email).await?.is_some() {
            return Err(PersonError::NotLinked);
        }
        if let Some(invitation) = self.required_invitation(invitation, Some(&email)).await?
            && !deps.links.withdraw_link(invitation, deps.now()).await?
        {
            return Err(PersonError::LinkGone);
        }
        let new = new_person(deps, email, client.language);
        let new = Person { confirmed_at: Some(deps.now()), ..new };
        deps.people.add_person(&new, Some(&identified.identity)).await?;
        deps.begin_session(new.account.id, new.epoch, client).await
    }

    /// Returns the invitation that opening an account uses up; none if registration is open. Without an
    /// email, any working invitation is accepted.
    async fn required_invitation(
        &self,
        token: Option<&Token>,
        email: Option<&Email>,
    ) -> Result<Option<LinkId>, PersonError> {
        let Self(deps) = self;
        match deps.policy.registration {
            Registration::Closed => Err(PersonError::RegistrationClosed),
            Registration::Open => Ok(None),
            Registration::Invite => {
                let token = token.ok_or(PersonError::RegistrationClosed)?;
                let link = deps.links.link(&token.digest(), deps.now()).await?;
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
