//! Generating listings when everything works.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::civil::date;
use listing_domain::account::Plan;
use listing_domain::attributes::{KnownAttributes, Source};
use listing_domain::draft::PriceOpinion;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{
    Comparable, ComparableKind, Grant, MarketData, MarketDataError, MarketQuery, QuotaLedger,
};
use listing_domain::product::{Product, ProductType};
use listing_domain::request::GenerationRequest;
use listing_domain::usecase::GenerateListings;
use listing_domain::wish::Language;
use listing_testkit::{FixedMarket, SketchWriter};

use crate::support::{FREE, Fixture, known, request};

#[tokio::test]
async fn a_request_gives_one_listing_for_each_platform_and_charges_one_unit() {
    let fixture = Fixture::open().await;
    let platforms = [Platform::Vinted, Platform::Leboncoin, Platform::Vinted, Platform::Ebay];
    let generated = fixture.generate().run(fixture.account.id, request(&platforms)).await.unwrap();
    let told: Vec<Platform> = generated.listings.iter().map(|listing| listing.platform).collect();
    assert_eq!(told, [Platform::Vinted, Platform::Leboncoin, Platform::Ebay]);
    assert!(generated.listings.iter().all(|listing| listing.title.contains("Veste")), "{generated:?}");
    assert_eq!(generated.usage.free_used, 1);
    assert_eq!(generated.usage, fixture.usage().await);
    assert!(generated.price.rationale.contains("grille indicative"), "{}", generated.price.rationale);
    fixture.assert_sound();
}

#[tokio::test]
async fn what_the_seller_knows_wins_and_decides_condition_and_price() {
    let fixture = Fixture::open().await;
    let generate = fixture.generate();
    let asked = |condition| {
        let condition = known(condition);
        let known = KnownAttributes { color: known("Vert sapin"), condition, ..KnownAttributes::default() };
        generate.run(fixture.account.id, listing_request(known))
    };
    let worn = asked("état correct").await.unwrap();
    let color = worn.item.attributes.color.as_ref().unwrap();
    assert_eq!((color.value.as_str(), color.source), ("Vert sapin", Source::Seller));
    assert_eq!(worn.item.attributes.condition_code(), "fair");
    let text = format!("{}\n{}", worn.listings[0].title, worn.listings[0].description);
    assert!(text.contains("Vert sapin"), "{text}");
    let new = asked("neuf").await.unwrap();
    assert!(new.price.suggested.minor() > worn.price.suggested.minor());
    assert_ne!(new.listings[0].condition, worn.listings[0].condition);
}

fn listing_request(known: KnownAttributes) -> GenerationRequest {
    GenerationRequest { known, ..request(&[Platform::Leboncoin]) }
}

#[tokio::test]
async fn prices_are_in_the_currency_of_each_marketplace() {
    let fixture = Fixture::open().await;
    let english =
        GenerationRequest { language: Language::En, ..request(&[Platform::Poshmark, Platform::Leboncoin]) };
    let generated = fixture.generate().run(fixture.account.id, english).await.unwrap();
    assert_eq!(generated.price.suggested.currency(), Currency::Usd);
    let currencies: Vec<Currency> = generated.listings.iter().map(|l| l.price.currency()).collect();
    assert_eq!(currencies, [Currency::Usd, Currency::Eur]);
    let [dollars, euros] = [0, 1].map(|index: usize| generated.listings[index].price.minor());
    assert!(euros < dollars, "the same worth is fewer euros than dollars: {euros} {dollars}");
}

#[tokio::test]
async fn the_writers_opinion_of_the_price_is_used() {
    let fixture = Fixture::open().await;
    let [low, mid, high] = [40, 55, 70].map(|major| Money::from_major(major, Currency::Eur));
    let opinion = PriceOpinion { low, mid, high, rationale: "Vu en ligne.".to_owned() };
    let writer = SketchWriter::default().with_price(opinion);
    let generate = GenerateListings { writer: Arc::new(writer), ..fixture.generate() };
    let generated = generate.run(fixture.account.id, request(&[Platform::Ebay])).await.unwrap();
    assert_eq!((generated.price.low, generated.price.suggested, generated.price.high), (low, mid, high));
    assert!(!generated.price.rationale.contains("Vu en ligne"), "the reason is the service's own");
}

