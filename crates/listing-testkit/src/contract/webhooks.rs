use std::sync::Arc;

use jiff::Timestamp;
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{BatchState, ItemOutcome, ItemRequest, NewBatch, NewItem, StoredPhoto};
use listing_domain::ids::{AccountId, BatchId, DeliveryId, GenerationId, WebhookId};
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{
    AccountStore, AddedWebhook, BatchStore, Created, IdSource as _, QueuedTest, WebhookStore,
};
use listing_domain::request::{ItemReferences, ListingOptions, Platforms};
use listing_domain::webhook::{
    AttemptResult, ClaimedDelivery, Delivery, DeliveryClaim, DeliveryFault, DeliveryState, EndedAttempt,
    EndedBatch, ItemCounts, NewWebhook, NextStep, Webhook, WebhookContent, WebhookEvent, WebhookPolicy,
    WebhookSecret, WebhookState, WebhookUrl,
};

use super::{later, moment, open_account, run_cases};
use crate::SeededIds;

/// Stores of webhooks, and of the accounts and batches that they belong to.
#[derive(Clone)]
pub struct WebhookStores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The batches.
    pub batches: Arc<dyn BatchStore>,
    /// The webhooks.
    pub webhooks: Arc<dyn WebhookStore>,
}

/// The contract of stores of webhooks.
pub async fn webhook_store_contract(make: impl AsyncFn() -> WebhookStores) {
    let fixture = async || Fixture { stores: make().await, ids: SeededIds::new(81) };
    run_cases!(fixture();
        a_stored_endpoint_is_listed_for_its_owner,
        the_number_of_endpoints_is_limited,
        a_claim_has_everything_to_send,
        a_finished_batch_queues_a_message_to_each_endpoint,
        a_cancelled_batch_queues_its_message_once,
        events_beyond_the_limit_are_dropped,
        simultaneous_claims_get_different_deliveries,
        accounts_take_turns,
        an_expired_claim_passes_to_the_next_process,
        a_retried_delivery_waits_until_it_is_due,
        a_gone_endpoint_gets_no_more_messages,
        a_rotated_secret_signs_next_to_the_new_one,
        one_test_waits_at_a_time,
        a_removed_endpoint_takes_its_deliveries_along,
        deliveries_of_a_suspended_account_wait,
        webhooks_of_a_deleted_account_are_deleted,
        old_deliveries_are_purged,
    );
}

struct Fixture {
    stores: WebhookStores,
    ids: SeededIds,
}

const LEASE: i64 = 60;

/// Noon of November 21, 2026, plus a number of seconds.
fn noon(seconds: i64) -> Timestamp {
    later(moment("2026-11-21T12:00:00Z"), seconds)
}

fn url(text: &str) -> WebhookUrl {
    WebhookUrl::parse("url", text).expect("the test's address is valid")
}

fn request() -> ItemRequest {
    let options = ListingOptions {
        platforms: Platforms::new([Platform::Ebay]).expect("a platform is accepted"),
        language: Language::En,
        tone: Tone::Professional,
        quality: Quality::Standard,
        market: None,
    };
    ItemRequest { options, known: KnownAttributes::default(), references: ItemReferences::default() }
}

fn ended(seconds: i64, result: AttemptResult, next: NextStep) -> EndedAttempt {
    EndedAttempt { at: noon(seconds), result, next }
}

