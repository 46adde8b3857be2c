//! Anthropic Messages.

use listing_outbound::header::{HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use listing_outbound::{ApiKey, Fault, ServiceError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Finish, Question, Reply, SCHEMA_NAME, StructuredMode, Tokens, WireFormat, parse};
use crate::schema::Schema;

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
const VERSION: HeaderName = HeaderName::from_static("anthropic-version");

/// The format of `POST {base}/messages`.
#[derive(Debug, Clone)]
pub struct AnthropicMessages {
    version: String,
}

impl AnthropicMessages {
    /// The version of the format that is asked for by default.
    pub const DEFAULT_VERSION: &str = "2026-10-21";

    /// The format in a version, such as `2023-06-01`.
    pub const fn new(version: String) -> Self {
        Self { version }
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: u32,
    system: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tool<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<ToolChoice>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Content<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Blocks(Vec<Block<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Image { source: Source<'a> },
    Text { text: String },
}

#[derive(Serialize)]
struct Source<'a> {
    r#type: &'static str,
    media_type: &'static str,
    data: &'a str,
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    format: Format<'a>,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    schema: &'a Schema,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'static str,
    input_schema: &'a Schema,
}

#[derive(Serialize)]
struct ToolChoice {
    r#type: &'static str,
    name: &'static str,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    content: Vec<Piece>,
    stop_reason: Option<String>,
    stop_details: Option<StopDetails>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Piece {
    r#type: String,
    text: Option<String>,
    input: Option<Value>,
}

#[derive(Deserialize)]
struct StopDetails {
    category: Option<String>,
}

#[expect(clippy::struct_field_names, reason = "the names of the format")]
#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    output_tokens: u64,
    /// Tokens of a cache come on top of the others.
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
}

impl WireFormat for AnthropicMessages {
    fn provider(&self) -> &'static str {
        "anthropic"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::Tool, StructuredMode::PromptOnly]
    }

    fn path(&self, _model: &str) -> String {
        "messages".to_owned()
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
        let mut headers = HeaderMap::new();
        headers.insert(VERSION, HeaderValue::from_str(&self.version)?);
        if let Some(key) = key {
            headers.insert(API_KEY, key.header("")?);
        }
        Ok(headers)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        let schema = question.schema;
        let (is_schema, is_tool) =
            (question.mode == StructuredMode::JsonSchema, question.mode == StructuredMode::Tool);
        serde_json::to_vec(&Request {
            model: question.model,
            max_tokens: question.max_tokens,
            system: question.system,
            messages: messages(question)?,
            output_config: is_schema
                .then_some(OutputConfig { format: Format { r#type: "json_schema", schema } }),
            tools: is_tool.then_some([Tool { name: SCHEMA_NAME, input_schema: schema }]),
            tool_choice: is_tool.then_some(ToolChoice { r#type: "tool", name: SCHEMA_NAME }),
        })
    }

    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        let response: Response = parse(body)?;
        if let Some(error) = response.error {
            return Err(Fault::Service(ServiceError::in_good_status(&error)));
        }
        let tokens = response.usage.map_or_else(Tokens::default, |usage| Tokens {
            input: usage.input_tokens
                + usage.cache_creation_input_tokens.unwrap_or(0)
                + usage.cache_read_input_tokens.unwrap_or(0),
            output: usage.output_tokens,
        });
        let text = response.content.into_iter().filter_map(|piece| match piece.r#type.as_str() {
            "text" => piece.text,
            "tool_use" => piece.input.map(|input| input.to_string()),
            _ => None,
        });
        let finish = match response.stop_reason.as_deref() {
            Some("end_turn" | "stop_sequence" | "tool_use") => Finish::Done,
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Truncated,
            Some("refusal") => {
                let category = response.stop_details.and_then(|details| details.category);
                Finish::Refused(category.unwrap_or_else(|| "refusal".to_owned()))
            }
            other => Finish::Other(other.unwrap_or("no stop_reason").to_owned()),
        };
        Ok(Reply { text: text.collect(), finish, tokens })
    }

    /// A spending cap is told by leaving out how long to wait.
    fn is_spent(&self, error: &ServiceError) -> bool {
        error.retry_after.is_none()
    }
}

fn messages<'a>(question: &Question<'a>) -> Result<Vec<Message<'a>>, serde_json::Error> {
    let mut blocks = Vec::new();
    for (number, photo) in (1..).zip(question.photos) {
        blocks.push(Block::Text { text: format!("Photo {number}:") });
        let source = Source { r#type: "base64", media_type: "image/jpeg", data: photo };
        blocks.push(Block::Image { source });
    }
    blocks.push(Block::Text { text: question.task_with_schema()? });
    let mut messages = vec![Message { role: "user", content: Content::Blocks(blocks) }];
    if let Some(correction) = question.correction {
        messages.push(Message { role: "assistant", content: Content::Text(correction.answer) });
        messages.push(Message { role: "user", content: Content::Text(correction.remark) });
    }
    Ok(messages)
}
