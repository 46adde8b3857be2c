use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::civil::date;
use listing_domain::attributes::{KnownAttributes, Source};
use listing_domain::draft::PriceOpinion;
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Fraction, Money};
use listing_domain::options::Language;
use listing_domain::photo::{PhotoNote, PreparedPhoto};
use listing_domain::ports::{
    ExchangeRates, ListingWriter, MarketData, MarketDataError, MarketQuery, WriterError,
};
use listing_domain::pricing::{Comparable, ComparableKind, ReferenceRates};
use listing_domain::product::{Product, ProductType};
use listing_domain::request::ListingOptions;
use listing_domain::usecase::{ErrorKind, WriteError, WriteListings, WritingPolicy, WrittenListings};
use listing_testkit::pictures::{GROUND, SHIRT, prepared, shirt};
use listing_testkit::{FakeWriter, FixedMarket, ScriptedWriter, WriterStep};

use crate::support::{known, options, write_with};

fn sketch() -> WriteListings {
    write_with(Arc::new(FakeWriter::default()))
}

async fn try_run(
    write: &WriteListings,
    options: &ListingOptions,
    known: KnownAttributes,
) -> Result<WrittenListings, WriteError> {
    let photos = vec![prepared(shirt(SHIRT, GROUND))];
    write.run(photos.into(), options, known, Lane::NO_ACCOUNT, &Expenses::default()).await
}

async fn run(write: &WriteListings, options: &ListingOptions, known: KnownAttributes) -> WrittenListings {
    try_run(write, options, known).await.unwrap()
}

#[tokio::test]
async fn there_is_one_listing_for_each_platform_in_the_requested_order() {
    let platforms = [Platform::Vinted, Platform::Leboncoin, Platform::Vinted, Platform::Ebay];
    let written = run(&sketch(), &options(&platforms), KnownAttributes::default()).await;
    let written_for: Vec<Platform> = written.listings.iter().map(|listing| listing.platform).collect();
    assert_eq!(written_for, [Platform::Vinted, Platform::Leboncoin, Platform::Ebay]);
    assert!(written.listings.iter().all(|listing| listing.title.contains("Veste")), "{written:?}");
    assert!(written.price.rationale.contains("sans données de marché"), "{}", written.price.rationale);
}

#[tokio::test]
async fn attributes_named_by_the_seller_take_precedence_and_decide_condition_and_price() {
    let write = sketch();
    let written_with = async |condition| {
        let condition = known(condition);
        let known = KnownAttributes { color: known("Vert sapin"), condition, ..KnownAttributes::default() };
        run(&write, &options(&[Platform::Leboncoin]), known).await
    };
    let worn = written_with("état correct").await;
    let color = worn.item.attributes.color.as_ref().unwrap();
    assert_eq!((color.value.as_str(), color.source), ("Vert sapin", Source::Seller));
    assert_eq!(worn.item.attributes.condition_code(), "fair");
    let text = format!("{}\n{}", worn.listings[0].title, worn.listings[0].description);
    assert!(text.contains("Vert sapin"), "{text}");
    let new = written_with("neuf").await;
    assert!(new.price.suggested.minor() > worn.price.suggested.minor());
    assert_ne!(new.listings[0].condition, worn.listings[0].condition);
}

#[tokio::test]
async fn unrecognized_photos_are_refused_without_stated_attributes() {
    let write = sketch();
    let photo =
        |notes: &[PhotoNote]| PreparedPhoto { notes: notes.to_vec(), ..prepared(shirt(SHIRT, GROUND)) };
    let blank = || vec![photo(&[PhotoNote::NearlyEmpty]), photo(&[PhotoNote::NearlyEmpty, PhotoNote::Small])];
    let options = options(&[Platform::Vinted]);
    let run = async |photos: Vec<PreparedPhoto>, known| {
        write.run(photos.into(), &options, known, Lane::NO_ACCOUNT, &Expenses::default()).await
    };
    let refused = run(blank(), KnownAttributes::default()).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
    let WriteError::NothingShown(problems) = refused else { panic!("{refused}") };
    assert_eq!(problems.iter().map(|problem| problem.index).collect::<Vec<_>>(), [0, 1]);
    let stated = KnownAttributes { brand: known("Zara"), ..KnownAttributes::default() };
    assert!(run(blank(), stated).await.is_ok());
    let usable = [blank(), vec![photo(&[PhotoNote::Blurred])]].concat();
    assert!(run(usable, KnownAttributes::default()).await.is_ok());
}

