//! The embedded engine: analyzes photos and writes listings without any AI service.
//!
//! It recognizes about a thousand everyday things, thirteen garments and twenty colors, and reads the text on
//! labels. When its confidence is low, it names the category instead of guessing the product.

pub mod classes;
pub mod classifier;
pub mod colour;
pub mod engine;
pub mod head;
mod lang;
pub mod look;
pub mod mask;
pub mod models;
mod network;
pub mod pattern;
pub mod picture;
pub mod reading;
pub mod recognise;
mod tables;
/// Threads that share the work on one photo.
pub mod threads;
pub mod writer;

pub use engine::EmbeddedWriter;
pub use models::Models;
pub use network::{InferenceError, ModelsError, Runtime, Tape};
