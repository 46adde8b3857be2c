use std::sync::Arc;

use listing_domain::account::Plan;
use listing_domain::generation::HistoryPolicy;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::origin::Origin;
use listing_domain::ports::{Clock as _, Grant, IdSource as _, QuotaLedger as _};
use listing_domain::request::GenerationRequest;
use listing_domain::usecase::{ErrorKind, GenerationAnswer};

use crate::support::{FREE, Fixture, request};

#[tokio::test]
async fn request_gets_an_answer_and_is_charged_and_stored() {
    let fixture = Fixture::open().await;
    let request = request(&[Platform::Vinted, Platform::Leboncoin]);
    let answer =
        fixture.generate().run(fixture.account.id, Origin::CLI, request.clone(), None).await.unwrap();
    assert_eq!((answer.usage.free_used, answer.is_replayed), (1, false));
    assert_eq!(answer.usage, fixture.usage().await.into());
    let [stored] = fixture.history().await.try_into().unwrap();
    assert_eq!(answer.generation, Some(stored.id));
    assert_eq!((stored.data, stored.usage, stored.options), (answer.data, answer.usage, request.options));
    assert_eq!((stored.account, stored.created_at), (fixture.account.id, fixture.clock.now()));
    assert!(stored.has_thumbnail);
    fixture.assert_sound();
}

#[tokio::test]
async fn generation_is_stored_once_under_its_chosen_id() {
    let fixture = Fixture::open().await;
    let (generate, id) = (fixture.generate(), GenerationId::new(fixture.ids.id()));
    let with_id = || GenerationRequest { id: Some(id), ..request(&[Platform::Vinted]) };
    generate.run(fixture.account.id, Origin::CLI, with_id(), None).await.unwrap();
    let history = fixture.history().await;
    assert_eq!(history.iter().map(|generation| generation.id).collect::<Vec<_>>(), [id]);
    let refused = generate.run(fixture.account.id, Origin::CLI, with_id(), None).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Internal);
    assert_eq!((fixture.history().await, fixture.usage().await.free_used), (history, 1));
    generate.run(fixture.account.id, Origin::CLI, request(&[Platform::Vinted]), None).await.unwrap();
    assert_eq!(fixture.history().await.len(), 2, "a request without an id gets a new one");
    fixture.assert_sound();
}

#[tokio::test]
async fn history_stores_generations_and_thumbnails_as_the_policy_says() {
    for (days, has_thumbnails, stored, thumbnails) in [(30, true, 1, 1), (30, false, 1, 0), (0, true, 0, 0)] {
        let fixture = Fixture::open().await;
        let mut generate = fixture.generate();
        generate.policy.history = HistoryPolicy::days(days, has_thumbnails);
        generate.run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay]), None).await.unwrap();
        let history = fixture.history().await;
        let with_thumbnail = history.iter().filter(|generation| generation.has_thumbnail).count();
        assert_eq!((history.len(), with_thumbnail), (stored, thumbnails), "{days} {has_thumbnails}");
        assert_eq!(fixture.store.ledger_view().generations.len(), stored);
    }
}

#[tokio::test]
async fn repeated_request_gets_its_first_answer_for_free_even_without_a_history() {
    for days in [0, 30] {
        let fixture = Fixture::open().await;
        let mut generate = fixture.generate();
        generate.policy.history = HistoryPolicy::days(days, true);
        let generate_with_key = |key: &str, body| {
            let idempotency =
                IdempotentRequest { key: key.parse().unwrap(), fingerprint: Fingerprint::new([body; 32]) };
            generate.run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay]), Some(idempotency))
        };
        let first = generate_with_key("one", 1).await.unwrap();
        let other = generate_with_key("two", 2).await.unwrap();
        assert_eq!((first.usage.free_used, other.usage.free_used), (1, 2));
        assert_eq!(first.generation.is_some(), days > 0);
        let again = generate_with_key("one", 1).await.unwrap();
        assert_eq!(again, GenerationAnswer { is_replayed: true, ..first });
        assert_eq!(fixture.usage().await.free_used, 2);
        assert_eq!(fixture.history().await.len(), if days == 0 { 0 } else { 2 });
        fixture.assert_sound();
    }
}

#[tokio::test]
async fn free_units_are_used_before_credits_and_then_requests_are_refused() {
    let fixture = Fixture::open().await;
    let at = fixture.account.created_at;
    let grant = Grant {
        payment: "one".parse().unwrap(),
        account: fixture.account.id,
        units: 1,
        at,
        origin: Origin::CLI,
    };
    fixture.store.grant(&grant).await.unwrap();
    let mut balances = Vec::new();
    for _ in 0..=FREE {
        let usage = fixture
            .generate()
            .run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay]), None)
            .await
            .unwrap()
            .usage;
        balances.push((usage.free_used, usage.credits_remaining, usage.can_generate()));
    }
    assert_eq!(balances, [(1, 1, true), (2, 1, true), (3, 1, true), (3, 0, false)]);
    assert!(
        fixture
            .generate()
            .run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay]), None)
            .await
            .is_err()
    );
    fixture.assert_sound();
}

#[tokio::test]
async fn a_subscriber_generates_without_a_charge() {
    let fixture = Fixture::open().await;
    fixture.set_plan(Plan::ProMonthly).await;
    for _ in 0..FREE + 2 {
        let usage = fixture
            .generate()
            .run(fixture.account.id, Origin::CLI, request(&[Platform::Ebay]), None)
            .await
            .unwrap()
            .usage;
        assert_eq!((usage.plan, usage.free_used, usage.can_generate()), (Plan::ProMonthly, 0, true));
    }
    fixture.assert_sound();
}

#[tokio::test]
async fn three_of_fifty_concurrent_requests_succeed_with_three_units() {
    let fixture = Fixture::open().await;
    let generate = Arc::new(fixture.generate());
    let account = fixture.account.id;
    let tasks: Vec<_> = (0..50)
        .map(|_| {
            let generate = Arc::clone(&generate);
            tokio::spawn(async move {
                generate.run(account, Origin::CLI, request(&[Platform::Ebay]), None).await.is_ok()
            })
        })
        .collect();
    let mut succeeded = 0;
    for task in tasks {
        succeeded += u32::from(task.await.unwrap());
    }
    assert_eq!((succeeded, fixture.usage().await.free_used), (FREE, FREE));
    fixture.assert_sound();
}
