use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::batch::Batch;
use listing_domain::ids::{AccountId, DeliveryId, WebhookId};
use listing_domain::ports::{AddedWebhook, QueuedTest, StoreError, WebhookStore};
use listing_domain::webhook::{
    AttemptResult, ClaimedDelivery, Delivery, DeliveryClaim, DeliveryFault, DeliveryState, EndedAttempt,
    EndedBatch, NewWebhook, NextStep, Webhook, WebhookContent, WebhookMessage, WebhookPolicy, WebhookSecret,
    WebhookSecrets,
};

use super::MemoryStore;

#[derive(Default)]
pub(super) struct Webhooks {
    endpoints: BTreeMap<WebhookId, Endpoint>,
    deliveries: BTreeMap<DeliveryId, StoredDelivery>,
}

struct Endpoint {
    account: AccountId,
    webhook: Webhook,
    secrets: WebhookSecrets,
}

struct StoredDelivery {
    endpoint: WebhookId,
    message: WebhookMessage,
    state: DeliveryState,
    attempt: u32,
    /// For a waiting delivery the earliest claim, for a claimed one the end of its claim; `None` after the end.
    due_at: Option<Timestamp>,
    last: Option<(Timestamp, AttemptResult)>,
}

impl StoredDelivery {
    fn end(&mut self, state: DeliveryState, last: (Timestamp, AttemptResult)) {
        (self.state, self.due_at, self.last) = (state, None, Some(last));
    }
}

impl Webhooks {
    pub(super) fn delete_all(&mut self, account: AccountId) {
        self.endpoints.retain(|_, endpoint| endpoint.account != account);
        let endpoints = &self.endpoints;
        self.deliveries.retain(|_, delivery| endpoints.contains_key(&delivery.endpoint));
    }

    pub(super) fn queue_ended_batch(&mut self, account: AccountId, batch: &Batch) {
        let content = WebhookContent::BatchFinished(EndedBatch::from(batch));
        let is_active = |it: &&Endpoint| it.account == account && it.webhook.disabled_at.is_none();
        let active: Vec<WebhookId> =
            self.endpoints.values().filter(is_active).map(|it| it.webhook.id).collect();
        for endpoint in active {
            let pending = self.of(endpoint).filter(|it| it.due_at.is_some()).count();
            if u32::try_from(pending).is_ok_and(|pending| pending < WebhookPolicy::MAX_PENDING) {
                let at = batch.ended_at.unwrap_or(batch.created_at);
                self.queue(
                    endpoint,
                    WebhookMessage { id: DeliveryId::of_batch(endpoint, batch.id), at, content },
                );
            }
        }
    }

    fn queue(&mut self, endpoint: WebhookId, message: WebhookMessage) {
        let (state, due_at) = (DeliveryState::Waiting, Some(message.at));
        let stored = StoredDelivery { endpoint, message, state, attempt: 0, due_at, last: None };
        self.deliveries.insert(message.id, stored);
    }

    fn of(&self, endpoint: WebhookId) -> impl Iterator<Item = &StoredDelivery> {
        self.deliveries.values().filter(move |delivery| delivery.endpoint == endpoint)
    }

    fn own(&mut self, account: AccountId, id: WebhookId) -> Option<&mut Endpoint> {
        self.endpoints.get_mut(&id).filter(|endpoint| endpoint.account == account)
    }

    fn claims_of(&self, account: AccountId, now: Timestamp) -> usize {
        let is_claimed = |it: &&StoredDelivery| {
            it.state == DeliveryState::Sending && it.due_at.is_some_and(|until| until > now)
        };
        let claimed = self.deliveries.values().filter(is_claimed);
        claimed.filter(|it| self.account_of(it) == Some(account)).count()
    }

    fn account_of(&self, delivery: &StoredDelivery) -> Option<AccountId> {
        self.endpoints.get(&delivery.endpoint).map(|endpoint| endpoint.account)
    }

    /// The delivery whose turn it is.
    fn next(&self, now: Timestamp, suspended: &[AccountId]) -> Option<DeliveryId> {
        let due = self.deliveries.values().filter_map(|delivery| {
            let due_at = delivery.due_at.filter(|due_at| *due_at <= now)?;
            let account = self.account_of(delivery).filter(|account| !suspended.contains(account))?;
            Some((self.claims_of(account, now), due_at, delivery.message.at, delivery.message.id))
        });
        due.min().map(|(_, _, _, id)| id)
    }
}

#[async_trait]
impl WebhookStore for MemoryStore {
    async fn add_webhook(&self, new: NewWebhook) -> Result<AddedWebhook, StoreError> {
        let mut state = self.lock();
        let NewWebhook { id, account, url, created_at, secret } = new;
        if state.accounts.get(&account).is_none_or(|account| account.suspended_at.is_some()) {
            return Ok(AddedWebhook::NoAccount);
        }
        let number = state.webhooks.endpoints.values().filter(|it| it.account == account).count();
        if u32::try_from(number).is_ok_and(|number| number >= WebhookPolicy::MAX_ENDPOINTS) {
            return Ok(AddedWebhook::TooMany);
        }
        let webhook = Webhook { id, url, created_at, disabled_at: None };
        let secrets = WebhookSecrets { current: secret, former: None };
        state.webhooks.endpoints.insert(id, Endpoint { account, webhook, secrets });
        Ok(AddedWebhook::Done)
    }

