//! The texts of all emails, one file per language.

mod en;
mod fr;

use listing_domain::options::Language;

pub(crate) struct Words {
    pub(crate) greeting: &'static str,
    pub(crate) invitation: MailText,
    pub(crate) confirm_sign_up: MailText,
    pub(crate) already_registered: MailText,
    pub(crate) sign_in: MailText,
    pub(crate) reset_password: MailText,
    pub(crate) confirm_email: MailText,
    pub(crate) email_changed: MailText,
    pub(crate) password_changed: MailText,
    /// `{name}` is the key's name.
    pub(crate) key_made: MailText,
    pub(crate) keys_made: MailText,
    /// `{name}` is the identity provider's display name, here and in the next.
    pub(crate) identity_linked: MailText,
    pub(crate) identity_unlinked: MailText,
    pub(crate) receipt: MailText,
    pub(crate) payment_failed: MailText,
    pub(crate) plan_ended: MailText,
    pub(crate) signature: &'static str,
}

pub(crate) struct MailText {
    pub(crate) subject: &'static str,
    /// Before the link, if any.
    pub(crate) before: &'static [&'static str],
    pub(crate) after: &'static [&'static str],
}

pub(crate) const fn for_language(language: Language) -> &'static Words {
    match language {
        Language::Fr => &fr::WORDS,
        Language::En => &en::WORDS,
    }
}
