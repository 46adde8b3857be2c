//! Refuse an optional part of a request.

use listing_testkit::service::Step;
use serde_json::{Value, json};

use super::places::stream;
use super::{Habit, always, habit, refusing};
use crate::fake_model;
use crate::formats::Format;

fn has_system(body: &Value) -> bool {
    body["messages"][0]["role"] == "system"
}

fn streaming(name: &'static str, error: &'static str) -> Habit {
    habit(name, Format::OpenAi, move |_, request| {
        if request.body["stream"] != true {
            return Step::raw(400, error);
        }
        let text = fake_model::answer(request).to_string();
        stream(&[
            json!({"choices": [{"delta": {"role": "assistant", "content": text}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}),
            json!({"choices": [], "usage": {"prompt_tokens": 1_000, "completion_tokens": 200}}),
        ])
    })
}

#[expect(clippy::too_many_lines, reason = "a table of servers")]
pub(super) fn all() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, Ollama, OpenAi};
    vec![
        refusing(
            "no endpoint for the requested parameters",
            OpenAi,
            |body| body.get("response_format").is_some() || body.get("tools").is_some(),
            404,
            r#"{"error":{"message":"No endpoints found that can handle the requested parameters. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing","code":404}}"#,
        ),
        refusing(
            "no endpoint with tools",
            OpenAi,
            |body| body.get("response_format").is_some() || body.get("tools").is_some(),
            404,
            r#"{"error":{"message":"No endpoints found that support tool use. response_format too.","code":404}}"#,
        ),
        refusing(
            "the limit has another name",
            OpenAi,
            |body| body.get("max_tokens").is_some(),
            400,
            r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#,
        ),
        refusing(
            "the limit has no name at all",
            OpenAi,
            |body| body.get("max_tokens").is_some() || body.get("max_completion_tokens").is_some(),
            422,
            r#"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":8192}]}"#,
        ),
        refusing(
            "the context is too short for the limit",
            OpenAi,
            |body| body["max_tokens"].as_u64() > Some(4_096),
            400,
            r#"{"object":"error","message":"This model's maximum context length is 8192 tokens. However, you requested 9616 tokens (2716 in the messages, 6900 in the completion).","type":"BadRequestError","param":null,"code":400}"#,
        ),
        refusing(
            "the limit is higher than the model's",
            Anthropic,
            |body| body["max_tokens"].as_u64() > Some(4_096),
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 6900 > 4096, which is the maximum allowed number of output tokens"}}"#,
        ),
        refusing(
            "the photo's detail is refused",
            OpenAi,
            |body| body.to_string().contains("\"detail\""),
            400,
            r#"{"error":{"type":"bad_request_error","message":"invalid params, invalid image detail: high (2013)","http_code":"400"}}"#,
        ),
        refusing(
            "streaming is not to be spoken of",
            OpenAi,
            |body| body.get("stream").is_some(),
            400,
            r#"{"error":{"message":"Unrecognized request argument supplied: stream","type":"invalid_request_error"}}"#,
        ),
        refusing(
            "strict is refused inside of a message",
            OpenAi,
            |body| body.to_string().contains("\"strict\""),
            422,
            r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","response_format","json_schema","strict"],"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error","code":null}"#,
        ),
        refusing(
            "system role not supported",
            OpenAi,
            has_system,
            400,
            r#"{"object":"error","message":"System role not supported","type":"BadRequestError","param":null,"code":400}"#,
        ),
        refusing(
            "a template raises for the system role",
            OpenAi,
            has_system,
            500,
            r#"{"error":{"code":500,"message":"Jinja Exception: System role not supported","type":"server_error"}}"#,
        ),
        refusing(
            "roles must alternate",
            OpenAi,
            has_system,
            400,
            r#"{"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError"}}"#,
        ),
        refusing(
            "two roles alone",
            OpenAi,
            has_system,
            500,
            r#"{"error":{"message":"Only user and assistant roles are supported!","type":"InternalServerError"}}"#,
        ),
        refusing(
            "a role that is none of two",
            OpenAi,
            has_system,
            422,
            r#"{"detail":[{"type":"literal_error","loc":["body","messages",0,"role"],"msg":"Input should be 'user' or 'assistant'","input":"system","ctx":{"expected":"'user' or 'assistant'"}}]}"#,
        ),
        streaming(
            "stream mode alone",
            r#"{"error":{"code":"invalid_parameter_error","param":null,"message":"This model only support stream mode, please enable the stream parameter to access the model. ","type":"invalid_request_error"}}"#,
        ),
        streaming(
            "thinking only in a stream",
            r#"{"error":{"code":"invalid_parameter_error","param":null,"message":"parameter.enable_thinking must be set to false for non-streaming calls","type":"invalid_request_error"}}"#,
        ),
        refusing(
            "the context takes too much memory",
            Ollama,
            |body| body["options"].get("num_ctx").is_some(),
            500,
            r#"{"error":"model requires more system memory (9.1 GiB) than is available (7.8 GiB)"}"#,
        ),
        refusing(
            "developer instruction is not enabled",
            Gemini,
            |body| body.get("systemInstruction").is_some(),
            400,
            r#"{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}"#,
        ),
        refusing(
            "json mode is not enabled",
            Gemini,
            |body| body["generationConfig"].get("responseMimeType").is_some(),
            400,
            r#"{"error":{"code":400,"message":"JSON mode is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}"#,
        ),
        refusing(
            "an unknown name at the media's resolution",
            Gemini,
            |body| body["generationConfig"].get("mediaResolution").is_some(),
            400,
            r#"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"mediaResolution\" at 'generation_config': Cannot find field.","status":"INVALID_ARGUMENT"}}]"#,
        ),
        refusing(
            "response_format is unavailable now",
            OpenAi,
            |body| body["response_format"]["type"] == "json_schema",
            400,
            r#"{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
        ),
        refusing(
            "json_object is refused",
            OpenAi,
            |body| body.get("response_format").is_some(),
            400,
            r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
        ),
        refusing(
            "a forced tool only by a word",
            OpenAi,
            |body| body.get("response_format").is_some() || body["tool_choice"].is_object(),
            400,
            r#"{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required (no response_format)"}"#,
        ),
        refusing(
            "the compiled grammar is too large",
            Anthropic,
            |body| body.get("output_config").is_some(),
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"The compiled grammar is too large, which would cause performance issues."}}"#,
        ),
        refusing(
            "output_config is an extra input",
            Anthropic,
            |body| body.get("output_config").is_some(),
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"output_config.format: Extra inputs are not permitted"}}"#,
        ),
        refusing(
            "no format for this model",
            Ollama,
            |body| body["format"].is_object(),
            400,
            r#"{"error":"invalid format: expected \"json\" or a JSON schema"}"#,
        ),
        refusing(
            "no vocabulary for the format",
            Ollama,
            |body| body.get("format").is_some(),
            500,
            r#"{"error":"failed to load model vocabulary required for format"}"#,
        ),
        habit("an earlier version of the format", Anthropic, |_, request| {
            if request.header("anthropic-version") == Some("2023-06-01") {
                return fake_model::good(Anthropic, request);
            }
            let error = r#"{"type":"error","error":{"type":"invalid_request_error","message":"anthropic-version: \"2026-10-21\" is not a valid version"}}"#;
            Step::raw(400, error)
        }),
        habit("the router hides what the provider says", OpenAi, |_, request| {
            if has_system(&request.body) {
                let error = r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":\"prompting with images is incompatible with system messages\"}","provider_name":"Groq"}}}"#;
                return Step::raw(400, error);
            }
            fake_model::good(OpenAi, request)
        }),
        habit("json_validate_failed once", OpenAi, |number, request| match number {
            0 => Step::raw(400, GROQ),
            _ => fake_model::good(OpenAi, request),
        }),
        habit(
            "json_validate_failed with a schema",
            OpenAi,
            |_, request| match request.body["response_format"]["type"].as_str() {
                Some("json_schema") => Step::raw(400, GROQ),
                _ => fake_model::good(OpenAi, request),
            },
        ),
        always(
            "every form is refused",
            OpenAi,
            400,
            r#"{"error":{"message":"Unsupported parameter","type":"invalid_request_error"}}"#,
        ),
    ]
}

const GROQ: &str = r#"{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{"}}"#;
