//! An email as its recipient gets it.

use askama::Template;
use listing_domain::mail::{Mail, MailSubject};

use crate::words::{self, MailText};

#[derive(Debug)]
pub(crate) struct Letter {
    /// Contains nothing that a user typed.
    pub(crate) subject: &'static str,
    pub(crate) text: String,
    pub(crate) html: String,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Page<'a> {
    language: &'static str,
    subject: &'static str,
    before: Vec<String>,
    link: Option<&'a str>,
    after: Vec<String>,
    signature: &'static str,
}

impl Letter {
    pub(crate) fn from_mail(mail: &Mail) -> askama::Result<Self> {
        let words = words::for_language(mail.language);
        let (mail_text, link, name): (&MailText, Option<&str>, &str) = match &mail.about {
            MailSubject::Invitation(link) => (&words.invitation, Some(link.reveal()), ""),
            MailSubject::ConfirmSignUp(link) => (&words.confirm_sign_up, Some(link.reveal()), ""),
            MailSubject::AlreadyRegistered => (&words.already_registered, None, ""),
            MailSubject::SignIn(link) => (&words.sign_in, Some(link.reveal()), ""),
            MailSubject::ResetPassword(link) => (&words.reset_password, Some(link.reveal()), ""),
            MailSubject::ConfirmEmail(link) => (&words.confirm_email, Some(link.reveal()), ""),
            MailSubject::EmailChanged => (&words.email_changed, None, ""),
            MailSubject::PasswordChanged => (&words.password_changed, None, ""),
            MailSubject::KeyCreated { name } => (&words.key_made, None, name),
            MailSubject::KeysCreated => (&words.keys_made, None, ""),
            MailSubject::IdentityLinked { provider } => (&words.identity_linked, None, provider),
            MailSubject::IdentityUnlinked { provider } => (&words.identity_unlinked, None, provider),
            MailSubject::Receipt(link) => (&words.receipt, Some(link.reveal()), ""),
            MailSubject::PaymentFailed(link) => (&words.payment_failed, Some(link.reveal()), ""),
            MailSubject::PlanEnded(link) => (&words.plan_ended, Some(link.reveal()), ""),
        };
        let name = one_line(name);
        let filled =
            |lines: &[&str]| lines.iter().map(|line| line.replace("{name}", &name)).collect::<Vec<_>>();
        let mut before = vec![words.greeting.to_owned()];
        before.extend(filled(mail_text.before));
        let after = filled(mail_text.after);
        let text = [before.as_slice(), &link.map(str::to_owned).into_iter().collect::<Vec<_>>(), &after];
        let text = format!("{}\n\n-- \n{}\n", text.concat().join("\n\n"), words.signature);
        let (language, subject, signature) = (mail.language.code(), mail_text.subject, words.signature);
        let html = Page { language, subject, before, link, after, signature }.render()?;
        Ok(Self { subject, text, html })
    }
}

/// Removes characters that change the direction of text.
fn one_line(name: &str) -> String {
    let is_direction_control = |c: &char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let spaced = |c: char| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    name.chars().filter(|c| !is_direction_control(c)).map(spaced).collect()
}
