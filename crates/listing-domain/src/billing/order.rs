use std::num::NonZeroU32;

use jiff::Timestamp;

use super::{BillingCurrency, Checkout, CheckoutId, PaidProduct, ProviderPaymentId, SubscriptionId};
use crate::account::Email;
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, BillingAttemptId};
use crate::money::Money;
use crate::options::Language;

/// An order of a product. Its state follows the provider's checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The order's terms.
    pub terms: OrderTerms,
    /// The state.
    pub state: OrderState,
    /// The amount, in the payment's minor units, that refunds and disputes withdraw now.
    pub withdrawn_minor: i64,
}

/// The terms of an order, which never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderTerms {
    /// The order's id, and the idempotency key of its checkout.
    pub id: BillingAttemptId,
    /// The buyer.
    pub account: AccountId,
    /// The product.
    pub product: PaidProduct,
    /// The currency.
    pub currency: BillingCurrency,
    /// The language of the order and of its texts.
    pub language: Language,
    /// The credits that a pack grants; `None` for a plan.
    pub credits: Option<NonZeroU32>,
    /// The moment at which the buyer ordered, asked for delivery at once, and accepted to lose the right of
    /// withdrawal by it.
    pub ordered_at: Timestamp,
}

/// The state of an order. An order never returns to an earlier state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderState {
    /// The provider has not confirmed a checkout yet.
    Placed,
    /// The buyer can pay.
    Open(Checkout),
    /// The buyer confirmed a payment that takes days.
    Pending(CheckoutId),
    /// The checkout expired, was canceled, or its payment failed; `None` if none was started.
    Unpaid(Option<CheckoutId>),
    /// The payment succeeded.
    Paid(PaidOrder),
}

/// The payment of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidOrder {
    /// The checkout.
    pub checkout: CheckoutId,
    /// The moment at which the service learned of the payment.
    pub paid_at: Timestamp,
    /// The total with taxes, if the provider states one.
    pub amount: Option<Money>,
    /// The payment of a pack.
    pub payment: Option<ProviderPaymentId>,
    /// The subscription of a plan.
    pub subscription: Option<SubscriptionId>,
}

closed_enum! {
    /// A step in the life of an order.
    pub enum OrderStep as "state" {
        /// [`OrderState::Placed`].
        Placed = "placed",
        /// [`OrderState::Open`].
        Open = "open",
        /// [`OrderState::Pending`].
        Pending = "pending",
        /// [`OrderState::Unpaid`].
        Unpaid = "unpaid",
        /// [`OrderState::Paid`].
        Paid = "paid",
    }
}

impl OrderState {
    /// The checkout, if one was started.
    pub const fn checkout(&self) -> Option<&CheckoutId> {
        match self {
            Self::Placed => None,
            Self::Open(checkout) => Some(&checkout.id),
            Self::Pending(checkout) => Some(checkout),
            Self::Unpaid(checkout) => checkout.as_ref(),
            Self::Paid(paid) => Some(&paid.checkout),
        }
    }

    /// The step of the state. An order only advances to a later step, in the order of [`OrderStep`]: an
    /// unpaid order can still be paid, and a paid one stays so.
    pub const fn step(&self) -> OrderStep {
        match self {
            Self::Placed => OrderStep::Placed,
            Self::Open(_) => OrderStep::Open,
            Self::Pending(_) => OrderStep::Pending,
            Self::Unpaid(_) => OrderStep::Unpaid,
            Self::Paid(_) => OrderStep::Paid,
        }
    }
}

impl OrderStep {
    /// True while the buyer may still pay.
    pub const fn is_unfinished(self) -> bool {
        matches!(self, Self::Placed | Self::Open | Self::Pending)
    }
}

impl Order {
    /// Returns a new order.
    pub const fn placed(terms: OrderTerms) -> Self {
        Self { terms, state: OrderState::Placed, withdrawn_minor: 0 }
    }

