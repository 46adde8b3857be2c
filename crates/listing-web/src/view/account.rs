//! The overview of an account.

use askama::Template;
use jiff::Timestamp;
use listing_domain::account::Plan;

use super::{Chart, GenerationItem, Layout, NoticeKind};

/// `/account`: what is left, and what was done.
#[derive(Template, Debug, Clone)]
#[template(path = "account.html")]
pub struct Account {
    /// What every page has.
    pub layout: Layout,
    /// How the account stands.
    pub plan: AccountPlan,
    /// Uses of the last 30 days, by day and key.
    pub chart: Chart,
    /// The last generations, newest first.
    pub latest: Vec<GenerationItem>,
    /// Whether nobody has said yet that the e-mail is theirs, and a link can be sent.
    pub is_email_unconfirmed: bool,
    /// The number of people who wait for this administrator to give them a link to choose a password.
    pub waiting_resets: usize,
}

/// How an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPlan {
    /// What it has subscribed to.
    pub plan: Plan,
    /// When that ends, if it does.
    pub plan_ends: Option<Timestamp>,
    /// Free units of this month that are used.
    pub used: u32,
    /// Free units a month.
    pub limit: u32,
    /// Credits that are left.
    pub credits: u32,
    /// When the free units return.
    pub resets_at: Timestamp,
}

impl AccountPlan {
    /// Free units that are left this month.
    pub(super) const fn left(&self) -> u32 {
        self.limit.saturating_sub(self.used)
    }

    /// Whether another generation can be made.
    pub(super) const fn can_generate(&self) -> bool {
        self.plan.is_subscribed() || self.left() > 0 || self.credits > 0
    }
}
