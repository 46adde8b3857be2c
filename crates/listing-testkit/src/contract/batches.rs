use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::batch::{
    Batch, BatchPolicy, BatchState, ClaimedItem, ItemClaim, ItemFailure, ItemFault, ItemOutcome,
    ItemProgress, ItemRequest, ItemState, NewBatch, NewItem, StoredPhoto,
};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::{AccountId, BatchId, GenerationId};
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::metadata::Metadata;
use listing_domain::notes::Notes;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{AccountStore, BatchStore, Created, IdSource as _};
use listing_domain::product::Audience;
use listing_domain::quantity::Quantity;
use listing_domain::request::{ItemReferences, ListingOptions, Platforms};
use listing_domain::sku::Sku;

use super::{later, moment, open_account, run_cases};
use crate::SeededIds;

/// Stores of batches and of the accounts that own them.
#[derive(Clone)]
pub struct BatchStores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The batches.
    pub batches: Arc<dyn BatchStore>,
}

/// The contract of stores of batches.
pub async fn batch_store_contract(make: impl AsyncFn() -> BatchStores) {
    let fixture = async || Fixture { stores: make().await, ids: SeededIds::new(80) };
    run_cases!(fixture();
        a_claim_has_everything_that_was_stored,
        a_batch_under_a_used_key_is_not_stored_again,
        the_number_of_running_batches_is_limited,
        items_are_claimed_once_and_in_order,
        simultaneous_claims_get_different_items,
        accounts_take_turns,
        an_expired_claim_passes_to_the_next_process,
        a_renewed_claim_does_not_expire,
        an_item_that_retries_waits_until_it_is_due,
        the_last_item_finishes_its_batch,
        a_cancelled_batch_ends_only_its_running_items,
        batches_are_found_by_their_owner_alone,
        items_of_a_suspended_account_wait,
        batches_of_a_deleted_account_are_deleted,
        ended_batches_are_purged,
    );
}

struct Fixture {
    stores: BatchStores,
    ids: SeededIds,
}

const LEASE: i64 = 30;

/// Noon of November 21, 2026, plus a number of seconds.
fn noon(seconds: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), seconds)
}

fn attribute(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attribute", text).ok().flatten()
}

fn options() -> ListingOptions {
    ListingOptions {
        platforms: Platforms::new([Platform::Vinted, Platform::Ebay]).expect("two platforms are accepted"),
        language: Language::En,
        tone: Tone::Professional,
        quality: Quality::High,
        market: Some(Market::UnitedKingdom),
    }
}

fn bare_request() -> ItemRequest {
    let (known, references) = (KnownAttributes::default(), ItemReferences::default());
    ItemRequest { options: options(), known, references }
}

fn full_request() -> ItemRequest {
    let metadata = vec![("shelf".to_owned(), "B\u{a0}12".to_owned()), ("lot".to_owned(), String::new())];
    ItemRequest {
        options: options(),
        known: KnownAttributes {
            name: attribute("Veste «\u{a0}perfecto\u{a0}»"),
            brand: attribute("Levi’s"),
            size: attribute("M"),
            condition: attribute("bon état"),
            color: attribute("Noir"),
            material: attribute("Cuir"),
            audience: Some(Audience::Women),
            notes: Notes::parse("notes", "Longueur 62 cm.\nVendue avec sa housse.")
                .expect("a note is accepted"),
            quantity: Quantity::new(2).ok(),
        },
        references: ItemReferences {
            sku: Sku::parse("sku", "JKT-0042").ok(),
            metadata: Metadata::parse("metadata", metadata).expect("two pairs are accepted"),
        },
    }
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        open_account(self.stores.accounts.as_ref(), &self.ids, name).await
    }

    fn item(&self, request: ItemRequest, photos: &[&[u8]]) -> NewItem {
        let photos = photos.iter().map(|jpeg| StoredPhoto::new(jpeg.to_vec())).collect();
        NewItem { id: GenerationId::new(self.ids.id()), request, photos }
    }

    fn batch(&self, account: AccountId, created_at: Timestamp, items: usize) -> NewBatch {
        let items = (0..items).map(|_| self.item(bare_request(), &[b"photo"])).collect();
        NewBatch { id: BatchId::new(self.ids.id()), account, created_at, idempotency: None, items }
    }

    async fn create(&self, batch: &NewBatch) -> Created {
        self.stores.batches.create(Arc::new(batch.clone())).await.expect("a batch can be stored")
    }

    async fn stored(&self, account: AccountId, created_at: Timestamp, items: usize) -> NewBatch {
        let batch = self.batch(account, created_at, items);
        assert_eq!(self.create(&batch).await, Created::New);
        batch
    }

    async fn claim(&self, seconds: i64) -> Option<ClaimedItem> {
        let claimed = self.stores.batches.claim(noon(seconds), noon(seconds + LEASE)).await;
        claimed.expect("items can be claimed")
    }

    async fn claimed(&self, seconds: i64) -> ItemClaim {
        self.claim(seconds).await.expect("an item is due").claim
    }

    async fn finish(&self, claim: ItemClaim, outcome: ItemOutcome, seconds: i64) -> bool {
        self.stores.batches.finish(claim, &outcome, noon(seconds)).await.expect("a claim can end")
    }

    async fn get(&self, account: AccountId, id: BatchId) -> Option<Batch> {
        self.stores.batches.get(account, id).await.expect("a batch can be read")
    }

    async fn states(&self, batch: &NewBatch) -> Vec<ItemState> {
        let stored = self.get(batch.account, batch.id).await.expect("the batch is stored");
        stored.items.iter().map(listing_domain::batch::BatchItem::state).collect()
    }
}

