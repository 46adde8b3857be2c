//! The store of orders and of the accounts' customers at the payment provider.

use async_trait::async_trait;

use super::StoreError;
use crate::billing::{CheckoutId, CustomerId, Order, OrderState, OrderTerms, PlacedOrder, SoldOrder};
use crate::ids::{AccountId, BillingAttemptId};

/// Stores orders. Each method is one atomic step.
///
/// Orders stay after the deletion of their account, as its ledger does. The account's customer is deleted with
/// it.
#[async_trait]
pub trait OrderStore: Send + Sync {
    /// Places an order, unless another order of the account [blocks](Order::blocks) it. Of simultaneous calls,
    /// one places its order. An order with the same id is returned as unfinished, whatever its state.
    async fn place_order(&self, terms: &OrderTerms) -> Result<PlacedOrder, StoreError>;

    /// Advances an order to a later state. Returns `false` for an unknown order, and for one that has reached
    /// that step or a later one, which changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`] if another order has the checkout.
    async fn advance_order(&self, id: BillingAttemptId, state: &OrderState) -> Result<bool, StoreError>;

    /// Records the amount, in minor units, that refunds and disputes withdraw now. Returns `false` for an
    /// unknown order.
    async fn set_withdrawn(&self, id: BillingAttemptId, minor: i64) -> Result<bool, StoreError>;

    /// Returns an order.
    async fn order(&self, id: BillingAttemptId) -> Result<Option<Order>, StoreError>;

    /// Returns the order of a checkout.
    async fn order_of_checkout(&self, id: &CheckoutId) -> Result<Option<Order>, StoreError>;

    /// Lists the orders of an account, newest first, at most `limit`.
    async fn orders(&self, account: AccountId, limit: u32) -> Result<Vec<Order>, StoreError>;

    /// Returns an order with its buyer.
    async fn sold_order(&self, id: BillingAttemptId) -> Result<Option<SoldOrder>, StoreError>;

    /// Lists the orders of all accounts with their buyers, newest first, at most `limit`.
    async fn latest_orders(&self, limit: u32) -> Result<Vec<SoldOrder>, StoreError>;

    /// Lists the orders that the buyer may still pay, oldest first.
    async fn unfinished_orders(&self) -> Result<Vec<Order>, StoreError>;

    /// Returns the customer of an account.
    async fn customer(&self, account: AccountId) -> Result<Option<CustomerId>, StoreError>;

    /// Sets the customer of an account, replacing another. Returns `false` if the customer belongs to another
    /// account, and for an unknown account, which changes nothing.
    async fn set_customer(&self, account: AccountId, customer: &CustomerId) -> Result<bool, StoreError>;

    /// Removes the customer of an account, whom the provider does not know any more.
    async fn remove_customer(&self, account: AccountId) -> Result<(), StoreError>;
}
