use std::sync::Arc;

use listing_domain::SearchText;
use listing_domain::generation::{GenerationSummary, NewGeneration, RenderedData};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::IdSource as _;
use listing_domain::product::{Good, Product};
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::sku::Sku;

use crate::SeededIds;

/// The summary of a text on two marketplaces, with a stock number.
pub fn summary(text: &str) -> GenerationSummary {
    GenerationSummary {
        name: text.to_owned(),
        price: Some(Money::from_minor(12_50, Currency::Gbp)),
        platforms: vec![Platform::Vinted, Platform::Ebay],
        search_text: SearchText::new([text]),
        sku: Some(Sku::parse("sku", "JKT-0042").expect("it is short")),
    }
}

/// A generation with this text, fixed options and a thumbnail of three bytes.
pub fn new_generation(ids: &SeededIds, text: &str) -> Arc<NewGeneration> {
    let platforms =
        Platforms::new([Platform::Vinted, Platform::Leboncoin]).expect("two marketplaces are valid");
    Arc::new(NewGeneration {
        id: GenerationId::new(ids.id()),
        options: ListingOptions {
            platforms,
            language: Language::En,
            tone: Tone::Casual,
            quality: Quality::High,
            market: None,
        },
        product: Product::Good(Good::from_key("denim_jacket").expect("the good is known")),
        data: RenderedData::new(text.as_bytes()),
        summary: summary(text),
        thumbnail: Some(Thumbnail::new(vec![0xff, 0xd8, 0]).expect("a thumbnail of three bytes is valid")),
        photos: None,
        is_listed: true,
    })
}
