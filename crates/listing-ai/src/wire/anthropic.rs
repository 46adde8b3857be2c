//! The wire format of Anthropic's Messages API.

use listing_outbound::header::{HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, ServiceError, Url};
use serde::Serialize;

use super::address::Endpoint;
use super::adjust::{Adjustment, Adjustments};
use super::{Question, SCHEMA_NAME, StructuredMode, WireFormat};
use crate::schema::Schema;

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
const VERSION: HeaderName = HeaderName::from_static("anthropic-version");

/// The endpoint `POST {base}/messages`.
#[derive(Debug, Clone)]
pub struct AnthropicMessages {
    version: String,
}

impl AnthropicMessages {
    /// The default `anthropic-version` header.
    pub const DEFAULT_VERSION: &str = "2026-10-21";

    /// For services that do not support the default.
    const EARLIER_VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

    /// Creates the format in a version.
    pub const fn new(version: String) -> Self {
        Self { version }
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
}

impl WireFormat for AnthropicMessages {
    fn provider(&self) -> &'static str {
        "anthropic"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::Tool, StructuredMode::PromptOnly]
    }

    fn adjustments(&self) -> &'static [Adjustment] {
        &[
            Adjustment::LowLimit,
            Adjustment::ToolByWord,
            Adjustment::NoToolChoice,
            Adjustment::EarlierVersion,
            Adjustment::RulesInMessage,
            Adjustment::Stream,
            Adjustment::NoStream,
        ]
    }

    fn addresses(&self, base: &BaseUrl, _model: &str) -> Result<Vec<Url>, Fault> {
        let endings = &["messages", "complete", "models"];
        Endpoint { endings, version: "v1", version_is_certain: true, path: "messages" }.addresses(base)
    }

    fn headers(
        &self,
        key: Option<&ApiKey>,
        adjustments: Adjustments,
    ) -> Result<HeaderMap, InvalidHeaderValue> {
        let is_earlier = adjustments.has(Adjustment::EarlierVersion);
        let mut headers = HeaderMap::new();
        let own = HeaderValue::from_str(&self.version)?;
        headers.insert(VERSION, if is_earlier { Self::EARLIER_VERSION } else { own });
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
            max_tokens: question.adjustments.limit(question.max_tokens).unwrap_or(question.max_tokens),
            system: question.rules(),
            stream: question.adjustments.stream(),
            messages: messages(question)?,
            output_config: is_schema
                .then_some(OutputConfig { format: Format { r#type: "json_schema", schema } }),
            tools: is_tool.then_some([Tool { name: SCHEMA_NAME, input_schema: schema }]),
            tool_choice: (is_tool && !question.has(Adjustment::NoToolChoice)).then(|| tool_choice(question)),
        })
    }

    /// The account's spending cap is reached. Such an error contains no wait time.
    fn is_spent(&self, error: &ServiceError) -> bool {
        error.retry_after.is_none()
    }
}

fn tool_choice(question: &Question<'_>) -> ToolChoice {
    let by_word = question.has(Adjustment::ToolByWord);
    let (kind, name) = if by_word { ("any", None) } else { ("tool", Some(SCHEMA_NAME)) };
    ToolChoice { r#type: kind, name }
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
