use async_trait::async_trait;
use listing_domain::billing::{
    CheckoutId, CustomerId, Order, OrderState, OrderTerms, PlacedOrder, SoldOrder,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::ports::{OrderStore, StoreError};

use super::MemoryStore;

#[async_trait]
impl OrderStore for MemoryStore {
    async fn place_order(&self, terms: &OrderTerms) -> Result<PlacedOrder, StoreError> {
        let orders = &mut self.lock().orders;
        let blocks = |order: &&Order| {
            order.terms.id == terms.id || order.terms.account == terms.account && order.blocks(terms.product)
        };
        if let Some(order) = orders.iter().find(blocks) {
            return Ok(PlacedOrder::Unfinished(Box::new(order.clone())));
        }
        orders.push(Order::placed(terms.clone()));
        Ok(PlacedOrder::New)
    }

    async fn advance_order(&self, id: BillingAttemptId, state: &OrderState) -> Result<bool, StoreError> {
        let orders = &mut self.lock().orders;
        let Some(index) = orders.iter().position(|order| order.terms.id == id) else { return Ok(false) };
        if orders[index].state.step() >= state.step() {
            return Ok(false);
        }
        let is_taken = |order: &Order| order.terms.id != id && order.state.checkout() == state.checkout();
        if state.checkout().is_some() && orders.iter().any(is_taken) {
            return Err(StoreError::Inconsistent("two orders have the same checkout".into()));
        }
        orders[index].state = state.clone();
        Ok(true)
    }

    async fn set_withdrawn(&self, id: BillingAttemptId, minor: i64) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let order = state.orders.iter_mut().find(|order| order.terms.id == id);
        Ok(order.map(|order| order.withdrawn_minor = minor).is_some())
    }

    async fn order(&self, id: BillingAttemptId) -> Result<Option<Order>, StoreError> {
        Ok(self.lock().orders.iter().find(|order| order.terms.id == id).cloned())
    }

    async fn order_of_checkout(&self, id: &CheckoutId) -> Result<Option<Order>, StoreError> {
        Ok(self.lock().orders.iter().find(|order| order.state.checkout() == Some(id)).cloned())
    }

    async fn orders(&self, account: AccountId, limit: u32) -> Result<Vec<Order>, StoreError> {
        Ok(self.listed(limit, |order| order.terms.account == account))
    }

    async fn sold_order(&self, id: BillingAttemptId) -> Result<Option<SoldOrder>, StoreError> {
        let order = self.listed(1, |order| order.terms.id == id).pop();
        Ok(order.map(|order| self.sold(order)))
    }

    async fn latest_orders(&self, limit: u32) -> Result<Vec<SoldOrder>, StoreError> {
        Ok(self.listed(limit, |_| true).into_iter().map(|order| self.sold(order)).collect())
    }

    async fn unfinished_orders(&self) -> Result<Vec<Order>, StoreError> {
        let mut orders = self.listed(u32::MAX, |order| order.state.step().is_unfinished());
        orders.reverse();
        Ok(orders)
    }

    async fn customer(&self, account: AccountId) -> Result<Option<CustomerId>, StoreError> {
        Ok(self.lock().customers.get(&account).cloned())
    }

    async fn set_customer(&self, account: AccountId, customer: &CustomerId) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let is_of_another = state.customers.iter().any(|(id, other)| *id != account && other == customer);
        let is_accepted = state.accounts.contains_key(&account) && !is_of_another;
        if is_accepted {
            state.customers.insert(account, customer.clone());
        }
        Ok(is_accepted)
    }

    async fn remove_customer(&self, account: AccountId) -> Result<(), StoreError> {
        self.lock().customers.remove(&account);
        Ok(())
    }
}

impl MemoryStore {
    fn sold(&self, order: Order) -> SoldOrder {
        let buyer = self.lock().accounts.get(&order.terms.account).map(|account| account.email.clone());
        SoldOrder { order, buyer }
    }

    fn listed(&self, limit: u32, is_listed: impl Fn(&Order) -> bool) -> Vec<Order> {
        let mut orders: Vec<Order> =
            self.lock().orders.iter().filter(|order| is_listed(order)).cloned().collect();
        orders.sort_by_key(|order| std::cmp::Reverse((order.terms.ordered_at, order.terms.id)));
        orders.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        orders
    }
}
