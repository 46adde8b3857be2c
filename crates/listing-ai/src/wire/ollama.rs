//! Ollama's native chat.

use std::time::Duration;

use listing_outbound::header::{HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, ServiceError, Transport};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Finish, Question, Reply, StructuredMode, Tokens, WireFormat, bearer, parse};
use crate::schema::Schema;

/// How long a local server may take to say what it has. One that is there
/// answers within milliseconds.
const LOOK_WITHIN: Duration = Duration::from_millis(500);
/// Models that are asked at most whether they can see.
const MAX_LOOKS: usize = 8;

/// The first model of a server that can look at pictures. `None` when there is
/// none, or nobody answers.
pub async fn vision_model(transport: &Transport, base_url: &BaseUrl) -> Option<String> {
    #[derive(Deserialize)]
    struct Tags {
        models: Vec<Tag>,
    }
    #[derive(Deserialize)]
    struct Tag {
        name: String,
    }
    #[derive(Deserialize)]
    struct Shown {
        #[serde(default)]
        capabilities: Vec<String>,
    }
    let tags =
        transport.get(base_url.join("api/tags").ok()?, HeaderMap::new(), None, LOOK_WITHIN).await.ok()?;
    let tags: Tags = parse(&tags).ok()?;
    for Tag { name } in tags.models.into_iter().take(MAX_LOOKS) {
        let (url, body) = (base_url.join("api/show").ok()?, json!({ "model": name }).to_string());
        let shown = transport.post(url, HeaderMap::new(), body.into_bytes(), None, LOOK_WITHIN).await.ok()?;
        let shown: Shown = parse(&shown).ok()?;
        if shown.capabilities.iter().any(|capability| capability == "vision") {
            return Some(name);
        }
    }
    None
}

/// The format of `POST {base}/api/chat`.
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
    num_predict: u32,
}

#[derive(Deserialize)]
struct Response {
    message: Option<Answer>,
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: u64,
    #[serde(default)]
    eval_count: u64,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    content: String,
}

impl WireFormat for OllamaChat {
    fn provider(&self) -> &'static str {
        "ollama"
    }

    fn modes(&self) -> &'static [StructuredMode] {
        &[StructuredMode::JsonSchema, StructuredMode::JsonObject, StructuredMode::PromptOnly]
    }

    fn path(&self, _model: &str) -> String {
        "api/chat".to_owned()
    }

    fn headers(&self, key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
        bearer(key)
    }

    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error> {
        // The model sees nothing of a schema that only bounds its choices, so it
        // is told in words as well, as Ollama advises.
        let task = question.task_and_schema()?;
        let mut messages = vec![
            Message { role: "system", content: question.system, images: &[] },
            Message { role: "user", content: &task, images: question.photos },
        ];
        if let Some(correction) = question.correction {
            messages.push(Message { role: "assistant", content: correction.answer, images: &[] });
            messages.push(Message { role: "user", content: correction.remark, images: &[] });
        }
        serde_json::to_vec(&Request {
            model: question.model,
            messages,
            stream: false,
            format: match question.mode {
                StructuredMode::JsonSchema => Some(Format::Schema(question.schema)),
                StructuredMode::JsonObject => Some(Format::Json("json")),
                StructuredMode::Tool | StructuredMode::PromptOnly => None,
            },
            options: Options { num_predict: question.max_tokens },
        })
    }

    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        let response: Response = parse(body)?;
        if let Some(error) = response.error {
            return Err(Fault::Service(ServiceError::in_good_status(&error)));
        }
        let answer = response.message.ok_or_else(|| Fault::Malformed("no message".to_owned()))?;
        let finish = match response.done_reason.as_deref() {
            Some("stop") => Finish::Done,
            Some("length") => Finish::Truncated,
            other => Finish::Other(other.unwrap_or("no done_reason").to_owned()),
        };
        let tokens = Tokens { input: response.prompt_eval_count, output: response.eval_count };
        Ok(Reply { text: answer.content, finish, tokens })
    }
}