    async fn webhooks(&self, account: AccountId) -> Result<Vec<Webhook>, StoreError> {
        let state = self.lock();
        let own = state.webhooks.endpoints.values().filter(|it| it.account == account);
        let mut own: Vec<Webhook> = own.map(|it| it.webhook.clone()).collect();
        own.sort_by_key(|webhook| (webhook.created_at, webhook.id));
        Ok(own)
    }

    async fn remove_webhook(&self, account: AccountId, id: WebhookId) -> Result<bool, StoreError> {
        let mut state = self.lock();
        if state.webhooks.own(account, id).is_none() {
            return Ok(false);
        }
        state.webhooks.endpoints.remove(&id);
        state.webhooks.deliveries.retain(|_, delivery| delivery.endpoint != id);
        Ok(true)
    }

    async fn rotate_secret(
        &self,
        account: AccountId,
        id: WebhookId,
        secret: WebhookSecret,
        former_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let Some(endpoint) = state.webhooks.own(account, id) else { return Ok(false) };
        let former = std::mem::replace(&mut endpoint.secrets.current, secret);
        endpoint.secrets.former = Some((former, former_until));
        Ok(true)
    }

    async fn queue_test(
        &self,
        account: AccountId,
        id: WebhookId,
        delivery: DeliveryId,
        now: Timestamp,
    ) -> Result<QueuedTest, StoreError> {
        let mut state = self.lock();
        let Some(endpoint) = state.webhooks.own(account, id) else { return Ok(QueuedTest::Unknown) };
        if endpoint.webhook.disabled_at.is_some() {
            return Ok(QueuedTest::Disabled);
        }
        let is_pending =
            |it: &StoredDelivery| it.due_at.is_some() && it.message.content == WebhookContent::Test;
        if state.webhooks.of(id).any(is_pending) {
            return Ok(QueuedTest::Pending);
        }
        let content = WebhookContent::Test;
        state.webhooks.queue(id, WebhookMessage { id: delivery, at: now, content });
        Ok(QueuedTest::Done)
    }

    async fn deliveries(
        &self,
        account: AccountId,
        id: WebhookId,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        let mut state = self.lock();
        if state.webhooks.own(account, id).is_none() {
            return Ok(None);
        }
        let delivery = |it: &StoredDelivery| Delivery {
            id: it.message.id,
            event: it.message.content.event(),
            at: it.message.at,
            state: it.state,
            attempts: it.attempt,
            last: it.last,
            next_at: it.due_at.filter(|_| it.state == DeliveryState::Waiting),
        };
        let mut found: Vec<Delivery> = state.webhooks.of(id).map(delivery).collect();
        found.sort_by_key(|delivery| std::cmp::Reverse((delivery.at, delivery.id)));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(Some(found))
    }

    async fn claim_delivery(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedDelivery>, StoreError> {
        let mut state = self.lock();
        let suspended = state.accounts.values().filter(|account| account.suspended_at.is_some());
        let suspended: Vec<AccountId> = suspended.map(|account| account.id).collect();
        let Some(id) = state.webhooks.next(now, &suspended) else { return Ok(None) };
        let Webhooks { endpoints, deliveries } = &mut state.webhooks;
        let Some(delivery) = deliveries.get_mut(&id) else { return Ok(None) };
        let Some(endpoint) = endpoints.get(&delivery.endpoint) else { return Ok(None) };
        (delivery.state, delivery.due_at) = (DeliveryState::Sending, Some(until));
        delivery.attempt += 1;
        Ok(Some(ClaimedDelivery {
            claim: DeliveryClaim { delivery: id, attempt: delivery.attempt },
            endpoint: delivery.endpoint,
            url: endpoint.webhook.url.clone(),
            secrets: endpoint.secrets.clone(),
            message: delivery.message,
        }))
    }

    async fn finish_delivery(&self, claim: DeliveryClaim, ended: EndedAttempt) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let Webhooks { endpoints, deliveries } = &mut state.webhooks;
        let Some(delivery) = deliveries.get_mut(&claim.delivery) else { return Ok(false) };
        if delivery.attempt != claim.attempt || delivery.state != DeliveryState::Sending {
            return Ok(false);
        }
        let Some(endpoint) = endpoints.get_mut(&delivery.endpoint) else { return Ok(false) };
        let (id, last) = (delivery.endpoint, (ended.at, ended.result));
        match ended.next {
            NextStep::Delivered => delivery.end(DeliveryState::Delivered, last),
            NextStep::Retry(due_at) if endpoint.webhook.disabled_at.is_none() => {
                (delivery.state, delivery.due_at, delivery.last) =
                    (DeliveryState::Waiting, Some(due_at), Some(last));
            }
            NextStep::Retry(_) | NextStep::Failed => delivery.end(DeliveryState::Failed, last),
            NextStep::Disable => {
                delivery.end(DeliveryState::Failed, last);
                endpoint.webhook.disabled_at.get_or_insert(ended.at);
                let disabled = AttemptResult::Failed(DeliveryFault::Disabled);
                let waiting = deliveries.values_mut().filter(|it| it.state == DeliveryState::Waiting);
                for other in waiting.filter(|it| it.endpoint == id) {
                    other.end(DeliveryState::Failed, (ended.at, disabled));
                }
            }
        }
        Ok(true)
    }

    async fn purge_deliveries(&self, until: Timestamp) -> Result<(), StoreError> {
        self.lock().webhooks.deliveries.retain(|_, delivery| delivery.message.at > until);
        Ok(())
    }
}
