//! Shares places and processor time among accounts.

mod budget;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::ports::{AdmissionError, AdmissionPolicy, Visitor};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use self::budget::Budget;
use crate::estimate::{Average, shared_by, times};
use crate::figures::{Counts, Reason};

/// Assumed duration of a request, until one is measured.
const FIRST_GUESS: Duration = Duration::from_secs(1);
/// Number of accounts from which idle ones are dropped.
const TIDY_ABOVE: usize = 1_024;

/// All accounts with current or recent requests.
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
    tidy_above: usize,
}

#[derive(Debug)]
struct Account {
    active: usize,
    waiting: VecDeque<Waiting>,
    budget: Budget,
    /// Average duration of its requests.
    lasting: Average,
}

#[derive(Debug)]
struct Waiting {
    /// Most requests to run at once, on the plan at arrival.
    places: usize,
    served: oneshot::Sender<Held>,
}

/// A place, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    accounts: Arc<Accounts>,
    account: AccountId,
    since: Instant,
}

impl Accounts {
    pub(crate) fn new(policy: AdmissionPolicy, workers: usize, counts: Arc<Counts>) -> Arc<Self> {
        let known = Known { accounts: HashMap::new(), tidy_above: TIDY_ABOVE };
        Arc::new(Self { policy, workers, known: Mutex::new(known), counts })
    }

    /// Waits for a place of the account.
    pub(crate) async fn enter(self: &Arc<Self>, visitor: Visitor) -> Result<Held, AdmissionError> {
        let served = match self.enter_or_wait(visitor)? {
            Entry::Held(held) => return Ok(held),
            Entry::Waiting(served) => served,
        };
        let Ok(Ok(held)) = timeout(self.policy.max_queue_wait, served).await else {
            return Err(self.busy(self.lock().of(visitor.account).map_or(FIRST_GUESS, Account::next_free)));
        };
        // Earlier requests may have used up the processor time meanwhile.
        let over =
            self.lock().of(visitor.account).and_then(|account| account.budget.over_for(Instant::now()));
        match over {
            None => Ok(held),
            Some(retry_after) => Err(self.over_budget(retry_after)),
        }
    }

    fn enter_or_wait(self: &Arc<Self>, visitor: Visitor) -> Result<Entry, AdmissionError> {
        let now = Instant::now();
        let places = self.policy.concurrency(visitor.is_subscribed);
        let a_minute = times(self.policy.processor(visitor.is_subscribed), self.workers);
        let mut known = self.lock();
        let account = known.of_or_new(visitor.account, now);
        account.budget.set(a_minute, now);
        if let Some(retry_after) = account.budget.over_for(now) {
            drop(known);
            return Err(self.over_budget(retry_after));
        }
        account.waiting.retain(|waiting| !waiting.served.is_closed());
        if account.active < places && account.waiting.is_empty() {
            account.active += 1;
            return Ok(Entry::Held(self.held(visitor.account, now)));
        }
        let wait = account.wait_behind(places);
        if account.waiting.len() >= self.policy.queue_length || wait > self.policy.max_queue_wait {
            drop(known);
            return Err(self.busy(wait));
        }
        let (serve, served) = oneshot::channel();
        account.waiting.push_back(Waiting { places, served: serve });
        Ok(Entry::Waiting(served))
    }

    /// Charges processor time to an account.
    pub(crate) fn charge(&self, account: AccountId, time: Duration) {
        let now = Instant::now();
        if let Some(account) = self.lock().of(account) {
            account.budget.charge(time, now);
        }
    }

    pub(crate) fn waiting(&self) -> usize {
        let is_there = |waiting: &&Waiting| !waiting.served.is_closed();
        self.lock().accounts.values().map(|account| account.waiting.iter().filter(is_there).count()).sum()
    }

    fn held(self: &Arc<Self>, account: AccountId, since: Instant) -> Held {
        Held { accounts: Arc::clone(self), account, since }
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
        // Only a panic within these lines poisons the lock; the counts stay valid.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The outcome of an arrival.
enum Entry {
    Held(Held),
    Waiting(oneshot::Receiver<Held>),
}

impl Known {
    fn of(&mut self, account: AccountId) -> Option<&mut Account> {
        self.accounts.get_mut(&account)
    }

    fn of_or_new(&mut self, account: AccountId, now: Instant) -> &mut Account {
        if self.accounts.len() > self.tidy_above {
            self.accounts.retain(|_, account| !account.is_forgettable(now));
            // Otherwise each newcomer would search a crowd that cannot be dropped.
            self.tidy_above = TIDY_ABOVE.max(self.accounts.len() * 2);
        }
        self.accounts.entry(account).or_insert_with(|| Account {
            active: 0,
            waiting: VecDeque::new(),
            budget: Budget::new(Duration::ZERO, now),
            lasting: Average::guessed(FIRST_GUESS),
        })
    }
}

impl Account {
    /// Time that one more request would wait.
    fn wait_behind(&self, places: usize) -> Duration {
        shared_by(times(self.lasting.mean(), self.waiting.len() + 1), places)
    }

    /// Time until a place is free for the next request.
    fn next_free(&mut self) -> Duration {
        let places = self.active;
        self.wait_behind(places)
    }

    fn is_forgettable(&mut self, now: Instant) -> bool {
        self.active == 0 && self.waiting.is_empty() && self.budget.is_clear(now)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut served = Vec::new();
        let mut known = self.accounts.lock();
        if let Some(account) = known.of(self.account) {
            account.active = account.active.saturating_sub(1);
            account.lasting.observe(now.duration_since(self.since));
            while let Some(next) = account.waiting.pop_front() {
                if next.served.is_closed() {
                    continue;
                }
                if account.active >= next.places {
                    account.waiting.push_front(next);
                    break;
                }
                account.active += 1;
                served.push(next.served);
            }
        }
        drop(known);
        for serve in served {
            // A request that has just left returns the place by dropping it.
            let _ = serve.send(self.accounts.held(self.account, now));
        }
    }
}
