//! The pages by which people come in.

use askama::Template;
use listing_domain::password::Password;
use listing_domain::person::Registration;

use super::{Layout, NoticeKind, Problem};
use crate::lang::Words;

/// `/sign-in`.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/sign_in.html")]
pub struct SignIn {
    /// What every page has.
    pub layout: Layout,
    /// The e-mail that was typed before.
    pub email: String,
    /// Why they were not let in.
    pub problem: Option<Problem>,
    /// Where to go afterwards: a path of this service, or nothing.
    pub next: String,
    /// What was typed when the session had ended, carried along as an opaque text.
    pub typed: Option<String>,
    /// What people know the provider of identities by, if there is one.
    pub provider_name: Option<String>,
    /// Who may open an account.
    pub registration: Registration,
}

/// What a link is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedFor {
    /// To sign in without a password.
    SignIn,
    /// To choose another password.
    Password,
}

impl AskedFor {
    /// The path of the page, and of its form.
    pub const fn path(self) -> &'static str {
        match self {
            Self::SignIn => "/sign-in/link",
            Self::Password => "/sign-in/password",
        }
    }
}

/// `/sign-in/link` and `/sign-in/password`: somebody asks for a link.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/ask_link.html")]
pub struct AskLink {
    /// What every page has.
    pub layout: Layout,
    /// What it is for.
    pub purpose: AskedFor,
    /// The e-mail that was typed before.
    pub email: String,
    /// Why it was not accepted.
    pub problem: Option<Problem>,
    /// Whether links can be sent by mail.
    pub can_mail: bool,
}

/// `/sign-up`, and what an invitation's link leads to.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/sign_up.html")]
pub struct SignUp {
    /// What every page has.
    pub layout: Layout,
    /// The token of the invitation by which they come, if they come by one.
    pub invitation: Option<String>,
    /// The e-mail: that of the invitation, or what was typed before.
    pub email: String,
    /// Whether the invitation holds for that e-mail only.
    pub is_email_fixed: bool,
    /// What was wrong.
    pub problems: Vec<Problem>,
    /// What people know the provider of identities by, if there is one.
    pub provider_name: Option<String>,
}

/// What is said when a link may have been sent: the same, whatever happened.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/check_mail.html")]
pub struct CheckMail {
    /// What every page has.
    pub layout: Layout,
    /// The e-mail that was typed.
    pub email: String,
    /// Whether the service sends mail; where not, the administrator has the link.
    pub can_mail: bool,
    /// For how many minutes the link works.
    pub minutes: u32,
}

/// What a link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// To sign in.
    SignIn,
    /// To open the account that was asked for.
    ConfirmSignUp,
    /// To say that an e-mail is theirs.
    ConfirmEmail,
}

/// What a page with one button says.
struct Texts {
    title: &'static str,
    lead: &'static str,
    button: &'static str,
}

impl Followed {
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

/// `/link/TOKEN`: a page with one button, since opening a link changes nothing.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/follow_link.html")]
pub struct FollowLink {
    /// What every page has.
    pub layout: Layout,
    /// What the link is for.
    pub purpose: Followed,
    /// The token of the link.
    pub token: String,
    /// The e-mail it concerns, if that may be shown.
    pub email: Option<String>,
    /// The e-mail that the account has now, where the link gives it another one.
    pub present: Option<String>,
}

/// `/link/TOKEN` of a forgotten password, or of a sign-up that is confirmed in another browser.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/new_password.html")]
pub struct NewPassword {
    /// What every page has.
    pub layout: Layout,
    /// The token of the link.
    pub token: String,
    /// The e-mail of the account that is opened by it, if one is.
    pub opens: Option<String>,
    /// Why the password was not accepted.
    pub problem: Option<Problem>,
}

/// `/link/TOKEN` that was used, is too old, or never was.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/link_gone.html")]
pub struct LinkGone {
    /// What every page has.
    pub layout: Layout,
    /// Whether links can be sent by mail.
    pub can_mail: bool,
}

/// `/link/TOKEN` to sign in by, in another browser than the one in which it was asked for.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/other_browser.html")]
pub struct OtherBrowser {
    /// What every page has.
    pub layout: Layout,
}

/// `/sign-up` where nobody can open an account by themselves.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/closed.html")]
pub struct Closed {
    /// What every page has.
    pub layout: Layout,
    /// Whether an invitation is what it takes.
    pub is_by_invitation: bool,
}

/// After the sign-in that became necessary in between: what was typed is still there.
#[derive(Template, Debug, Clone)]
#[template(path = "sign/send_again.html")]
pub struct SendAgain {
    /// What every page has.
    pub layout: Layout,
    /// Where it was sent, a path of this service.
    pub action: String,
    /// What was typed: names and values, but not the field `form`.
    pub fields: Vec<(String, String)>,
    /// What of it is for people.
    pub spoken: Vec<SpokenField>,
}

/// What was typed into a field, in the words of the page's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpokenField {
    /// What forms call the field.
    pub label: &'static str,
    /// What they say for its value, or what was typed.
    pub value: String,
}
