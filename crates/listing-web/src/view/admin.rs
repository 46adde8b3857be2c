//! What administrators see.

use askama::Template;
use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::expense::MicroUsd;
use listing_domain::ids::{AccountId, LinkId};

use super::{AccountPlan, Chart, Layout, NoticeKind, Problem};

/// `/admin`: accounts.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/accounts.html")]
pub struct AdminAccounts {
    /// What every page has.
    pub layout: Layout,
    /// What was searched for; empty for all.
    pub search: String,
    /// The accounts of this page.
    pub rows: Vec<AdminAccountRow>,
    /// The value of `after` by which the next page begins, if there is one.
    pub next: Option<String>,
}

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminAccountRow {
    /// Its identity.
    pub id: AccountId,
    /// Its e-mail.
    pub email: String,
    /// What it has subscribed to.
    pub plan: Plan,
    /// Free units of this month that are used.
    pub used: u32,
    /// Credits that are left.
    pub credits: u32,
    /// When it was opened.
    pub created_at: Timestamp,
    /// Whether it is suspended.
    pub is_suspended: bool,
    /// Whether it may administer the service.
    pub is_administrator: bool,
}

/// `/admin/accounts/ID`.
#[derive(Template, Clone)]
#[template(path = "admin/account.html")]
pub struct AdminAccount {
    /// What every page has.
    pub layout: Layout,
    /// Its identity.
    pub id: AccountId,
    /// Its e-mail.
    pub email: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// Since when it is suspended, if it is.
    pub suspended_at: Option<Timestamp>,
    /// Whether it may administer the service.
    pub is_administrator: bool,
    /// Whether it is the account that reads this page.
    pub is_self: bool,
    /// How it stands.
    pub plan: AccountPlan,
    /// How many keys open something.
    pub keys: u32,
    /// Uses of the last 30 days, by day and key.
    pub chart: Chart,
    /// What AI services were paid for it this month; `None` where nothing is known of that.
    pub cost: Option<MicroUsd>,
    /// Until when the plan that is to be is typed to last.
    pub until: Option<Date>,
    /// What was wrong with a form.
    pub problem: Option<Problem>,
    /// The identity of the purchase to be, so that sending twice adds once.
    pub draft: String,
    /// A link to choose a password by that was made just now, to be copied.
    pub password_link: Option<String>,
}

/// `/admin/invitations`.
#[derive(Template, Clone)]
#[template(path = "admin/invitations.html")]
pub struct AdminInvitations {
    /// What every page has.
    pub layout: Layout,
    /// Those that hold and were not used, newest first.
    pub open: Vec<Invitation>,
    /// The e-mail that was typed.
    pub email: String,
    /// What was wrong with it.
    pub problem: Option<Problem>,
    /// The link of an invitation that was made just now, to be copied.
    pub made: Option<String>,
    /// Whether it was sent by mail, too.
    pub is_sent: bool,
    /// Whether links can be sent by mail.
    pub can_mail: bool,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its identity.
    pub id: LinkId,
    /// For whom; for anybody when `None`.
    pub email: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// `/admin/mail`: what waits to be sent.
#[derive(Template, Clone)]
#[template(path = "admin/mail.html")]
pub struct AdminMail {
    /// What every page has.
    pub layout: Layout,
    /// Whether there is a mail server.
    pub can_mail: bool,
    /// The messages that wait, newest first.
    pub waiting: Vec<WaitingMessage>,
    /// The messages that could not be sent lately, the last one first.
    pub given_up: Vec<GivenUpMessage>,
}

/// A message that could not be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct GivenUpMessage {
    /// To whom it was to go.
    pub to: String,
    /// Its subject, by its code ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was given up.
    pub given_up_at: Timestamp,
    /// The number of failed attempts to send it.
    pub failures: u32,
}

/// A message that waits.
#[derive(Clone, PartialEq, Eq)]
pub struct WaitingMessage {
    /// To whom.
    pub to: String,
    /// What it is about, by its code ([`listing_domain::mail::MailSubject::code`]).
    pub about: &'static str,
    /// When it was written.
    pub created_at: Timestamp,
    /// From when on there is no use in it.
    pub expires_at: Timestamp,
    /// The number of failed attempts to send it.
    pub failures: u32,
    /// The link in it, to be copied; only where there is no mail server.
    pub link: Option<String>,
}

/// `/admin/service`: how the service is, and how it is set.
#[derive(Template, Debug, Clone)]
#[template(path = "admin/service.html")]
pub struct AdminService {
    /// What every page has.
    pub layout: Layout,
    /// What the doctor said last; `None` when it was not asked yet.
    pub verdict: Option<Verdict>,
    /// Whether it is examining right now.
    pub is_running: bool,
    /// The settings: names and values as texts; secrets are none.
    pub settings: Vec<(String, String)>,
    /// The version of the program.
    pub version: String,
}

/// What the doctor said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// When.
    pub at: Timestamp,
    /// Each thing that was looked at.
    pub checks: Vec<Check>,
}

/// A thing that the doctor looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Whether it is in order.
    pub is_good: bool,
    /// What was found.
    pub text: String,
}

impl Verdict {
    /// Whether everything is in order.
    pub(super) fn is_good(&self) -> bool {
        self.checks.iter().all(|check| check.is_good)
    }
}