fn delivered(seconds: i64) -> EndedAttempt {
    ended(seconds, AttemptResult::Answered(204), NextStep::Delivered)
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        open_account(self.stores.accounts.as_ref(), &self.ids, name).await
    }

    fn new_endpoint(&self, account: AccountId, seconds: i64) -> NewWebhook {
        NewWebhook {
            id: WebhookId::new(self.ids.id()),
            account,
            url: url("https://shop.example.com/hooks?token=a%20b"),
            created_at: noon(seconds),
            secret: WebhookSecret::from_secret([7; 32]),
        }
    }

    async fn add(&self, new: NewWebhook) -> AddedWebhook {
        self.stores.webhooks.add_webhook(new).await.expect("an endpoint can be stored")
    }

    async fn endpoint(&self, account: AccountId, seconds: i64) -> WebhookId {
        let new = self.new_endpoint(account, seconds);
        let id = new.id;
        assert_eq!(self.add(new).await, AddedWebhook::Done);
        id
    }

    async fn list(&self, account: AccountId) -> Vec<Webhook> {
        self.stores.webhooks.webhooks(account).await.expect("endpoints can be listed")
    }

    /// Stores a batch with this number of items.
    async fn batch(&self, account: AccountId, items: usize) -> BatchId {
        let item = |_| NewItem {
            id: GenerationId::new(self.ids.id()),
            request: request(),
            photos: vec![StoredPhoto::new(b"photo".to_vec())],
        };
        let (id, items) = (BatchId::new(self.ids.id()), (0..items).map(item).collect());
        let new = NewBatch { id, account, created_at: noon(0), idempotency: None, items };
        let created = self.stores.batches.create(Arc::new(new)).await.expect("a batch can be stored");
        assert_eq!(created, Created::New);
        id
    }

    /// Cancels a new batch, which queues a message.
    async fn event(&self, account: AccountId, seconds: i64) -> BatchId {
        let id = self.batch(account, 1).await;
        self.cancel(account, id, seconds).await;
        id
    }

    async fn cancel(&self, account: AccountId, id: BatchId, seconds: i64) {
        let cancelled = self.stores.batches.cancel(account, id, noon(seconds)).await;
        assert!(cancelled.expect("a batch can be cancelled").is_some());
    }

    async fn claim(&self, seconds: i64) -> Option<ClaimedDelivery> {
        let claimed = self.stores.webhooks.claim_delivery(noon(seconds), noon(seconds + LEASE)).await;
        claimed.expect("deliveries can be claimed")
    }

    async fn claimed(&self, seconds: i64) -> DeliveryClaim {
        self.claim(seconds).await.expect("a delivery is due").claim
    }

    async fn finish(&self, claim: DeliveryClaim, ended: EndedAttempt) -> bool {
        self.stores.webhooks.finish_delivery(claim, ended).await.expect("a claim can end")
    }

    async fn log(&self, account: AccountId, id: WebhookId) -> Vec<Delivery> {
        let log = self.stores.webhooks.deliveries(account, id, WebhookPolicy::MAX_LISTED).await;
        log.expect("deliveries can be listed").expect("the endpoint is stored")
    }

    async fn test(&self, account: AccountId, id: WebhookId, seconds: i64) -> QueuedTest {
        let delivery = DeliveryId::new(self.ids.id());
        let queued = self.stores.webhooks.queue_test(account, id, delivery, noon(seconds)).await;
        queued.expect("a test can be queued")
    }
}

async fn a_stored_endpoint_is_listed_for_its_owner(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let later = fixture.endpoint(ann, 5).await;
    let first = fixture.endpoint(ann, 0).await;
    let listed = fixture.list(ann).await;
    let expected = |id, seconds| Webhook {
        id,
        url: url("https://shop.example.com/hooks?token=a%20b"),
        created_at: noon(seconds),
        disabled_at: None,
    };
    assert_eq!(listed, [expected(first, 0), expected(later, 5)]);
    assert_eq!(fixture.list(bob).await, []);
    let webhooks = &fixture.stores.webhooks;
    let log = webhooks.deliveries(bob, first, 10).await.expect("an endpoint can be looked up");
    assert_eq!(log, None);
    assert_eq!(fixture.test(bob, first, 1).await, QueuedTest::Unknown);
    let secret = WebhookSecret::from_secret([8; 32]);
    let rotated = webhooks.rotate_secret(bob, first, secret, noon(9)).await;
    assert!(!rotated.expect("an endpoint can be looked up"));
    assert!(!webhooks.remove_webhook(bob, first).await.expect("an endpoint can be looked up"));
    assert_eq!(fixture.list(ann).await.len(), 2);
}

