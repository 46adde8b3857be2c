use listing_domain::account::Plan;
use listing_domain::quota::{Usage, UsageAtCharge};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::code::Code;
use crate::codes::PlanCode;

/// The account's quota status after a charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotaStatus {
    /// Free generations used this month.
    #[schema(minimum = 0)]
    pub free_used: u32,
    /// Monthly free generation limit.
    #[schema(minimum = 0)]
    pub free_limit: u32,
    /// Purchased credits remaining.
    #[schema(minimum = 0)]
    pub credits_remaining: u32,
    /// True when the account has an active Pro subscription.
    pub is_subscribed: bool,
    /// True when another generation request can be made.
    pub can_generate: bool,
}

/// The response of `getUsage`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsageResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub success: bool,
    /// The account's quota status.
    pub data: UsageData,
}

/// The account's quota status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageData {
    /// Free generations used this month.
    #[schema(minimum = 0, example = 1)]
    pub free_used: u32,
    /// Monthly free generation limit.
    #[schema(minimum = 0, example = 3)]
    pub free_limit: u32,
    /// Purchased credits remaining.
    #[schema(minimum = 0, example = 20)]
    pub credits_remaining: u32,
    /// True when the account has an active Pro subscription.
    pub is_subscribed: bool,
    /// The account's plan.
    #[schema(value_type = PlanCode)]
    pub plan_type: Code<Plan>,
    /// True when another generation request can be made.
    pub can_generate: bool,
    /// The moment when the free quota resets, in UTC.
    #[schema(value_type = String, format = DateTime, example = "2026-12-01T00:00:00Z")]
    pub next_reset_date: String,
}

impl From<Usage> for UsageData {
    fn from(usage: Usage) -> Self {
        Self {
            free_used: usage.free_used,
            free_limit: usage.free_limit,
            credits_remaining: usage.credits_remaining,
            is_subscribed: usage.plan.is_subscribed(),
            plan_type: usage.plan.into(),
            can_generate: usage.can_generate(),
            next_reset_date: usage.next_reset().to_string(),
        }
    }
}

impl From<UsageAtCharge> for QuotaStatus {
    fn from(usage: UsageAtCharge) -> Self {
        Self {
            free_used: usage.free_used,
            free_limit: usage.free_limit,
            credits_remaining: usage.credits_remaining,
            is_subscribed: usage.plan.is_subscribed(),
            can_generate: usage.can_generate(),
        }
    }
}
