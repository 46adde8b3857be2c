//! The use cases of payments: selling, receiving events, and applying the provider's states.

mod apply_billing;
mod error;
mod manage_sales;
mod notify_buyer;
mod plan_step;
mod receive_event;
mod reconcile_billing;
mod sell;

pub use apply_billing::{AppliedSubject, ApplyBilling, ApplyFault};
pub use error::BillingError;
pub use manage_sales::ManageSales;
pub use notify_buyer::NotifyBuyer;
pub use receive_event::{ReceiveError, ReceiveEvent};
pub use reconcile_billing::{ReconcileBilling, Reconciled};
pub use sell::{Confirmed, Purchase, Sell, SellParts};