async fn the_number_of_endpoints_is_limited(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let mut last = None;
    for seconds in 0..WebhookPolicy::MAX_ENDPOINTS {
        last = Some(fixture.endpoint(ann, seconds.into()).await);
    }
    assert_eq!(fixture.add(fixture.new_endpoint(ann, 9)).await, AddedWebhook::TooMany);
    assert_eq!(fixture.add(fixture.new_endpoint(bob, 9)).await, AddedWebhook::Done);
    let last = last.expect("the limit is not zero");
    let removed = fixture.stores.webhooks.remove_webhook(ann, last).await;
    assert!(removed.expect("an endpoint can be removed"));
    assert_eq!(fixture.add(fixture.new_endpoint(ann, 9)).await, AddedWebhook::Done);
    fixture.stores.accounts.suspend(bob, noon(1)).await.expect("an account can be suspended");
    assert_eq!(fixture.add(fixture.new_endpoint(bob, 9)).await, AddedWebhook::NoAccount);
    let unknown = AccountId::new(fixture.ids.id());
    assert_eq!(fixture.add(fixture.new_endpoint(unknown, 9)).await, AddedWebhook::NoAccount);
}

async fn a_claim_has_everything_to_send(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    assert_eq!(fixture.test(ann, endpoint, 3).await, QueuedTest::Done);
    assert!(fixture.claim(2).await.is_none(), "the event is not due yet");
    let claimed = fixture.claim(3).await.expect("the test is due");
    assert_eq!((claimed.endpoint, claimed.claim.attempt), (endpoint, 1));
    assert_eq!(claimed.url, url("https://shop.example.com/hooks?token=a%20b"));
    assert_eq!(claimed.secrets.current.as_bytes(), [7; 32]);
    assert!(claimed.secrets.former.is_none());
    assert_eq!((claimed.message.id, claimed.message.at), (claimed.claim.delivery, noon(3)));
    assert_eq!(claimed.message.content, WebhookContent::Test);
    let [entry] = &fixture.log(ann, endpoint).await[..] else { panic!("one delivery is stored") };
    assert_eq!((entry.id, entry.event), (claimed.claim.delivery, WebhookEvent::Test));
    assert_eq!((entry.state, entry.attempts), (DeliveryState::Sending, 1));
    assert_eq!((entry.at, entry.last, entry.next_at), (noon(3), None, None));
}

async fn a_finished_batch_queues_a_message_to_each_endpoint(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let endpoints = [fixture.endpoint(ann, 0).await, fixture.endpoint(ann, 1).await];
    fixture.endpoint(bob, 0).await;
    let batch = fixture.batch(ann, 2).await;
    let batches = &fixture.stores.batches;
    for seconds in [2, 3] {
        assert!(fixture.claim(1_000).await.is_none(), "the batch runs");
        let item =
            batches.claim(noon(1), noon(40)).await.expect("items can be claimed").expect("an item is due");
        let ended = batches.finish(item.claim, &ItemOutcome::Done, noon(seconds)).await;
        assert!(ended.expect("an item can end"));
    }
    let counts = ItemCounts { waiting: 0, running: 0, done: 2, failed: 0, cancelled: 0 };
    let content =
        WebhookContent::BatchFinished(EndedBatch { id: batch, state: BatchState::Finished, counts });
    let mut sent_to = Vec::new();
    while let Some(claimed) = fixture.claim(1_000).await {
        assert_eq!((claimed.message.content, claimed.message.at), (content, noon(3)));
        assert_eq!(claimed.message.id, DeliveryId::of_batch(claimed.endpoint, batch));
        sent_to.push(claimed.endpoint);
        assert!(fixture.finish(claimed.claim, delivered(1_001)).await);
    }
    sent_to.sort_unstable();
    let mut expected = endpoints;
    expected.sort_unstable();
    assert_eq!(sent_to, expected);
    let [entry] = &fixture.log(ann, endpoints[0]).await[..] else { panic!("one delivery is stored") };
    assert_eq!((entry.event, entry.state), (WebhookEvent::BatchFinished, DeliveryState::Delivered));
    assert_eq!(entry.last, Some((noon(1_001), AttemptResult::Answered(204))));
}

