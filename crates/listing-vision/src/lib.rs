//! The embedded engine: looks at the photos and writes the listings without any AI service.
//!
//! It knows about a thousand everyday things, thirteen garments and twenty colours, and reads what
//! labels say. It says how sure it is, and when it is not sure it names the category rather than
//! guess the product.

pub mod classes;
pub mod classifier;
pub mod colour;
pub mod engine;
pub mod head;
mod lang;
pub mod mask;
pub mod models;
mod network;
pub mod pattern;
pub mod picture;
pub mod reading;
pub mod recognise;
mod tables;
pub mod threads;
pub mod writer;

pub use engine::EmbeddedWriter;
pub use models::Models;
pub use network::{LookError, ModelsError, Runtime, Tape};
