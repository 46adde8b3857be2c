//! Writes listings with a vision model.
//!
//! [`ModelWriter`] asks one model through a [`WireFormat`], checks the reply, and lets the model correct it
//! once. Retries, circuit breaker, queue, budget, fallback and deadline are in a crate of decorators.
#![deny(missing_docs)]

mod answer;
mod form;
mod guard;
mod lang;
mod meter;
mod model;
mod prompt;
mod refusal;
mod remedy;
mod schema;
mod wire;

pub use meter::{AiMetrics, ModelPrice};
pub use model::{CheckError, ModelSettings, ModelWriter};
pub use prompt::PROMPT_VERSION;
pub use wire::adjust::{Adjustment, Adjustments};
pub use wire::anthropic::AnthropicMessages;
pub use wire::gemini::GeminiContent;
pub use wire::ollama::{OllamaChat, vision_model};
pub use wire::openai::OpenAiChat;
pub use wire::{Correction, Detail, Finish, Question, Reply, StructuredMode, Tokens, WireFormat};