async fn a_cancelled_batch_queues_its_message_once(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    let batch = fixture.batch(ann, 3).await;
    let item = fixture.stores.batches.claim(noon(1), noon(40)).await.expect("items can be claimed");
    let item = item.expect("an item is due");
    for seconds in [2, 3] {
        fixture.cancel(ann, batch, seconds).await;
    }
    let ended = fixture.stores.batches.finish(item.claim, &ItemOutcome::Done, noon(4)).await;
    assert!(ended.expect("an item can end"));
    let claimed = fixture.claim(5).await.expect("the message is due");
    let counts = ItemCounts { waiting: 0, running: 1, done: 0, failed: 0, cancelled: 2 };
    let expected = EndedBatch { id: batch, state: BatchState::Cancelled, counts };
    assert_eq!(claimed.message.content, WebhookContent::BatchFinished(expected));
    assert_eq!(fixture.log(ann, endpoint).await.len(), 1);
}

async fn events_beyond_the_limit_are_dropped(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    for _ in 0..WebhookPolicy::MAX_PENDING {
        fixture.event(ann, 1).await;
    }
    let newest = async || fixture.log(ann, endpoint).await[0].id;
    let dropped = fixture.event(ann, 2).await;
    assert_ne!(newest().await, DeliveryId::of_batch(endpoint, dropped));
    let claim = fixture.claimed(3).await;
    assert!(fixture.finish(claim, delivered(3)).await);
    let stored = fixture.event(ann, 4).await;
    assert_eq!(newest().await, DeliveryId::of_batch(endpoint, stored));
}

