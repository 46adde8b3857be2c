//! Deletes the personal data of an account.

use std::sync::Arc;

use super::AccountError;
use crate::billing::{BillingPolicy, BillingSubject, OrderState};
use crate::ids::AccountId;
use crate::person::Epoch;
use crate::ports::{AccountStore, BillingQueue, Clock, OrderStore, StoreError};

/// Deletes the personal data of an account.
pub struct DeleteAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
    subscriptions: Option<(Arc<dyn OrderStore>, Arc<dyn BillingQueue>)>,
}

impl DeleteAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock, subscriptions: None }
    }

    /// Also stops the renewal of subscriptions, in the background.
    #[must_use]
    pub fn with_subscriptions(self, orders: Arc<dyn OrderStore>, queue: Arc<dyn BillingQueue>) -> Self {
        Self { subscriptions: Some((orders, queue)), ..self }
    }

    /// Deletes the account's email, keys and stored answers for good, and ends its plan. Its ledger stays,
    /// under its identity.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`], and
    /// [`AccountStoreError::LastAdministrator`](crate::ports::AccountStoreError::LastAdministrator).
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        self.run_in(account, None).await
    }

    /// Deletes the account only in `epoch`, if one is given.
    pub(super) async fn run_in(&self, account: AccountId, epoch: Option<Epoch>) -> Result<(), AccountError> {
        let is_known = self.accounts.delete_account(account, self.clock.now(), epoch).await?;
        if !is_known {
            return Err(AccountError::NoSuchAccount(account.to_string()));
        }
        Ok(self.queue_subscriptions(account).await?)
    }

    /// Queues the subscriptions of a deleted account, whose renewal then stops.
    async fn queue_subscriptions(&self, account: AccountId) -> Result<(), StoreError> {
        let Some((orders, queue)) = &self.subscriptions else { return Ok(()) };
        for order in orders.orders(account, BillingPolicy::MAX_LISTED).await? {
            if let OrderState::Paid(paid) = order.state
                && let Some(subscription) = paid.subscription
            {
                queue.queue_subject(&BillingSubject::Subscription(subscription), self.clock.now()).await?;
            }
        }
        Ok(())
    }
}
