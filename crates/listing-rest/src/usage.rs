//! `GET /api/v1/usage`: how the caller's quota stands.

use actix_web::web;
use listing_domain::quota::Usage;
use listing_http::{ApiError, Authenticated};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Rest;
use crate::codes::PlanCode;

/// The answer of `getUsage`.
#[derive(Serialize, ToSchema)]
pub(crate) struct UsageResponse {
    /// Always true: a failure has another body.
    #[schema(default = true)]
    success: bool,
    /// How the quota stands.
    data: UsageData,
}

/// How an account's quota stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsageData {
    /// Free generations used this month.
    #[schema(minimum = 0, example = 1)]
    free_used: u32,
    /// Monthly free generation limit.
    #[schema(minimum = 0, example = 3)]
    free_limit: u32,
    /// Purchased credits remaining.
    #[schema(minimum = 0, example = 20)]
    credits_remaining: u32,
    /// Whether the account has an active Pro subscription.
    is_subscribed: bool,
    /// What the account has subscribed to.
    #[schema(value_type = PlanCode)]
    plan_type: &'static str,
    /// Whether another generation request can be made.
    can_generate: bool,
    /// When the free generations are available again, in UTC.
    #[schema(value_type = String, format = DateTime, example = "2026-12-01T00:00:00Z")]
    next_reset_date: String,
}

impl From<Usage> for UsageData {
    fn from(usage: Usage) -> Self {
        Self {
            free_used: usage.free_used,
            free_limit: usage.free_limit,
            credits_remaining: usage.credits_remaining,
            is_subscribed: usage.plan.is_subscribed(),
            plan_type: usage.plan.code(),
            can_generate: usage.can_generate(),
            next_reset_date: usage.next_reset().to_string(),
        }
    }
}

/// Tells how the quota stands.
///
/// To be asked before a generation, to learn whether another one can be made.
/// It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/usage",
    operation_id = "getUsage",
    tag = "listings",
    security(("ApiKeyAuth" = [])),
    responses((status = 200, description = "How the quota stands.", body = UsageResponse,
        example = json!({
            "success": true,
            "data": {
                "freeUsed": 1, "freeLimit": 3, "creditsRemaining": 20, "isSubscribed": false,
                "planType": "free", "canGenerate": true, "nextResetDate": "2026-12-01T00:00:00Z"
            }
        }))),
)]
pub(crate) async fn show(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
) -> Result<web::Json<UsageResponse>, ApiError> {
    let usage = rest.usage.run(caller.account).await?;
    Ok(web::Json(UsageResponse { success: true, data: usage.into() }))
}