#[tokio::test]
async fn prices_are_in_the_currency_of_each_marketplace() {
    let english =
        ListingOptions { language: Language::En, ..options(&[Platform::Poshmark, Platform::Leboncoin]) };
    let written = run(&sketch(), &english, KnownAttributes::default()).await;
    assert_eq!(written.price.suggested.currency(), Currency::Usd);
    let currencies: Vec<Currency> = written.listings.iter().map(|l| l.price.currency()).collect();
    assert_eq!(currencies, [Currency::Usd, Currency::Eur]);
    let [dollars, euros] = [0, 1].map(|index: usize| written.listings[index].price.minor());
    assert!(euros < dollars, "the price in euros must be below the price in dollars: {euros} {dollars}");
}

#[tokio::test]
async fn the_writers_opinion_of_the_price_is_used() {
    let [low, mid, high] = [40, 55, 70].map(|major| Money::from_major(major, Currency::Eur));
    let opinion = PriceOpinion { low, mid, high, rationale: "Vu en ligne.".to_owned() };
    let write = write_with(Arc::new(FakeWriter::default().with_price(opinion)));
    let written = run(&write, &options(&[Platform::Ebay]), KnownAttributes::default()).await;
    let without = run(&sketch(), &options(&[Platform::Ebay]), KnownAttributes::default()).await;
    let suggested = written.price.suggested.minor();
    assert!(
        without.price.suggested.minor() < suggested && suggested < mid.minor(),
        "the price lies between the writer's opinion and the usual price"
    );
    assert!(!written.price.rationale.contains("Vu en ligne"), "the reason must not quote the writer");
}

/// Records the queries it gets.
#[derive(Default)]
struct CuriousMarket(Mutex<Vec<MarketQuery>>);

#[async_trait]
impl MarketData for CuriousMarket {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        self.0.lock().unwrap().push(query.clone());
        Ok(Vec::new())
    }
}

#[tokio::test]
async fn market_is_queried_as_soon_as_the_item_is_known() {
    let query_market = async |seen, size: &str| {
        let market = Arc::new(CuriousMarket::default());
        let writer = Arc::new(FakeWriter::seeing(seen));
        let write = WriteListings { market: Some(market.clone()), ..write_with(writer) };
        let stated =
            KnownAttributes { brand: known("Levi’s"), size: known(size), ..KnownAttributes::default() };
        run(&write, &options(&[Platform::Leboncoin]), stated).await;
        let queries = market.0.lock().unwrap();
        let summary = |query: &MarketQuery| (query.product, query.words());
        assert!(queries.iter().all(|query| query.within == WritingPolicy::MARKET_WITHIN));
        queries.iter().map(summary).collect::<Vec<_>>()
    };
    let jeans = (Product::Type(ProductType::Jeans), Some("Levi’s jean".to_owned()));
    let jacket = (Product::Type(ProductType::Jacket), Some("Levi’s veste".to_owned()));
    assert_eq!(
        query_market(jacket.0, "M").await,
        std::slice::from_ref(&jacket),
        "one query, with the writer's product"
    );
    assert_eq!(
        query_market(jeans.0, "W32 L34").await,
        std::slice::from_ref(&jeans),
        "one query, with the product that the seller's size means"
    );
    assert_eq!(
        query_market(jacket.0, "W32 L34").await,
        [jeans, jacket],
        "the seller's product first, then the writer's"
    );
    assert_eq!(query_market(Product::Unknown, "M").await, []);
}

