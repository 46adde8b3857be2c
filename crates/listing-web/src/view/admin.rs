//! Pages for administrators.

use askama::Template;
use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::expense::MicroUsd;
use listing_domain::ids::{AccountId, LinkId};

use super::{AccountPlan, Chart, Layout, NoticeKind, Problem};

/// `/admin`: the accounts.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/accounts.html")]
pub struct AdminAccounts {
    /// The page layout.
    pub layout: Layout,
    /// The search text; empty for all.
    pub search: String,
    /// The accounts on this page.
    pub rows: Vec<AdminAccountRow>,
    /// The value of `after` for the next page, if there is one.
    pub next: Option<String>,
}

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminAccountRow {
    /// The id of the account.
    pub id: AccountId,
    /// The email.
    pub email: String,
    /// The plan.
    pub plan: Plan,
    /// The free units used this month.
    pub used: u32,
    /// The credits left.
    pub credits: u32,
    /// The creation time.
    pub created_at: Timestamp,
    /// True when suspended.
    pub is_suspended: bool,
    /// True for an administrator.
    pub is_administrator: bool,
}

/// `/admin/accounts/ID`.
#[derive(Template, Clone)]
#[template(path = "admin/account.html")]
pub struct AdminAccount {
    /// The page layout.
    pub layout: Layout,
    /// The id of the account.
    pub id: AccountId,
    /// The email.
    pub email: String,
    /// The creation time.
    pub created_at: Timestamp,
    /// The start of a suspension, if any.
    pub suspended_at: Option<Timestamp>,
    /// True for an administrator.
    pub is_administrator: bool,
    /// True for the account that reads this page.
    pub is_self: bool,
    /// The account's plan and usage.
    pub plan: AccountPlan,
    /// The number of active keys.
    pub keys: u32,
    /// Uses of the last 30 days, by day and key.
    pub chart: Chart,
    /// The cost of AI services for the account this month; `None` if unknown.
    pub cost: Option<MicroUsd>,
    /// The typed end date of the new plan.
    pub until: Option<Date>,
    /// The problem with a form.
    pub problem: Option<Problem>,
    /// The id of the future purchase, so that sending the form twice adds once.
    pub draft: String,
    /// A new link to choose a password, to copy.
    pub password_link: Option<String>,
}

/// `/admin/invitations`.
#[derive(Template, Clone)]
#[template(path = "admin/invitations.html")]
pub struct AdminInvitations {
    /// The page layout.
    pub layout: Layout,
    /// The valid, unused invitations, newest first.
    pub open: Vec<Invitation>,
    /// The typed email.
    pub email: String,
    /// The problem with the email.
    pub problem: Option<Problem>,
    /// The link of a new invitation, to copy.
    pub invitation_link: Option<String>,
    /// True when the link was also mailed.
    pub is_sent: bool,
    /// True when the service can send links by mail.
    pub can_mail: bool,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The id of the invitation's link.
    pub id: LinkId,
    /// The invited email; `None` for anyone.
    pub email: Option<String>,
    /// The creation time.
    pub created_at: Timestamp,
    /// The expiry time.
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
    /// The messages that recently failed for good, the last one first.
    pub given_up: Vec<GivenUpMessage>,
}

/// A message that the service gave up on.
#[derive(Clone, PartialEq, Eq)]
pub struct GivenUpMessage {
    /// The recipient.
    pub to: String,
    /// The code of the subject ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// The creation time.
    pub created_at: Timestamp,
    /// The time of giving up.
    pub given_up_at: Timestamp,
    /// The number of failed attempts.
    pub failures: u32,
}

/// A queued message.
#[derive(Clone, PartialEq, Eq)]
pub struct WaitingMessage {
    /// The recipient.
    pub to: String,
    /// The code of the subject ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// The creation time.
    pub created_at: Timestamp,
    /// The time after which the message is useless.
    pub expires_at: Timestamp,
    /// The number of failed attempts.
    pub failures: u32,
    /// The link in the message, to copy; only without a mail server.
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

/// A report of the doctor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoctorReport {
    /// The time of the report.
    pub at: Timestamp,
    /// The checks.
    pub checks: Vec<Check>,
}

/// A check of the doctor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// True when the check passed.
    pub is_good: bool,
    /// The finding.
    pub text: String,
}

impl DoctorReport {
    /// Returns true when every check passed.
    pub(super) fn is_good(&self) -> bool {
        self.checks.iter().all(|check| check.is_good)
    }
}
