use std::sync::Arc;

use listing_testkit::contract::{WriterBehavior, WriterUnderTest, listing_writer_contract};
use listing_testkit::service::{Server, Step};

use crate::fake_model;
use crate::formats::Format;
use crate::support::writer;

#[tokio::test]
async fn every_format_keeps_the_listing_writer_contract() {
    for format in Format::ALL {
        listing_writer_contract(async |behavior| {
            let server = Server::start(move |_, request| match behavior {
                WriterBehavior::Good => fake_model::good(format, request),
                WriterBehavior::Down => Step::raw(503, ""),
                WriterBehavior::Silent => Step::Silence,
            })
            .await;
            Some(WriterUnderTest { writer: Arc::new(writer(format, &server)), makes_calls: true })
        })
        .await;
    }
}
