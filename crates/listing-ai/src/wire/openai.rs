//! OpenAI's Chat Completions API, which most other services and local servers support too: vLLM, `llama.cpp`,
//! LM Studio, Mistral, OpenRouter, Groq.

use listing_outbound::header::{HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, Url};
use serde::Serialize;

use super::address::Endpoint;
use super::adjust::{Adjustment, Adjustments};
use super::{Detail, Question, SCHEMA_NAME, StructuredMode, WireFormat, bearer};
use crate::schema::Schema;

/// The endpoint `POST {base}/chat/completions`.
#[derive(Debug, Clone, Copy)]
pub struct OpenAiChat {
    server: Server,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Server {
    /// Newer models refuse `max_tokens`, and answers are stored unless a request opts out.
    OpenAi,
    /// Passes a schema to the model's service only if the request requires it.
    OpenRouter,
    Compatible,
}

impl OpenAiChat {
    /// Returns the format for a server by its host name.
    pub fn for_host(host: &str) -> Self {
        let is_at = |domain: &str| host == domain || host.ends_with(&format!(".{domain}"));
        let server = if is_at("openai.com") || is_at("openai.azure.com") {
            Server::OpenAi
        } else if is_at("openrouter.ai") {
            Server::OpenRouter
        } else {
            Server::Compatible
        };
        Self { server }
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tool<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<ToolChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<Routing>,
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
    Parts(Vec<Part>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    ImageUrl { image_url: ImageUrl },
    Text { text: String },
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
    schema: &'a Schema,
}

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
    parameters: &'a Schema,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ToolChoice {
    ByName { r#type: &'static str, function: Named },
    ByWord(&'static str),
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct Routing {
    require_parameters: bool,
}

impl WireFormat for OpenAiChat {
    fn provider(&self) -> &'static str {
        "openai"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &StructuredMode::ALL
    }

    fn adjustments(&self) -> &'static [Adjustment] {
        &[
            Adjustment::NoRouting,
            Adjustment::NoStore,
            Adjustment::NoDetail,
            Adjustment::NotStrict,
            Adjustment::OtherLimitName,
            Adjustment::NoLimit,
            Adjustment::ToolByWord,
            Adjustment::NoToolChoice,
            Adjustment::RulesInMessage,
            Adjustment::Stream,
            Adjustment::NoStream,
        ]
    }

    fn addresses(&self, base: &BaseUrl, _model: &str) -> Result<Vec<Url>, Fault> {
        let endings = &["chat/completions", "completions", "responses", "models"];
        Endpoint { endings, version: "v1", version_is_certain: false, path: "chat/completions" }
            .addresses(base)
    }

    fn headers(&self, key: Option<&ApiKey>, _: Adjustments) -> Result<HeaderMap, InvalidHeaderValue> {
        bearer(key)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        let is_openai = self.server == Server::OpenAi;
        let schema = question.schema;
        let is_tool = question.mode == StructuredMode::Tool;
        let is_streamed = question.has(Adjustment::Stream) && !question.has(Adjustment::NoStream);
        let strict = (!question.has(Adjustment::NotStrict)).then_some(true);
        let limit = question.adjustments.limit(question.max_tokens);
        let is_newer_name = is_openai != question.has(Adjustment::OtherLimitName);
        let is_routed = self.server == Server::OpenRouter && question.mode != StructuredMode::PromptOnly;
        serde_json::to_vec(&Request {
            model: question.model,
            messages: messages(question)?,
            response_format: match question.mode {
                StructuredMode::JsonSchema => Some(ResponseFormat::JsonSchema {
                    json_schema: NamedSchema { name: SCHEMA_NAME, strict, schema },
                }),
                StructuredMode::JsonObject => Some(ResponseFormat::JsonObject),
                StructuredMode::Tool | StructuredMode::PromptOnly => None,
            },
            tools: is_tool.then_some([Tool {
                r#type: "function",
                function: Function { name: SCHEMA_NAME, strict, parameters: schema },
            }]),
            tool_choice: tool_choice(question),
            max_completion_tokens: limit.filter(|_| is_newer_name),
            max_tokens: limit.filter(|_| !is_newer_name),
            stream: question.adjustments.stream(),
            stream_options: is_streamed.then_some(StreamOptions { include_usage: true }),
            store: (is_openai && !question.has(Adjustment::NoStore)).then_some(false),
            provider: (is_routed && !question.has(Adjustment::NoRouting))
                .then_some(Routing { require_parameters: true }),
        })
    }
}

fn tool_choice(question: &Question<'_>) -> Option<ToolChoice> {
    let is_chosen = question.mode == StructuredMode::Tool && !question.has(Adjustment::NoToolChoice);
    let by_name = || ToolChoice::ByName { r#type: "function", function: Named { name: SCHEMA_NAME } };
    let by_word = question.has(Adjustment::ToolByWord);
    is_chosen.then(|| if by_word { ToolChoice::ByWord("required") } else { by_name() })
}

fn messages<'a>(question: &'a Question<'a>) -> Result<Vec<Message<'a>>, serde_json::Error> {
    let detail = match question.detail {
        _ if question.has(Adjustment::NoDetail) => None,
        Detail::Low => Some("low"),
        Detail::Medium | Detail::High => Some("high"),
    };
    let photos = question.photos.iter().map(|photo| Part::ImageUrl {
        image_url: ImageUrl { url: format!("data:image/jpeg;base64,{photo}"), detail },
    });
    let task = Part::Text { text: question.task_with_schema()? };
    let rules = question.rules().map(|rules| Message { role: "system", content: Content::Text(rules) });
    let opening = Message { role: "user", content: Content::Parts(photos.chain([task]).collect()) };
    let mut messages: Vec<Message<'a>> = rules.into_iter().chain([opening]).collect();
    if let Some(correction) = question.correction {
        messages.push(Message { role: "assistant", content: Content::Text(correction.answer) });
        messages.push(Message { role: "user", content: Content::Text(correction.remark) });
    }
    Ok(messages)
}
