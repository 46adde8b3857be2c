//! Corrections of stored responses.
#![expect(clippy::unwrap_used, reason = "all of this is tests")]

use std::sync::Arc;

use listing_answer::{Amount, AttributeDetail, Details, GeneratedData, JsonAnswers, PlatformListing};
use listing_domain::SearchWords;
use listing_domain::attributes::{AttributeText, KnownAttributes, Source};
use listing_domain::details::NamedAlternative;
use listing_domain::draft::KnownProduct;
use listing_domain::expense::Expenses;
use listing_domain::generation::RenderedData;
use listing_domain::lane::Lane;
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::product::Audience;
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::usecase::{
    AnswerFormat as _, StoredSources, WriteListings, WritingPolicy, WrittenListings,
};
use listing_testkit::FakeWriter;

const WITHOUT_DETAILS: &str = include_str!("rows/without_details.json");
const WITH_DETAILS: &str = include_str!("rows/with_details.json");
const REVISED: &str = include_str!("rows/revised.json");

fn text(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attributes", text).unwrap()
}

fn stored(row: &str) -> RenderedData {
    RenderedData::new(row.as_bytes())
}

/// For two marketplaces.
async fn written(name: &str, known: KnownAttributes) -> WrittenListings {
    let writer = Arc::new(FakeWriter::default());
    let write = WriteListings { writer, market: None, policy: WritingPolicy::default() };
    let platforms = Platforms::new([Platform::Vinted, Platform::Vestiaire]).unwrap();
    let (language, tone, quality) = (Language::Fr, Tone::Friendly, Quality::Standard);
    let options = ListingOptions { platforms, language, tone, quality, market: None };
    let known = KnownAttributes { name: text(name), ..known };
    let product = KnownProduct::of(known.product(language).unwrap());
    let written = write.rewrite(product, &options, known, Lane::NO_ACCOUNT, &Expenses::default()).await;
    let mut written = written.unwrap();
    written.corrected.name = text(name);
    written.details.alternatives = vec![NamedAlternative { name: "Veste".to_owned(), confidence: 0.9 }];
    written
}

fn corrected(row: &str, written: &WrittenListings) -> GeneratedData {
    let answer = JsonAnswers.correct(&stored(row), Language::Fr, written).unwrap();
    let data = GeneratedData::read(&answer.data).unwrap();
    assert_eq!((&*answer.summary.name, answer.summary.platforms.len()), (data.name(), data.listings.len()));
    for listing in &data.listings {
        assert!(SearchWords::parse(&listing.title).are_in(&[&answer.summary.search_text]));
    }
    data
}

fn source(detail: Option<&AttributeDetail>) -> Option<Source> {
    detail?.source.known()
}

#[tokio::test]
async fn a_correction_updates_everything_derived_from_the_item() {
    let first = GeneratedData::read(&stored(WITH_DETAILS)).unwrap();
    let written =
        written("lampe", KnownAttributes { brand: text("Sézane"), ..KnownAttributes::default() }).await;
    let mut data = corrected(WITH_DETAILS, &written);
    let values = &data.attributes;
    assert_eq!((&*values.name, &*values.brand, &*values.color), ("lampe", "Sézane", "Unknown"));
    let Details { attributes, alternatives, missing, price, photos, listings, .. } =
        data.details.clone().unwrap();
    let former = first.details.as_ref().unwrap();
    assert_eq!(source(attributes.name.as_ref()), Some(Source::Seller));
    assert_eq!(attributes.brand, former.attributes.brand, "the brand from the label keeps its evidence");
    assert_eq!((attributes.color, attributes.condition), (None, former.attributes.condition.clone()));
    assert_eq!(alternatives.len(), 1);
    assert_eq!((&*alternatives[0].name, alternatives[0].confidence), ("Veste", 0.9));
    assert!(!missing.is_empty() && former.missing.is_empty());
    assert_eq!(data.suggested_price, price.suggested);
    assert_ne!(data.suggested_price, first.suggested_price);
    assert!(data.price_rationale.contains("lampe"), "{}", data.price_rationale);
    assert_eq!(photos, former.photos);
    assert_eq!(listings.keys().collect::<Vec<_>>(), former.listings.keys().collect::<Vec<_>>());
    for (listing, before) in data.listings.iter().zip(&first.listings) {
        assert!(listing.title.starts_with("Lampe"), "{}", listing.title);
        assert_ne!(listing.category, before.category);
        assert_eq!(listing.price, listing_price(&written, listing.platform.known().unwrap()));
    }
    // The first version is of another item.
    let before = data.clone();
    assert!(!data.restore(&first, Platform::Vinted));
    assert_eq!((data.original(&first, Platform::Vinted), &data), (None, &before));
}