fn ids(batch: &NewBatch) -> Vec<GenerationId> {
    batch.items.iter().map(|item| item.id).collect()
}

async fn a_claim_has_everything_that_was_stored(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let mut batch = fixture.batch(ann, noon(0), 0);
    batch.items.push(fixture.item(full_request(), &[b"first \0\xff", b"second"]));
    batch.items.push(fixture.item(bare_request(), &[b"third"]));
    assert_eq!(fixture.create(&batch).await, Created::New);
    for (index, item) in batch.items.iter().enumerate() {
        let claimed = fixture.claim(1).await.expect("an item is due");
        assert_eq!(claimed.claim, ItemClaim { item: item.id, attempt: 1, failures: 0 }, "{index}");
        assert_eq!((claimed.batch, claimed.account), (batch.id, ann));
        assert_eq!((&claimed.request, &claimed.photos), (&item.request, &item.photos));
    }
    let stored = fixture.get(ann, batch.id).await.expect("the batch is stored");
    assert_eq!((stored.created_at, stored.state, stored.ended_at), (noon(0), BatchState::Running, None));
    assert_eq!(stored.items.iter().map(|item| item.id).collect::<Vec<_>>(), ids(&batch));
    let skus: Vec<_> = stored.items.iter().map(|item| item.sku.clone()).collect();
    assert_eq!(skus, [Sku::parse("sku", "JKT-0042").ok(), None]);
}

async fn a_batch_under_a_used_key_is_not_stored_again(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let keyed = |account, digest| {
        let key = "order-7".parse().expect("the key is valid");
        let idempotency = Some(IdempotentRequest { key, fingerprint: Fingerprint::new([digest; 32]) });
        NewBatch { idempotency, ..fixture.batch(account, noon(0), 1) }
    };
    let first = keyed(ann, 1);
    assert_eq!(fixture.create(&first).await, Created::New);
    assert_eq!(fixture.create(&keyed(ann, 1)).await, Created::Before(first.id));
    assert_eq!(fixture.create(&keyed(ann, 2)).await, Created::KeyOfOtherRequest);
    assert_eq!(fixture.create(&keyed(bob, 2)).await, Created::New, "keys belong to accounts");
    let stored = fixture.stores.batches.list(ann, 10).await.expect("batches can be listed");
    assert_eq!(stored.iter().map(|batch| batch.id).collect::<Vec<_>>(), [first.id]);
}

async fn the_number_of_running_batches_is_limited(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let mut last = None;
    for _ in 0..BatchPolicy::MAX_RUNNING {
        last = Some(fixture.stored(ann, noon(0), 1).await);
    }
    assert_eq!(fixture.create(&fixture.batch(ann, noon(1), 1)).await, Created::TooMany);
    assert_eq!(fixture.create(&fixture.batch(bob, noon(1), 1)).await, Created::New);
    let last = last.expect("the limit is not zero");
    fixture.stores.batches.cancel(ann, last.id, noon(2)).await.expect("a batch can be cancelled");
    assert_eq!(fixture.create(&fixture.batch(ann, noon(3), 1)).await, Created::New);
}

async fn items_are_claimed_once_and_in_order(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let second = fixture.stored(ann, noon(5), 1).await;
    let first = fixture.stored(ann, noon(0), 2).await;
    let mut claimed = Vec::new();
    while let Some(item) = fixture.claim(10).await {
        claimed.push(item.claim.item);
    }
    assert_eq!(claimed, [ids(&first), ids(&second)].concat());
    assert_eq!(fixture.states(&first).await, [ItemState::Running; 2]);
}

