use std::sync::Arc;
use std::time::Duration;

use listing_ai::{AiMetrics, ModelPrice, ModelSettings, ModelWriter};
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::draft::DraftRequest;
use listing_domain::expense::{Expenses, MicroUsd};
use listing_domain::lane::Lane;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::{PhotoNote, Pixels, PreparedPhoto};
use listing_domain::request::Platforms;
use listing_outbound::{ApiKey, BaseUrl, Transport};
use listing_testkit::service::Server;
use prometheus::Registry;

use crate::formats::Format;

/// Must appear only in headers.
pub(crate) const KEY: &str = "canary-key-5c9e1b7a";
pub(crate) const WITHIN: Duration = Duration::from_secs(20);

pub(crate) fn text(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attributes", text).unwrap()
}

/// Two marketplaces and two photos, one of them a duplicate.
pub(crate) fn draft_request() -> DraftRequest {
    let photo = |byte, notes| PreparedPhoto {
        jpeg: vec![0xff, 0xd8, byte, 0xff, 0xd9],
        pixels: Pixels::new(1, 1, vec![0; 3]).unwrap(),
        notes,
        taken_at: None,
    };
    DraftRequest {
        photos: [photo(1, vec![]), photo(1, vec![PhotoNote::Duplicate]), photo(2, vec![PhotoNote::Blurred])]
            .into(),
        product: None,
        platforms: Platforms::new([Platform::Vinted, Platform::Leboncoin]).unwrap(),
        locale: Language::Fr.into(),
        tone: Tone::Friendly,
        quality: Quality::Standard,
        known: KnownAttributes::default(),
        catalogue: Arc::new(Catalogue::default()),
        within: WITHIN,
        lane: Lane::NO_ACCOUNT,
        expenses: Expenses::default(),
    }
}

/// One dollar per million input tokens, ten per million output tokens.
pub(crate) fn price() -> ModelPrice {
    ModelPrice { input: MicroUsd::new(1_000_000), output: MicroUsd::new(10_000_000) }
}

pub(crate) fn metrics() -> AiMetrics {
    AiMetrics::new(&Registry::new()).unwrap()
}

pub(crate) fn settings(format: Format, server: &Server) -> ModelSettings {
    ModelSettings {
        base_url: BaseUrl::parse(&server.url(format.base_path()), true).unwrap(),
        model: "tester-1".to_owned(),
        api_key: Some(ApiKey::new(KEY.to_owned())),
        timeout: None,
        structured_mode: None,
        detail: None,
        price: Some(price()),
    }
}

pub(crate) fn writer(format: Format, server: &Server) -> ModelWriter {
    ModelWriter::new(format.wire(), Transport::new().unwrap(), settings(format, server), metrics())
}
