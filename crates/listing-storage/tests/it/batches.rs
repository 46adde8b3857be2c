use std::sync::Arc;

use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{ItemFault, ItemProgress, ItemRequest, NewBatch, NewItem, StoredPhoto};
use listing_domain::ids::{BatchId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{BatchStore as _, IdSource as _};
use listing_domain::request::{ItemReferences, ListingOptions, Platforms};

use crate::fixture::Fixture;
use crate::support::now;

fn request() -> ItemRequest {
    let options = ListingOptions {
        platforms: Platforms::new([Platform::Ebay]).unwrap(),
        language: Language::En,
        tone: Tone::default(),
        quality: Quality::default(),
        market: None,
    };
    ItemRequest { options, known: KnownAttributes::default(), references: ItemReferences::default() }
}

#[tokio::test]
async fn an_unreadable_item_fails_and_the_next_one_is_claimed() {
    for fixture in Fixture::each() {
        let account = fixture.account(Plan::Free).await;
        let item = || NewItem {
            id: GenerationId::new(fixture.ids.id()),
            request: request(),
            photos: vec![StoredPhoto::new(b"photo".to_vec())],
        };
        let id = BatchId::new(fixture.ids.id());
        let items = vec![item(), item()];
        let batch = NewBatch { id, account, created_at: now(), idempotency: None, items };
        fixture.store.create(Arc::new(batch)).await.unwrap();
        // The bytes of a photo are not a request, on either engine.
        let first =
            "UPDATE batch_item SET request = (SELECT jpeg FROM batch_photo LIMIT 1) WHERE position = 0";
        fixture.tamper(first).unwrap();
        let until = now() + SignedDuration::from_secs(30);
        assert_eq!(fixture.store.claim(now(), until).await.unwrap(), None);
        let stored = fixture.store.get(account, id).await.unwrap().unwrap();
        let ItemProgress::Failed(failure) = &stored.items[0].progress else { panic!("{stored:?}") };
        assert_eq!(failure.fault, ItemFault::Failed);
        assert!(failure.message.contains("send it again"), "{}", failure.message);
        let next = fixture.store.claim(now(), until).await.unwrap().unwrap();
        assert_eq!(next.claim.item, stored.items[1].id);
    }
}
