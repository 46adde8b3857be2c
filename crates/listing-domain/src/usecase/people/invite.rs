//! Manages invitations to open an account.

use super::PersonError;
use super::auth_deps::AuthDeps;
use crate::account::Email;
use crate::ids::LinkId;
use crate::link::{Link, LinkPurpose};
use crate::mail::{MailLink, MailSubject};
use crate::options::Language;
use crate::person::Epoch;

/// Manages invitations to open an account.
pub struct Invite(AuthDeps);

impl Invite {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Creates an invitation, for one email or for any. Its address is returned once, to be handed over. If
    /// an email is given and mail is on, it is also sent.
    pub async fn run(&self, email: Option<Email>, language: Language) -> Result<MailLink, PersonError> {
        let Self(deps) = self;
        let purpose = LinkPurpose::Invitation { email: email.clone() };
        let email = email.filter(|_| deps.policy.sends_mail);
        // An invitation opens in any browser. A digest here only marks it as mailed.
        let mailed = email.is_some().then(|| deps.ids.token().digest());
        let (link, address) = deps.make_link(purpose, Epoch::default(), mailed).await?;
        if let Some(email) = email {
            let about = MailSubject::Invitation(address.clone());
            deps.queue_mail(email, language, about, link.expires_at).await?;
        }
        Ok(address)
    }

    /// Returns the invitations that still work, newest first.
    pub async fn open(&self) -> Result<Vec<Link>, PersonError> {
        let Self(deps) = self;
        Ok(deps.links.invitations(deps.now()).await?)
    }

    /// Withdraws an invitation. Does nothing for one that no longer works.
    pub async fn withdraw(&self, invitation: LinkId) -> Result<(), PersonError> {
        let Self(deps) = self;
        deps.links.withdraw_link(invitation, deps.now()).await?;
        Ok(())
    }
}
