//! The wire formats as a fake service sees them.

use listing_ai::{AnthropicMessages, GeminiContent, OllamaChat, OpenAiChat, WireFormat};
use listing_testkit::service::Received;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
}

impl Format {
    /// Add new formats here.
    pub(crate) const ALL: [Self; 4] = [Self::OpenAi, Self::Anthropic, Self::Gemini, Self::Ollama];

    pub(crate) fn wire(self) -> Box<dyn WireFormat> {
        match self {
            Self::OpenAi => Box::new(OpenAiChat::for_host("127.0.0.1")),
            Self::Anthropic => Box::new(AnthropicMessages::new("2026-10-21".to_owned())),
            Self::Gemini => Box::new(GeminiContent),
            Self::Ollama => Box::new(OllamaChat),
        }
    }

    pub(crate) fn base_path(self) -> &'static str {
        match self {
            Self::OpenAi | Self::Anthropic => "/v1",
            Self::Gemini => "/v1beta",
            Self::Ollama => "",
        }
    }

    /// With 1,000 tokens in and 200 out.
    pub(crate) fn done(self, text: &str) -> Value {
        self.response(text, self.ends().0)
    }

    pub(crate) fn cut(self, text: &str) -> Value {
        self.response(text, self.ends().1)
    }

    fn ends(self) -> (&'static str, &'static str) {
        match self {
            Self::OpenAi | Self::Ollama => ("stop", "length"),
            Self::Anthropic => ("end_turn", "max_tokens"),
            Self::Gemini => ("STOP", "MAX_TOKENS"),
        }
    }

    /// `end` is the format's word for the reason.
    pub(crate) fn response(self, text: &str, end: &str) -> Value {
        match self {
            Self::OpenAi => json!({
                "id": "1", "object": "chat.completion", "model": "tester-1",
                "choices": [{"index": 0, "finish_reason": end,
                    "message": {"role": "assistant", "content": text, "refusal": null}}],
                "usage": {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200},
            }),
            Self::Anthropic => json!({
                "id": "1", "type": "message", "role": "assistant", "model": "tester-1",
                "content": [{"type": "thinking", "thinking": "{\"no\": 1}"}, {"type": "text", "text": text}],
                "stop_reason": end, "stop_sequence": null,
                "usage": {"input_tokens": 600, "cache_creation_input_tokens": 100,
                    "cache_read_input_tokens": 300, "output_tokens": 200},
            }),
            Self::Gemini => json!({
                "candidates": [{"index": 0, "finishReason": end, "content": {"role": "model",
                    "parts": [{"text": "{\"no\": 1}", "thought": true}, {"text": text}]}}],
                "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 150, "thoughtsTokenCount": 50},
            }),
            Self::Ollama => json!({
                "model": "tester-1", "message": {"role": "assistant", "content": text}, "done": true,
                "done_reason": end, "prompt_eval_count": 1000, "eval_count": 200,
            }),
        }
    }

    pub(crate) fn refusals(self) -> Vec<Value> {
        match self {
            Self::OpenAi => vec![
                json!({"choices": [{"finish_reason": "stop", "message": {"content": null, "refusal": "No."}}]}),
                json!({"choices": [{"finish_reason": "content_filter", "message": {"content": null}}]}),
            ],
            Self::Anthropic => vec![json!({"content": [], "stop_reason": "refusal",
                "stop_details": {"category": "general_harms", "explanation": "No."}})],
            Self::Gemini => vec![
                json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
                json!({"candidates": [{"finishReason": "SAFETY"}]}),
            ],
            Self::Ollama => vec![],
        }
    }

    /// A rate limit with its `retry-after` header, or a used-up daily quota.
    pub(crate) fn too_often(self, for_the_day: bool) -> (Value, Option<&'static str>) {
        match self {
            Self::OpenAi | Self::Ollama => {
                let code = if for_the_day { "insufficient_quota" } else { "rate_limit_exceeded" };
                (json!({"error": {"message": "No.", "type": code, "param": null, "code": code}}), Some("3"))
            }
            Self::Anthropic => {
                let body = json!({"type": "error", "error": {"type": "rate_limit_error", "message": "No."}});
                (body, (!for_the_day).then_some("3"))
            }
            Self::Gemini => {
                let quota = if for_the_day { "RequestsPerDayPerModel" } else { "RequestsPerMinutePerModel" };
                let details = json!([
                    {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]},
                    {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3s"},
                ]);
                let error = json!({"code": 429, "message": "No.", "status": "RESOURCE_EXHAUSTED", "details": details});
                (json!({ "error": error }), None)
            }
        }
    }

    pub(crate) fn photos_of(self, request: &Received) -> usize {
        let text = request.body.to_string();
        match self {
            Self::OpenAi => text.matches("data:image/jpeg;base64,").count(),
            Self::Anthropic => text.matches("\"media_type\":\"image/jpeg\"").count(),
            Self::Gemini => text.matches("\"mimeType\":\"image/jpeg\"").count(),
            Self::Ollama => request.body["messages"][1]["images"].as_array().map_or(0, Vec::len),
        }
    }

    /// The schema that the service has to enforce.
    pub(crate) fn schema_of(self, request: &Received) -> &Value {
        match self {
            Self::OpenAi => &request.body["response_format"]["json_schema"]["schema"],
            Self::Anthropic => &request.body["output_config"]["format"]["schema"],
            Self::Gemini => &request.body["generationConfig"]["responseJsonSchema"],
            Self::Ollama => &request.body["format"],
        }
    }

    pub(crate) fn max_tokens_of(self, request: &Received) -> u64 {
        let found = match self {
            Self::OpenAi | Self::Anthropic => &request.body["max_tokens"],
            Self::Gemini => &request.body["generationConfig"]["maxOutputTokens"],
            Self::Ollama => &request.body["options"]["num_predict"],
        };
        found.as_u64().unwrap()
    }
}

/// The rules and all messages.
pub(crate) fn text_of(request: &Received) -> String {
    let mut texts = Vec::new();
    collect_texts(&request.body, &mut texts);
    texts.join("\n")
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if matches!(name.as_str(), "text" | "content" | "system") => {
                        texts.push(text.clone());
                    }
                    // Photos and schema are not text.
                    _ if matches!(name.as_str(), "response_format" | "output_config" | "format") => {}
                    _ => collect_texts(value, texts),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, texts)),
        _ => {}
    }
}
