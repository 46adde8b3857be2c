//! Runs the contracts on the implementations in memory.

use std::sync::Arc;

use jiff::civil::date;
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{ListingWriter, MarketData, WriterError};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::{Product, ProductType};
use listing_testkit::contract::{
    AccountArea, BatchStores, ExpenseStores, GenerationStores, KeptPhotoStores, MarketBehavior, OrderStores,
    Stores, TrayStores, WebhookStores, WriterBehavior, WriterUnderTest, account_store_contract,
    activity_contract, batch_store_contract, billing_queue_contract, comparable_store_contract,
    entitlement_store_contract, expense_book_contract, generation_store_contract, kept_photo_store_contract,
    link_store_contract, listing_writer_contract, market_data_contract, order_store_contract,
    outbox_contract, person_store_contract, photo_processor_contract, quota_ledger_contract,
    rate_limiter_contract, session_store_contract, tray_store_contract, webhook_store_contract,
    workers_contract,
};
use listing_testkit::{
    FakeWriter, FixedMarket, MemoryLimiter, MemoryStore, OpenAdmission, ScriptedWriter, SketchPhotos,
    WriterStep,
};

#[tokio::test]
async fn memory_store_keeps_the_account_store_contract() {
    account_store_contract(async || MemoryStore::new()).await;
}

#[tokio::test]
async fn memory_store_keeps_the_comparable_store_contract() {
    comparable_store_contract(async || MemoryStore::new()).await;
}

#[tokio::test]
async fn memory_store_keeps_the_quota_ledger_contract() {
    quota_ledger_contract(async || {
        let store = Arc::new(MemoryStore::new());
        Stores::of(&store)
    })
    .await;
}

#[tokio::test]
async fn memory_store_keeps_the_entitlement_store_contract() {
    entitlement_store_contract(async || Stores::of(&Arc::new(MemoryStore::new()))).await;
}

#[tokio::test]
async fn memory_store_keeps_the_expense_book_contract() {
    expense_book_contract(async || {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores::of(&store);
        ExpenseStores { stores, expenses: store }
    })
    .await;
}

#[tokio::test]
async fn memory_store_keeps_the_generation_store_contract() {
    generation_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores { accounts: store.clone(), entitlements: store.clone(), quota: store.clone() };
        GenerationStores { stores, generations: store }
    })
    .await;
}

#[tokio::test]
async fn memory_store_keeps_the_kept_photo_store_contract() {
    kept_photo_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        let stores = Stores::of(&store);
        KeptPhotoStores { stores, generations: store.clone(), photos: store }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_batch_store_contract() {
    batch_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        BatchStores { accounts: store.clone(), batches: store }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_webhook_store_contract() {
    webhook_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        WebhookStores { accounts: store.clone(), batches: store.clone(), webhooks: store }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_billing_queue_contract() {
    billing_queue_contract(async || MemoryStore::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_order_store_contract() {
    order_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        OrderStores { accounts: store.clone(), orders: store }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_tray_store_contract() {
    tray_store_contract(async || {
        let store = Arc::new(MemoryStore::new());
        TrayStores { accounts: store.clone(), batches: store.clone(), trays: store }
    })
    .await;
}

fn account_area() -> AccountArea {
    AccountArea::of(&Arc::new(MemoryStore::new()))
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_person_store_contract() {
    person_store_contract(async || account_area()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_session_store_contract() {
    session_store_contract(async || account_area()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_link_store_contract() {
    link_store_contract(async || account_area()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_outbox_contract() {
    outbox_contract(async || account_area()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_store_keeps_the_activity_contract() {
    activity_contract(async || account_area()).await;
}

#[tokio::test]
async fn memory_limiter_keeps_the_rate_limiter_contract() {
    rate_limiter_contract(async |clock| MemoryLimiter::new(clock)).await;
}

#[tokio::test]
async fn fake_writer_keeps_the_listing_writer_contract() {
    listing_writer_contract(async |behavior| {
        let writer: Arc<dyn ListingWriter> = match behavior {
            WriterBehavior::Good => Arc::new(FakeWriter::default()),
            WriterBehavior::Down => {
                let failure = |_| WriterStep::Fail(WriterError::unavailable("down"));
                Arc::new(ScriptedWriter::new((0..9).map(failure)))
            }
            // A scripted writer has no timeout.
            WriterBehavior::Silent => return None,
        };
        Some(WriterUnderTest { writer, makes_calls: false })
    })
    .await;
}

#[tokio::test]
async fn sketch_photos_keeps_the_photo_processor_contract() {
    photo_processor_contract(async || SketchPhotos).await;
}

#[tokio::test]
async fn open_admission_keeps_the_workers_contract() {
    workers_contract(async |workers| OpenAdmission::with_workers(workers)).await;
}

#[tokio::test]
async fn fixed_market_keeps_the_market_data_contract() {
    let jacket = Comparable {
        product: Product::Type(ProductType::Jacket),
        brand: Some("Levi’s".to_owned()),
        price: Money::from_major(40, Currency::Eur),
        condition: None,
        kind: ComparableKind::Asking,
        seen_on: date(2026, 11, 20),
        source: "a test".to_owned(),
        link: Some("https://shop.example.com/1".to_owned()),
    };
    let market = |market: FixedMarket| -> Option<Arc<dyn MarketData>> { Some(Arc::new(market)) };
    market_data_contract(async |behavior| match behavior {
        MarketBehavior::Good => market(FixedMarket::offering(vec![jacket.clone(); 3])),
        MarketBehavior::Empty => market(FixedMarket::offering(Vec::new())),
        MarketBehavior::Down => market(FixedMarket::down()),
        MarketBehavior::Silent => None,
    })
    .await;
}
