//! Test code that several crates share.
//!
//! The stores and services in memory pass the same contract suites as the real ones, so tests that use them
//! check realistic behavior.

pub mod contract;
pub mod invariants;
pub mod pictures;
pub mod postgres;
pub mod proxy;
pub mod redis;
pub mod scenario;
pub mod sellers;
pub mod service;
pub mod simulation;
pub mod smtp;
pub mod stripe;

mod admission;
mod answers;
mod clock;
mod faulty;
mod generations;
mod holding;
mod ids;
mod limiter;
mod looks;
mod mailer;
mod market;
mod model_answer;
mod passwords;
mod photos;
mod provider;
mod skip;
mod store;
mod webhooks;
mod writer;

pub use admission::OpenAdmission;
pub use answers::TextAnswers;
pub use clock::{FixedClock, RealClock};
pub use faulty::{Faulty, STORE_SECRET, StoreFault, StorePort};
pub use generations::{new_generation, summary};
pub use holding::{holding, refunding};
pub use ids::SeededIds;
pub use limiter::MemoryLimiter;
pub use looks::ColorLooks;
pub use mailer::{MailerStep, ScriptedMailer};
pub use market::FixedMarket;
pub use model_answer::ModelAnswer;
pub use passwords::QuickHasher;
pub use photos::SketchPhotos;
pub use provider::MemoryProvider;
pub use skip::{skipped, skipped_without_data};
pub use store::MemoryStore;
pub use webhooks::{ReceivedWebhook, ScriptedReceiver};
pub use writer::{FakeWriter, GatedWriter, ScriptedWriter, WriterStep};
