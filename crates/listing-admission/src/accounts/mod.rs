//! Limits each account's concurrent requests (its slots) and processor time.

mod budget;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionError, AdmissionPolicy, Requester};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use self::budget::Budget;
use crate::estimate::{Average, divided_among, multiplied};
use crate::figures::{Counts, Reason};

const ASSUMED_DURATION: Duration = Duration::from_secs(1);
/// The minimum number of known accounts at which idle ones are dropped.
const CLEANUP_THRESHOLD: usize = 1_024;

#[derive(Debug)]
pub(crate) struct Accounts {
    policy: AdmissionPolicy,
    workers: usize,
    known: Mutex<Known>,
    counts: Arc<Counts>,
}

#[derive(Debug)]
struct Known {
    accounts: HashMap<AccountId, Account>,
    cleanup_threshold: usize,
}

#[derive(Debug)]
struct Account {
    active: usize,
    waiting: VecDeque<Waiting>,
    budget: Budget,
    mean_duration: Average,
}

#[derive(Debug)]
struct Waiting {
    /// The limit of the account's plan when this request arrived.
    max_active: usize,
    served: oneshot::Sender<AccountSlot>,
}

/// The right of an account to run one request, until it is dropped.
#[derive(Debug)]
pub(crate) struct AccountSlot {
    accounts: Arc<Accounts>,
    account: AccountId,
    since: Instant,
}

impl Accounts {
    pub(crate) fn new(policy: AdmissionPolicy, workers: usize, counts: Arc<Counts>) -> Arc<Self> {
        let known = Known { accounts: HashMap::new(), cleanup_threshold: CLEANUP_THRESHOLD };
        Arc::new(Self { policy, workers, known: Mutex::new(known), counts })
    }

    pub(crate) async fn enter(self: &Arc<Self>, requester: Requester) -> Result<AccountSlot, AdmissionError> {
        let served = match self.enter_or_wait(requester)? {
            Entry::Admitted(slot) => return Ok(slot),
            Entry::Waiting(served) => served,
        };
        let Ok(Ok(slot)) = timeout(self.policy.max_queue_wait, served).await else {
            return Err(self
                .busy(self.lock().get(requester.account).map_or(ASSUMED_DURATION, Account::next_slot_wait)));
        };
        // While this request waited, earlier ones may have used up the processor time.
        let over = self
            .lock()
            .get(requester.account)
            .and_then(|account| account.budget.time_until_clear(Instant::now()));
        match over {
            None => Ok(slot),
            Some(retry_after) => Err(self.over_budget(retry_after)),
        }
    }

    fn enter_or_wait(self: &Arc<Self>, requester: Requester) -> Result<Entry, AdmissionError> {
        let now = Instant::now();
        let max_active = self.policy.concurrency(requester.is_subscribed);
        let per_minute = multiplied(self.policy.processor(requester.is_subscribed), self.workers);
        let mut known = self.lock();
        let account = known.get_or_insert(requester.account, now);
        account.budget.set(per_minute, now);
        if let Some(retry_after) = account.budget.time_until_clear(now) {
            drop(known);
            return Err(self.over_budget(retry_after));
        }
        account.waiting.retain(|waiting| !waiting.served.is_closed());
        if account.active < max_active && account.waiting.is_empty() {
            account.active += 1;
            return Ok(Entry::Admitted(self.slot(requester.account, now)));
        }
        let wait = account.estimated_wait(max_active);
        if account.waiting.len() >= self.policy.queue_length || wait > self.policy.max_queue_wait {
            drop(known);
            return Err(self.busy(wait));
        }
        let (serve, served) = oneshot::channel();
        account.waiting.push_back(Waiting { max_active, served: serve });
        Ok(Entry::Waiting(served))
    }

    pub(crate) fn charge(&self, account: AccountId, time: Duration) {
        let now = Instant::now();
        if let Some(account) = self.lock().get(account) {
            account.budget.charge(time, now);
        }
    }

    pub(crate) fn waiting(&self) -> usize {
        let is_waiting = |waiting: &&Waiting| !waiting.served.is_closed();
        self.lock().accounts.values().map(|account| account.waiting.iter().filter(is_waiting).count()).sum()
    }

    fn slot(self: &Arc<Self>, account: AccountId, since: Instant) -> AccountSlot {
        AccountSlot { accounts: Arc::clone(self), account, since }
    }

    fn busy(&self, retry_after: Duration) -> AdmissionError {
        self.counts.refused(Reason::Account);
        AdmissionError::Busy { retry_after }
    }

    fn over_budget(&self, retry_after: Duration) -> AdmissionError {
        self.counts.refused(Reason::ProcessorTime);
        AdmissionError::OverBudget { retry_after }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Only a panic while locked poisons it, and the counts stay valid then.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Entry {
    Admitted(AccountSlot),
    Waiting(oneshot::Receiver<AccountSlot>),
}

impl Known {
    fn get(&mut self, account: AccountId) -> Option<&mut Account> {
        self.accounts.get_mut(&account)
    }

    fn get_or_insert(&mut self, account: AccountId, now: Instant) -> &mut Account {
        if self.accounts.len() > self.cleanup_threshold {
            self.accounts.retain(|_, account| !account.is_idle(now));
            // Otherwise each new account would search many accounts that cannot be dropped yet.
            self.cleanup_threshold = CLEANUP_THRESHOLD.max(self.accounts.len() * 2);
        }
        self.accounts.entry(account).or_insert_with(|| Account {
            active: 0,
            waiting: VecDeque::new(),
            budget: Budget::new(Duration::ZERO, now),
            mean_duration: Average::assumed(ASSUMED_DURATION),
        })
    }
}

impl Account {
    fn estimated_wait(&self, max_active: usize) -> Duration {
        divided_among(multiplied(self.mean_duration.mean(), self.waiting.len() + 1), max_active)
    }

    fn next_slot_wait(&mut self) -> Duration {
        let max_active = self.active;
        self.estimated_wait(max_active)
    }

    fn is_idle(&mut self, now: Instant) -> bool {
        self.active == 0 && self.waiting.is_empty() && self.budget.is_clear(now)
    }
}

impl Drop for AccountSlot {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut served = Vec::new();
        let mut known = self.accounts.lock();
        if let Some(account) = known.get(self.account) {
            account.active = account.active.saturating_sub(1);
            account.mean_duration.observe(now.duration_since(self.since));
            while let Some(next) = account.waiting.pop_front() {
                if next.served.is_closed() {
                    continue;
                }
                if account.active >= next.max_active {
                    account.waiting.push_front(next);
                    break;
                }
                account.active += 1;
                served.push(next.served);
            }
        }
        drop(known);
        for serve in served {
            // If the request has just been abandoned, dropping the unsent slot frees it again.
            let _ = serve.send(self.accounts.slot(self.account, now));
        }
    }
}
