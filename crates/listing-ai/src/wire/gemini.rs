//! Gemini generateContent.

use listing_outbound::header::{HeaderMap, HeaderName, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, Url};
use serde::Serialize;
use serde_json::Value;

use super::address::Endpoint;
use super::adjust::{Adjustment, Adjustments};
use super::gather::Gathered;
use super::lenient::list;
use super::{
    Detail, Finish, Question, Reply, StructuredMode, Tokens, WireFormat, last_word, most, no_answer, read,
};
use crate::schema::Schema;

const API_KEY: HeaderName = HeaderName::from_static("x-goog-api-key");

/// The format of `POST {base}/models/{model}:generateContent`.
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
        // Its own lists have the models as `models/NAME`.
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

    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        let documents = read(body)?;
        let usage = || documents.iter().map(|document| &document["usageMetadata"]);
        let tokens = Tokens {
            input: most(usage(), "promptTokenCount"),
            output: most(usage(), "candidatesTokenCount").saturating_add(most(usage(), "thoughtsTokenCount")),
        };
        let candidates: Vec<&Value> =
            documents.iter().filter_map(|document| list(&document["candidates"]).first()).collect();
        if candidates.is_empty() {
            let blocked =
                last_word(documents.iter().map(|document| &document["promptFeedback"]["blockReason"]));
            let Some(reason) = blocked else { return Err(no_answer(&documents, "no candidate")) };
            let finish = Finish::Refused(reason.to_owned());
            return Ok(Reply { texts: Vec::new(), thinking: String::new(), finish, tokens });
        }
        let mut gathered = Gathered::default();
        for candidate in &candidates {
            for place in [&candidate["content"]["parts"], &candidate["content"], &candidate["output"]] {
                if place.is_string() || place.is_array() || place.get("text").is_some() {
                    gathered.add(place);
                }
            }
        }
        let reason = last_word(candidates.iter().map(|candidate| &candidate["finishReason"]));
        let (texts, thinking) = gathered.into_texts();
        Ok(Reply { texts, thinking, finish: finish(reason), tokens })
    }
}

fn finish(reason: Option<&str>) -> Finish {
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
        Some("STOP") => Finish::Done,
        Some("MAX_TOKENS") => Finish::Truncated,
        Some(reason) if FILTERS.contains(&reason) => Finish::Refused(reason.to_owned()),
        other => Finish::Other(other.unwrap_or("no finishReason").to_owned()),
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
