//! Ollama's native chat API.

use std::time::Duration;

use listing_outbound::header::{HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, Transport, Url, documents};
use serde::Serialize;
use serde_json::json;

use super::address::Endpoint;
use super::adjust::{Adjustment, Adjustments};
use super::lenient::{list, word};
use super::{Question, StructuredMode, WireFormat, bearer};
use crate::schema::Schema;

/// A running server answers within milliseconds.
const DETECTION_TIMEOUT: Duration = Duration::from_millis(500);
const MAX_CHECKED_MODELS: usize = 8;

/// The approximate maximum for a photo of 1536 pixels.
const PHOTO_TOKENS: usize = 2_400;
/// The approximate minimum for prose and JSON.
const TOKEN_BYTES: usize = 3;
/// Context sizes, in tokens, are rounded up to this, because Ollama reloads the model for each new size.
const CONTEXT_STEP: usize = 8_192;

/// Returns a server's first model that accepts images, if the server answers and has one.
pub async fn vision_model(transport: &Transport, base_url: &BaseUrl) -> Option<String> {
    let tags = transport
        .get(base_url.join("api/tags").ok()?, HeaderMap::new(), None, DETECTION_TIMEOUT)
        .await
        .ok()?;
    let tags = documents(&tags).ok()?;
    let names = list(&tags.first()?["models"]).iter().filter_map(|tag| word(&tag["name"]));
    for name in names.take(MAX_CHECKED_MODELS) {
        let (url, body) = (base_url.join("api/show").ok()?, json!({ "model": name }).to_string());
        let shown =
            transport.post(url, HeaderMap::new(), body.into_bytes(), None, DETECTION_TIMEOUT).await.ok()?;
        let shown = documents(&shown).ok()?;
        if list(&shown.first()?["capabilities"]).iter().any(|capability| word(capability) == Some("vision")) {
            return Some(name.to_owned());
        }
    }
    None
}

/// The endpoint `POST {base}/api/chat`.
#[derive(Debug, Clone, Copy)]
pub struct OllamaChat;

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format<'a>>,
    options: Options,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    images: &'a [String],
}

#[derive(Serialize)]
#[serde(untagged)]
enum Format<'a> {
    Schema(&'a Schema),
    Json(&'static str),
}

#[derive(Serialize)]
struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_ctx: Option<usize>,
}

impl WireFormat for OllamaChat {
    fn provider(&self) -> &'static str {
        "ollama"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::JsonObject, StructuredMode::PromptOnly]
    }

    fn adjustments(&self) -> &'static [Adjustment] {
        &[Adjustment::NoContextSize, Adjustment::NoLimit, Adjustment::RulesInMessage, Adjustment::Stream]
    }

    fn addresses(&self, base: &BaseUrl, _model: &str) -> Result<Vec<Url>, Fault> {
        let endings = &["api/chat", "api/generate", "api", "v1", "v1/chat/completions"];
        Endpoint { endings, version: "", version_is_certain: false, path: "api/chat" }.addresses(base)
    }

    fn headers(&self, key: Option<&ApiKey>, _: Adjustments) -> Result<HeaderMap, InvalidHeaderValue> {
        bearer(key)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        // The model does not see the schema that constrains its output, so Ollama advises to put it into the
        // prompt.
        let task = question.task_and_schema()?;
        let rules = question.rules().map(|rules| Message { role: "system", content: rules, images: &[] });
        let opening = Message { role: "user", content: &task, images: question.photos };
        let mut messages: Vec<Message<'_>> = rules.into_iter().chain([opening]).collect();
        if let Some(correction) = question.correction {
            messages.push(Message { role: "assistant", content: correction.answer, images: &[] });
            messages.push(Message { role: "user", content: correction.remark, images: &[] });
        }
        let size = context_size(&messages, question.max_tokens);
        serde_json::to_vec(&Request {
            model: question.model,
            messages,
            stream: question.has(Adjustment::Stream),
            format: match question.mode {
                StructuredMode::JsonSchema => Some(Format::Schema(question.schema)),
                StructuredMode::JsonObject => Some(Format::Json("json")),
                StructuredMode::Tool | StructuredMode::PromptOnly => None,
            },
            options: Options {
                num_predict: question.adjustments.limit(question.max_tokens),
                num_ctx: (!question.has(Adjustment::NoContextSize)).then_some(size),
            },
        })
    }
}

/// In tokens, with room for the messages and the answer. Ollama's default size would cut off the
/// conversation's beginning and truncate answers, without an error.
fn context_size(messages: &[Message<'_>], max_tokens: u32) -> usize {
    let photos: usize = messages.iter().map(|message| message.images.len()).sum();
    let bytes: usize = messages.iter().map(|message| message.content.len()).sum();
    let tokens = bytes / TOKEN_BYTES + photos * PHOTO_TOKENS + usize::try_from(max_tokens).unwrap_or(0);
    tokens.next_multiple_of(CONTEXT_STEP)
}
