use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::batch::{
    Batch, BatchItem, BatchPolicy, BatchState, ClaimedItem, ItemClaim, ItemOutcome, ItemProgress, NewBatch,
    NewItem,
};
use listing_domain::ids::{AccountId, BatchId};
use listing_domain::ports::{BatchStore, Created, StoreError};

use super::{MemoryStore, State};

#[derive(Default)]
pub(super) struct Batches(BTreeMap<BatchId, StoredBatch>);

struct StoredBatch {
    new: NewBatch,
    state: BatchState,
    ended_at: Option<Timestamp>,
    claimed_at: Timestamp,
    items: Vec<StoredItem>,
}

struct StoredItem {
    new: NewItem,
    progress: ItemProgress,
    attempt: u32,
    failures: u32,
    /// For a waiting item the earliest claim, for a running one the end of its claim; `None` after the end.
    due_at: Option<Timestamp>,
}

impl StoredItem {
    fn end(&mut self, progress: ItemProgress) {
        self.progress = progress;
        self.due_at = None;
        self.new.photos.clear();
    }

    fn is_claimed(&self, now: Timestamp) -> bool {
        self.progress == ItemProgress::Running && self.due_at.is_some_and(|until| until > now)
    }
}

impl StoredBatch {
    fn batch(&self) -> Batch {
        let item = |it: &StoredItem| BatchItem {
            id: it.new.id,
            sku: it.new.request.references.sku.clone(),
            progress: it.progress.clone(),
        };
        Batch {
            id: self.new.id,
            created_at: self.new.created_at,
            state: self.state,
            ended_at: self.ended_at,
            items: self.items.iter().map(item).collect(),
        }
    }
}

impl Batches {
    pub(super) fn delete_all(&mut self, account: AccountId) {
        self.0.retain(|_, batch| batch.new.account != account);
    }

    fn of(&self, account: AccountId) -> impl Iterator<Item = &StoredBatch> {
        self.0.values().filter(move |batch| batch.new.account == account)
    }

    fn own(&mut self, account: AccountId, id: BatchId) -> Option<&mut StoredBatch> {
        self.0.get_mut(&id).filter(|batch| batch.new.account == account)
    }

    /// The batch and item of a claim that still holds.
    fn claimed(&mut self, claim: ItemClaim) -> Option<(&mut BatchState, &mut StoredItem)> {
        self.0.values_mut().find_map(|batch| {
            let is_claimed = |it: &&mut StoredItem| {
                it.new.id == claim.item && it.attempt == claim.attempt && it.progress == ItemProgress::Running
            };
            let item = batch.items.iter_mut().find(is_claimed)?;
            Some((&mut batch.state, item))
        })
    }

    /// The account whose turn it is.
    fn next_account(&self, now: Timestamp, suspended: &[AccountId]) -> Option<AccountId> {
        let is_due = |item: &StoredItem| item.due_at.is_some_and(|due| due <= now);
        let waiting = self.0.values().filter(|batch| batch.items.iter().any(is_due));
        let active = waiting.map(|batch| batch.new.account).filter(|account| !suspended.contains(account));
        active.min_by_key(|account| {
            let items = self.of(*account).flat_map(|batch| &batch.items);
            let running = items.filter(|item| item.is_claimed(now)).count();
            (running, self.of(*account).map(|batch| batch.claimed_at).max(), *account)
        })
    }
}

pub(super) fn create(state: &mut State, new: &NewBatch) -> Created {
    if state.accounts.get(&new.account).is_none_or(|account| account.suspended_at.is_some()) {
        return Created::NoAccount;
    }
    if let Some(idempotency) = &new.idempotency {
        let key =
            |batch: &&StoredBatch| batch.new.idempotency.as_ref().is_some_and(|it| it.key == idempotency.key);
        if let Some(known) = state.batches.of(new.account).find(key) {
            let is_same = known.new.idempotency.as_ref() == Some(idempotency);
            return if is_same { Created::Before(known.new.id) } else { Created::KeyOfOtherRequest };
        }
    }
    let running = state.batches.of(new.account).filter(|batch| batch.state == BatchState::Running).count();
    if u32::try_from(running).is_ok_and(|running| running >= BatchPolicy::MAX_RUNNING) {
        return Created::TooMany;
    }
    let item = |new: &NewItem| StoredItem {
        new: new.clone(),
        progress: ItemProgress::Waiting,
        attempt: 0,
        failures: 0,
        due_at: Some(Timestamp::MIN),
    };
    let stored = StoredBatch {
        new: NewBatch { items: Vec::new(), ..new.clone() },
        state: BatchState::Running,
        ended_at: None,
        claimed_at: Timestamp::MIN,
        items: new.items.iter().map(item).collect(),
    };
    state.batches.0.insert(new.id, stored);
    Created::New
}

