use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::billing::{
    BillingEvent, BillingSubject, ClaimedSubject, EventId, ParkedSubject, SubjectClaim, SubjectEnd,
};
use listing_domain::ports::{BillingQueue, StoreError};

use super::MemoryStore;

#[derive(Default)]
pub(super) struct Queue {
    /// The time at which each event was received.
    events: BTreeMap<EventId, Timestamp>,
    subjects: BTreeMap<BillingSubject, Queued>,
}

struct Queued {
    state: State,
    claims: u32,
    failures: u32,
}

enum State {
    Waiting { due_at: Timestamp },
    Claimed { until: Timestamp, is_queued_again: bool },
    Parked { at: Timestamp, reason: String },
}

impl State {
    const fn due_at(&self) -> Option<Timestamp> {
        match self {
            Self::Waiting { due_at } => Some(*due_at),
            Self::Claimed { until, .. } => Some(*until),
            Self::Parked { .. } => None,
        }
    }
}

impl Queue {
    fn put(&mut self, subject: &BillingSubject, now: Timestamp) {
        let waiting = || State::Waiting { due_at: now };
        let new = || Queued { state: waiting(), claims: 0, failures: 0 };
        let queued = self.subjects.entry(subject.clone()).or_insert_with(new);
        if let State::Claimed { is_queued_again, .. } = &mut queued.state {
            *is_queued_again = true;
        } else {
            (queued.state, queued.failures) = (waiting(), 0);
        }
    }
}

#[async_trait]
impl BillingQueue for MemoryStore {
    async fn receive(&self, event: &BillingEvent, now: Timestamp) -> Result<bool, StoreError> {
        let Some(subject) = &event.subject else { return Ok(false) };
        let queue = &mut self.lock().billing_queue;
        if queue.events.contains_key(&event.id) {
            return Ok(false);
        }
        queue.events.insert(event.id.clone(), now);
        queue.put(subject, now);
        Ok(true)
    }

    async fn queue_subject(&self, subject: &BillingSubject, now: Timestamp) -> Result<(), StoreError> {
        self.lock().billing_queue.put(subject, now);
        Ok(())
    }

    async fn claim_subject(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedSubject>, StoreError> {
        let subjects = &mut self.lock().billing_queue.subjects;
        let due = subjects.iter_mut().filter_map(|(subject, queued)| {
            let due_at = queued.state.due_at().filter(|due_at| *due_at <= now)?;
            Some((due_at, subject, queued))
        });
        let next = due.min_by_key(|(due_at, subject, _)| (*due_at, (*subject).clone()));
        Ok(next.map(|(_, subject, queued)| {
            queued.state = State::Claimed { until, is_queued_again: false };
            queued.claims += 1;
            let claim = SubjectClaim { subject: subject.clone(), number: queued.claims, until };
            ClaimedSubject { claim, failures: queued.failures }
        }))
    }

    async fn finish_subject(
        &self,
        claim: &SubjectClaim,
        end: &SubjectEnd,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let subjects = &mut self.lock().billing_queue.subjects;
        let Some(queued) = subjects.get_mut(&claim.subject).filter(|it| it.claims == claim.number) else {
            return Ok(false);
        };
        let State::Claimed { until, is_queued_again } = queued.state else { return Ok(false) };
        if until != claim.until {
            return Ok(false);
        }
        match end {
            _ if is_queued_again => {
                (queued.state, queued.failures) = (State::Waiting { due_at: now }, 0);
            }
            SubjectEnd::Applied => drop(subjects.remove(&claim.subject)),
            SubjectEnd::Retry(due_at) => {
                queued.state = State::Waiting { due_at: *due_at };
                queued.failures += 1;
            }
            SubjectEnd::Parked(reason) => {
                queued.state = State::Parked { at: now, reason: reason.clone() };
            }
        }
        Ok(true)
    }

    async fn parked_subjects(&self, limit: u32) -> Result<Vec<ParkedSubject>, StoreError> {
        let subjects = &self.lock().billing_queue.subjects;
        let mut parked: Vec<_> = subjects
            .iter()
            .filter_map(|(subject, queued)| match &queued.state {
                State::Parked { at, reason } => {
                    let (subject, reason) = (subject.clone(), reason.clone());
                    Some(ParkedSubject { subject, parked_at: *at, reason })
                }
                State::Waiting { .. } | State::Claimed { .. } => None,
            })
            .collect();
        parked.sort_by_key(|parked| std::cmp::Reverse(parked.parked_at));
        parked.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(parked)
    }

    async fn forget_events(&self, until: Timestamp) -> Result<u64, StoreError> {
        let events = &mut self.lock().billing_queue.events;
        let before = events.len();
        events.retain(|_, received_at| *received_at > until);
        Ok(u64::try_from(before - events.len()).unwrap_or(u64::MAX))
    }
}
