//! The wire format of Gemini's `generateContent` API.

use listing_outbound::header::{HeaderMap, HeaderName, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, Url};
use serde::Serialize;

use super::address::Endpoint;
use super::adjust::{Adjustment, Adjustments};
use super::{Detail, Question, StructuredMode, WireFormat};
use crate::schema::Schema;

const API_KEY: HeaderName = HeaderName::from_static("x-goog-api-key");

/// The endpoint `POST {base}/models/{model}:generateContent`.
#[derive(Debug, Clone, Copy)]
pub struct GeminiContent;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Content<'a>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    media_resolution: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a Schema>,
}

impl WireFormat for GeminiContent {
    fn provider(&self) -> &'static str {
        "gemini"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::JsonObject, StructuredMode::PromptOnly]
    }

    fn adjustments(&self) -> &'static [Adjustment] {
        &[Adjustment::NoDetail, Adjustment::NoLimit, Adjustment::RulesInMessage]
    }

    fn addresses(&self, base: &BaseUrl, model: &str) -> Result<Vec<Url>, Fault> {
        // Gemini's lists name models as `models/NAME`.
        let model = model.strip_prefix("models/").unwrap_or(model);
        let path = format!("models/{model}:generateContent");
        let endings = &[path.as_str(), "models", "openai", "openai/chat/completions"];
        Endpoint { endings, version: "v1beta", version_is_certain: true, path: &path }.addresses(base)
    }

    fn headers(&self, key: Option<&ApiKey>, _: Adjustments) -> Result<HeaderMap, InvalidHeaderValue> {
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            headers.insert(API_KEY, key.header("")?);
        }
        Ok(headers)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        let (is_schema, is_prompt) =
            (question.mode == StructuredMode::JsonSchema, question.mode == StructuredMode::PromptOnly);
        let media_resolution = match question.detail {
            _ if question.has(Adjustment::NoDetail) => None,
            Detail::Low => Some("MEDIA_RESOLUTION_LOW"),
            Detail::Medium => Some("MEDIA_RESOLUTION_MEDIUM"),
            Detail::High => Some("MEDIA_RESOLUTION_HIGH"),
        };
        let rules = question.rules();
        serde_json::to_vec(&Request {
            system_instruction: rules
                .map(|rules| Content { role: None, parts: vec![Part::Text(rules.to_owned())] }),
            contents: contents(question)?,
            generation_config: GenerationConfig {
                max_output_tokens: question.adjustments.limit(question.max_tokens),
                media_resolution,
                response_mime_type: (!is_prompt).then_some("application/json"),
                response_json_schema: is_schema.then_some(question.schema),
            },
        })
    }
}

fn contents<'a>(question: &Question<'a>) -> Result<Vec<Content<'a>>, serde_json::Error> {
    let photos = question.photos.iter();
    let photos = photos.map(|data| Part::InlineData(InlineData { mime_type: "image/jpeg", data }));
    let task = Part::Text(question.task_with_schema()?);
    let mut contents = vec![Content { role: Some("user"), parts: photos.chain([task]).collect() }];
    if let Some(correction) = question.correction {
        let turn = |role, text: &str| Content { role: Some(role), parts: vec![Part::Text(text.to_owned())] };
        contents.push(turn("model", correction.answer));
        contents.push(turn("user", correction.remark));
    }
    Ok(contents)
}
