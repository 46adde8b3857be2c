//! A ledger that charges nobody, for generating from the command line on one's
//! own machine.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{
    Clock, Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger, Refund, Reservation, SettleRequest,
    Settlement,
};
use listing_domain::quota::{Period, UnitKind, Usage};

/// Lets everything through, as an account on Pro is.
pub struct Unmetered {
    clock: Arc<dyn Clock>,
}

impl Unmetered {
    /// A ledger that charges nobody.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }

    fn usage_now(&self, free_limit: u32) -> Usage {
        Usage {
            plan: Plan::ProAnnual,
            free_used: 0,
            free_limit,
            credits_remaining: 0,
            period: Period::containing(self.clock.now()),
        }
    }
}

#[async_trait]
impl QuotaLedger for Unmetered {
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        Ok(Reservation { id: request.reservation, kind: UnitKind::Pro })
    }

    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError> {
        Ok(Settlement { charged: true, usage: self.usage_now(request.free_limit), answer: None })
    }

    async fn answer(&self, _: AccountId, _: &IdempotentRequest) -> Result<Option<StoredAnswer>, QuotaError> {
        Ok(None)
    }

    async fn release(&self, _: ReservationId, _: Timestamp) -> Result<(), QuotaError> {
        Ok(())
    }

    async fn expire(&self, _: Timestamp) -> Result<u64, QuotaError> {
        Ok(0)
    }

    async fn usage(&self, _: AccountId, free_limit: u32, _: Timestamp) -> Result<Usage, QuotaError> {
        Ok(self.usage_now(free_limit))
    }

    async fn grant(&self, _: &Grant) -> Result<GrantOutcome, QuotaError> {
        Ok(GrantOutcome::GrantedBefore { units: 0 })
    }

    async fn refund(&self, _: AccountId, _: &str, _: Timestamp) -> Result<Option<Refund>, QuotaError> {
        Ok(None)
    }
}
