//! The texts of the sign-in, sign-up and link pages, as fields that every language fills in.

pub(crate) struct Sign {
    // Texts of the sign-in page.
    pub(crate) in_title: &'static str,
    pub(crate) in_button: &'static str,
    pub(crate) in_typed: &'static str,
    pub(crate) in_link: &'static str,
    pub(crate) in_forgotten: &'static str,
    pub(crate) in_or: &'static str,
    pub(crate) no_account: &'static str,
    pub(crate) with_provider: fn(&str) -> String,
    // Texts of the pages that request a link.
    pub(crate) link_title: &'static str,
    pub(crate) link_lead: &'static str,
    pub(crate) forgot_title: &'static str,
    pub(crate) forgot_lead: &'static str,
    pub(crate) send_link: &'static str,
    pub(crate) ask_admin_link: &'static str,
    pub(crate) no_mail: &'static str,
    pub(crate) back_to_sign_in: &'static str,
    // Texts of the sign-up page.
    pub(crate) up_title: &'static str,
    pub(crate) up_lead: &'static str,
    pub(crate) up_invited: &'static str,
    pub(crate) up_fixed: &'static str,
    pub(crate) up_button: &'static str,
    pub(crate) have_account: &'static str,
    pub(crate) password_hint: fn(usize) -> String,
    // Texts of the page after a link was requested. They do not disclose if it was sent.
    pub(crate) mail_title: &'static str,
    pub(crate) mail_sent: fn(&str) -> String,
    pub(crate) mail_minutes: fn(&u32) -> String,
    pub(crate) mail_missing: &'static str,
    pub(crate) admin_title: &'static str,
    pub(crate) admin_has_it: fn(&str) -> String,
    // Texts of the page of an opened link.
    pub(crate) follow_in: &'static str,
    pub(crate) follow_in_lead: &'static str,
    pub(crate) follow_up: &'static str,
    pub(crate) follow_up_lead: &'static str,
    pub(crate) follow_up_button: &'static str,
    pub(crate) follow_email: &'static str,
    pub(crate) follow_email_lead: &'static str,
    pub(crate) follow_email_button: &'static str,
    pub(crate) follow_present: fn(&str) -> String,
    pub(crate) follow_present_ends: &'static str,
    // Texts of the page on which users choose a new password.
    pub(crate) new_title: &'static str,
    pub(crate) new_lead: &'static str,
    pub(crate) new_opens: &'static str,
    pub(crate) new_label: &'static str,
    pub(crate) new_button: &'static str,
    pub(crate) new_take_back: &'static str,
    // Texts of the page for a link that cannot be used.
    pub(crate) gone_title: &'static str,
    pub(crate) gone_lead: &'static str,
    pub(crate) gone_new: &'static str,
    pub(crate) gone_invitation: &'static str,
    // Texts of the page for a link that was requested in another browser.
    pub(crate) elsewhere_title: &'static str,
    pub(crate) elsewhere_lead: &'static str,
    // Texts of the page for closed registration.
    pub(crate) closed_title: &'static str,
    pub(crate) closed_lead: &'static str,
    pub(crate) invite_title: &'static str,
    pub(crate) invite_lead: &'static str,
    // Texts of the page that offers to send typed fields again after a sign-in.
    pub(crate) again_title: &'static str,
    pub(crate) again_lead: &'static str,
    pub(crate) again_button: &'static str,
    pub(crate) again_leave: &'static str,
    pub(crate) again_what: &'static str,
}
