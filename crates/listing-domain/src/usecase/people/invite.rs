//! Invites somebody to open an account.

use super::PersonError;
use super::welcome::AuthDeps;
use crate::account::Email;
use crate::ids::LinkId;
use crate::link::{Link, LinkPurpose};
use crate::mail::{MailLink, MailSubject};
use crate::options::Language;
use crate::person::Epoch;

/// Invites somebody to open an account.
pub struct Invite(AuthDeps);

impl Invite {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Makes an invitation, for one e-mail or for whoever has it. Its address is told once, to be
    /// handed over; it is also sent where there is an e-mail and mail is sent at all.
    pub async fn run(&self, email: Option<Email>, language: Language) -> Result<MailLink, PersonError> {
        let Self(parts) = self;
        let purpose = LinkPurpose::Invitation { email: email.clone() };
        let email = email.filter(|_| parts.policy.sends_mail);
        // An invitation is opened in any browser: this one only says that it was mailed.
        let mailed = email.is_some().then(|| parts.ids.token().digest());
        let (link, address) = parts.make_link(purpose, Epoch::default(), mailed).await?;
        if let Some(email) = email {
            let about = MailSubject::Invitation(address.clone());
            parts.write_to(email, language, about, link.expires_at).await?;
        }
        Ok(address)
    }

    /// The invitations that still work, newest first.
    pub async fn open(&self) -> Result<Vec<Link>, PersonError> {
        let Self(parts) = self;
        Ok(parts.links.invitations(parts.now()).await?)
    }

    /// Takes an invitation back. One that does nothing any more is none to speak of.
    pub async fn withdraw(&self, invitation: LinkId) -> Result<(), PersonError> {
        let Self(parts) = self;
        parts.links.withdraw_link(invitation, parts.now()).await?;
        Ok(())
    }
}
