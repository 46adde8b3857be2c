//! What messages say, one file for each language.

mod en;
mod fr;

use listing_domain::options::Language;

/// Everything that is said in one language.
pub(crate) struct Words {
    pub(crate) greeting: &'static str,
    pub(crate) invitation: Said,
    pub(crate) confirm_sign_up: Said,
    pub(crate) already_registered: Said,
    pub(crate) sign_in: Said,
    pub(crate) reset_password: Said,
    pub(crate) confirm_email: Said,
    pub(crate) email_changed: Said,
    pub(crate) password_changed: Said,
    /// `{name}` is what the key's owner calls it.
    pub(crate) key_made: Said,
    pub(crate) keys_made: Said,
    /// `{name}` is what people know the provider of identities by, here and in the next.
    pub(crate) identity_linked: Said,
    pub(crate) identity_unlinked: Said,
    pub(crate) signature: &'static str,
}

/// What one message says.
pub(crate) struct Said {
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
