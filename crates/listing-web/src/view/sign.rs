//! The pages for sign-in, sign-up and links.

use askama::Template;
use listing_domain::password::Password;
use listing_domain::person::Registration;

use super::{Layout, NoticeKind, Problem};
use crate::lang::Words;

/// `/sign-in`: the sign-in form.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/sign_in.html")]
pub struct SignIn {
    /// The page layout.
    pub layout: Layout,
    /// The email from the last attempt.
    pub email: String,
    /// The reason for a refused attempt.
    pub problem: Option<Problem>,
    /// The path on this service to open after the sign-in; empty for the account page.
    pub next: String,
    /// The fields of a form whose session had ended, encoded by `encode_carried` to be sent again.
    pub typed: Option<String>,
    /// The display name of the identity provider, if one is configured.
    pub provider_name: Option<String>,
    /// The policy on who may open an account.
    pub registration: Registration,
}

/// The purpose for which a user requests a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedLink {
    /// Sign in without a password.
    SignIn,
    /// Choose another password.
    Password,
}

impl RequestedLink {
    /// Returns the path of the page and of its form.
    pub const fn path(self) -> &'static str {
        match self {
            Self::SignIn => "/sign-in/link",
            Self::Password => "/sign-in/password",
        }
    }
}

/// `/sign-in/link` and `/sign-in/password`: the form that requests a link.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/ask_link.html")]
pub struct LinkRequest {
    /// The page layout.
    pub layout: Layout,
    /// The purpose of the link.
    pub purpose: RequestedLink,
    /// The email from the last attempt.
    pub email: String,
    /// The reason why the email was refused.
    pub problem: Option<Problem>,
    /// True when the service can send links by mail.
    pub can_mail: bool,
}

/// `/sign-up`, also opened by an invitation link.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/sign_up.html")]
pub struct SignUp {
    /// The page layout.
    pub layout: Layout,
    /// The invitation token, if there is one.
    pub invitation: Option<String>,
    /// The email of the invitation, or from the last attempt.
    pub email: String,
    /// True when only the invited email may sign up.
    pub is_email_fixed: bool,
    /// The problems with the form.
    pub problems: Vec<Problem>,
    /// The display name of the identity provider, if one is configured.
    pub provider_name: Option<String>,
}

/// The page after a link was requested: the same for every outcome, so that it discloses no account.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/check_mail.html")]
pub struct CheckMail {
    /// The page layout.
    pub layout: Layout,
    /// The email from the form.
    pub email: String,
    /// True when the service sends mail; otherwise the administrator has the link.
    pub can_mail: bool,
    /// The lifetime of the link in minutes.
    pub minutes: u32,
}

/// The purpose of a link that a user opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenedLink {
    /// Sign in.
    SignIn,
    /// Confirm a sign-up and open the account.
    ConfirmSignUp,
    /// Confirm the email of an account.
    ConfirmEmail,
}

/// The texts of a page with one button.
struct Texts {
    title: &'static str,
    lead: &'static str,
    button: &'static str,
}

impl OpenedLink {
    fn texts(self, words: &Words) -> Texts {
        let sign = words.sign;
        let (title, lead, button) = match self {
            Self::SignIn => (sign.follow_in, sign.follow_in_lead, sign.follow_in),
            Self::ConfirmSignUp => (sign.follow_up, sign.follow_up_lead, sign.follow_up_button),
            Self::ConfirmEmail => (sign.follow_email, sign.follow_email_lead, sign.follow_email_button),
        };
        Texts { title, lead, button }
    }
}

/// `/link/TOKEN`: a page with one button that uses the link, since opening the page changes nothing.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/follow_link.html")]
pub struct FollowLink {
    /// The page layout.
    pub layout: Layout,
    /// The purpose of the link.
    pub purpose: OpenedLink,
    /// The token of the link.
    pub token: String,
    /// The email that the link concerns, if the page may show it.
    pub email: Option<String>,
    /// The account's current email, if the link changes it.
    pub present: Option<String>,
}

/// `/link/TOKEN`: the form for a new password, after a forgotten one or a sign-up confirmed in another
/// browser.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/new_password.html")]
pub struct NewPassword {
    /// The page layout.
    pub layout: Layout,
    /// The token of the link.
    pub token: String,
    /// The email of the new account that the link opens, if it opens one.
    pub opens: Option<String>,
    /// The reason why the password was refused.
    pub problem: Option<Problem>,
}

/// `/link/TOKEN`: the page for a used, expired or unknown link.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/link_gone.html")]
pub struct LinkGone {
    /// The page layout.
    pub layout: Layout,
    /// True when the service can send links by mail.
    pub can_mail: bool,
}

/// `/link/TOKEN`: the page for a sign-in link that another browser requested.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/other_browser.html")]
pub struct OtherBrowser {
    /// The page layout.
    pub layout: Layout,
}

/// `/sign-up`: the page where registration is not open to everyone.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/closed.html")]
pub struct Closed {
    /// The page layout.
    pub layout: Layout,
    /// True when invited users may sign up.
    pub is_by_invitation: bool,
}

/// The page after a sign-in that interrupted a form. It offers to send the form again.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/send_again.html")]
pub struct SendAgain {
    /// The page layout.
    pub layout: Layout,
    /// The path on this service to which the form is sent.
    pub action: String,
    /// The names and values of the fields, without the form token.
    pub fields: Vec<(String, String)>,
    /// The visible fields with labels, for the page to show.
    pub typed_fields: Vec<TypedField>,
}

/// A typed field, with label and value in the page's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedField {
    /// The label of the field.
    pub label: &'static str,
    /// The word that the form shows for the value, otherwise the typed value.
    pub value: String,
}
