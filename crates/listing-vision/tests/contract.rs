//! Tests that the embedded engine keeps the contract of listing writers.

use std::path::Path;
use std::sync::Arc;

use listing_testkit::contract::{WriterBehavior, WriterUnderTest, listing_writer_contract};
use listing_testkit::{OpenAdmission, skipped};
use listing_vision::EmbeddedWriter;

/// May be missing.
const MODELS: &str = "../../models";

#[tokio::test(flavor = "multi_thread")]
async fn the_embedded_engine_keeps_the_listing_writer_contract() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("the models folder has no classifier; `cargo xtask models` gets it");
        return;
    }
    let engine = Arc::new(
        EmbeddedWriter::load(Path::new(MODELS), Arc::new(OpenAdmission::with_workers(2)), None).unwrap(),
    );
    listing_writer_contract(async |behavior| {
        // The engine makes no calls.
        (behavior == WriterBehavior::Good)
            .then(|| WriterUnderTest { writer: engine.clone(), makes_calls: false })
    })
    .await;
}
