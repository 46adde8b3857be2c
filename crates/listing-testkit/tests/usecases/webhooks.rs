use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{ItemRequest, NewBatch, NewItem, StoredPhoto};
use listing_domain::ids::{BatchId, GenerationId, WebhookId};
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{BatchStore as _, Clock as _, IdSource as _, SentWebhook, WebhookStore as _};
use listing_domain::request::{ItemReferences, ListingOptions, Platforms};
use listing_domain::usecase::{ErrorKind, ManageWebhooks, SendWebhooks};
use listing_domain::webhook::{
    AttemptResult, Delivery, DeliveryFault, DeliveryState, WebhookPolicy, WebhookUrl,
};
use listing_testkit::ScriptedReceiver;

use crate::support::Fixture;

struct Hooks {
    fixture: Fixture,
    receiver: Arc<ScriptedReceiver>,
    manage: ManageWebhooks,
    send: SendWebhooks,
    endpoint: WebhookId,
}

impl Hooks {
    /// An account with an endpoint whose receiver reacts this way.
    async fn open(steps: impl IntoIterator<Item = SentWebhook>) -> Self {
        let fixture = Fixture::open().await;
        let receiver = Arc::new(ScriptedReceiver::new(steps));
        let (webhooks, clock) = (fixture.store.clone(), fixture.clock.clone());
        let manage = ManageWebhooks {
            webhooks: webhooks.clone(),
            sender: receiver.clone(),
            clock: clock.clone(),
            ids: fixture.ids.clone(),
        };
        let send = SendWebhooks { webhooks, sender: receiver.clone(), clock };
        let url = WebhookUrl::parse("url", "https://shop.example.com/hooks").unwrap();
        let endpoint = manage.create(fixture.account.id, url).await.ok().unwrap().webhook.id;
        Self { fixture, receiver, manage, send, endpoint }
    }

    /// Cancels a new batch, which queues a message.
    async fn event(&self) {
        let (account, id) = (self.fixture.account.id, BatchId::new(self.fixture.ids.id()));
        let options = ListingOptions {
            platforms: Platforms::new([Platform::Ebay]).unwrap(),
            language: Language::En,
            tone: Tone::Professional,
            quality: Quality::Standard,
            market: None,
        };
        let (known, references) = (KnownAttributes::default(), ItemReferences::default());
        let item = NewItem {
            id: GenerationId::new(self.fixture.ids.id()),
            request: ItemRequest { options, known, references },
            photos: vec![StoredPhoto::new(b"photo".to_vec())],
        };
        let created_at = self.fixture.clock.now();
        let batch = NewBatch { id, account, created_at, idempotency: None, items: vec![item] };
        self.fixture.store.create(Arc::new(batch)).await.unwrap();
        self.fixture.store.cancel(account, id, created_at).await.unwrap();
    }

    /// Sends the next due message, if any.
    async fn step(&self) -> bool {
        let Some(claimed) = self.send.claim().await.unwrap() else { return false };
        let ended = self.send.send(&claimed).await;
        self.send.finish(claimed.claim, ended).await.unwrap()
    }

    async fn entry(&self) -> Delivery {
        let log = self.fixture.store.deliveries(self.fixture.account.id, self.endpoint, 1).await;
        log.unwrap().unwrap().remove(0)
    }
}

