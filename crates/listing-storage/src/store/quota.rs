//! The quota ledger's port; its steps are in [`super::ledger`].

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{Grant, HoldRequest, QuotaError, QuotaLedger, Reservation, Settlement};
use listing_domain::quota::Usage;

use super::{Store, ledger, standing};
use crate::connection::Conn;
use crate::error::Stop;

#[async_trait]
impl QuotaLedger for Store {
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        let request = *request;
        self.write(move |conn| ledger::hold(conn, &request)).await
    }

    async fn settle(
        &self,
        reservation: ReservationId,
        free_limit: u32,
        at: Timestamp,
    ) -> Result<Settlement, QuotaError> {
        self.write(move |conn| ledger::settle(conn, reservation, free_limit, at)).await
    }

    async fn release(&self, reservation: ReservationId, at: Timestamp) -> Result<(), QuotaError> {
        self.write(move |conn| ledger::release(conn, reservation, at)).await
    }

    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError> {
        let mut expired = 0;
        loop {
            let batch = self.write(move |conn| ledger::expire(conn, now)).await?;
            expired += batch;
            if batch < u64::from(ledger::EXPIRE_BATCH) {
                return Ok(expired);
            }
        }
    }

    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError> {
        let id = account.to_string();
        let usage = self.database.read(move |conn| {
            let standing = standing::read(conn, &id, now)?;
            standing.map(|standing| standing.usage(&id, free_limit)).transpose()
        });
        usage.await?.ok_or(QuotaError::UnknownAccount)
    }

    async fn grant(&self, grant: &Grant) -> Result<bool, QuotaError> {
        let grant = grant.clone();
        self.write(move |conn| ledger::grant(conn, &grant)).await
    }
}

impl Store {
    async fn write<T, F>(&self, step: F) -> Result<T, QuotaError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Stop<QuotaError>> + Send + 'static,
    {
        self.database.write(step).await.map_err(Stop::into_port_error)
    }
}