#[async_trait]
impl BatchStore for MemoryStore {
    async fn create(&self, new: Arc<NewBatch>) -> Result<Created, StoreError> {
        Ok(create(&mut self.lock(), &new))
    }

    async fn get(&self, account: AccountId, id: BatchId) -> Result<Option<Batch>, StoreError> {
        Ok(self.lock().batches.own(account, id).map(|batch| batch.batch()))
    }

    async fn list(&self, account: AccountId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        let state = self.lock();
        let mut batches: Vec<Batch> = state.batches.of(account).map(StoredBatch::batch).collect();
        batches.sort_by_key(|batch| std::cmp::Reverse((batch.created_at, batch.id)));
        batches.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(batches)
    }

    async fn cancel(
        &self,
        account: AccountId,
        id: BatchId,
        now: Timestamp,
    ) -> Result<Option<Batch>, StoreError> {
        let mut state = self.lock();
        let Some(batch) = state.batches.own(account, id) else { return Ok(None) };
        let is_running = batch.state == BatchState::Running;
        if is_running {
            (batch.state, batch.ended_at) = (BatchState::Cancelled, Some(now));
            for item in batch.items.iter_mut().filter(|item| item.progress == ItemProgress::Waiting) {
                item.end(ItemProgress::Cancelled);
            }
        }
        let batch = batch.batch();
        if is_running {
            state.webhooks.queue_ended_batch(account, &batch);
        }
        Ok(Some(batch))
    }

    async fn claim(&self, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedItem>, StoreError> {
        let mut state = self.lock();
        let suspended = state.accounts.values().filter(|account| account.suspended_at.is_some());
        let suspended: Vec<AccountId> = suspended.map(|account| account.id).collect();
        let Some(account) = state.batches.next_account(now, &suspended) else { return Ok(None) };
        let own = state.batches.0.values_mut().filter(|batch| batch.new.account == account);
        let mut own: Vec<&mut StoredBatch> = own.collect();
        own.sort_by_key(|batch| (batch.new.created_at, batch.new.id));
        for batch in own {
            let is_due = |item: &&mut StoredItem| item.due_at.is_some_and(|due| due <= now);
            if let Some(item) = batch.items.iter_mut().find(is_due) {
                (item.progress, item.due_at) = (ItemProgress::Running, Some(until));
                item.attempt += 1;
                batch.claimed_at = now;
                let NewItem { id, request, photos } = item.new.clone();
                let claim = ItemClaim { item: id, attempt: item.attempt, failures: item.failures };
                return Ok(Some(ClaimedItem { claim, batch: batch.new.id, account, request, photos }));
            }
        }
        Ok(None)
    }

    async fn renew(&self, claim: ItemClaim, until: Timestamp) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let Some((_, item)) = state.batches.claimed(claim) else { return Ok(false) };
        item.due_at = Some(until);
        Ok(true)
    }

    async fn finish(
        &self,
        claim: ItemClaim,
        outcome: &ItemOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let Some((batch, item)) = state.batches.claimed(claim) else { return Ok(false) };
        match outcome {
            ItemOutcome::Done => item.end(ItemProgress::Done),
            ItemOutcome::Failed(failure) => item.end(ItemProgress::Failed(failure.clone())),
            ItemOutcome::Retry { .. } if *batch == BatchState::Cancelled => item.end(ItemProgress::Cancelled),
            ItemOutcome::Retry { due_at, is_failure } => {
                item.failures += u32::from(*is_failure);
                (item.progress, item.due_at) = (ItemProgress::Waiting, Some(*due_at));
            }
        }
        let mut finished = Vec::new();
        for batch in state.batches.0.values_mut().filter(|batch| batch.state == BatchState::Running) {
            if batch.items.iter().all(|item| item.due_at.is_none()) {
                (batch.state, batch.ended_at) = (BatchState::Finished, Some(now));
                finished.push((batch.new.account, batch.batch()));
            }
        }
        for (account, batch) in finished {
            state.webhooks.queue_ended_batch(account, &batch);
        }
        Ok(true)
    }

    async fn purge_batches(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let before = now.saturating_sub(keep_for).unwrap_or(Timestamp::MIN);
        let is_old = |batch: &StoredBatch| batch.ended_at.is_some_and(|ended| ended <= before);
        self.lock().batches.0.retain(|_, batch| !is_old(batch));
        Ok(())
    }
}
