use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ids::MailId;
use listing_domain::mail::{GivenUpMail, MailOccasion, WaitingMail};
use listing_domain::ports::{Outbox, StoreError};

use super::{MemoryStore, State};

pub(super) struct Queued {
    pub(super) waiting: WaitingMail,
    due_at: Timestamp,
    /// The number of messages of the same kind that waited for its recipient when it was added.
    turn: usize,
    given_up_at: Option<Timestamp>,
}

impl Queued {
    fn waits(&self, now: Timestamp) -> bool {
        self.given_up_at.is_none() && now < self.waiting.expires_at
    }

    fn give_up(&mut self, at: Timestamp) {
        self.given_up_at = Some(at);
        self.waiting.expires_at = at + GivenUpMail::KEPT;
    }
}

impl State {
    fn enqueue(&mut self, mail: &WaitingMail, due_at: Timestamp) {
        let is_alike = |queued: &&Queued| {
            let (other, about) = (&queued.waiting.mail, &mail.mail.about);
            queued.given_up_at.is_none()
                && other.to == mail.mail.to
                && other.about.is_awaited() == about.is_awaited()
        };
        let turn = self.outbox.values().filter(is_alike).count();
        let queued = Queued { waiting: mail.clone(), due_at, turn, given_up_at: None };
        self.outbox.insert(mail.id, queued);
    }
}

#[async_trait]
impl Outbox for MemoryStore {
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError> {
        let mut state = self.lock();
        if state.outbox.contains_key(&mail.id) {
            return Err(StoreError::Unavailable("a message was put twice".into()));
        }
        state.enqueue(mail, mail.created_at);
        Ok(())
    }

    async fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError> {
        let mut state = self.lock();
        let is_same = |queued: &Queued| {
            let other = &queued.waiting.mail;
            queued.given_up_at.is_none()
                && other.to == mail.mail.to
                && other.about.code() == mail.mail.about.code()
        };
        if !state.outbox.values().any(is_same) {
            state.enqueue(mail, due_at);
        }
        Ok(())
    }

    async fn put_once(&self, mail: &WaitingMail, occasion: &MailOccasion) -> Result<bool, StoreError> {
        let mut state = self.lock();
        if state.mail_occasions.contains_key(occasion) {
            return Ok(false);
        }
        state.mail_occasions.insert(occasion.clone(), mail.created_at);
        state.enqueue(mail, mail.created_at);
        Ok(true)
    }

    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError> {
        let outbox = &mut self.lock().outbox;
        let due = outbox.values_mut().filter(|queued| queued.due_at <= now && queued.waits(now));
        let next = due.min_by_key(|queued| {
            let WaitingMail { id, mail, created_at, .. } = &queued.waiting;
            (!mail.about.is_awaited(), queued.turn, *created_at, *id)
        });
        Ok(next.map(|queued| {
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
        let waiting = state.outbox.values().filter(|queued| queued.waits(now));
        let mut waiting: Vec<WaitingMail> = waiting.map(|queued| queued.waiting.clone()).collect();
        waiting.sort_by_key(|waiting| std::cmp::Reverse((waiting.created_at, waiting.id)));
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting)
    }

    async fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError> {
        if let Some(queued) = self.lock().outbox.get_mut(&mail) {
            queued.waiting.failures += 1;
            queued.give_up(at);
        }
        Ok(())
    }

    async fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError> {
        let state = self.lock();
        let unexpired = state.outbox.values().filter(|queued| now < queued.waiting.expires_at);
        let given_up = unexpired.filter_map(|queued| {
            let WaitingMail { id, mail, created_at, failures, .. } = queued.waiting.clone();
            let (to, about) = (mail.to, mail.about.code());
            let given_up_at = queued.given_up_at?;
            Some(GivenUpMail { id, to, about, created_at, given_up_at, failures })
        });
        let mut given_up: Vec<GivenUpMail> = given_up.collect();
        given_up.sort_by_key(|mail| std::cmp::Reverse((mail.given_up_at, mail.id)));
        given_up.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(given_up)
    }

    async fn drop_expired(&self, now: Timestamp) -> Result<u64, StoreError> {
        let mut state = self.lock();
        state.mail_occasions.retain(|_, added_at| now < *added_at + MailOccasion::RETENTION);
        let outbox = &mut state.outbox;
        let over = outbox.values_mut().filter(|queued| now >= queued.waiting.expires_at);
        let mut unsent = 0;
        let was_to_be_sent = |queued: &&mut Queued| {
            queued.given_up_at.is_none() && queued.waiting.created_at < queued.waiting.expires_at
        };
        for queued in over.filter(was_to_be_sent) {
            unsent += 1;
            if queued.waiting.failures > 0 {
                queued.give_up(now);
            }
        }
        outbox.retain(|_, queued| now < queued.waiting.expires_at);
        Ok(unsent)
    }
}
