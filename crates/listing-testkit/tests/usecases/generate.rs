//! Generating listings when everything works.

use std::sync::Arc;

use listing_domain::account::Plan;
use listing_domain::marketplace::Platform;
use listing_domain::ports::{Grant, QuotaLedger as _};

use crate::support::{FREE, Fixture, request};

#[tokio::test]
async fn a_request_gives_one_listing_for_each_platform_and_charges_one_unit() {
    let fixture = Fixture::open().await;
    let platforms = [Platform::Vinted, Platform::Leboncoin, Platform::Vinted, Platform::Ebay];
    let generated = fixture.generate().run(fixture.account.id, request(&platforms)).await.unwrap();
    let told: Vec<Platform> = generated.written.listings.iter().map(|listing| listing.platform).collect();
    assert_eq!(told, [Platform::Vinted, Platform::Leboncoin, Platform::Ebay]);
    assert!(
        generated.written.listings.iter().all(|listing| listing.title.contains("Veste")),
        "{generated:?}"
    );
    assert_eq!(generated.usage.free_used, 1);
    assert_eq!(generated.usage, fixture.usage().await);
    assert!(
        generated.written.price.rationale.contains("grille indicative"),
        "{}",
        generated.written.price.rationale
    );
    fixture.assert_sound();
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
