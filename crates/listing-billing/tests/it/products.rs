use jiff::SignedDuration;
use listing_billing::{EndpointState, WebhookCheck};
use listing_domain::billing::{PaidProduct, ProductPrice, ProductStatus};
use listing_domain::ports::{Clock as _, PaymentError, PaymentProvider as _};

use crate::support::{Shop, attempt, prices, request};

async fn statuses(shop: &Shop, prices: &[ProductPrice]) -> Vec<ProductStatus> {
    let found = shop.stripe.check_products(prices).await.unwrap();
    assert_eq!(found.len(), prices.len());
    found.into_iter().map(|(_, status)| status).collect()
}

#[tokio::test]
async fn missing_products_are_created_once() {
    let shop = Shop::empty(false).await;
    assert_eq!(statuses(&shop, &prices()).await, [ProductStatus::Missing; 3]);
    let created = shop.stripe.create_products(&prices(), attempt(1)).await.unwrap();
    let expected = PaidProduct::ALL.iter().map(|product| (*product, ProductStatus::Created));
    assert_eq!(created, expected.collect::<Vec<_>>());
    assert_eq!(statuses(&shop, &prices()).await, [ProductStatus::Present; 3]);
    let again = shop.stripe.create_products(&prices(), attempt(2)).await.unwrap();
    assert!(again.iter().all(|(_, status)| *status == ProductStatus::Present), "{again:?}");
}

#[tokio::test]
async fn a_creation_that_broke_off_continues() {
    let shop = Shop::empty(false).await;
    // The answers about the first product and the first price are lost.
    for _ in 0..2 {
        shop.fake.lose_answers(1);
        let lost = shop.stripe.create_products(&prices(), attempt(1)).await.unwrap_err();
        assert!(matches!(lost, PaymentError::Unavailable(_)), "{lost:?}");
    }
    let rest = shop.stripe.create_products(&prices(), attempt(1)).await.unwrap();
    let expected = [ProductStatus::Present, ProductStatus::Created, ProductStatus::Created];
    assert_eq!(rest.into_iter().map(|(_, status)| status).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn another_amount_in_any_currency_differs_and_is_left() {
    let shop = Shop::open().await;
    for (eur, usd, expected) in [
        (900, 1_000, ProductStatus::Present),
        (901, 1_000, ProductStatus::Differs),
        (900, 1_001, ProductStatus::Differs),
    ] {
        let price = ProductPrice::new(PaidProduct::Pack, eur, usd).unwrap();
        assert_eq!(statuses(&shop, &[price]).await, [expected], "{eur} {usd}");
        let created = shop.stripe.create_products(&[price], attempt(1)).await.unwrap();
        assert_eq!(created, [(PaidProduct::Pack, expected)]);
    }
}

#[tokio::test]
async fn another_period_differs() {
    let shop = Shop::open().await;
    let annual = shop.fake.price("ptl_pro_annual");
    let changes = serde_json::json!({"recurring": {"interval": "month", "interval_count": 12}});
    shop.fake.edit("price", &annual, &changes);
    let expected = [ProductStatus::Present, ProductStatus::Present, ProductStatus::Differs];
    assert_eq!(statuses(&shop, &prices()).await, expected);
}

#[tokio::test]
async fn an_archived_price_is_replaced() {
    let shop = Shop::open().await;
    shop.fake.archive_price("ptl_pack");
    let expected = [ProductStatus::Missing, ProductStatus::Present, ProductStatus::Present];
    assert_eq!(statuses(&shop, &prices()).await, expected);
    let error = shop.stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap_err();
    assert!(matches!(&error, PaymentError::Rejected(text) if text.contains("ptl_pack")), "{error:?}");
    shop.stripe.create_products(&prices(), attempt(1)).await.unwrap();
    shop.start(PaidProduct::Pack, 2).await;
}

#[tokio::test]
async fn webhook_endpoint_and_clock_are_compared() {
    const URL: &str = "https://listing.example/billing/events";
    let shop = Shop::open().await;
    let check = async |seconds| {
        let now = shop.clock.now() + SignedDuration::from_secs(seconds);
        shop.stripe.check_webhook(URL, now).await.unwrap()
    };
    let missing = WebhookCheck { endpoint: EndpointState::Missing, clock_ahead: Some(SignedDuration::ZERO) };
    assert_eq!(check(0).await, missing);
    shop.fake.add_endpoint("https://other.example/events", "enabled", &["*"]);
    shop.fake.add_endpoint(URL, "disabled", &["*"]);
    assert_eq!(check(0).await.endpoint, EndpointState::Disabled);
    shop.fake.add_endpoint(URL, "enabled", &["*"]);
    for seconds in [-400, 400] {
        let clock_ahead = Some(SignedDuration::from_secs(seconds));
        assert_eq!(check(seconds).await, WebhookCheck { endpoint: EndpointState::Ready, clock_ahead });
    }
}