async fn simultaneous_claims_get_different_items(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let batch = fixture.stored(ann, noon(0), 12).await;
    let claims = (0..12).map(|_| {
        let batches = Arc::clone(&fixture.stores.batches);
        tokio::spawn(async move { batches.claim(noon(1), noon(1 + LEASE)).await })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        let item = claim.await.expect("a claim does not panic").expect("items can be claimed");
        claimed.extend(item.map(|item| item.claim.item));
    }
    // A claim that meets another may come back empty; the items are then still there.
    while let Some(item) = fixture.claim(2).await {
        claimed.push(item.claim.item);
    }
    claimed.sort_unstable();
    let mut expected = ids(&batch);
    expected.sort_unstable();
    assert_eq!(claimed, expected);
}

async fn accounts_take_turns(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.stored(ann, noon(0), 4).await;
    fixture.stored(bob, noon(5), 2).await;
    let mut owners = Vec::new();
    for seconds in 10..16 {
        let item = fixture.claim(seconds).await.expect("an item is due");
        owners.push(item.account);
        assert!(fixture.finish(item.claim, ItemOutcome::Done, seconds).await);
    }
    let turns = |account| owners.iter().position(|owner| *owner == account);
    assert!(turns(ann) < Some(2) && turns(bob) < Some(2), "both get one of the first two turns: {owners:?}");
    assert_ne!(owners[2], owners[3], "they alternate while both wait: {owners:?}");
    assert_eq!(owners.iter().filter(|owner| **owner == bob).count(), 2);
}

async fn an_expired_claim_passes_to_the_next_process(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let batch = fixture.stored(ann, noon(0), 1).await;
    let first = fixture.claimed(0).await;
    assert_eq!(fixture.claim(LEASE - 1).await, None);
    let second = fixture.claim(LEASE).await.expect("the claim has expired");
    assert_eq!(second.claim, ItemClaim { attempt: 2, ..first });
    assert_eq!(second.photos, batch.items[0].photos);
    for outcome in [ItemOutcome::Done, ItemOutcome::Retry { due_at: noon(0), is_failure: false }] {
        assert!(!fixture.finish(first, outcome, LEASE + 1).await, "the first claim has lost the item");
    }
    let renewed = fixture.stores.batches.renew(first, noon(999)).await.expect("a claim can be renewed");
    assert!(!renewed);
    assert_eq!(fixture.states(&batch).await, [ItemState::Running]);
    assert!(fixture.finish(second.claim, ItemOutcome::Done, LEASE + 2).await);
    assert!(!fixture.finish(second.claim, ItemOutcome::Done, LEASE + 3).await, "a claim ends once");
    assert_eq!(fixture.states(&batch).await, [ItemState::Done]);
}

async fn a_renewed_claim_does_not_expire(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.stored(ann, noon(0), 1).await;
    let claim = fixture.claimed(0).await;
    let renewed = fixture.stores.batches.renew(claim, noon(100)).await.expect("a claim can be renewed");
    assert!(renewed);
    assert_eq!(fixture.claim(LEASE).await, None);
    assert!(fixture.claim(100).await.is_some());
}

async fn an_item_that_retries_waits_until_it_is_due(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let batch = fixture.stored(ann, noon(0), 1).await;
    let claim = fixture.claimed(0).await;
    assert!(fixture.finish(claim, ItemOutcome::Retry { due_at: noon(20), is_failure: true }, 1).await);
    assert_eq!(fixture.states(&batch).await, [ItemState::Waiting]);
    assert_eq!(fixture.claim(19).await, None);
    let again = fixture.claim(20).await.expect("the item is due");
    assert_eq!((again.claim.attempt, again.claim.failures), (2, 1));
    assert_eq!(again.photos, batch.items[0].photos);
}

async fn the_last_item_finishes_its_batch(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let batch = fixture.stored(ann, noon(0), 2).await;
    let (first, second) = (fixture.claimed(1).await, fixture.claimed(1).await);
    let failure =
        ItemFailure { fault: ItemFault::QuotaExhausted, message: "no «\u{a0}unit\u{a0}»".to_owned() };
    assert!(fixture.finish(first, ItemOutcome::Failed(failure.clone()), 2).await);
    let running = fixture.get(ann, batch.id).await.expect("the batch is stored");
    assert_eq!((running.state, running.ended_at), (BatchState::Running, None));
    assert!(fixture.finish(second, ItemOutcome::Done, 3).await);
    let ended = fixture.get(ann, batch.id).await.expect("the batch is stored");
    assert_eq!((ended.state, ended.ended_at), (BatchState::Finished, Some(noon(3))));
    let progress: Vec<_> = ended.items.into_iter().map(|item| item.progress).collect();
    assert_eq!(progress, [ItemProgress::Failed(failure), ItemProgress::Done]);
    assert_eq!(fixture.claim(1_000).await, None);
}

async fn a_cancelled_batch_ends_only_its_running_items(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let batch = fixture.stored(ann, noon(0), 3).await;
    let (first, second) = (fixture.claimed(1).await, fixture.claimed(1).await);
    let cancel = async |seconds| {
        let cancelled = fixture.stores.batches.cancel(ann, batch.id, noon(seconds)).await;
        cancelled.expect("a batch can be cancelled").expect("the batch is stored")
    };
    let cancelled = cancel(2).await;
    assert_eq!((cancelled.state, cancelled.ended_at), (BatchState::Cancelled, Some(noon(2))));
    assert_eq!(fixture.states(&batch).await, [ItemState::Running, ItemState::Running, ItemState::Cancelled]);
    assert!(fixture.finish(first, ItemOutcome::Done, 3).await);
    assert!(fixture.finish(second, ItemOutcome::Retry { due_at: noon(3), is_failure: true }, 3).await);
    assert_eq!(fixture.states(&batch).await, [ItemState::Done, ItemState::Cancelled, ItemState::Cancelled]);
    assert_eq!(fixture.claim(1_000).await, None);
    assert_eq!(cancel(9).await.ended_at, Some(noon(2)), "a second cancellation changes nothing");
}

async fn batches_are_found_by_their_owner_alone(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let old = fixture.stored(ann, noon(0), 1).await;
    let new = fixture.stored(ann, noon(1), 1).await;
    assert_eq!(fixture.get(bob, old.id).await, None);
    let cancelled = fixture.stores.batches.cancel(bob, old.id, noon(2)).await;
    assert_eq!(cancelled.expect("a batch can be looked up"), None);
    let listed = async |account, limit| {
        let listed = fixture.stores.batches.list(account, limit).await.expect("batches can be listed");
        listed.iter().map(|batch| batch.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(ann, 10).await, [new.id, old.id]);
    assert_eq!(listed(ann, 1).await, [new.id]);
    assert_eq!(listed(bob, 10).await, []);
    assert_eq!(fixture.states(&old).await, [ItemState::Waiting]);
}

async fn items_of_a_suspended_account_wait(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.stored(ann, noon(0), 1).await;
    fixture.stores.accounts.suspend(ann, noon(1)).await.expect("an account can be suspended");
    assert_eq!(fixture.claim(2).await, None);
    assert_eq!(fixture.create(&fixture.batch(ann, noon(2), 1)).await, Created::NoAccount);
    fixture.stored(bob, noon(2), 1).await;
    assert_eq!(fixture.claim(3).await.map(|item| item.account), Some(bob));
    fixture.stores.accounts.resume(ann).await.expect("an account can be resumed");
    assert_eq!(fixture.claim(4).await.map(|item| item.account), Some(ann));
}

async fn batches_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let gone = fixture.stored(ann, noon(0), 2).await;
    let stays = fixture.stored(bob, noon(0), 1).await;
    let claim = fixture.claimed(1).await;
    fixture.stores.accounts.delete_account(ann, noon(2), None).await.expect("an account can be deleted");
    assert_eq!(fixture.get(ann, gone.id).await, None);
    assert!(fixture.get(bob, stays.id).await.is_some());
    let is_of_ann = gone.items.iter().any(|item| item.id == claim.item);
    assert_eq!(fixture.finish(claim, ItemOutcome::Done, 3).await, !is_of_ann);
}

async fn ended_batches_are_purged(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let ended = fixture.stored(ann, noon(0), 1).await;
    let running = fixture.stored(ann, noon(0), 1).await;
    fixture.stores.batches.cancel(ann, ended.id, noon(10)).await.expect("a batch can be cancelled");
    let purge = async |seconds| {
        let purged =
            fixture.stores.batches.purge_batches(noon(seconds), SignedDuration::from_secs(100)).await;
        purged.expect("batches can be purged");
    };
    purge(109).await;
    assert!(fixture.get(ann, ended.id).await.is_some());
    purge(110).await;
    assert_eq!(fixture.get(ann, ended.id).await, None);
    assert!(fixture.get(ann, running.id).await.is_some());
    assert!(fixture.claim(111).await.is_some());
}
