//! Stories: sequences of steps that happen to a quota ledger.
//!
//! A property test makes up the steps, [`play`] lets them happen and checks the
//! ledger's invariants after each one.

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{Grant, HoldRequest, IdSource, QuotaError};
use listing_domain::quota::{Period, UnitKind};

use crate::SeededIds;
use crate::contract::Stores;
use crate::invariants::{LedgerView, ReservationState, broken};

/// The free units a month of every story.
pub const FREE_LIMIT: u32 = 3;
/// The accounts of a story.
pub const ACCOUNTS: usize = 3;
/// How long a unit is held in a story, in seconds.
pub const HOLD_SECONDS: i64 = 300;

/// One step. Accounts and reservations are told by number, which wraps around.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// An account asks for a unit.
    Hold {
        /// Its number.
        account: usize,
    },
    /// A reservation is to be charged, whatever became of it.
    Settle {
        /// Its number, in the order of the holds.
        reservation: usize,
    },
    /// A reservation is to be given back, whatever became of it.
    Release {
        /// Its number, in the order of the holds.
        reservation: usize,
    },
    /// What is held too long goes back.
    Expire,
    /// A payment is reported, perhaps not for the first time.
    Grant {
        /// The number of the account that bought.
        account: usize,
        /// The payment's number.
        payment: u8,
        /// How many units were bought.
        units: u32,
    },
    /// An account changes its plan.
    Subscribe {
        /// Its number.
        account: usize,
        /// The new plan.
        plan: Plan,
    },
    /// Time passes; a negative number of seconds sets the clock back.
    Wait {
        /// How much.
        seconds: i64,
    },
    /// The next month begins.
    NextMonth,
}

/// Plays a story on empty stores.
///
/// `inspect` shows all that the ledger holds. The outcome of each step must be
/// what that tells, every invariant must hold after it, and when all is over
/// and expired nothing may be held.
///
/// # Errors
/// What went wrong at which step.
pub async fn play(
    stores: &Stores,
    steps: &[Step],
    inspect: impl AsyncFn() -> LedgerView,
) -> Result<(), String> {
    let mut story = Story::begin(stores).await?;
    for (number, step) in steps.iter().enumerate() {
        let told = |wrong| format!("step {number}, {step:?}: {wrong}");
        story.step(*step, &inspect).await.map_err(told)?;
        let view = inspect().await;
        if let Some(first) = broken(&view, FREE_LIMIT).first() {
            return Err(told(first.clone()));
        }
        story.compare_usage(&view).await.map_err(told)?;
    }
    story.now = story.latest;
    story.wait(2 * HOLD_SECONDS);
    story.step(Step::Expire, &inspect).await?;
    match inspect().await.buckets.iter().find(|bucket| bucket.pending > 0) {
        Some(held) => Err(format!("I10: something is held in the end: {held:?}")),
        None => Ok(()),
    }
}

struct Story<'a> {
    stores: &'a Stores,
    ids: SeededIds,
    now: Timestamp,
    latest: Timestamp,
    accounts: Vec<AccountId>,
    holds: Vec<ReservationId>,
}

