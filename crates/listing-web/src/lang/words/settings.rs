//! The texts of the account settings, as fields that every language fills in.

use jiff::Timestamp;

pub(crate) struct Settings {
    pub(crate) title: &'static str,
    // Texts of the email section.
    pub(crate) email: &'static str,
    pub(crate) confirmed: &'static str,
    pub(crate) unconfirmed: &'static str,
    pub(crate) new_email: &'static str,
    pub(crate) email_lead: &'static str,
    pub(crate) email_no_mail: &'static str,
    pub(crate) email_button: &'static str,
    pub(crate) email_needs_password: &'static str,
    // Texts of the password section.
    pub(crate) password: &'static str,
    pub(crate) current: &'static str,
    pub(crate) new_password: &'static str,
    pub(crate) password_lead: &'static str,
    pub(crate) no_password: &'static str,
    pub(crate) password_button: &'static str,
    pub(crate) password_set: &'static str,
    // Texts of the preferences section.
    pub(crate) preferences: &'static str,
    pub(crate) language: &'static str,
    pub(crate) by_browser: &'static str,
    pub(crate) market: &'static str,
    pub(crate) by_language: &'static str,
    pub(crate) market_lead: &'static str,
    // Texts of the photos section. The number is that of days.
    pub(crate) photos: &'static str,
    pub(crate) photos_lead: &'static str,
    pub(crate) photos_label: &'static str,
    pub(crate) photos_off: &'static str,
    pub(crate) photos_for: fn(u8) -> String,
    // Texts of the list of sessions.
    pub(crate) sessions: &'static str,
    pub(crate) this_one: &'static str,
    pub(crate) unknown_browser: &'static str,
    pub(crate) session_times: fn(&Timestamp, &Timestamp) -> String,
    pub(crate) end: &'static str,
    pub(crate) end_others: &'static str,
    // Texts of the identity provider section.
    pub(crate) provider: &'static str,
    // The introduction for a user with a password, then for one without.
    pub(crate) provider_lead: &'static str,
    pub(crate) provider_no_password: &'static str,
    pub(crate) linked: fn(&str) -> String,
    pub(crate) linked_at: fn(&Timestamp) -> String,
    pub(crate) unlink: fn(&str) -> String,
    pub(crate) not_linked: fn(&str) -> String,
    pub(crate) link: fn(&str) -> String,
    // Texts for export and deletion of the account.
    pub(crate) data: &'static str,
    pub(crate) data_lead: &'static str,
    pub(crate) export: &'static str,
    pub(crate) delete: &'static str,
    pub(crate) delete_lead: &'static str,
    pub(crate) delete_type: &'static str,
    pub(crate) delete_button: &'static str,
}
