use std::time::Duration;

use jiff::civil::date;
use listing_domain::attributes::Attributes;
use listing_domain::comparables::{ComparableInput, NewComparable};
use listing_domain::locale::{Locale, Market};
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::ports::{ComparableStore as _, MarketData as _, MarketQuery};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::Product;
use listing_storage::Store;

use crate::fixture::Fixture;
use crate::support::open;

fn jeans(reference: &str) -> NewComparable {
    let comparable = Comparable {
        product: Product::parse("good:mom_jeans").unwrap(),
        brand: None,
        price: Money::from_major(35, Currency::Eur),
        condition: None,
        kind: ComparableKind::Sold,
        seen_on: date(2026, 11, 20),
        source: "till".to_owned(),
        link: None,
    };
    let offered = ComparableInput { comparable, title: None, reference: Some(reference.to_owned()) };
    NewComparable::new(offered, date(2026, 11, 21)).unwrap()
}

async fn found(store: &Store) -> usize {
    let query = MarketQuery {
        product: Product::parse("good:mom_jeans").unwrap(),
        attributes: Attributes::default(),
        locale: Locale::new(Language::Fr, Some(Market::France)),
        account: None,
        within: Duration::from_secs(10),
    };
    store.find(&query).await.unwrap().len()
}

#[tokio::test]
async fn comparables_added_by_this_process_are_found_at_once() {
    for fixture in Fixture::each() {
        assert_eq!(found(&fixture.store).await, 0);
        assert_eq!(fixture.store.add(vec![jeans("1")]).await.unwrap(), 1);
        assert_eq!(found(&fixture.store).await, 1);
    }
    for fixture in Fixture::each() {
        assert_eq!(found(&fixture.store).await, 0);
        fixture.store.put(jeans("1")).await.unwrap();
        assert_eq!(found(&fixture.store).await, 1);
    }
}

#[tokio::test]
async fn comparables_added_by_another_process_are_found_within_a_second() {
    let fixture = Fixture::on_file();
    let elsewhere = open(&fixture.file());
    assert_eq!(found(&elsewhere).await, 0);
    assert_eq!(fixture.store.add(vec![jeans("1")]).await.unwrap(), 1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(found(&elsewhere).await, 1);
}