    /// True if something of the payment may be left to refund. The payment of a plan is known to the provider alone.
    pub fn is_refundable(&self) -> bool {
        let OrderState::Paid(paid) = &self.state else { return false };
        let is_left = paid.amount.is_some_and(|amount| self.withdrawn_minor < amount.minor());
        paid.subscription.is_some() || paid.payment.is_some() && is_left
    }

    /// True if another order of the account must wait for the end of this one. A pack and a plan can be
    /// bought at the same time.
    pub const fn blocks(&self, product: PaidProduct) -> bool {
        self.state.step().is_unfinished() && self.terms.product.plan().is_some() == product.plan().is_some()
    }
}

/// An order in a list of all accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldOrder {
    /// The order.
    pub order: Order,
    /// The buyer's email; `None` if the account was deleted.
    pub buyer: Option<Email>,
}

/// The result of placing an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlacedOrder {
    /// The order was placed.
    New,
    /// Nothing was placed: this order of the account [blocks](Order::blocks) it.
    Unfinished(Box<Order>),
}

/// Returns the credits that each paid pack has left of a balance; `None` for other orders. The oldest purchase is
/// used first, so the newest ones hold the balance. `orders` are those of an account, newest first.
pub fn credits_left(orders: &[Order], balance: u32) -> Vec<Option<u32>> {
    let mut rest = balance;
    let left = orders.iter().map(|order| {
        let OrderState::Paid(paid) = &order.state else { return None };
        let granted = order.terms.credits?.get();
        let kept = paid.amount.filter(|amount| amount.minor() > 0).map_or(granted, |amount| {
            let withdrawn = i64::from(granted) * order.withdrawn_minor / amount.minor();
            granted.saturating_sub(u32::try_from(withdrawn).unwrap_or(granted))
        });
        let left = kept.min(rest);
        rest -= left;
        Some(left)
    });
    left.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn pack(is_paid: bool, withdrawn_minor: i64) -> Order {
        let terms = OrderTerms {
            id: BillingAttemptId::new(uuid::Uuid::nil()),
            account: AccountId::new(uuid::Uuid::nil()),
            product: PaidProduct::Pack,
            currency: BillingCurrency::Eur,
            language: Language::En,
            credits: NonZeroU32::new(20),
            ordered_at: Timestamp::UNIX_EPOCH,
        };
        let paid = PaidOrder {
            checkout: "co_1".parse().unwrap(),
            paid_at: Timestamp::UNIX_EPOCH,
            amount: Some(Money::from_minor(900, Currency::Eur)),
            payment: None,
            subscription: None,
        };
        let state = if is_paid { OrderState::Paid(paid) } else { OrderState::Unpaid(None) };
        Order { terms, state, withdrawn_minor }
    }

    #[test]
    fn paid_order_is_refundable_until_everything_is_withdrawn() {
        let with = |is_paid, withdrawn_minor, payment: Option<&str>, subscription: Option<&str>| {
            let mut order = pack(is_paid, withdrawn_minor);
            if let OrderState::Paid(paid) = &mut order.state {
                paid.payment = payment.map(|id| id.parse().unwrap());
                paid.subscription = subscription.map(|id| id.parse().unwrap());
            }
            order.is_refundable()
        };
        for withdrawn in [0, 450, 899] {
            assert!(with(true, withdrawn, Some("pay_1"), None), "{withdrawn}");
        }
        assert!(!with(true, 900, Some("pay_1"), None));
        assert!(!with(true, 0, None, None), "nothing was to be paid");
        assert!(!with(false, 0, None, None));
        assert!(with(true, 0, None, Some("sub_1")));
    }

    #[test]
    fn oldest_purchase_is_used_first() {
        let orders = [pack(true, 0), pack(false, 0), pack(true, 450), pack(true, 0)];
        for (balance, left) in [
            (50, [Some(20), None, Some(10), Some(20)]),
            (45, [Some(20), None, Some(10), Some(15)]),
            (25, [Some(20), None, Some(5), Some(0)]),
            (3, [Some(3), None, Some(0), Some(0)]),
            (90, [Some(20), None, Some(10), Some(20)]),
        ] {
            assert_eq!(credits_left(&orders, balance), left, "{balance}");
        }
    }
}