impl<'a> Story<'a> {
    async fn begin(stores: &'a Stores) -> Result<Self, String> {
        let ids = SeededIds::new(1_000);
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 365 * 56);
        let mut accounts = Vec::new();
        for number in 0..ACCOUNTS {
            let email = format!("reader{number}@example.com").parse().map_err(text)?;
            let account = Account { id: AccountId::new(ids.id()), email, plan: Plan::Free, created_at: now };
            stores.accounts.add_account(&account).await.map_err(text)?;
            accounts.push(account.id);
        }
        Ok(Self { stores, ids, now, latest: now, accounts, holds: Vec::new() })
    }

    fn account(&self, number: usize) -> AccountId {
        self.accounts[number % self.accounts.len()]
    }

    fn wait(&mut self, seconds: i64) {
        let later = self.now.saturating_add(SignedDuration::from_secs(seconds));
        self.now = later.unwrap_or(self.now);
        self.latest = self.latest.max(self.now);
    }

    async fn step(&mut self, step: Step, inspect: &impl AsyncFn() -> LedgerView) -> Result<(), String> {
        match step {
            Step::Hold { account } => self.hold(self.account(account)).await,
            Step::Settle { reservation } => self.settle(reservation, inspect).await,
            Step::Release { reservation } => self.release(reservation, inspect).await,
            Step::Expire => self.expire(inspect).await,
            Step::Grant { account, payment, units } => {
                let (account, payment, at) = (self.account(account), format!("payment {payment}"), self.now);
                self.stores.quota.grant(&Grant { payment, account, units, at }).await.map_err(text)?;
                Ok(())
            }
            Step::Subscribe { account, plan } => {
                let changed = self.stores.accounts.set_plan(self.account(account), plan).await;
                changed.map_err(text).and_then(|changed| said(changed, "the account is not there"))
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

    async fn hold(&mut self, account: AccountId) -> Result<(), String> {
        let before = self.stores.quota.usage(account, FREE_LIMIT, self.now).await.map_err(text)?;
        let request = HoldRequest {
            reservation: ReservationId::new(self.ids.id()),
            account,
            free_limit: FREE_LIMIT,
            now: self.now,
            expires_at: self.now.saturating_add(SignedDuration::from_secs(HOLD_SECONDS)).map_err(text)?,
        };
        let outcome = self.stores.quota.hold(&request).await;
        match (outcome, before.next_unit()) {
            (Ok(held), Some(expected)) if held.kind == expected => self.holds.push(held.id),
            (Err(QuotaError::Exhausted), None) => {}
            (outcome, expected) => return Err(format!("{expected:?} was next, but: {outcome:?}")),
        }
        Ok(())
    }

    /// A reservation by its number, and its state in the ledger.
    async fn held(
        &self,
        number: usize,
        inspect: &impl AsyncFn() -> LedgerView,
    ) -> Result<Option<(ReservationId, ReservationState)>, String> {
        let Some(id) = number.checked_rem(self.holds.len()).and_then(|index| self.holds.get(index)) else {
            return Ok(None);
        };
        let row = inspect().await.reservations.into_iter().find(|row| row.id == *id);
        row.map(|row| Some((*id, row.state))).ok_or_else(|| format!("the reservation {id} is gone"))
    }

    async fn settle(&self, number: usize, inspect: &impl AsyncFn() -> LedgerView) -> Result<(), String> {
        let Some((id, before)) = self.held(number, inspect).await? else { return Ok(()) };
        let settlement = self.stores.quota.settle(id, FREE_LIMIT, self.now).await.map_err(text)?;
        let is_charged = matches!(before, ReservationState::Reserved | ReservationState::Settled);
        said(settlement.charged == is_charged, "the settlement does not tell what the ledger says")
    }

    async fn release(&self, number: usize, inspect: &impl AsyncFn() -> LedgerView) -> Result<(), String> {
        let Some((id, before)) = self.held(number, inspect).await? else { return Ok(()) };
        self.stores.quota.release(id, self.now).await.map_err(text)?;
        let after = self.held(number, inspect).await?.map(|(_, state)| state);
        let expected = if before == ReservationState::Reserved { ReservationState::Released } else { before };
        said(after == Some(expected), "the release did something else")
    }

    async fn expire(&self, inspect: &impl AsyncFn() -> LedgerView) -> Result<(), String> {
        let reserved = async || {
            let view = inspect().await;
            let is_held = |state: ReservationState| state == ReservationState::Reserved;
            view.reservations.iter().filter(|row| is_held(row.state)).count()
        };
        let before = reserved().await;
        let expired = self.stores.quota.expire(self.now).await.map_err(text)?;
        let gone = u64::try_from(before - reserved().await).map_err(text)?;
        said(expired == gone, "the number of what expired is wrong")
    }

    /// What accounts are told must be what the ledger holds.
    async fn compare_usage(&self, view: &LedgerView) -> Result<(), String> {
        for account in &self.accounts {
            let usage = self.stores.quota.usage(*account, FREE_LIMIT, self.now).await.map_err(text)?;
            let bucket = |unit| view.buckets.iter().find(|b| b.account == *account && b.unit == unit);
            let free = bucket(UnitKind::Free(usage.period)).map_or(0, |b| b.pending + b.spent);
            let credits = bucket(UnitKind::Credit).map_or(0, |b| b.granted - b.pending - b.spent);
            let told = (u64::from(usage.free_used), u64::from(usage.credits_remaining));
            said(told == (free, credits), "the usage told is not what the ledger holds")?;
            said(usage.period >= Period::containing(self.now), "the month told is over")?;
        }
        Ok(())
    }
}

fn said(is_right: bool, wrong: &str) -> Result<(), String> {
    if is_right { Ok(()) } else { Err(wrong.to_owned()) }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
