//! The page with the overview of an account.

use askama::Template;
use jiff::Timestamp;
use listing_domain::account::Plan;

use super::{Chart, GenerationItem, Layout, NoticeKind};

/// `/account`: the quota left, the usage chart and the last generations.
#[derive(Template, Debug, Clone)]
#[template(path = "account.html")]
pub struct Account {
    /// The page layout.
    pub layout: Layout,
    /// The account's plan and usage.
    pub plan: AccountPlan,
    /// The number of generations in the last 30 days, by day and key.
    pub chart: Chart,
    /// The last generations, newest first.
    pub latest: Vec<GenerationItem>,
    /// True when the email is unconfirmed and the service can send a link.
    pub is_email_unconfirmed: bool,
    /// The number of users who wait for this administrator to pass on a link for choosing a password.
    pub waiting_resets: usize,
}

/// An account's plan and usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPlan {
    /// The account's plan.
    pub plan: Plan,
    /// The time when the plan ends, if it does.
    pub plan_ends: Option<Timestamp>,
    /// The free units used this month; a generation uses one unit.
    pub used: u32,
    /// The free units per month.
    pub limit: u32,
    /// The purchased credits left.
    pub credits: u32,
    /// The time at which the free units reset.
    pub resets_at: Timestamp,
}

impl AccountPlan {
    /// Returns the free units left this month.
    pub(super) const fn left(&self) -> u32 {
        self.limit.saturating_sub(self.used)
    }

    /// Returns true when quota is left for a generation.
    pub(super) const fn can_generate(&self) -> bool {
        self.plan.is_subscribed() || self.left() > 0 || self.credits > 0
    }
}
