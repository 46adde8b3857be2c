//! Wire formats: how a question becomes a request and a response a reply. One
//! module per format; what they share stands here.

pub(crate) mod anthropic;
pub(crate) mod gemini;
pub(crate) mod ollama;
pub(crate) mod openai;

use listing_outbound::header::{AUTHORIZATION, HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, Fault, ServiceError};

use crate::schema::Schema;

/// The name under which the schema of an answer is sent.
const SCHEMA_NAME: &str = "listings";

/// A wire format. Implementations only translate; sending, checking and trying
/// again are done for all of them alike.
pub trait WireFormat: Send + Sync {
    /// The name of the provider in settings, logs and metrics.
    fn provider(&self) -> &'static str;

    /// The ways of asking for JSON that the format has, best first.
    fn modes(&self) -> &'static [StructuredMode];

    /// The path behind the base address, with the model where it belongs there.
    fn path(&self, model: &str) -> String;

    /// The headers, the key among them.
    fn headers(&self, key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue>;

    /// The body that asks a question, as JSON.
    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error>;

    /// Reads the body of a response whose status was 200.
    fn reply(&self, body: &[u8]) -> Result<Reply, Fault>;

    /// Whether an answer of status 429 means that the quota is spent for a good
    /// while, where that is not said in words that all services share.
    fn is_spent(&self, _error: &ServiceError) -> bool {
        false
    }
}

/// How a service is made to answer in JSON, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StructuredMode {
    /// The service holds the model to the schema.
    JsonSchema,
    /// The service holds the model to JSON; the schema stands in the prompt.
    JsonObject,
    /// The model must call a tool whose arguments have the schema.
    Tool,
    /// The schema stands in the prompt, and that is all.
    PromptOnly,
}

impl StructuredMode {
    /// All of them, best first.
    pub const ALL: [Self; 4] = [Self::JsonSchema, Self::JsonObject, Self::Tool, Self::PromptOnly];

    /// The name in settings and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::JsonObject => "json_object",
            Self::Tool => "tool",
            Self::PromptOnly => "prompt_only",
        }
    }

    /// Whether the model learns the schema from the service.
    const fn carries_schema(self) -> bool {
        matches!(self, Self::JsonSchema | Self::Tool)
    }
}

/// How closely a service is told to look at photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// As few tokens as the service offers.
    Low,
    /// As much as a photo with 1024 pixels has.
    Medium,
    /// Everything.
    High,
}

/// What is asked, before it takes a format's shape.
pub struct Question<'a> {
    /// The model.
    pub model: &'a str,
    /// The rules.
    pub system: &'a str,
    /// The photos as JPEG files in base64, in order.
    pub photos: &'a [String],
    /// What is to be done.
    pub task: &'a str,
    /// An earlier answer to the same task, and what is said of it.
    pub correction: Option<Correction<'a>>,
    /// The shape that the answer must have.
    pub(crate) schema: &'a Schema,
    /// How JSON is asked for.
    pub mode: StructuredMode,
    /// How closely to look.
    pub detail: Detail,
    /// The most tokens of an answer.
    pub max_tokens: u32,
}

/// An answer that could not be used, and why.
#[derive(Clone, Copy)]
pub struct Correction<'a> {
    /// The answer.
    pub answer: &'a str,
    /// What is said of it.
    pub remark: &'a str,
}

impl Question<'_> {
    /// The task, with the schema where the service does not pass it on.
    fn task_with_schema(&self) -> Result<String, serde_json::Error> {
        if self.mode.carries_schema() { Ok(self.task.to_owned()) } else { self.task_and_schema() }
    }

    /// The task and the schema.
    fn task_and_schema(&self) -> Result<String, serde_json::Error> {
        let schema = serde_json::to_string(self.schema)?;
        Ok(format!("{}\nThe JSON Schema of the answer:\n{schema}\n", self.task))
    }
}

/// What a model replied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The text, without any thinking.
    pub text: String,
    /// How it ended.
    pub finish: Finish,
    /// What was counted, where the service says so.
    pub tokens: Tokens,
}

/// How a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// As it should.
    Done,
    /// The most tokens were reached.
    Truncated,
    /// The model or a filter of the service declined, and how it is called.
    Refused(String),
    /// In a way that says nothing; asking again may help.
    Other(String),
}

/// Tokens of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Tokens that were sent, photos included.
    pub input: u64,
    /// Tokens that came back, thinking included.
    pub output: u64,
}

/// The headers of services that take the key as a bearer token.
fn bearer(key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        headers.insert(AUTHORIZATION, key.header("Bearer ")?);
    }
    Ok(headers)
}

/// Reads a response, or tells what it is instead: HTML, nothing, or an error
/// under a status that says otherwise.
fn parse<'a, T: serde::Deserialize<'a>>(body: &'a [u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| {
        if body.iter().all(u8::is_ascii_whitespace) {
            Fault::Malformed("an empty body".to_owned())
        } else {
            Fault::Malformed(format!("no response of this format ({error})"))
        }
    })
}
