//! Pages for administrators.

use askama::Template;
use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::expense::MicroUsd;
use listing_domain::ids::{AccountId, LinkId};

use super::{AccountPlan, Chart, Layout, NoticeKind, Problem};

/// `/admin`: the list of accounts.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/accounts.html")]
pub struct AdminAccounts {
    /// The page layout.
    pub layout: Layout,
    /// The search text; empty to list all accounts.
    pub search: String,
    /// The accounts on this page.
    pub rows: Vec<AdminAccountRow>,
    /// The query value `after` that opens the next page, if there is one.
    pub next: Option<String>,
}

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminAccountRow {
    /// The id of the account.
    pub id: AccountId,
    /// The account's email.
    pub email: String,
    /// The account's plan.
    pub plan: Plan,
    /// The free units used this month.
    pub used: u32,
    /// The purchased credits left.
    pub credits: u32,
    /// The time when the account was created.
    pub created_at: Timestamp,
    /// True when the account is suspended.
    pub is_suspended: bool,
    /// True when the account has the administrator role.
    pub is_administrator: bool,
}

/// `/admin/accounts/ID`: one account and the forms that change it.
#[derive(Template, Clone)]
#[template(path = "admin/account.html")]
pub struct AdminAccount {
    /// The page layout.
    pub layout: Layout,
    /// The id of the account.
    pub id: AccountId,
    /// The account's email.
    pub email: String,
    /// The time when the account was created.
    pub created_at: Timestamp,
    /// The time since which the account is suspended, if it is.
    pub suspended_at: Option<Timestamp>,
    /// True when the account has the administrator role.
    pub is_administrator: bool,
    /// True when the account belongs to the administrator who reads the page.
    pub is_self: bool,
    /// The account's plan and usage.
    pub plan: AccountPlan,
    /// The number of active API keys.
    pub keys: u32,
    /// The number of generations in the last 30 days, by day and key.
    pub chart: Chart,
    /// The cost of AI services for the account this month; `None` if unknown.
    pub cost: Option<MicroUsd>,
    /// The end date typed for a new plan.
    pub until: Option<Date>,
    /// The problem with a sent form.
    pub problem: Option<Problem>,
    /// The payment id of the next credits to add, so that a form sent twice adds them once.
    pub draft: String,
    /// A new link for choosing a password, to copy.
    pub password_link: Option<String>,
}

/// `/admin/invitations`: the open invitations and a form for a new one.
#[derive(Template, Clone)]
#[template(path = "admin/invitations.html")]
pub struct AdminInvitations {
    /// The page layout.
    pub layout: Layout,
    /// The valid, unused invitations, newest first.
    pub open: Vec<Invitation>,
    /// The email typed for a new invitation.
    pub email: String,
    /// The problem with the typed email.
    pub problem: Option<Problem>,
    /// The link of a new invitation, to copy and pass on.
    pub invitation_link: Option<String>,
    /// True when the link was also mailed.
    pub is_sent: bool,
    /// True when the service can send links by mail.
    pub can_mail: bool,
}

/// An invitation to open an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The id of the link in the invitation.
    pub id: LinkId,
    /// The invited email; `None` for anyone.
    pub email: Option<String>,
    /// The time when the invitation was created.
    pub created_at: Timestamp,
    /// The time when the invitation expires.
    pub expires_at: Timestamp,
}

/// `/admin/mail`: the mail queue.
#[derive(Template, Clone)]
#[template(path = "admin/mail.html")]
pub struct AdminMail {
    /// The page layout.
    pub layout: Layout,
    /// True when a mail server is configured.
    pub can_mail: bool,
    /// The queued messages, newest first.
    pub waiting: Vec<WaitingMessage>,
    /// The messages that the service recently gave up on, the last one first.
    pub given_up: Vec<GivenUpMessage>,
}

/// A message that the service no longer tries to send.
#[derive(Clone, PartialEq, Eq)]
pub struct GivenUpMessage {
    /// The recipient's email.
    pub to: String,
    /// The code of the message's subject ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// The time when the message was queued.
    pub created_at: Timestamp,
    /// The time when the service gave up.
    pub given_up_at: Timestamp,
    /// The number of failed attempts to send the message.
    pub failures: u32,
}

/// A message in the mail queue.
#[derive(Clone, PartialEq, Eq)]
pub struct WaitingMessage {
    /// The recipient's email.
    pub to: String,
    /// The code of the message's subject ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// The time when the message was queued.
    pub created_at: Timestamp,
    /// The time after which sending the message is useless.
    pub expires_at: Timestamp,
    /// The number of failed attempts to send the message.
    pub failures: u32,
    /// The link in the message, to copy and pass on; only without a mail server.
    pub link: Option<String>,
}

/// `/admin/service`: the state and the settings of the service.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/service.html")]
pub struct AdminService {
    /// The page layout.
    pub layout: Layout,
    /// The doctor's last report; `None` before its first run.
    pub report: Option<DoctorReport>,
    /// True while the doctor runs.
    pub is_running: bool,
    /// The settings as names and values, without secrets.
    pub settings: Vec<(String, String)>,
    /// The program version.
    pub version: String,
}

/// The results of a run of the doctor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoctorReport {
    /// The time when the run ended.
    pub at: Timestamp,
    /// The results of all checks.
    pub checks: Vec<Check>,
}

/// The result of one check of the doctor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// True when the check passed.
    pub is_good: bool,
    /// The finding, in a sentence.
    pub text: String,
}

impl DoctorReport {
    /// Returns true when all checks passed.
    pub(super) fn is_good(&self) -> bool {
        self.checks.iter().all(|check| check.is_good)
    }
}
