//! `GET /api/v1/usage`: the caller's quota.

use actix_web::web;
use listing_answer::UsageResponse;
use listing_http::{ApiError, Authenticated};

use crate::Rest;

/// Returns the caller's remaining quota and plan.
///
/// Call it before a generation to check `canGenerate`. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/usage",
    operation_id = "getUsage",
    tag = "listings",
    security(("ApiKeyAuth" = [])),
    responses((status = 200, description = "The remaining quota and the plan.", body = UsageResponse,
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
    let usage = rest.usage.run(caller.account).await.map_err(ApiError::logged)?;
    Ok(web::Json(UsageResponse { success: true, data: usage.into() }))
}
