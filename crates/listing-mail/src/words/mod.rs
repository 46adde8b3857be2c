//! What messages say, one file for each language.

mod en;
mod fr;

use listing_domain::options::Language;

/// Everything that is said in one language.
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
    /// `{name}` is what the key's owner calls it.
    pub(crate) key_made: MailText,
    pub(crate) keys_made: MailText,
    /// `{name}` is what people know the provider of identities by, here and in the next.
    pub(crate) identity_linked: MailText,
    pub(crate) identity_unlinked: MailText,
    pub(crate) signature: &'static str,
}

/// What one message says.
pub(crate) struct MailText {
    /// The subject line.
    pub(crate) subject: &'static str,
    /// Paragraphs before the link.
    pub(crate) before: &'static [&'static str],
    /// Paragraphs after it.
    pub(crate) after: &'static [&'static str],
}

/// The words of a language.
pub(crate) const fn of(language: Language) -> &'static Words {
    match language {
        Language::Fr => &fr::WORDS,
        Language::En => &en::WORDS,
    }
}
