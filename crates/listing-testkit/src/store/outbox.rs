//! The outbox in memory.

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ids::MailId;
use listing_domain::mail::WaitingMail;
use listing_domain::ports::{Outbox, StoreError};

use super::MemoryStore;

/// A message that waits, and from when on it is due.
pub(super) struct Queued {
    pub(super) waiting: WaitingMail,
    due_at: Timestamp,
}

#[async_trait]
impl Outbox for MemoryStore {
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError> {
        let outbox = &mut self.lock().outbox;
        if outbox.contains_key(&mail.id) {
            return Err(StoreError::Unavailable("a message was put twice".into()));
        }
        outbox.insert(mail.id, Queued { waiting: mail.clone(), due_at: mail.created_at });
        Ok(())
    }

    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError> {
        let outbox = &mut self.lock().outbox;
        let due = outbox.values_mut().filter(|it| it.due_at <= now && now < it.waiting.expires_at);
        let oldest = due.min_by_key(|it| (it.waiting.created_at, it.waiting.id));
        Ok(oldest.map(|queued| {
            queued.due_at = busy_until;
            queued.waiting.clone()
        }))
    }

    async fn remove(&self, mail: MailId) -> Result<(), StoreError> {
        self.lock().outbox.remove(&mail);
        Ok(())
    }

    async fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError> {
        if let Some(queued) = self.lock().outbox.get_mut(&mail) {
            queued.due_at = next_at;
            queued.waiting.failures += 1;
        }
        Ok(())
    }

    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError> {
        let state = self.lock();
        let waiting = state.outbox.values().map(|queued| &queued.waiting);
        let mut waiting: Vec<WaitingMail> = waiting.filter(|it| now < it.expires_at).cloned().collect();
        waiting.sort_by_key(|waiting| std::cmp::Reverse((waiting.created_at, waiting.id)));
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting)
    }

    async fn drop_over(&self, now: Timestamp) -> Result<u64, StoreError> {
        let outbox = &mut self.lock().outbox;
        let before = outbox.len();
        outbox.retain(|_, queued| now < queued.waiting.expires_at);
        Ok(u64::try_from(before - outbox.len()).unwrap_or(u64::MAX))
    }
}
