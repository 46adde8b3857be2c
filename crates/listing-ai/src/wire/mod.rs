//! Wire formats: how a question becomes a request and a response a reply. One
//! module per format; what they share stands here.

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

/// The name under which the schema of an answer is sent.
const SCHEMA_NAME: &str = "listings";

/// A wire format. Implementations only translate; sending, checking and trying
/// again are done for all of them alike.
pub trait WireFormat: Send + Sync {
    /// The name of the provider in settings, logs and metrics.
    fn provider(&self) -> &'static str;

    /// The ways of asking for JSON that the format has, best first.
    fn modes(&self) -> &'static [StructuredMode];

    /// The optional parts of its requests, in the order in which they are given up when a
    /// refusal does not say which one it is about.
    fn adjustments(&self) -> &'static [Adjustment];

    /// The addresses of a model's endpoint below the base address, the likeliest first. At least one.
    ///
    /// # Errors
    /// [`Fault::NotSent`] when the model's name leads elsewhere.
    fn addresses(&self, base: &BaseUrl, model: &str) -> Result<Vec<Url>, Fault>;

    /// The headers, the key among them.
    fn headers(
        &self,
        key: Option<&ApiKey>,
        adjustments: Adjustments,
    ) -> Result<HeaderMap, InvalidHeaderValue>;

    /// The body that asks a question, as JSON.
    fn body(&self, question: &Question<'_>) -> Result<Vec<u8>, serde_json::Error>;

    /// Reads the body of a response whose status was one of success, in the shape of any format.
    ///
    /// # Errors
    /// As `Reply::read`.
    fn reply(&self, body: &[u8]) -> Result<Reply, Fault> {
        Reply::read(body)
    }

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
    /// The optional parts that are left out or written another way.
    pub adjustments: Adjustments,
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
    /// The rules, unless they stand in the first message.
    fn rules(&self) -> Option<&str> {
        (!self.adjustments.has(Adjustment::RulesInMessage)).then_some(self.system)
    }

    /// The task, after the rules where they have no place of their own.
    fn opening(&self) -> String {
        if self.rules().is_some() {
            self.task.to_owned()
        } else {
            format!("{}\n\n{}", self.system, self.task)
        }
    }

    /// The first message, with the schema where the service does not pass it on.
    fn task_with_schema(&self) -> Result<String, serde_json::Error> {
        if self.mode.carries_schema() { Ok(self.opening()) } else { self.task_and_schema() }
    }

    /// The first message and the schema.
    fn task_and_schema(&self) -> Result<String, serde_json::Error> {
        let schema = serde_json::to_string(self.schema)?;
        Ok(format!("{}\nThe JSON Schema of the answer:\n{schema}\n", self.opening()))
    }

    const fn has(&self, adjustment: Adjustment) -> bool {
        self.adjustments.has(adjustment)
    }
}

/// The headers of services that take the key as a bearer token.
fn bearer(key: Option<&ApiKey>) -> Result<HeaderMap, InvalidHeaderValue> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        headers.insert(AUTHORIZATION, key.header("Bearer ")?);
    }
    Ok(headers)
}
