//! Runs scenarios: sequences of steps that change a quota ledger.
//!
//! A property test generates the steps; [`run_scenario`] executes them and checks the ledger's invariants
//! after each one.

mod model;
mod steps;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Plan};
use listing_domain::entitlement::{Entitlement, EntitlementSource, Term};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, HoldRequest, IdSource, QuotaError, SettleRequest};
use listing_domain::quota::Period;

use crate::contract::Stores;
use crate::invariants::{LedgerView, broken};
use crate::{SeededIds, new_generation};

use model::{HoldOutcome, Model};
pub use steps::steps;

/// The number of free units in a month in every scenario.
pub const FREE_LIMIT: u32 = 3;
/// The number of accounts in a scenario.
pub const ACCOUNTS: usize = 3;
/// Time after which a hold expires in a scenario, in seconds.
pub const HOLD_SECONDS: i64 = 300;

/// A step of a scenario. Numbers of accounts and reservations wrap around if they are too large.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// An account requests a unit.
    Hold {
        /// The number of the account.
        account: usize,
        /// The number of the idempotency key, which may repeat an earlier one; `None` for no key.
        key: Option<u8>,
    },
    /// A reservation is charged, whatever its state.
    Settle {
        /// The number of the reservation, in the order of the holds.
        reservation: usize,
    },
    /// A reservation is released, whatever its state.
    Release {
        /// The number of the reservation, in the order of the holds.
        reservation: usize,
    },
    /// Overdue holds expire.
    Expire,
    /// A payment is reported, possibly once more.
    Grant {
        /// The number of the account that buys.
        account: usize,
        /// The number of the payment.
        payment: u8,
        /// The number of units bought.
        units: u32,
    },
    /// A payment is refunded, possibly once more.
    Refund {
        /// The number of the account.
        account: usize,
        /// The number of the payment.
        payment: u8,
    },
    /// All processes die. The requests that hold units no longer end their holds.
    Crash,
    /// An account changes its plan.
    Subscribe {
        /// The number of the account.
        account: usize,
        /// The new plan.
        plan: Plan,
        /// Seconds until the new plan ends; `None` without an end.
        seconds: Option<i64>,
    },
    /// Time passes. A negative number of seconds sets the clock back.
    Wait {
        /// The number of seconds to wait.
        seconds: i64,
    },
    /// The next month begins.
    NextMonth,
}

/// Runs a scenario on empty stores.
///
/// `inspect` returns the ledger's state. After each step, its outcome and each account's usage must match
/// a simple model, and every invariant must hold. At the end, no unit may be held.
///
/// # Errors
/// A message that names the failed step and the difference.
pub async fn run_scenario(
    stores: &Stores,
    steps: &[Step],
    inspect: impl AsyncFn() -> LedgerView,
) -> Result<(), String> {
    let mut scenario = Scenario::begin(stores).await?;
    for (number, step) in steps.iter().enumerate() {
        let failure = |wrong| format!("step {number}, {step:?}: {wrong}");
        scenario.step(*step).await.map_err(failure)?;
        scenario.compare().await.map_err(failure)?;
        if let Some(first) = broken(&inspect().await, FREE_LIMIT).first() {
            return Err(failure(first.clone()));
        }
    }
    scenario.now = scenario.latest;
    scenario.wait(2 * HOLD_SECONDS);
    scenario.step(Step::Expire).await?;
    match inspect().await.buckets.iter().find(|bucket| bucket.pending > 0) {
        Some(held) => Err(format!("I10: a unit is still held at the end: {held:?}")),
        None => Ok(()),
    }
}

struct Scenario<'a> {
    stores: &'a Stores,
    model: Model,
    ids: SeededIds,
    now: Timestamp,
    latest: Timestamp,
    accounts: Vec<AccountId>,
    holds: Vec<ReservationId>,
}

