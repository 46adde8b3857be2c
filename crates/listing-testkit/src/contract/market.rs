use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::locale::{Locale, Market};
use listing_domain::options::Language;
use listing_domain::ports::{MarketData, MarketQuery};
use listing_domain::pricing::Comparable;
use listing_domain::product::{Department, Product, ProductType};

use super::CaseName;

/// The limit for an upstream service that answers.
const WITHIN: Duration = Duration::from_mins(1);
/// The limit for an upstream service that is silent.
const SHORTLY: Duration = Duration::from_millis(200);
/// A busy machine may need more time than a limit.
const SLACK: Duration = Duration::from_mins(1);

/// In characters; people read it.
const LONGEST_SOURCE: usize = 60;
/// In characters.
const LONGEST_LINK: usize = 1_000;

/// The behavior of a source's upstream service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarketBehavior {
    /// Offers jackets in France, and other things.
    Good,
    /// Offers nothing that matches.
    Empty,
    /// Fails every request.
    Down,
    /// Accepts requests and never answers.
    Silent,
}

/// The contract of market data sources. `make` returns a source whose upstream behaves as given, or `None` if
/// its kind has no such behavior.
pub async fn market_data_contract(make: impl AsyncFn(MarketBehavior) -> Option<Arc<dyn MarketData>>) {
    macro_rules! run_cases {
        ($($behavior:ident: $($case:path),+;)+) => {
            $($({
                let _name = CaseName(stringify!($case));
                if let Some(subject) = make(MarketBehavior::$behavior).await {
                    $case(subject).await;
                }
            })+)+
        };
    }
    run_cases!(
        Good: similar_offers_are_found, an_unnamed_product_finds_nothing, concurrent_queries_get_the_same_answers,
            every_market_can_be_queried;
        Empty: an_empty_result_is_a_success;
        Down: unavailable_source_returns_an_error;
        Silent: writer_returns_within_the_deadline;
    );
}

fn query(product: Product, market: Market, within: Duration) -> MarketQuery {
    let brand = Some(Attribute::seen("Levi’s", 0.9));
    MarketQuery {
        product,
        attributes: Attributes { brand, ..Attributes::default() },
        locale: Locale::new(Language::Fr, Some(market)),
        account: None,
        within,
    }
}

fn jackets(within: Duration) -> MarketQuery {
    query(Product::Type(ProductType::Jacket), Market::France, within)
}

/// Checks that it can be used for a price and shown to people.
fn check(comparable: &Comparable) {
    assert!(comparable.price.minor() > 0, "{comparable:?}");
    let source = &comparable.source;
    assert!(!source.trim().is_empty() && source.chars().count() <= LONGEST_SOURCE, "{comparable:?}");
    let shows = |text: &String| !text.trim().is_empty() && !text.chars().any(char::is_control);
    assert!(shows(source) && comparable.brand.as_ref().is_none_or(shows), "{comparable:?}");
    let leads = |link: &String| {
        link.starts_with("https://") && link.len() <= LONGEST_LINK && !link.contains(char::is_whitespace)
    };
    assert!(comparable.link.as_ref().is_none_or(leads), "{comparable:?}");
}

async fn find(subject: &dyn MarketData, query: &MarketQuery) -> Vec<Comparable> {
    let found = subject.find(query).await.expect("a source with a working upstream answers");
    found.iter().for_each(check);
    found
}

async fn similar_offers_are_found(subject: Arc<dyn MarketData>) {
    let query = jackets(WITHIN);
    let found = find(&*subject, &query).await;
    assert!(found.iter().any(|one| one.is_like(query.product)), "{found:?}");
    assert_eq!(find(&*subject, &query).await, found, "the same query has the same answer");
}

async fn an_unnamed_product_finds_nothing(subject: Arc<dyn MarketData>) {
    for product in [Product::Unknown, Product::Department(Department::Shoes)] {
        let found = find(&*subject, &query(product, Market::France, WITHIN)).await;
        assert_eq!(found, [], "{product:?}");
    }
}

async fn concurrent_queries_get_the_same_answers(subject: Arc<dyn MarketData>) {
    let query = jackets(WITHIN);
    let all = join_all((0..8).map(|_| find(&*subject, &query))).await;
    assert!(!all[0].is_empty());
    for found in &all {
        assert_eq!(found, &all[0]);
    }
}

async fn every_market_can_be_queried(subject: Arc<dyn MarketData>) {
    for market in Market::ALL {
        find(&*subject, &query(Product::Type(ProductType::Jacket), *market, WITHIN)).await;
    }
}

async fn an_empty_result_is_a_success(subject: Arc<dyn MarketData>) {
    let query = jackets(WITHIN);
    let found = find(&*subject, &query).await;
    assert!(!found.iter().any(|one| one.is_like(query.product)), "{found:?}");
}

async fn unavailable_source_returns_an_error(subject: Arc<dyn MarketData>) {
    let found = subject.find(&jackets(WITHIN)).await;
    assert!(found.is_err(), "a failed source must not look like an empty result: {found:?}");
}

async fn writer_returns_within_the_deadline(subject: Arc<dyn MarketData>) {
    let since = Instant::now();
    let found = subject.find(&jackets(SHORTLY)).await;
    assert!(found.is_err(), "a source that never answers must fail: {found:?}");
    assert!(since.elapsed() < SHORTLY + SLACK, "{:?}", since.elapsed());
}
