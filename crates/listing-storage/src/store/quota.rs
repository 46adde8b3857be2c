//! Implements the quota ledger's port. Its steps are in [`super::ledger`].

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    ChargedRevision, Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger, RefundOutcome, RefundRequest,
    Reservation, ReversalOutcome, ReversalRequest, RevisionSettlement, SettleRequest, Settlement, StoreError,
};
use listing_domain::quota::Usage;

use super::balance::UsageQuery;
use super::ledger::{self, Hold, Outcomes};
use super::lock::LockWait;
use super::{Store, balance, instance};
use crate::connection::Conn;
use crate::error::{StepError, StorageError};

/// Between attempts to charge a unit. The listings are already written, so waiting for the database is
/// worthwhile. A commit without an answer is not repeated.
const SETTLE_PAUSES: [Duration; 4] =
    [Duration::from_millis(100), Duration::from_millis(400), Duration::from_secs(1), Duration::from_secs(3)];

#[async_trait]
impl QuotaLedger for Store {
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        let mut request = request.clone();
        request.now = self.moment(request.now);
        request.expires_at = self.moment(request.expires_at);
        let owner = self.instance.as_ref().map(|instance| instance.id.clone());
        let (id, account) = (request.reservation, request.account);
        let (step, mark) = (Hold { request, owner }, self.usages.mark(account));
        let held = match self.holds.run(&self.database, step.clone()).await {
            Some(held) => held,
            None => self.alone(step, |conn, steps| ledger::hold(conn, steps, LockWait::Wait)).await,
        };
        self.unconfirmed.note(id, &held);
        match &held {
            Ok((_, reading)) => self.usages.changed(account, *reading, mark),
            Err(_) => {
                self.usages.invalidate(account);
            }
        }
        held.map(|(reservation, _)| reservation)
    }

    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError> {
        let mut pauses = SETTLE_PAUSES.into_iter();
        loop {
            let attempt = SettleRequest { at: self.moment(request.at), ..request.clone() };
            let settled = match self.settlements.run(&self.database, attempt.clone()).await {
                Some(settled) => settled,
                None => self.alone(attempt, |conn, steps| ledger::settle(conn, steps, LockWait::Wait)).await,
            };
            match (settled, pauses.next()) {
                (Err(QuotaError::Store(StoreError::Unavailable(_))), Some(pause)) => {
                    tokio::time::sleep(pause).await;
                }
                // The cached usage stays valid: the unit already counted as used when it was held.
                (settled, _) => return settled,
            }
        }
    }

    async fn settle_revision(
        &self,
        request: &SettleRequest,
        revised: &ChargedRevision,
    ) -> Result<RevisionSettlement, QuotaError> {
        let mut pauses = SETTLE_PAUSES.into_iter();
        loop {
            let attempt = SettleRequest { at: self.moment(request.at), ..request.clone() };
            let revised = revised.clone();
            let settled = self.write(move |conn| ledger::settle_revision(conn, &attempt, &revised)).await;
            match (settled, pauses.next()) {
                (Err(QuotaError::Store(StoreError::Unavailable(_))), Some(pause)) => {
                    tokio::time::sleep(pause).await;
                }
                (settled, _) => return settled,
            }
        }
    }

    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError> {
        let idempotency = idempotency.clone();
        // A refusal is a valid result of this query, not a failed read.
        let answer = self.look_up(move |conn| match ledger::answer(conn, account, &idempotency) {
            Err(StepError::Failed(error)) => Err(error),
            Err(StepError::Refused(refused)) => Ok(Err(refused)),
            Ok(answer) => Ok(Ok(answer)),
        });
        answer.await?
    }

    async fn release(
        &self,
        reservation: ReservationId,
        at: Timestamp,
        origin: &Origin,
    ) -> Result<(), QuotaError> {
        let (at, origin) = (self.moment(at), origin.clone());
        let released = self.write(move |conn| ledger::release(conn, reservation, at, &origin)).await;
        self.unconfirmed.note(reservation, &released);
        released.map(|account| {
            self.usages.invalidate(account);
        })
    }

    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError> {
        for id in self.unconfirmed.take() {
            // Ignores errors: an unknown reservation was never held, and a failed release is recorded again.
            let _ = self.release(id, now, &Origin::SWEEP).await;
        }
        let now = self.moment(now);
        let mut expired = 0;
        loop {
            let alive_since = instance::alive_since(now);
            let overdue = self.read(move |conn| ledger::overdue(conn, now, alive_since)).await?;
            if overdue.is_empty() {
                break;
            }
            // Each in its own transaction, so that none delays requests. All start at once, so that a single
            // writer commits them together.
            let ends = overdue.into_iter().map(|id| self.write(move |conn| ledger::expire(conn, &id, now)));
            for ended in join_all(ends).await {
                if let Some(account) = ended? {
                    self.usages.invalidate(account);
                    expired += 1;
                }
            }
        }
        self.write(move |conn| ledger::drop_old_answers(conn, now)).await?;
        Ok(expired)
    }

    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError> {
        let now = self.moment(now);
        if let Some(usage) = self.usages.usage(account, free_limit, now) {
            return Ok(usage);
        }
        let (query, mark) = (UsageQuery { account, free_limit, at: now }, self.usages.mark(account));
        // Reading a SQLite file is faster than passing the query to another task.
        let together = match self.database.file() {
            Some(_) => None,
            None => self.usage_queries.run(&self.database, query).await,
        };
        let reading = match together {
            Some(reading) => reading?,
            None => only(self.look_up(move |conn| balance::answer_all(conn, &[query])).await?)?,
        };
        self.usages.insert(account, reading, mark);
        Ok(reading.usage)
    }

    async fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError> {
        let grant = Grant { at: self.moment(grant.at), ..grant.clone() };
        let account = grant.account;
        let granted = self.write(move |conn| ledger::grant(conn, &grant)).await;
        self.usages.invalidate(account);
        granted
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError> {
        let request = RefundRequest { at: self.moment(request.at), ..request.clone() };
        let account = request.account;
        let refunded = self.write(move |conn| ledger::refund(conn, &request)).await;
        self.usages.invalidate(account);
        refunded
    }

    async fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError> {
        let request = ReversalRequest { at: self.moment(request.at), ..request.clone() };
        let account = request.account;
        let reversed = self.write(move |conn| ledger::reverse(conn, &request)).await;
        self.usages.invalidate(account);
        reversed
    }
}

impl Store {
    /// Runs a step that could not run in a group with others.
    async fn alone<S, T>(
        &self,
        step: S,
        together: fn(&mut Conn, &[S]) -> Result<Outcomes<T>, StorageError>,
    ) -> Result<T, QuotaError>
    where
        S: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.write(move |conn| Ok(together(conn, std::slice::from_ref(&step))?)).await.and_then(only)
    }
}

fn only<T>(outcomes: Outcomes<T>) -> Result<T, QuotaError> {
    outcomes
        .into_iter()
        .next()
        .flatten()
        .unwrap_or_else(|| Err(StoreError::from(StorageError::Panicked).into()))
}
