//! Gemini generateContent.

use listing_outbound::header::{HeaderMap, HeaderName, InvalidHeaderValue};
use listing_outbound::{ApiKey, Fault, ServiceError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Detail, Finish, Question, Reply, StructuredMode, Tokens, WireFormat, parse};
use crate::schema::Schema;

const API_KEY: HeaderName = HeaderName::from_static("x-goog-api-key");

/// The format of `POST {base}/models/{model}:generateContent`.
#[derive(Debug, Clone, Copy)]
pub struct GeminiContent;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    system_instruction: Content<'a>,
    contents: Vec<Content<'a>>,
    generation_config: GenerationConfig<'a>,
}

#[derive(Serialize)]
struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    parts: Vec<Part<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Part<'a> {
    InlineData(InlineData<'a>),
    Text(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InlineData<'a> {
    mime_type: &'static str,
    data: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig<'a> {
    max_output_tokens: u32,
    media_resolution: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a Schema>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    candidates: Vec<Candidate>,
    prompt_feedback: Option<PromptFeedback>,
    usage_metadata: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Answer>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    parts: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    text: Option<String>,
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PromptFeedback {
    block_reason: Option<String>,
}

#[expect(clippy::struct_field_names, reason = "the names of the format")]
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    #[serde(default)]
    prompt_token_count: u64,
    #[serde(default)]
    candidates_token_count: u64,
    #[serde(default)]
    thoughts_token_count: u64,
}

impl WireFormat for GeminiContent {
    fn provider(&self) -> &'static str {
        "gemini"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::JsonObject, StructuredMode::PromptOnly]
    }

    fn path(&self, model: &str) -> String {
        format!("models/{model}:generateContent")
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            headers.insert(API_KEY, key.header("")?);
        }
        Ok(headers)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        let (is_schema, is_prompt) =
            (question.mode == StructuredMode::JsonSchema, question.mode == StructuredMode::PromptOnly);
        serde_json::to_vec(&Request {
            system_instruction: Content { role: None, parts: vec![Part::Text(question.system.to_owned())] },
            contents: contents(question)?,
            generation_config: GenerationConfig {
                max_output_tokens: question.max_tokens,
                media_resolution: match question.detail {
                    Detail::Low => "MEDIA_RESOLUTION_LOW",
                    Detail::Medium => "MEDIA_RESOLUTION_MEDIUM",
                    Detail::High => "MEDIA_RESOLUTION_HIGH",
                },
                response_mime_type: (!is_prompt).then_some("application/json"),
                response_json_schema: is_schema.then_some(question.schema),
            },
        })
    }

    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        let response: Response = parse(body)?;
        if let Some(error) = response.error {
            return Err(Fault::Service(ServiceError::in_good_status(&error)));
        }
        let tokens = response.usage_metadata.map_or_else(Tokens::default, |usage| Tokens {
            input: usage.prompt_token_count,
            output: usage.candidates_token_count + usage.thoughts_token_count,
        });
        let blocked = response.prompt_feedback.and_then(|feedback| feedback.block_reason);
        let Some(candidate) = response.candidates.into_iter().next() else {
            let reason = blocked.ok_or_else(|| Fault::Malformed("no candidate".to_owned()))?;
            return Ok(Reply { text: String::new(), finish: Finish::Refused(reason), tokens });
        };
        let parts = candidate.content.into_iter().flat_map(|content| content.parts);
        let text = parts.filter(|part| !part.thought).filter_map(|part| part.text).collect();
        Ok(Reply { text, finish: finish(candidate.finish_reason), tokens })
    }
}

fn finish(reason: Option<String>) -> Finish {
    const FILTERS: [&str; 8] = [
        "SAFETY",
        "PROHIBITED_CONTENT",
        "BLOCKLIST",
        "SPII",
        "RECITATION",
        "IMAGE_SAFETY",
        "MODEL_ARMOR",
        "LANGUAGE",
    ];
    match reason {
        Some(reason) if reason == "STOP" => Finish::Done,
        Some(reason) if reason == "MAX_TOKENS" => Finish::Truncated,
        Some(reason) if FILTERS.contains(&reason.as_str()) => Finish::Refused(reason),
        other => Finish::Other(other.unwrap_or_else(|| "no finishReason".to_owned())),
    }
}

fn contents<'a>(question: &Question<'a>) -> Result<Vec<Content<'a>>, serde_json::Error> {
    let photos = question.photos.iter();
    let photos = photos.map(|data| Part::InlineData(InlineData { mime_type: "image/jpeg", data }));
    let task = Part::Text(question.task_with_schema()?);
    let mut contents = vec![Content { role: Some("user"), parts: photos.chain([task]).collect() }];
    if let Some(correction) = question.correction {
        let said = |role, text: &str| Content { role: Some(role), parts: vec![Part::Text(text.to_owned())] };
        contents.push(said("model", correction.answer));
        contents.push(said("user", correction.remark));
    }
    Ok(contents)
}
