use std::collections::BTreeMap;

use listing_domain::ids::{AccountId, BillingAttemptId, ReservationId};
use listing_domain::usecase::billing::Confirmed;

use super::sale::Sale;

/// An account, with everything that it bought.
pub(super) struct Customer {
    pub(super) account: AccountId,
    pub(super) sales: Vec<Sale>,
    /// The orders, with the credits of a pack.
    pub(super) orders: BTreeMap<BillingAttemptId, Option<u32>>,
    /// The latest form.
    pub(super) form: Option<Confirmed>,
    /// The credits used.
    pub(super) used: u32,
    /// True for a customer who paid on a page that the service does not know, and orders nothing until it does.
    pub(super) waits: bool,
    pub(super) held: Vec<ReservationId>,
}

impl Customer {
    pub(super) const fn new(account: AccountId) -> Self {
        Self {
            account,
            sales: Vec::new(),
            orders: BTreeMap::new(),
            form: None,
            used: 0,
            waits: false,
            held: Vec::new(),
        }
    }

    /// The credits of the pack of a sale.
    pub(super) fn credits(&self, sale: &Sale) -> u32 {
        self.orders.get(&sale.request.attempt).copied().flatten().unwrap_or_default()
    }
}

/// A customer and one of its sales, by their places.
pub(super) type Place = (usize, usize);