async fn simultaneous_claims_get_different_deliveries(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.endpoint(ann, 0).await;
    for _ in 0..8 {
        fixture.event(ann, 1).await;
    }
    let claims = (0..8).map(|_| {
        let webhooks = Arc::clone(&fixture.stores.webhooks);
        tokio::spawn(async move { webhooks.claim_delivery(noon(2), noon(2 + LEASE)).await })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        let delivery = claim.await.expect("a claim does not panic").expect("deliveries can be claimed");
        claimed.extend(delivery.map(|delivery| delivery.claim.delivery));
    }
    // A claim that meets another may come back empty; the deliveries are then still there.
    while let Some(delivery) = fixture.claim(3).await {
        claimed.push(delivery.claim.delivery);
    }
    claimed.sort_unstable();
    claimed.dedup();
    assert_eq!(claimed.len(), 8);
}

async fn accounts_take_turns(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (of_ann, of_bob) = (fixture.endpoint(ann, 0).await, fixture.endpoint(bob, 0).await);
    for seconds in 1..4 {
        fixture.event(ann, seconds).await;
    }
    fixture.event(bob, 9).await;
    let mut order = Vec::new();
    while let Some(delivery) = fixture.claim(10).await {
        order.push(delivery.endpoint);
    }
    assert_eq!(order, [of_ann, of_bob, of_ann, of_ann]);
}

async fn an_expired_claim_passes_to_the_next_process(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    fixture.event(ann, 0).await;
    let first = fixture.claimed(0).await;
    assert!(fixture.claim(LEASE - 1).await.is_none());
    let second = fixture.claimed(LEASE).await;
    assert_eq!(second, DeliveryClaim { attempt: 2, ..first });
    let failed = AttemptResult::Failed(DeliveryFault::Unreachable);
    let retry = ended(LEASE + 1, failed, NextStep::Retry(noon(999)));
    for outcome in [delivered(LEASE + 1), retry, ended(LEASE + 1, failed, NextStep::Disable)] {
        assert!(!fixture.finish(first, outcome).await, "the first claim has lost the delivery");
    }
    let [entry] = &fixture.log(ann, endpoint).await[..] else { panic!("one delivery is stored") };
    assert_eq!((entry.state, entry.last), (DeliveryState::Sending, None));
    assert!(fixture.finish(second, delivered(LEASE + 2)).await);
    assert!(!fixture.finish(second, delivered(LEASE + 3)).await, "a claim ends once");
    assert!(fixture.claim(9_999).await.is_none());
    assert_eq!(fixture.list(ann).await[0].state(), WebhookState::Active);
}

async fn a_retried_delivery_waits_until_it_is_due(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    fixture.event(ann, 0).await;
    let claim = fixture.claimed(0).await;
    let result = AttemptResult::Failed(DeliveryFault::TimedOut);
    assert!(fixture.finish(claim, ended(15, result, NextStep::Retry(noon(20)))).await);
    let [entry] = &fixture.log(ann, endpoint).await[..] else { panic!("one delivery is stored") };
    assert_eq!((entry.state, entry.attempts), (DeliveryState::Waiting, 1));
    assert_eq!((entry.last, entry.next_at), (Some((noon(15), result)), Some(noon(20))));
    assert!(fixture.claim(19).await.is_none());
    let again = fixture.claimed(20).await;
    assert_eq!(again, DeliveryClaim { attempt: 2, ..claim });
    let result = AttemptResult::Answered(500);
    assert!(fixture.finish(again, ended(21, result, NextStep::Failed)).await);
    let [entry] = &fixture.log(ann, endpoint).await[..] else { panic!("one delivery is stored") };
    assert_eq!((entry.state, entry.attempts, entry.next_at), (DeliveryState::Failed, 2, None));
    assert_eq!(entry.last, Some((noon(21), result)));
    assert!(fixture.claim(9_999).await.is_none());
}

async fn a_gone_endpoint_gets_no_more_messages(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (gone, stays) = (fixture.endpoint(ann, 0).await, fixture.endpoint(ann, 1).await);
    for seconds in 2..5 {
        fixture.event(ann, seconds).await;
    }
    let mut claims = Vec::new();
    while claims.len() < 2 {
        let delivery = fixture.claim(10).await.expect("a delivery is due");
        if delivery.endpoint == gone {
            claims.push(delivery.claim);
        } else {
            assert!(fixture.finish(delivery.claim, delivered(10)).await);
        }
    }
    let answer = AttemptResult::Answered(410);
    assert!(fixture.finish(claims[0], ended(11, answer, NextStep::Disable)).await);
    let retry = ended(12, AttemptResult::Answered(500), NextStep::Retry(noon(20)));
    assert!(fixture.finish(claims[1], retry).await, "a running attempt ends");
    let log = fixture.log(ann, gone).await;
    assert!(log.iter().all(|entry| entry.state == DeliveryState::Failed), "{log:?}");
    let disabled = Some((noon(11), AttemptResult::Failed(DeliveryFault::Disabled)));
    let answered = |status, seconds| Some((noon(seconds), AttemptResult::Answered(status)));
    let last: Vec<_> = log.iter().map(|entry| entry.last).collect();
    assert!([disabled, answered(410, 11), answered(500, 12)].iter().all(|it| last.contains(it)), "{log:?}");
    let listed = fixture.list(ann).await;
    assert_eq!((listed[0].id, listed[0].disabled_at), (gone, Some(noon(11))));
    assert_eq!((listed[1].id, listed[1].state()), (stays, WebhookState::Active));
    fixture.event(ann, 30).await;
    assert_eq!((fixture.log(ann, gone).await.len(), fixture.log(ann, stays).await.len()), (3, 4));
    assert_eq!(fixture.test(ann, gone, 31).await, QueuedTest::Disabled);
}

async fn a_rotated_secret_signs_next_to_the_new_one(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    let rotate = async |byte, seconds| {
        let secret = WebhookSecret::from_secret([byte; 32]);
        let rotated = fixture.stores.webhooks.rotate_secret(ann, endpoint, secret, noon(seconds)).await;
        assert!(rotated.expect("a secret can be rotated"));
    };
    let secrets = async |seconds: i64| {
        assert_eq!(fixture.test(ann, endpoint, seconds).await, QueuedTest::Done);
        let claimed = fixture.claim(seconds).await.expect("the test is due");
        assert!(fixture.finish(claimed.claim, delivered(seconds)).await);
        let former = claimed.secrets.former.map(|(secret, until)| (secret.as_bytes()[0], until));
        (claimed.secrets.current.as_bytes()[0], former)
    };
    rotate(8, 100).await;
    assert_eq!(secrets(1).await, (8, Some((7, noon(100)))));
    rotate(9, 200).await;
    assert_eq!(secrets(2).await, (9, Some((8, noon(200)))));
}

async fn one_test_waits_at_a_time(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    assert_eq!(fixture.test(ann, endpoint, 1).await, QueuedTest::Done);
    assert_eq!(fixture.test(ann, endpoint, 2).await, QueuedTest::Pending);
    let claim = fixture.claimed(3).await;
    assert_eq!(fixture.test(ann, endpoint, 3).await, QueuedTest::Pending);
    assert!(fixture.finish(claim, delivered(4)).await);
    assert_eq!(fixture.test(ann, endpoint, 5).await, QueuedTest::Done);
    let log = fixture.stores.webhooks.deliveries(ann, endpoint, 1).await.expect("deliveries can be listed");
    let newest: Vec<_> = log.into_iter().flatten().map(|entry| entry.at).collect();
    assert_eq!(newest, [noon(5)]);
}

async fn a_removed_endpoint_takes_its_deliveries_along(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    fixture.event(ann, 1).await;
    fixture.event(ann, 1).await;
    let claim = fixture.claimed(2).await;
    let removed = fixture.stores.webhooks.remove_webhook(ann, endpoint).await;
    assert!(removed.expect("an endpoint can be removed"));
    assert_eq!(fixture.list(ann).await, []);
    assert!(!fixture.finish(claim, delivered(3)).await);
    assert!(fixture.claim(9_999).await.is_none());
    let again = fixture.stores.webhooks.remove_webhook(ann, endpoint).await;
    assert!(!again.expect("an endpoint can be looked up"));
}

async fn deliveries_of_a_suspended_account_wait(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    fixture.endpoint(ann, 0).await;
    fixture.event(ann, 1).await;
    fixture.stores.accounts.suspend(ann, noon(2)).await.expect("an account can be suspended");
    assert!(fixture.claim(3).await.is_none());
    fixture.stores.accounts.resume(ann).await.expect("an account can be resumed");
    assert!(fixture.claim(4).await.is_some());
}

async fn webhooks_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    fixture.endpoint(ann, 0).await;
    let stays = fixture.endpoint(bob, 0).await;
    fixture.event(ann, 1).await;
    fixture.event(bob, 2).await;
    let claim = fixture.claimed(1).await;
    fixture.stores.accounts.delete_account(ann, noon(3), None).await.expect("an account can be deleted");
    assert_eq!(fixture.list(ann).await, []);
    assert!(!fixture.finish(claim, delivered(4)).await);
    let claimed = fixture.claim(9_999).await.expect("the other account's delivery is due");
    assert_eq!(claimed.endpoint, stays);
    assert!(fixture.claim(9_999).await.is_none());
}

async fn old_deliveries_are_purged(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let endpoint = fixture.endpoint(ann, 0).await;
    fixture.event(ann, 1).await;
    fixture.event(ann, 10).await;
    let purge = async |seconds: i64| {
        let purged = fixture.stores.webhooks.purge_deliveries(noon(seconds)).await;
        purged.expect("deliveries can be purged");
        fixture.log(ann, endpoint).await.len()
    };
    assert_eq!([purge(0).await, purge(1).await, purge(9).await, purge(10).await], [2, 1, 1, 0]);
    assert_eq!(fixture.list(ann).await.len(), 1);
}
