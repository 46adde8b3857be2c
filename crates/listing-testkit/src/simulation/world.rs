//! The customers, the provider and the service over time.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Account;
use listing_domain::billing::{BillingEvent, InvalidProviderId};
use listing_domain::ids::AccountId;
use listing_domain::ports::{Clock as _, IdSource as _};

use super::chance::Chance;
use super::customer::Customer;
use super::interruption::Fault;
use super::service::{Service, Turn, text};
use super::{Report, SimulatedStores};
use crate::invariants::LedgerView;
use crate::{FixedClock, SeededIds};

const MONTH: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The number of steps that a failure lists.
const TRACED: usize = 200;
/// The number of turns in which a few subjects must be applied when nothing fails.
const MAX_TURNS: u32 = 2_000;

/// A delivery of an event.
pub(super) struct Delivery {
    pub(super) due_at: Timestamp,
    pub(super) event: BillingEvent,
    /// True if the event has not arrived yet.
    pub(super) is_first: bool,
}

pub(super) struct World {
    pub(super) chance: Chance,
    pub(super) service: Service,
    pub(super) customers: Vec<Customer>,
    pub(super) deliveries: Vec<Delivery>,
    pub(super) report: Report,
    pub(super) ledger: Box<dyn Fn() -> LedgerView>,
    /// The beginning of all ids of these customers at the provider.
    prefix: String,
    last_id: u64,
    steps: u64,
    trace: VecDeque<String>,
    /// Days since the last whole comparison with the provider.
    uncompared_days: u32,
}

impl World {
    pub(super) async fn open(simulated: SimulatedStores, seed: u64, report: Report) -> Result<Self, String> {
        let SimulatedStores { stores, ledger } = simulated;
        let (chance, ids) = (Chance::new(seed), Arc::new(SeededIds::new(!seed)));
        let start = FixedClock::at("2026-01-01T00:00:00Z").now();
        let clock = Arc::new(FixedClock::showing(chance.after(start, 0, 4 * 365 * 24 * 60)));
        let mut customers = Vec::new();
        for _ in 0..=chance.below(3) {
            let id = AccountId::new(ids.id());
            let email = format!("buyer-{id}@example.com").parse().map_err(text)?;
            stores.accounts.add_account(&Account::new(id, email, clock.now())).await.map_err(text)?;
            customers.push(Customer::new(id));
        }
        let service = Service::new(stores, clock, ids)?;
        Ok(Self {
            chance,
            service,
            customers,
            deliveries: Vec::new(),
            report,
            ledger,
            prefix: format!("{seed:x}"),
            last_id: 0,
            steps: 0,
            trace: VecDeque::new(),
            uncompared_days: 0,
        })
    }

    pub(super) fn now(&self) -> Timestamp {
        self.service.clock.now()
    }

    pub(super) fn new_id<T: FromStr<Err = InvalidProviderId>>(&mut self, kind: &str) -> Result<T, String> {
        self.last_id += 1;
        format!("{kind}_{}_{}", self.prefix, self.last_id).parse().map_err(text)
    }

    /// Counts a step, and remembers it for the description of a failure.
    pub(super) fn step(&mut self, name: &str, details: impl FnOnce() -> String) {
        self.report.count(name);
        self.steps += 1;
        if self.trace.len() == TRACED {
            self.trace.pop_front();
        }
        self.trace.push_back(format!("{} {} {name} {}", self.steps, self.now(), details()));
    }

    pub(super) fn described(&self, seed: u64, difference: &str) -> String {
        let trace: Vec<&str> = self.trace.iter().map(String::as_str).collect();
        let (trace, steps, now) = (trace.join("\n"), self.steps, self.now());
        format!("seed {seed}, step {steps}, {now}: {difference}\nThe last steps:\n{trace}")
    }

    pub(super) async fn run(&mut self) -> Result<(), String> {
        for _ in 0..=self.chance.below(18) {
            let end = self.now() + MONTH;
            while self.now() < end {
                self.day().await?;
            }
            self.settle().await?;
            self.check().await?;
            self.report.months += u64::try_from(self.customers.len()).unwrap_or_default();
        }
        Ok(())
    }

    async fn day(&mut self) -> Result<(), String> {
        for _ in 0..3 {
            self.pass(SignedDuration::from_mins(self.chance.between(1, 900))).await?;
            for _ in 0..=self.chance.below(3) {
                self.beat().await?;
                self.pass(SignedDuration::from_secs(self.chance.between(0, 200))).await?;
            }
        }
        self.compare().await
    }