#[tokio::test]
async fn a_rejected_message_is_retried_on_schedule_and_then_fails() {
    let hooks = Hooks::open([SentWebhook::Rejected(500); 10]).await;
    let began = hooks.fixture.clock.now();
    hooks.event().await;
    let mut pauses = Vec::new();
    while hooks.entry().await.state != DeliveryState::Failed {
        assert!(hooks.step().await, "an attempt is due");
        assert!(!hooks.step().await, "the next attempt is not due yet");
        if let Some(next) = hooks.entry().await.next_at {
            let pause = next.duration_since(hooks.fixture.clock.now());
            pauses.push(pause.as_secs());
            hooks.fixture.clock.advance(pause.unsigned_abs().saturating_sub(Duration::from_secs(1)));
            assert!(!hooks.step().await, "a second before the next attempt");
            hooks.fixture.clock.advance(Duration::from_secs(1));
        }
    }
    assert_eq!(pauses, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    let received = hooks.receiver.received();
    assert_eq!(received.len(), 10);
    assert!(received.iter().all(|it| it.message == received[0].message), "the id and content stay the same");
    let times: Vec<Timestamp> = received.iter().map(|it| it.at).collect();
    assert!(times[0] == began && times.is_sorted_by(|one, next| one < next), "{times:?}");
    let entry = hooks.entry().await;
    assert_eq!((entry.attempts, entry.last.unwrap().1), (10, AttemptResult::Answered(500)));
}

#[tokio::test]
async fn a_message_is_delivered_after_an_outage() {
    let fault = DeliveryFault::Unreachable;
    let hooks = Hooks::open([SentWebhook::Failed(fault), SentWebhook::Accepted(200)]).await;
    hooks.event().await;
    assert!(hooks.step().await);
    assert_eq!(hooks.entry().await.last.unwrap().1, AttemptResult::Failed(fault));
    hooks.fixture.clock.advance(Duration::from_secs(5));
    assert!(hooks.step().await);
    let entry = hooks.entry().await;
    assert_eq!((entry.state, entry.attempts), (DeliveryState::Delivered, 2));
}

#[tokio::test]
async fn a_gone_receiver_gets_nothing_more() {
    let hooks = Hooks::open([SentWebhook::Gone(410)]).await;
    hooks.event().await;
    hooks.event().await;
    assert!(hooks.step().await);
    hooks.event().await;
    hooks.fixture.clock.advance(Duration::from_hours(100));
    assert!(!hooks.step().await);
    assert_eq!(hooks.receiver.received().len(), 1);
    let refused = hooks.manage.test(hooks.fixture.account.id, hooks.endpoint).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
}

#[tokio::test]
async fn a_process_that_lost_its_claim_cannot_end_the_delivery() {
    let hooks = Hooks::open([]).await;
    hooks.event().await;
    let lost = hooks.send.claim().await.unwrap().unwrap();
    hooks.fixture.clock.advance(WebhookPolicy::LEASE.unsigned_abs());
    assert!(hooks.step().await, "another process sends the message");
    let ended = hooks.send.send(&lost).await;
    assert!(!hooks.send.finish(lost.claim, ended).await.unwrap());
    assert_eq!(hooks.entry().await.attempts, 2);
}

#[tokio::test]
async fn a_message_that_ends_its_processes_fails_after_ten_claims() {
    let hooks = Hooks::open([]).await;
    hooks.event().await;
    for _ in 0..10 {
        assert!(hooks.send.claim().await.unwrap().is_some());
        hooks.fixture.clock.advance(WebhookPolicy::LEASE.unsigned_abs());
    }
    assert!(hooks.step().await);
    let entry = hooks.entry().await;
    let result = entry.last.unwrap().1;
    assert_eq!(
        (entry.state, result),
        (DeliveryState::Failed, AttemptResult::Failed(DeliveryFault::Interrupted))
    );
    assert!(hooks.receiver.received().is_empty(), "it is not sent again");
}

#[tokio::test]
async fn both_secrets_sign_for_a_day_after_a_rotation() {
    let hooks = Hooks::open([]).await;
    let account = hooks.fixture.account.id;
    let new = hooks.manage.rotate(account, hooks.endpoint).await.ok().unwrap();
    for (hours, signatures) in [(0, 2), (23, 2), (1, 1)] {
        hooks.fixture.clock.advance(Duration::from_hours(hours));
        hooks.event().await;
        assert!(hooks.step().await);
        let signed_by = hooks.receiver.received().pop().unwrap().signed_by;
        assert_eq!((signed_by.len(), signed_by[0]), (signatures, new.as_bytes()[0]));
    }
}
