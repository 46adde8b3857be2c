//! The wire formats of model services. A format translates a question into an HTTP request, and an
//! HTTP response into a reply. Each format has a module; the shared parts are here.

mod address;
pub(crate) mod adjust;
pub(crate) mod anthropic;
mod gather;
pub(crate) mod gemini;
mod lenient;
pub(crate) mod ollama;
pub(crate) mod openai;
mod reply;

use listing_outbound::header::{AUTHORIZATION, HeaderMap, InvalidHeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault, ServiceError, Url};

use crate::schema::Schema;
use adjust::{Adjustment, Adjustments};

pub use reply::{Finish, Reply, Tokens};

/// The name that requests give to the schema of an answer.
const SCHEMA_NAME: &str = "listings";

/// The wire format of a kind of model service. Implementations only translate; sending, checking
/// and retrying are shared.
pub trait WireFormat: Send + Sync {
    /// Returns the name of the provider in settings, logs and metrics.
    fn provider(&self) -> &'static str;

    /// Returns the ways of requesting JSON that the format supports, the best first.
    fn modes(&self) -> &'static [StructuredMode];

    /// Returns the adjustments that the format supports, in the order in which they are tried.
    fn adjustments(&self) -> &'static [Adjustment];

    /// Returns the possible addresses of a model's endpoint below the base address: at least one,
    /// the likeliest first.
    ///
    /// # Errors
    /// [`Fault::NotSent`] when the model's name leads to another host or path.
    fn addresses(&self, base: &BaseUrl, model: &str) -> Result<Vec<Url>, Fault>;

    /// Returns the headers of a request, including the API key.
    fn headers(
        &self,
        key: Option<&ApiKey>,
        adjustments: Adjustments,
    ) -> Result<HeaderMap, InvalidHeaderValue>;

    /// Returns the body of a request for a question, as JSON.
    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error>;

    /// Reads the body of a successful response. The body may have the shape of any format.
    ///
    /// # Errors
    /// As `Reply::read`.
    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        Reply::read(body)
    }

    /// Returns true if an error of status 429 means that a quota is used up for a long time. A
    /// format overrides this if its service does not use the usual words.
    fn is_spent(&self, _error: &ServiceError) -> bool {
        false
    }
}

/// A way of requesting JSON from a service. The variants are in order, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StructuredMode {
    /// The service enforces the schema.
    JsonSchema,
    /// The service enforces JSON of any form; the schema is in the prompt.
    JsonObject,
    /// The model must call a tool whose arguments have the schema.
    Tool,
    /// The service enforces nothing; the schema is in the prompt.
    PromptOnly,
}

impl StructuredMode {
    /// All modes, the best first.
    pub const ALL: [Self; 4] = [Self::JsonSchema, Self::JsonObject, Self::Tool, Self::PromptOnly];

    /// Returns the mode's name in settings and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::JsonObject => "json_object",
            Self::Tool => "tool",
            Self::PromptOnly => "prompt_only",
        }
    }

    /// Returns true if the schema is in a field of its own, which the service passes to the model.
    const fn carries_schema(self) -> bool {
        matches!(self, Self::JsonSchema | Self::Tool)
    }
}

/// The detail level of photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The detail level with the fewest tokens that the service offers.
    Low,
    /// A detail level that suffices for photos of 1024 pixels.
    Medium,
    /// The full detail level.
    High,
}

/// A question to a model, independent of the wire format.
pub struct Question<'a> {
    /// The name of the model.
    pub model: &'a str,
    /// The rules, that is, the system prompt.
    pub system: &'a str,
    /// The photos as JPEG files in base64, in order.
    pub photos: &'a [String],
    /// The task, that is, the user prompt.
    pub task: &'a str,
    /// The earlier unusable answer to the same task, if any, and the remark about it.
    pub correction: Option<Correction<'a>>,
    pub(crate) schema: &'a Schema,
    /// The way of requesting JSON.
    pub mode: StructuredMode,
    /// The detail level of photos.
    pub detail: Detail,
    /// The maximum number of tokens in an answer.
    pub max_tokens: u32,
    /// The optional parts of the request that are left out or written differently.
    pub adjustments: Adjustments,
}

/// An unusable answer, and the remark to the model about it.
#[derive(Clone, Copy)]
pub struct Correction<'a> {
    /// The unusable answer.
    pub answer: &'a str,
    /// The remark to the model about the answer's faults.
    pub remark: &'a str,
}

impl Question<'_> {
    /// Returns the rules for their own field; `None` if they are part of the first message.
    fn rules(&self) -> Option<&str> {
        (!self.adjustments.has(Adjustment::RulesInMessage)).then_some(self.system)
    }

    /// Returns the text of the first message: the task, after the rules if those have no field of
    /// their own.
    fn opening(&self) -> String {
        if self.rules().is_some() {
            self.task.to_owned()
        } else {
            format!("{}\n\n{}", self.system, self.task)
        }
    }

    /// Returns the text of the first message, followed by the schema if that has no field of its
    /// own.
    fn task_with_schema(&self) -> Result<String, serde_json::Error> {
        if self.mode.carries_schema() { Ok(self.opening()) } else { self.task_and_schema() }
    }

    /// Returns the text of the first message, followed by the schema.
    fn task_and_schema(&self) -> Result<String, serde_json::Error> {
        let schema = serde_json::to_string(self.schema)?;
        Ok(format!("{}\nThe JSON Schema of the answer:\n{schema}\n", self.opening()))
    }

    const fn has(&self, adjustment: Adjustment) -> bool {
        self.adjustments.has(adjustment)
    }
}

/// Returns the headers for services that expect the API key as a bearer token.
fn bearer(key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        headers.insert(AUTHORIZATION, key.header("Bearer ")?);
    }
    Ok(headers)
}