    /// Lets customers and the service act within seconds.
    async fn beat(&mut self) -> Result<(), String> {
        for customer in 0..self.customers.len() {
            if self.chance.percent(25) {
                self.act(customer).await?;
            }
        }
        self.deliver_due().await?;
        self.work().await?;
        if !self.service.stalled.is_empty() && self.chance.percent(40) {
            self.resume(self.chance.index(self.service.stalled.len())).await?;
        }
        Ok(())
    }

    async fn pass(&mut self, duration: SignedDuration) -> Result<(), String> {
        self.service.clock.set(self.now() + duration);
        self.advance_provider().await
    }

    /// Makes a few requests to the provider fail, in some cases.
    pub(super) fn disturb_provider(&self, percent: u64) {
        if self.chance.percent(percent) {
            let requests = 1 + u32::from(self.chance.percent(30));
            if self.chance.percent(50) {
                self.service.provider.fail_next(requests);
            } else {
                self.service.provider.lose_next_answers(requests);
            }
        }
    }

    pub(super) fn calm_provider(&self) {
        self.service.provider.fail_next(0);
        self.service.provider.lose_next_answers(0);
    }

    async fn work(&mut self) -> Result<(), String> {
        for _ in 0..=self.chance.below(6) {
            let mut faults = vec![Fault::Fail, Fault::LoseAnswer, Fault::Crash, Fault::CrashAfter];
            if self.service.stalled.len() < 2 {
                faults.extend([Fault::Stall, Fault::Stall]);
            }
            let interruption = self.chance.interruption(20, &faults);
            self.disturb_provider(8);
            let turn = self.service.work(interruption).await?;
            self.calm_provider();
            match turn {
                Turn::Idle => break,
                Turn::Applied => self.report.count("applied"),
                Turn::Retried | Turn::Died | Turn::Stalled => {
                    self.step(&format!("turn {turn:?}"), || format!("{interruption:?}"));
                }
            }
            if turn == Turn::Stalled && self.chance.percent(25) {
                self.overtake().await?;
            }
        }
        Ok(())
    }

    /// Changes what the worker that stopped last has perhaps read, and resumes it within its claim.
    async fn overtake(&mut self) -> Result<(), String> {
        for _ in 0..3 {
            let customer = self.chance.index(self.customers.len());
            self.return_money(customer).await?;
            self.change_subscription(customer).await?;
        }
        self.deliver_due().await?;
        for _ in 0..self.chance.below(6) {
            self.service.work(None).await?;
        }
        self.resume(self.service.stalled.len() - 1).await
    }

    async fn resume(&mut self, index: usize) -> Result<(), String> {
        self.step("resume", String::new);
        self.service.resume(index).await.map(|_| ())
    }

    /// Compares with the provider once a day. At least every third comparison succeeds.
    async fn compare(&mut self) -> Result<(), String> {
        let faults = [Fault::Fail, Fault::LoseAnswer, Fault::Crash, Fault::CrashAfter];
        let percent = if self.uncompared_days < 2 { 20 } else { 0 };
        let interruption = self.chance.interruption(percent, &faults);
        self.disturb_provider(percent);
        let is_whole = self.service.reconcile(interruption).await?;
        self.calm_provider();
        self.uncompared_days = if is_whole { 0 } else { self.uncompared_days + 1 };
        self.report.count(if is_whole { "comparison" } else { "failed comparison" });
        Ok(())
    }

    /// Lets all events arrive and all states be applied, without failures.
    async fn settle(&mut self) -> Result<(), String> {
        self.step("settle", String::new);
        while !self.service.stalled.is_empty() {
            self.resume(self.chance.index(self.service.stalled.len())).await?;
        }
        // Longer than a claim, and than any pause after a failure.
        self.pass(SignedDuration::from_mins(self.chance.between(61, 180))).await?;
        self.deliver_all().await?;
        if !self.service.reconcile(None).await? {
            return Err("a comparison without failures fails".to_owned());
        }
        for _ in 0..MAX_TURNS {
            match self.service.work(None).await? {
                Turn::Idle => return Ok(()),
                Turn::Applied => {}
                turn => return Err(format!("a turn without failures ends as {turn:?}")),
            }
        }
        Err("states are applied without end".to_owned())
    }
}
