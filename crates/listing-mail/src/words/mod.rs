//! The texts of all emails, one file for each language.

mod en;
mod fr;

use listing_domain::options::Language;

/// The texts of all emails in one language.
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
    /// The email about a created API key. `{name}` is the name of the key.
    pub(crate) key_made: MailText,
    pub(crate) keys_made: MailText,
    /// The email about a linked identity provider, then about an unlinked one. `{name}` is its display name.
    pub(crate) identity_linked: MailText,
    pub(crate) identity_unlinked: MailText,
    pub(crate) signature: &'static str,
}

/// The text of one email.
pub(crate) struct MailText {
    pub(crate) subject: &'static str,
    /// The paragraphs before the link, if the email has one.
    pub(crate) before: &'static [&'static str],
    /// The paragraphs after the link.
    pub(crate) after: &'static [&'static str],
}

pub(crate) const fn for_language(language: Language) -> &'static Words {
    match language {
        Language::Fr => &fr::WORDS,
        Language::En => &en::WORDS,
    }
}