#[tokio::test]
async fn comparables_of_another_product_are_ignored() {
    let price = async |product, found| {
        let comparable = Comparable { product: found, ..comparable(900) };
        let write = WriteListings {
            market: Some(Arc::new(FixedMarket::offering(vec![comparable; 10]))),
            ..write_with(Arc::new(FakeWriter::seeing(product)))
        };
        run(&write, &options(&[Platform::Ebay]), KnownAttributes::default()).await.price.suggested.minor()
    };
    let jeans = Product::Type(ProductType::Jeans);
    let jacket = Product::Type(ProductType::Jacket);
    assert!(price(jeans, jeans).await > 50_000);
    assert!(price(jeans, jacket).await < 20_000);
    assert!(price(Product::Unknown, jacket).await < 20_000);
}

/// A sold jacket; the price is in whole units of the currency.
fn comparable(major: i64) -> Comparable {
    Comparable {
        product: Product::Type(ProductType::Jacket),
        brand: None,
        price: Money::from_major(major, Currency::Eur),
        condition: None,
        kind: ComparableKind::Sold,
        seen_on: date(2026, 11, 20),
        source: "a test".to_owned(),
        link: None,
    }
}

#[tokio::test]
async fn comparables_change_the_price_and_an_unavailable_market_does_not_fail_the_request() {
    let price = async |market: FixedMarket| {
        let write = WriteListings { market: Some(Arc::new(market)), ..sketch() };
        run(&write, &options(&[Platform::Ebay]), KnownAttributes::default()).await.price
    };
    let with_data = price(FixedMarket::offering(vec![comparable(200); 10])).await;
    assert!(with_data.rationale.contains("10 articles comparables"), "{}", with_data.rationale);
    let without = price(FixedMarket::offering(vec![])).await;
    assert!(with_data.suggested.minor() > without.suggested.minor());
    assert_eq!(price(FixedMarket::down()).await, without);
}

#[tokio::test]
async fn error_of_a_failed_writer_has_the_kind_of_its_failure() {
    for (fault, kind) in [
        (WriterError::Busy { retry_after: Duration::from_secs(1) }, ErrorKind::Busy),
        (WriterError::DeadlineExceeded, ErrorKind::GenerationFailed),
    ] {
        let writer: Arc<dyn ListingWriter> = Arc::new(ScriptedWriter::new([WriterStep::Fail(fault)]));
        let failed =
            try_run(&write_with(writer), &options(&[Platform::Ebay]), KnownAttributes::default()).await;
        assert_eq!(failed.unwrap_err().kind(), kind);
    }
}

/// Changed while the service runs.
#[derive(Debug)]
struct ChangingRates(Mutex<ReferenceRates>);

impl ExchangeRates for ChangingRates {
    fn today(&self) -> ReferenceRates {
        *self.0.lock().unwrap()
    }
}

#[tokio::test]
async fn offers_in_another_currency_use_the_current_rates() {
    let rates = |dollars: i64, day| {
        let [dollars, pounds] = [dollars, 8_700].map(Fraction::per_ten_thousand);
        ReferenceRates::new(dollars, pounds, day).unwrap()
    };
    let (before, after) = (date(2026, 11, 20), date(2026, 11, 23));
    let changing = Arc::new(ChangingRates(Mutex::new(rates(11_700, before))));
    let sold = Comparable { price: Money::from_major(200, Currency::Usd), ..comparable(0) };
    let write = WriteListings {
        market: Some(Arc::new(FixedMarket::offering(vec![sold; 10]))),
        policy: WritingPolicy { rates: changing.clone(), ..WritingPolicy::default() },
        ..sketch()
    };
    let written = async || run(&write, &options(&[Platform::Vinted]), KnownAttributes::default()).await;
    let first = written().await;
    *changing.0.lock().unwrap() = rates(23_400, after);
    let second = written().await;
    assert_eq!((first.price.seen.rates_date, second.price.seen.rates_date), (Some(before), Some(after)));
    let prices = [&first, &second].map(|written| written.price.suggested.minor());
    assert!(prices[1] < prices[0] * 2 / 3, "a dollar is worth half as much: {prices:?}");
}