/// A market that remembers what it was asked.
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
async fn the_market_is_asked_for_the_sellers_own_brand_and_only_for_a_known_type() {
    let fixture = Fixture::open().await;
    let market = Arc::new(CuriousMarket::default());
    let generate = |product| GenerateListings {
        market: Some(market.clone()),
        writer: Arc::new(SketchWriter::seeing(product)),
        ..fixture.generate()
    };
    let asked = KnownAttributes { brand: known("Levi’s"), ..KnownAttributes::default() };
    generate(Product::Type(ProductType::Jeans))
        .run(fixture.account.id, listing_request(asked))
        .await
        .unwrap();
    generate(Product::Unknown).run(fixture.account.id, request(&[Platform::Ebay])).await.unwrap();
    let expected = MarketQuery {
        product: ProductType::Jeans,
        brand: Some("Levi’s".to_owned()),
        name: Some("Jean".to_owned()),
        currency: Currency::Eur,
    };
    assert_eq!(*market.0.lock().unwrap(), [expected]);
}

#[tokio::test]
async fn comparables_move_the_price_and_a_market_out_of_reach_fails_nothing() {
    let fixture = Fixture::open().await;
    let run = |market: FixedMarket| {
        let generate = GenerateListings { market: Some(Arc::new(market)), ..fixture.generate() };
        let account = fixture.account.id;
        async move { generate.run(account, request(&[Platform::Ebay])).await.unwrap().price }
    };
    let comparable = Comparable {
        price: Money::from_major(200, Currency::Eur),
        condition: None,
        kind: ComparableKind::Sold,
        seen_on: date(2026, 11, 20),
        source: "a test".to_owned(),
    };
    let with_data = run(FixedMarket::offering(vec![comparable; 10])).await;
    assert!(with_data.rationale.contains("10 articles comparables"), "{}", with_data.rationale);
    let without = run(FixedMarket::offering(vec![])).await;
    assert!(with_data.suggested.minor() > without.suggested.minor());
    assert_eq!(run(FixedMarket::down()).await, without);
}

#[tokio::test]
async fn free_units_then_credits_then_refusal() {
    let fixture = Fixture::open().await;
    let at = fixture.account.created_at;
    let grant = Grant { payment: "one".to_owned(), account: fixture.account.id, units: 1, at };
    fixture.store.grant(&grant).await.unwrap();
    let mut stands = Vec::new();
    for _ in 0..=FREE {
        let usage =
            fixture.generate().run(fixture.account.id, request(&[Platform::Ebay])).await.unwrap().usage;
        stands.push((usage.free_used, usage.credits_remaining, usage.can_generate()));
    }
    assert_eq!(stands, [(1, 1, true), (2, 1, true), (3, 1, true), (3, 0, false)]);
    assert!(fixture.generate().run(fixture.account.id, request(&[Platform::Ebay])).await.is_err());
    fixture.assert_sound();
}

#[tokio::test]
async fn a_subscriber_generates_without_a_charge() {
    let fixture = Fixture::open().await;
    fixture.set_plan(Plan::ProMonthly).await;
    for _ in 0..FREE + 2 {
        let usage =
            fixture.generate().run(fixture.account.id, request(&[Platform::Ebay])).await.unwrap().usage;
        assert_eq!((usage.plan, usage.free_used, usage.can_generate()), (Plan::ProMonthly, 0, true));
    }
    fixture.assert_sound();
}

#[tokio::test]
async fn fifty_requests_at_once_on_three_units_give_exactly_three() {
    let fixture = Fixture::open().await;
    let generate = Arc::new(fixture.generate());
    let account = fixture.account.id;
    let tasks: Vec<_> = (0..50)
        .map(|_| {
            let generate = Arc::clone(&generate);
            tokio::spawn(async move { generate.run(account, request(&[Platform::Ebay])).await.is_ok() })
        })
        .collect();
    let mut succeeded = 0;
    for task in tasks {
        succeeded += u32::from(task.await.unwrap());
    }
    assert_eq!((succeeded, fixture.usage().await.free_used), (FREE, FREE));
    fixture.assert_sound();
}
