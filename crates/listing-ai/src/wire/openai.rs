//! OpenAI Chat Completions, which most other services and local servers speak
//! too: vLLM, `llama.cpp`, LM Studio, Mistral, OpenRouter, Groq.

use listing_outbound::header::{HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, Fault, ServiceError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Detail, Finish, Question, Reply, SCHEMA_NAME, StructuredMode, Tokens, WireFormat, bearer, parse,
};
use crate::schema::Schema;

/// The format of `POST {base}/chat/completions`.
#[derive(Debug, Clone, Copy)]
pub struct OpenAiChat {
    server: Server,
}

/// What differs between the servers that speak this format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Server {
    /// OpenAI itself: newer models refuse `max_tokens`, and answers are kept
    /// unless one says no.
    OpenAi,
    /// OpenRouter: passes a schema on only when told that it is required.
    OpenRouter,
    /// Everybody else.
    Compatible,
}

impl OpenAiChat {
    /// The format for the server with this host name.
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
    detail: &'static str,
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
    strict: bool,
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
    strict: bool,
    parameters: &'a Schema,
}

#[derive(Serialize)]
struct ToolChoice {
    r#type: &'static str,
    function: Named,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
}

#[derive(Serialize)]
struct Routing {
    require_parameters: bool,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    message: Option<Answer>,
    finish_reason: Option<String>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Answer {
    content: Option<String>,
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<ToolCall>>,
}

#[derive(Deserialize)]
struct ToolCall {
    function: Arguments,
}

#[derive(Deserialize)]
struct Arguments {
    arguments: String,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl WireFormat for OpenAiChat {
    fn provider(&self) -> &'static str {
        "openai"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &StructuredMode::ALL
    }

    fn path(&self, _model: &str) -> String {
        "chat/completions".to_owned()
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
        bearer(key)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        let is_openai = self.server == Server::OpenAi;
        let schema = question.schema;
        let is_tool = question.mode == StructuredMode::Tool;
        serde_json::to_vec(&Request {
            model: question.model,
            messages: messages(question)?,
            response_format: match question.mode {
                StructuredMode::JsonSchema => Some(ResponseFormat::JsonSchema {
                    json_schema: NamedSchema { name: SCHEMA_NAME, strict: true, schema },
                }),
                StructuredMode::JsonObject => Some(ResponseFormat::JsonObject),
                StructuredMode::Tool | StructuredMode::PromptOnly => None,
            },
            tools: is_tool.then_some([Tool {
                r#type: "function",
                function: Function { name: SCHEMA_NAME, strict: true, parameters: schema },
            }]),
            tool_choice: is_tool
                .then_some(ToolChoice { r#type: "function", function: Named { name: SCHEMA_NAME } }),
            max_completion_tokens: is_openai.then_some(question.max_tokens),
            max_tokens: (!is_openai).then_some(question.max_tokens),
            store: is_openai.then_some(false),
            provider: (self.server == Server::OpenRouter).then_some(Routing { require_parameters: true }),
        })
    }

    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        let response: Response = parse(body)?;
        let (error, choice) = (response.error, response.choices.into_iter().next());
        // OpenRouter tells failures of the models behind it with status 200.
        if let Some(error) = error.or_else(|| choice.as_ref().and_then(|choice| choice.error.clone())) {
            return Err(Fault::Service(ServiceError::in_good_status(&error)));
        }
        let tokens = response.usage.map_or_else(Tokens::default, |usage| Tokens {
            input: usage.prompt_tokens,
            output: usage.completion_tokens,
        });
        let choice = choice.ok_or_else(|| Fault::Malformed("no choice".to_owned()))?;
        let answer =
            choice.message.ok_or_else(|| Fault::Malformed("a choice without a message".to_owned()))?;
        let called = answer.tool_calls.into_iter().flatten().next().map(|call| call.function.arguments);
        let finish = match (answer.refusal, choice.finish_reason.as_deref()) {
            (Some(refusal), _) if !refusal.is_empty() => Finish::Refused("refusal".to_owned()),
            (_, Some("content_filter")) => Finish::Refused("content_filter".to_owned()),
            (_, Some("length")) => Finish::Truncated,
            (_, Some("stop" | "tool_calls")) => Finish::Done,
            (_, other) => Finish::Other(other.unwrap_or("no finish_reason").to_owned()),
        };
        Ok(Reply { text: called.or(answer.content).unwrap_or_default(), finish, tokens })
    }
}

fn messages<'a>(question: &Question<'a>) -> Result<Vec<Message<'a>>, serde_json::Error> {
    let detail = match question.detail {
        Detail::Low => "low",
        Detail::Medium | Detail::High => "high",
    };
    let photos = question.photos.iter().map(|photo| Part::ImageUrl {
        image_url: ImageUrl { url: format!("data:image/jpeg;base64,{photo}"), detail },
    });
    let task = Part::Text { text: question.task_with_schema()? };
    let mut messages = vec![
        Message { role: "system", content: Content::Text(question.system) },
        Message { role: "user", content: Content::Parts(photos.chain([task]).collect()) },
    ];
    if let Some(correction) = question.correction {
        messages.push(Message { role: "assistant", content: Content::Text(correction.answer) });
        messages.push(Message { role: "user", content: Content::Text(correction.remark) });
    }
    Ok(messages)
}
