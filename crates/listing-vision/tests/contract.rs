//! The embedded engine keeps the contract of listing writers, alone and held to its
//! deadline.

use std::path::Path;
use std::sync::Arc;

use listing_testkit::contract::{Conduct, WriterUnderTest, listing_writer_contract};
use listing_testkit::{OpenAdmission, skipped};
use listing_vision::EmbeddedWriter;

/// Where the weights are, if they are there.
const MODELS: &str = "../../models";

#[tokio::test(flavor = "multi_thread")]
async fn the_embedded_engine_keeps_the_listing_writer_contract() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("no models to look with; `cargo xtask models` gets them");
        return;
    }
    let engine = Arc::new(
        EmbeddedWriter::load(Path::new(MODELS), Arc::new(OpenAdmission::with_workers(2)), None).unwrap(),
    );
    listing_writer_contract(async |conduct| {
        // It asks nobody who could be out of reach.
        (conduct == Conduct::Good).then(|| WriterUnderTest { writer: engine.clone(), makes_calls: false })
    })
    .await;
}