impl<'a> Scenario<'a> {
    async fn begin(stores: &'a Stores) -> Result<Self, String> {
        let ids = SeededIds::new(1_000);
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 365 * 56);
        let mut accounts = Vec::new();
        for number in 0..ACCOUNTS {
            let email = format!("reader{number}@example.com").parse().map_err(text)?;
            let account = Account::new(AccountId::new(ids.id()), email, now);
            stores.accounts.add_account(&account).await.map_err(text)?;
            accounts.push(account.id);
        }
        Ok(Self { stores, model: Model::new(ACCOUNTS), ids, now, latest: now, accounts, holds: Vec::new() })
    }

    fn wait(&mut self, seconds: i64) {
        let later = self.now.saturating_add(SignedDuration::from_secs(seconds));
        self.now = later.unwrap_or(self.now);
        self.latest = self.latest.max(self.now);
    }

    async fn step(&mut self, step: Step) -> Result<(), String> {
        match step {
            Step::Hold { account, key } => self.hold(account % ACCOUNTS, key).await,
            Step::Settle { reservation } => self.settle(reservation).await,
            Step::Release { reservation } => self.release(reservation).await,
            Step::Expire => {
                let expired = self.stores.quota.expire(self.now).await.map_err(text)?;
                ensure_same(&expired, &self.model.expire(self.now), "number of expired holds")
            }
            Step::Grant { account, payment, units } => self.grant(account % ACCOUNTS, payment, units).await,
            Step::Refund { account, payment } => self.refund(account % ACCOUNTS, payment).await,
            Step::Subscribe { account, plan, seconds } => {
                self.subscribe(account % ACCOUNTS, plan, seconds).await
            }
            Step::Crash => {
                self.holds.clear();
                Ok(())
            }
            Step::Wait { seconds } => {
                self.wait(seconds);
                Ok(())
            }
            Step::NextMonth => {
                self.now = Period::containing(self.latest).end();
                self.latest = self.now;
                Ok(())
            }
        }
    }

    async fn hold(&mut self, account: usize, key: Option<u8>) -> Result<(), String> {
        let id = ReservationId::new(self.ids.id());
        let expires_at = self.now.saturating_add(SignedDuration::from_secs(HOLD_SECONDS)).map_err(text)?;
        let request = HoldRequest {
            reservation: id,
            account: self.accounts[account],
            free_limit: FREE_LIMIT,
            now: self.now,
            expires_at,
            idempotency: key.map(idempotency).transpose()?,
            is_free: false,
            origin: Origin::CLI,
        };
        let expected = self.model.expected_hold(account, key, self.now);
        let outcome = match self.stores.quota.hold(&request).await {
            Ok(held) => HoldOutcome::Held(held.kind),
            Err(QuotaError::Exhausted) => HoldOutcome::Exhausted,
            Err(QuotaError::KeyUsed(used)) => HoldOutcome::KeyUsed(used),
            Err(other) => return Err(text(other)),
        };
        if let HoldOutcome::Held(unit) = outcome {
            self.model.hold(id, account, unit, key, expires_at);
            self.holds.push(id);
        }
        ensure_same(&outcome, &expected, "outcome of the hold")
    }

    fn held(&self, number: usize) -> Option<ReservationId> {
        number.checked_rem(self.holds.len()).map(|index| self.holds[index])
    }

    async fn settle(&mut self, number: usize) -> Result<(), String> {
        let Some(reservation) = self.held(number) else { return Ok(()) };
        let generation = new_generation(&self.ids, &reservation.to_string());
        let (id, data) = (generation.id, generation.data.clone());
        let generation = Some(generation);
        let (at, origin) = (self.now, Origin::CLI);
        let request = SettleRequest { reservation, free_limit: FREE_LIMIT, at, generation, origin };
        let settlement = self.stores.quota.settle(&request).await.map_err(text)?;
        let is_charged = self.model.is_charged_by_settling(reservation);
        ensure_same(&settlement.charged, &is_charged, "the unit is charged")?;
        let answer = StoredAnswer { generation: id, data, usage: settlement.usage };
        self.model.settle(reservation, answer, self.now);
        match self.model.usage_at_charge(reservation) {
            Some(usage) => ensure_same(&settlement.usage, &usage, "usage at the charge"),
            None => Ok(()),
        }
    }

    async fn release(&mut self, number: usize) -> Result<(), String> {
        let Some(reservation) = self.held(number) else { return Ok(()) };
        self.model.release(reservation);
        self.stores.quota.release(reservation, self.now, &Origin::CLI).await.map_err(text)
    }

    async fn grant(&mut self, account: usize, number: u8, units: u32) -> Result<(), String> {
        let (payment, at) = (payment(number), self.now);
        let grant = Grant { payment, account: self.accounts[account], units, at, origin: Origin::CLI };
        let granted = self.stores.quota.grant(&grant).await.map_err(text)?;
        ensure_same(&granted, &self.model.grant(account, number, units), "outcome of the payment")
    }

    async fn subscribe(&mut self, account: usize, plan: Plan, seconds: Option<i64>) -> Result<(), String> {
        let (id, starts) = (self.accounts[account], self.now);
        let ends = seconds.and_then(|seconds| starts.saturating_add(SignedDuration::from_secs(seconds)).ok());
        let is_known = if plan.is_subscribed() {
            self.model.set_plan(account, plan, starts, ends);
            let term = Term { plan, starts, ends };
            let entitlement = Entitlement { term, source: EntitlementSource::default() };
            self.stores.entitlements.entitle(id, &entitlement).await
        } else {
            self.model.set_plan(account, plan, starts, None);
            self.stores.entitlements.end_entitlement(id, starts).await
        };
        ensure_same(&is_known.map_err(text)?, &true, "the account exists")
    }

    async fn refund(&mut self, account: usize, number: u8) -> Result<(), String> {
        let refund =
            self.stores.quota.refund(self.accounts[account], &payment(number), self.now, &Origin::CLI).await;
        let refund = refund.map_err(text)?.map(|refund| (refund.taken_back, refund.owed));
        ensure_same(&refund, &self.model.refund(account, number), "outcome of the refund")
    }

    /// Compares every account's usage with the model.
    async fn compare(&self) -> Result<(), String> {
        for (number, account) in self.accounts.iter().enumerate() {
            let usage = self.stores.quota.usage(*account, FREE_LIMIT, self.now).await.map_err(text)?;
            let reported = (usage.free_used, usage.credits_remaining);
            ensure_same(
                &reported,
                &self.model.balance(number, self.now),
                "free units used and credits left",
            )?;
            ensure_same(&usage.plan, &self.model.plan(number, self.now), "the plan")?;
            ensure_same(&usage.period, &self.model.month(number, self.now), "the month")?;
        }
        Ok(())
    }
}

fn payment(number: u8) -> String {
    format!("payment {number}")
}

fn idempotency(number: u8) -> Result<IdempotentRequest, String> {
    let key = format!("key-{number}").parse().map_err(text)?;
    Ok(IdempotentRequest { key, fingerprint: Fingerprint::new([number; 32]) })
}

fn ensure_same<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T, what: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}")) }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
