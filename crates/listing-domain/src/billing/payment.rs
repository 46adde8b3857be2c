use super::{CheckoutId, DisputeId, ProviderPaymentId, ProviderRefundId, SubscriptionId};
use crate::closed_enum::closed_enum;
use crate::ids::AccountId;
use crate::money::Money;

/// The current state of a payment, with everything that went back to the buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentState {
    /// The payment's id.
    pub id: ProviderPaymentId,
    /// The buyer.
    pub account: AccountId,
    /// The purchase that it paid.
    pub purchase: Purchase,
    /// The amount received, zero before the payment succeeds. Refunds and disputes do not reduce it.
    pub paid: Money,
    /// The refunds.
    pub refunds: Vec<RefundState>,
    /// The disputes that withdraw money. They may exceed the payment.
    pub disputes: Vec<DisputeState>,
}

impl PaymentState {
    /// Returns the amount that refunds and disputes withdraw now, at most the whole payment. An amount in
    /// another currency, which cannot be compared, counts as the whole payment.
    pub fn withdrawn(&self) -> Money {
        let refunds = self.refunds.iter().filter(|refund| refund.status != RefundStatus::Failed);
        let disputes = self.disputes.iter().filter(|dispute| dispute.status != DisputeStatus::Won);
        let amounts = refunds.map(|refund| refund.amount).chain(disputes.map(|dispute| dispute.amount));
        let minor = amounts.fold(0_i64, |sum, amount| {
            let is_same = amount.currency() == self.paid.currency();
            sum.saturating_add(if is_same { amount.minor() } else { self.paid.minor() })
        });
        Money::from_minor(minor.min(self.paid.minor()), self.paid.currency())
    }

    /// True if refunds and disputes withdraw the whole payment.
    pub fn is_wholly_withdrawn(&self) -> bool {
        self.paid.minor() > 0 && self.withdrawn().minor() >= self.paid.minor()
    }
}

/// The purchase that a payment belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purchase {
    /// A pack.
    Checkout(CheckoutId),
    /// A period of a subscription.
    Subscription(SubscriptionId),
}

/// The current state of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundState {
    /// The refund's id.
    pub id: ProviderRefundId,
    /// The amount.
    pub amount: Money,
    /// The status.
    pub status: RefundStatus,
}

closed_enum! {
    /// The status of a refund.
    pub enum RefundStatus as "status" {
        /// The money is on its way.
        Pending = "pending",
        /// The money was returned. Rarely, a bank still sends it back, and the refund fails.
        Succeeded = "succeeded",
        /// The refund failed or was canceled, and the money stayed.
        Failed = "failed",
    }
}

/// The current state of a dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputeState {
    /// The dispute's id.
    pub id: DisputeId,
    /// The amount.
    pub amount: Money,
    /// The status.
    pub status: DisputeStatus,
}

closed_enum! {
    /// The status of a dispute.
    pub enum DisputeStatus as "status" {
        /// The money is withdrawn until the bank decides.
        Open = "open",
        /// The money was given back to the seller.
        Won = "won",
        /// The buyer keeps the money.
        Lost = "lost",
    }
}
