use std::sync::Arc;

use jiff::civil::date;
use listing_domain::attributes::KnownAttributes;
use listing_domain::comparables::{ComparableFilter, ComparableInput, StoredComparable};
use listing_domain::condition::Condition;
use listing_domain::generation::NewGeneration;
use listing_domain::ids::{GenerationId, ReservationId};
use listing_domain::money::{Currency, Money};
use listing_domain::origin::Origin;
use listing_domain::ports::{ComparableStore as _, IdSource as _, QuotaLedger as _, SettleRequest};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::{Good, Product};
use listing_domain::usecase::{
    ComparableError, ErrorKind, ImportComparables, ImportedBatch, RecordSale, Sale, StoredItem,
};
use listing_testkit::{TextAnswers, holding, new_generation};

use crate::support::{FREE, Fixture, known};

fn offered(title: &str, euros: i64) -> ComparableInput {
    ComparableInput {
        comparable: Comparable {
            product: Product::Good(Good::from_key("mom_jeans").unwrap()),
            brand: None,
            price: Money::from_major(euros, Currency::Eur),
            condition: None,
            kind: ComparableKind::Asking,
            seen_on: date(2026, 11, 21),
            source: "a test".to_owned(),
            link: None,
        },
        title: Some(title.to_owned()),
        reference: None,
    }
}

async fn all(fixture: &Fixture) -> Vec<StoredComparable> {
    fixture.store.list(&ComparableFilter::default(), None, 100).await.unwrap()
}

#[tokio::test]
async fn invalid_comparables_are_reported_and_valid_ones_added() {
    let fixture = Fixture::open().await;
    let import = ImportComparables::new(fixture.store.clone(), fixture.clock.clone());
    let batch = || vec![(2, offered("one", 1)), (3, offered("two", 0)), (4, offered("one", 1))];
    let summary = |outcome: &ImportedBatch| {
        let refused: Vec<String> =
            outcome.refused.iter().map(|(line, violation)| format!("{line}: {violation}")).collect();
        (outcome.added, outcome.known, refused)
    };
    let expected = (1, 1, vec!["3: price must be above zero".to_owned()]);
    assert_eq!(summary(&import.run(batch(), true).await.unwrap()), expected);
    assert_eq!(all(&fixture).await, [], "a dry run changes nothing");
    assert_eq!(summary(&import.run(batch(), false).await.unwrap()), expected);
    assert_eq!(all(&fixture).await.len(), 1);
    let again = import.run(batch(), true).await.unwrap();
    assert_eq!((again.added, again.known), (0, 2));
}

#[tokio::test]
async fn date_after_today_in_every_time_zone_is_refused() {
    let fixture = Fixture::open().await;
    let import = ImportComparables::new(fixture.store.clone(), fixture.clock.clone());
    let on = |day| {
        let mut offered = offered("one", 1);
        offered.comparable.seen_on = day;
        offered
    };
    let batch = vec![(1, on(date(2026, 11, 22))), (2, on(date(2026, 11, 23)))];
    let outcome = import.run(batch, false).await.unwrap();
    assert_eq!((outcome.added, outcome.refused.len()), (1, 1), "{outcome:?}");
}

async fn generated(fixture: &Fixture, product: Product) -> GenerationId {
    let now = "2026-11-21T10:00:00Z".parse().unwrap();
    let reservation = ReservationId::new(fixture.ids.id());
    fixture.store.hold(&holding(reservation, fixture.account.id, FREE, now)).await.unwrap();
    let new = NewGeneration { product, ..(*new_generation(&fixture.ids, "written")).clone() };
    let (id, generation) = (new.id, Some(Arc::new(new)));
    let settle = SettleRequest { reservation, free_limit: FREE, at: now, generation, origin: Origin::CLI };
    assert!(fixture.store.settle(&settle).await.unwrap().charged);
    id
}

fn written() -> StoredItem {
    let [name, brand, condition] = ["Levi's 501 mom jeans", "LEVIS", "very_good"].map(known);
    let known = KnownAttributes { brand, condition, ..KnownAttributes::default() };
    StoredItem { name, known, ..StoredItem::default() }
}

const SALE: Sale = Sale { minor: 4_200, currency: None, on: None, platform: None };

fn sales(fixture: &Fixture, item: StoredItem) -> RecordSale {
    RecordSale {
        answers: Arc::new(TextAnswers { item, is_broken: false }),
        generations: fixture.store.clone(),
        comparables: fixture.store.clone(),
        clock: fixture.clock.clone(),
    }
}

#[tokio::test]
async fn sale_is_recorded_with_the_item_of_the_generation_and_the_price_paid() {
    let fixture = Fixture::open().await;
    let product = Product::Good(Good::from_key("mom_jeans").unwrap());
    let id = generated(&fixture, product).await;
    let first = sales(&fixture, written()).run(id, SALE).await.unwrap();
    assert!(!first.is_corrected);
    let expected = Comparable {
        product,
        brand: Some("Levi’s".to_owned()),
        // The listing is in English, so the price is in US dollars.
        price: Money::from_minor(4_200, Currency::Usd),
        condition: Some(Condition::VeryGood),
        kind: ComparableKind::Sold,
        seen_on: date(2026, 11, 21),
        source: RecordSale::SOURCE.to_owned(),
        link: None,
    };
    assert_eq!(first.stored.comparable, expected);
    assert_eq!(first.stored.title.as_deref(), Some("Levi's 501 mom jeans"));
    assert_eq!(all(&fixture).await, std::slice::from_ref(&first.stored));

    let corrected =
        Sale { minor: 2_400, currency: Some(Currency::Eur), on: Some(date(2026, 11, 1)), platform: None };
    let second = sales(&fixture, written()).run(id, corrected).await.unwrap();
    assert!(second.is_corrected && second.stored.id == first.stored.id);
    let stored = all(&fixture).await;
    assert_eq!(stored, [second.stored], "a second sale replaces the first");
    assert_eq!(stored[0].comparable.price, Money::from_minor(2_400, Currency::Eur));
    assert_eq!(stored[0].comparable.seen_on, date(2026, 11, 1));
}

#[tokio::test]
async fn sale_of_an_unknown_product_is_refused() {
    let fixture = Fixture::open().await;
    let unknown = generated(&fixture, Product::Unknown).await;
    let named = sales(&fixture, written()).run(unknown, SALE).await.unwrap();
    assert_eq!(named.stored.comparable.product, Product::Good(Good::from_key("mom_jeans").unwrap()));
    let refused = sales(&fixture, StoredItem::default()).run(unknown, SALE).await.unwrap_err();
    assert!(matches!(refused, ComparableError::UnknownProduct(id) if id == unknown), "{refused}");
    let absent = GenerationId::new(fixture.ids.id());
    let refused = sales(&fixture, written()).run(absent, SALE).await.unwrap_err();
    assert_eq!(
        (refused.kind(), refused.to_string()),
        (ErrorKind::NotFound, format!("there is no generation {absent}"))
    );
    let free = sales(&fixture, written()).run(unknown, Sale { minor: 0, ..SALE }).await.unwrap_err();
    assert_eq!((free.kind(), free.to_string()), (ErrorKind::Invalid, "price must be above zero".to_owned()));
}
