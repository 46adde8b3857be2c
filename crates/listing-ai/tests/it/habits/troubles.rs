//! Trouble with the account, the key, the model or a policy.

use serde_json::json;

use super::{Habit, always, shaped};
use crate::formats::Format;

pub(super) fn all() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, OpenAi};
    [
        accounts(),
        vec![
            always(
                "a wrong key under 400",
                Gemini,
                400,
                r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#,
            ),
            always(
                "an unknown model under 400",
                OpenAi,
                400,
                r#"{"error":{"message":"Model Not Exist","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
            ),
            always(
                "a closed organization under 400",
                Anthropic,
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"This organization has been disabled."}}"#,
            ),
            always(
                "a restricted organization under 400",
                OpenAi,
                400,
                r#"{"error":{"message":"Organization has been restricted. Please reach out to support if you believe this was in error.","type":"invalid_request_error","code":"organization_restricted"}}"#,
            ),
            always(
                "a model that cannot see",
                OpenAi,
                400,
                r#"{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 690848","type":"invalid_request_error"}}"#,
            ),
            always(
                "a filter under 400",
                OpenAi,
                400,
                r#"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            ),
            always("no candidate at all", Gemini, 200, r#"{"usageMetadata":{"promptTokenCount":171}}"#),
            always(
                "the provider is overloaded under 200",
                OpenAi,
                200,
                r#"{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"temporarily rate-limited upstream","provider_name":"Kluster"}},"choices":null}"#,
            ),
            shaped("an error inside a choice", OpenAi, |_| {
                json!({"choices": [{"finish_reason": "error", "message": {"content": ""},
                    "error": {"code": 502, "message": "Provider disconnected"}}]})
            }),
        ],
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[expect(clippy::too_many_lines, reason = "a table of servers")]
fn accounts() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, OpenAi};
    vec![
        always(
            "an empty account under 400",
            Anthropic,
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}"#,
        ),
        always(
            "an empty account under 402",
            OpenAi,
            402,
            r#"{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}"#,
        ),
        always(
            "billing is not active under 429",
            OpenAi,
            429,
            r#"{"error":{"message":"Your account is not active, please check your billing details on our website.","type":"billing_not_active","param":null,"code":"billing_not_active"}}"#,
        ),
        always(
            "insufficient quota under 429",
            OpenAi,
            429,
            r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
        ),
        always(
            "billing is disabled under 403",
            Gemini,
            403,
            r#"{"error":{"code":403,"message":"This API method requires billing to be enabled.","status":"PERMISSION_DENIED","details":[{"reason":"BILLING_DISABLED"}]}}"#,
        ),
        always(
            "the quota of the day",
            Gemini,
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}]}}"#,
        ),
        always(
            "the quota of the minute in the same words",
            Gemini,
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}]}]}}"#,
        ),
        always(
            "an empty account under 200",
            OpenAi,
            200,
            r#"{"error":{"message":"Insufficient credits. Add more using https://openrouter.ai/credits","code":402},"choices":null}"#,
        ),
        always(
            "a suspended account under 429",
            OpenAi,
            429,
            r#"{"error":{"message":"Your account org-1 <ak-1> is suspended due to insufficient balance, please recharge your account or check your plan and billing details","type":"exceeded_current_quota_error"}}"#,
        ),
        always(
            "a quota of tokens under 429",
            OpenAi,
            429,
            r#"{"error":{"message":"You exceeded your current token quota: 500000, please check your account balance","type":"exceeded_current_quota_error"}}"#,
        ),
        always(
            "all credits are used under 429",
            OpenAi,
            429,
            r#""Your team 16f2 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.""#,
        ),
        always(
            "an empty account in base_resp",
            OpenAi,
            200,
            r#"{"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#,
        ),
    ]
}
