//! The wire formats of model services: each translates a question into an HTTP request, and the response into
//! a reply.

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

const SCHEMA_NAME: &str = "listings";

/// The wire format of a kind of model service. Sending, checking and retrying are shared.
pub trait WireFormat: Send + Sync {
    /// The provider's name in settings, logs and metrics.
    fn provider(&self) -> &'static str;

    /// The supported ways of requesting JSON, the best first.
    fn modes(&self) -> &'static [StructuredMode];

    /// The supported adjustments, in the order in which they are tried.
    fn adjustments(&self) -> &'static [Adjustment];

    /// The possible addresses of a model's endpoint: at least one, the likeliest first.
    ///
    /// # Errors
    /// [`Fault::NotSent`] if the model's name leads to another host or path.
    fn addresses(&self, base: &BaseUrl, model: &str) -> Result<Vec<Url>, Fault>;

    /// The headers of a request, including the API key.
    fn headers(
        &self,
        key: Option<&ApiKey>,
        adjustments: Adjustments,
    ) -> Result<HeaderMap, InvalidHeaderValue>;

    /// The body of a request, as JSON.
    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error>;

    /// Reads a successful response, which may have the shape of any format.
    ///
    /// # Errors
    /// As `Reply::read`.
    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        Reply::read(body)
    }

    /// True if an error of status 429 means a quota used up for long. Override it for a service with unusual
    /// words.
    fn is_spent(&self, _error: &ServiceError) -> bool {
        false
    }
}

/// A way of requesting JSON. The best variants come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StructuredMode {
    /// The service enforces the schema.
    JsonSchema,
    /// The service enforces any JSON; the schema is in the prompt.
    JsonObject,
    /// The model must call a tool whose arguments have the schema.
    Tool,
    /// The service enforces nothing; the schema is in the prompt.
    PromptOnly,
}

impl StructuredMode {
    /// All modes, the best first.
    pub const ALL: [Self; 4] = [Self::JsonSchema, Self::JsonObject, Self::Tool, Self::PromptOnly];

    /// The mode's name in settings and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::JsonObject => "json_object",
            Self::Tool => "tool",
            Self::PromptOnly => "prompt_only",
        }
    }

    /// The schema has a field of its own, which the service passes to the model.
    const fn carries_schema(self) -> bool {
        matches!(self, Self::JsonSchema | Self::Tool)
    }
}

/// The detail level of photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The fewest tokens that the service offers.
    Low,
    /// Suffices for photos of 1024 pixels.
    Medium,
    /// Full detail.
    High,
}

/// A question to a model, in any wire format.
pub struct Question<'a> {
    /// The model's name.
    pub model: &'a str,
    /// The rules (the system prompt).
    pub system: &'a str,
    /// The photos as JPEG in base64, in order.
    pub photos: &'a [String],
    /// The task (the user prompt).
    pub task: &'a str,
    /// An earlier unusable answer to the same task.
    pub correction: Option<Correction<'a>>,
    pub(crate) schema: &'a Schema,
    /// The way of requesting JSON.
    pub mode: StructuredMode,
    /// The photos' detail level.
    pub detail: Detail,
    /// The token limit of the answer.
    pub max_tokens: u32,
    /// The changes of optional parts.
    pub adjustments: Adjustments,
}

/// An unusable answer, and the remark about it.
#[derive(Clone, Copy)]
pub struct Correction<'a> {
    /// The answer.
    pub answer: &'a str,
    /// The remark about its faults.
    pub remark: &'a str,
}

impl Question<'_> {
    /// The rules for their own field; `None` if they are part of the first message.
    fn rules(&self) -> Option<&str> {
        (!self.adjustments.has(Adjustment::RulesInMessage)).then_some(self.system)
    }

    /// The task, after the rules if those have no field of their own.
    fn opening(&self) -> String {
        if self.rules().is_some() {
            self.task.to_owned()
        } else {
            format!("{}\n\n{}", self.system, self.task)
        }
    }

    /// The first message, with the schema if that has no field of its own.
    fn task_with_schema(&self) -> Result<String, serde_json::Error> {
        if self.mode.carries_schema() { Ok(self.opening()) } else { self.task_and_schema() }
    }

    fn task_and_schema(&self) -> Result<String, serde_json::Error> {
        let schema = serde_json::to_string(self.schema)?;
        Ok(format!("{}\nThe JSON Schema of the answer:\n{schema}\n", self.opening()))
    }

    const fn has(&self, adjustment: Adjustment) -> bool {
        self.adjustments.has(adjustment)
    }
}

/// For services that expect a bearer token.
fn bearer(key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        headers.insert(AUTHORIZATION, key.header("Bearer ")?);
    }
    Ok(headers)
}
