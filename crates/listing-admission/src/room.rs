//! Combines the limits on accounts, memory and workers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ids::AccountId;
use listing_domain::lane::Lane;
use listing_domain::ports::{
    Admission, AdmissionError, AdmissionPolicy, AdmissionSlot, BodyMemory, QueuedWork, Requester, WorkKind,
    Workers,
};
use rustix::time::{ClockId, clock_gettime};

use crate::accounts::{AccountSlot, Accounts};
use crate::figures::{Counts, Figures};
use crate::memory::Memory;
use crate::workers::Pool;

/// The admission control of a process.
#[derive(Debug)]
pub struct AdmissionRoom {
    accounts: Arc<Accounts>,
    memory: Arc<Memory>,
    pool: Arc<Pool>,
    counts: Arc<Counts>,
}

impl AdmissionRoom {
    /// Creates an admission control for a machine with `workers` processors, at least one.
    pub fn new(policy: AdmissionPolicy, workers: usize) -> Self {
        let workers = workers.max(1);
        let counts: Arc<Counts> = Arc::default();
        let accounts = Accounts::new(policy, workers, Arc::clone(&counts));
        let longest = policy.max_queue_wait;
        Self {
            memory: Memory::new(policy.body_memory, policy.body_share(), longest, Arc::clone(&counts)),
            pool: Pool::new(
                workers,
                Arc::clone(&accounts),
                policy.queue_length,
                longest,
                Arc::clone(&counts),
            ),
            accounts,
            counts,
        }
    }

    /// Returns the current load and the refusals so far.
    pub fn figures(&self) -> Figures {
        let (memory_bytes, waiting_for_memory) = self.memory.in_use();
        let (waiting_for_workers, workers_busy) = self.pool.load();
        Figures {
            memory_bytes,
            waiting_for_memory,
            waiting_for_account: self.accounts.waiting(),
            waiting_for_workers,
            workers_busy,
            refused: self.counts.all(),
        }
    }
}

#[async_trait]
impl Admission for AdmissionRoom {
    async fn enter(&self, requester: Requester) -> Result<Box<dyn AdmissionSlot>, AdmissionError> {
        let slot = self.accounts.enter(requester).await?;
        let (account, address) = (requester.account, requester.address);
        let (memory, accounts) = (Arc::clone(&self.memory), Arc::clone(&self.accounts));
        Ok(Box::new(AdmittedRequest { memory, accounts, account, address, _slot: slot }))
    }
}

impl Workers for AdmissionRoom {
    fn queue(
        &self,
        lane: Lane,
        kind: WorkKind,
        pieces: usize,
        longest: Duration,
    ) -> Result<Box<dyn QueuedWork>, AdmissionError> {
        Ok(Box::new(self.pool.queue(lane, kind, pieces, longest)?))
    }

    fn thread_time(&self) -> Duration {
        thread_time()
    }
}

fn thread_time() -> Duration {
    // The time of this clock is never negative.
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// An admitted request, which holds a slot of its account.
struct AdmittedRequest {
    memory: Arc<Memory>,
    accounts: Arc<Accounts>,
    account: AccountId,
    address: IpAddr,
    _slot: AccountSlot,
}

impl AdmissionSlot for AdmittedRequest {
    fn body(&self, most: usize) -> Box<dyn BodyMemory> {
        Box::new(self.memory.body(self.account, self.address, most))
    }

    fn work(&self, work: &mut dyn FnMut()) {
        let before = thread_time();
        work();
        self.accounts.charge(self.account, thread_time().saturating_sub(before));
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::net::Ipv4Addr;

    use listing_testkit::contract::workers_contract;
    use uuid::Uuid;

    use super::*;

    fn requester() -> Requester {
        let account = AccountId::new(Uuid::from_u128(1));
        Requester { account, is_subscribed: false, address: IpAddr::V4(Ipv4Addr::LOCALHOST) }
    }

    #[tokio::test]
    async fn work_for_a_request_counts_against_the_budget_of_its_account() {
        let policy =
            AdmissionPolicy { processor_free: Duration::from_millis(10), ..AdmissionPolicy::default() };
        let room = AdmissionRoom::new(policy, 1);
        let place = room.enter(requester()).await.unwrap();
        place.work(&mut || {
            let start = thread_time();
            while thread_time().saturating_sub(start) < Duration::from_millis(50) {
                black_box(0);
            }
        });
        drop(place);
        let refused = room.enter(requester()).await.err();
        assert!(matches!(refused, Some(AdmissionError::OverBudget { .. })), "{refused:?}");
    }

    #[tokio::test]
    async fn the_figures_report_memory_queue_and_workers() {
        let room = AdmissionRoom::new(AdmissionPolicy::default(), 2);
        let place = room.enter(requester()).await.unwrap();
        let mut body = place.body(1_000);
        body.grow(1_000).await.unwrap();
        let lane = Lane::of(requester().account);
        let mut queued = room.queue(lane, WorkKind::Photo, 3, Duration::from_secs(1)).unwrap();
        let mut permit = queued.next().await.unwrap();
        let figures = room.figures();
        assert_eq!((figures.memory_bytes, figures.waiting_for_workers, figures.workers_busy), (1_000, 1, 2));
        permit.used(Duration::from_secs(100));
        let refused = room.enter(requester()).await.err().unwrap();
        assert!(matches!(refused, AdmissionError::OverBudget { .. }), "{refused}");
        assert_eq!(room.figures().refused[0], ("processor_time", 1));
        drop((body, permit, queued, place));
        let figures = room.figures();
        assert_eq!((figures.memory_bytes, figures.waiting_for_workers, figures.workers_busy), (0, 0, 0));
    }

    #[tokio::test]
    async fn admission_room_meets_the_workers_contract() {
        workers_contract(async |workers| AdmissionRoom::new(AdmissionPolicy::default(), workers)).await;
    }

    #[test]
    fn processor_time_is_that_of_the_thread_that_works() {
        let room = AdmissionRoom::new(AdmissionPolicy::default(), 1);
        let since = |before| room.thread_time().saturating_sub(before);
        let work = || {
            let before = room.thread_time();
            while since(before) < Duration::from_millis(20) {
                black_box((0..1_000_u64).sum::<u64>());
            }
            since(before)
        };
        let before = room.thread_time();
        let worked = std::thread::scope(|scope| scope.spawn(work).join().unwrap());
        assert!(worked >= Duration::from_millis(20));
        assert!(since(before) < Duration::from_millis(20), "work of other threads does not count");
    }
}