fn listing_price(written: &WrittenListings, platform: Platform) -> Amount {
    written.listings.iter().find(|listing| listing.platform == platform).unwrap().price.into()
}

#[tokio::test]
async fn without_evidence_a_corrected_name_has_the_seller_as_its_source() {
    let written =
        written("lampe", KnownAttributes { brand: text("Sézane"), ..KnownAttributes::default() }).await;
    let data = corrected(WITHOUT_DETAILS, &written);
    let details = data.details.as_ref().unwrap();
    assert_eq!(source(details.attributes.name.as_ref()), Some(Source::Seller));
    let known = GeneratedData::read(&stored(WITHOUT_DETAILS)).unwrap().attributes.brand;
    let expected = if known == "Unknown" { Some(Source::Seller) } else { None };
    assert_eq!(source(details.attributes.brand.as_ref()), expected, "the stored brand has no source");
    let item = JsonAnswers.item(&data.rendered(Language::Fr).unwrap().data).unwrap();
    assert_eq!(item.known.name, text("lampe"));
}

#[tokio::test]
async fn a_correction_replaces_edited_listings_too() {
    let before = GeneratedData::read(&stored(REVISED)).unwrap();
    assert!(before.listings.iter().any(PlatformListing::is_edited));
    let data = corrected(REVISED, &written("lampe", KnownAttributes::default()).await);
    assert!(data.listings.iter().all(|listing| !listing.is_edited() && listing.title.starts_with("Lampe")));
    assert_eq!(data.headline(Language::Fr).0, "lampe");
}

#[tokio::test]
async fn a_correction_updates_the_audience() {
    let mut data = GeneratedData::read(&stored(WITH_DETAILS)).unwrap();
    let details = data.details.as_mut().unwrap();
    let name = details.attributes.name.clone().unwrap();
    let audience = AttributeDetail { value: "women".to_owned(), source: Source::Model.into(), ..name };
    details.attributes.audience = Some(audience.clone());
    let row = String::from_utf8(data.rendered(Language::Fr).unwrap().data.as_bytes().to_vec()).unwrap();
    let lamp = corrected(&row, &written("lampe", KnownAttributes::default()).await);
    assert_eq!(lamp.details.unwrap().attributes.audience, None);
    let women = KnownAttributes { size: text("femme 38"), ..KnownAttributes::default() };
    let stated = corrected(&row, &written("manteau", women).await).details.unwrap().attributes.audience;
    assert_eq!(stated, Some(audience), "an unchanged audience keeps its evidence");
    let girls = KnownAttributes { audience: Some(Audience::Girls), ..KnownAttributes::default() };
    let coat = corrected(&row, &written("manteau", girls).await);
    assert_eq!(coat.attributes.audience, Some(Audience::Girls.into()));
    assert_eq!(source(coat.details.unwrap().attributes.audience.as_ref()), Some(Source::Seller));
}

#[test]
fn a_correction_gets_the_stored_item() {
    let item = JsonAnswers.item(&stored(WITH_DETAILS)).unwrap();
    assert_eq!((item.confidence, item.sources.color, item.sources.size), (0.9, Some(Source::Seen), None));
    let alternatives: Vec<_> = item.alternatives.iter().map(|it| (&*it.name, it.confidence)).collect();
    assert_eq!(alternatives, [("Manteau", 0.21)]);
    assert_eq!(item.listings, [(Platform::Vinted, None), (Platform::Vestiaire, None)]);
    let revised = JsonAnswers.item(&stored(REVISED)).unwrap();
    assert_eq!(revised.listings.last().unwrap().1, Some(Language::En));
    let plain = JsonAnswers.item(&stored(WITHOUT_DETAILS)).unwrap();
    assert_eq!((plain.sources, plain.alternatives.len()), (StoredSources::default(), 0));
    let other = WITH_DETAILS.replacen("\"platform\":\"vestiaire\"", "\"platform\":\"another\"", 1);
    assert_eq!(
        JsonAnswers.item(&stored(&other)).unwrap().listings.len(),
        1,
        "unknown marketplaces are skipped"
    );
}
