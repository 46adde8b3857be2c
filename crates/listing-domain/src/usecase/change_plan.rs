//! Changes the plan of an account.

use std::sync::Arc;

use jiff::Timestamp;

use super::AccountError;
use crate::account::Plan;
use crate::entitlement::{Entitlement, EntitlementSource, Term};
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::ports::{Clock, EntitlementStore};

/// Changes the plan of an account.
pub struct ChangePlan {
    entitlements: Arc<dyn EntitlementStore>,
    clock: Arc<dyn Clock>,
}

/// A change of an account's plan, from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanChange {
    /// The new plan.
    pub plan: Plan,
    /// The first moment after the plan; `None` for a plan without an end.
    pub until: Option<Timestamp>,
    /// The source of the entitlement.
    pub source: EntitlementSource,
}

impl PlanChange {
    /// Returns an operator's change to a plan without an end.
    pub fn to(plan: Plan) -> Self {
        Self { plan, until: None, source: EntitlementSource::default() }
    }
}

impl ChangePlan {
    /// Creates the use case.
    pub fn new(entitlements: Arc<dyn EntitlementStore>, clock: Arc<dyn Clock>) -> Self {
        Self { entitlements, clock }
    }

    /// Puts the account on a plan from now on, and returns the new entitlement. The free plan ends the
    /// current one.
    ///
    /// # Errors
    /// [`AccountError::OutOfRange`] for an end that has passed, and for any end of the free plan.
    pub async fn run(
        &self,
        account: AccountId,
        change: PlanChange,
        origin: &Origin,
    ) -> Result<Option<Entitlement>, AccountError> {
        let PlanChange { plan, until, source } = change;
        let now = self.clock.now();
        if until.is_some_and(|until| until <= now) {
            return Err(AccountError::OutOfRange("a plan must end in the future".to_owned()));
        }
        if plan == Plan::Free && until.is_some() {
            return Err(AccountError::OutOfRange("the free plan has no end".to_owned()));
        }
        let entitlement = Entitlement { term: Term { plan, starts: now, ends: until }, source };
        let entitlement = plan.is_subscribed().then_some(entitlement);
        let is_changed = match &entitlement {
            Some(entitlement) => self.entitlements.entitle(account, entitlement, origin).await?,
            None => self.entitlements.end_entitlement(account, now, origin).await?,
        };
        if is_changed { Ok(entitlement) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
