use std::ops::RangeInclusive;

use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::billing::{
    BillingCurrency, BillingSubject, Checkout, CheckoutRequest, CheckoutState, CheckoutStatus, CustomerId,
    InvalidPrice, Order, OrderState, PaidOrder, PaidProduct, PaymentStatus, ProductPrice, Purchase,
};
use listing_domain::money::Money;

use super::payment::Payment;
use super::subscription::Subscription;
use crate::MemoryProvider;

/// A checkout at the provider, with the payments and the subscription that followed.
#[derive(Debug, Clone)]
pub(super) struct Sale {
    pub(super) request: CheckoutRequest,
    pub(super) checkout: Checkout,
    pub(super) stage: Stage,
    /// True if the buyer has seen the payment page.
    pub(super) is_offered: bool,
    pub(super) customer: Option<CustomerId>,
    /// One of a pack, and one for each period of a plan.
    pub(super) payments: Vec<Payment>,
    pub(super) subscription: Option<Subscription>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Open,
    Expired,
    /// Waits for a payment that takes days, until the moment.
    Pending(Timestamp),
    Failed,
    /// Paid at the moment.
    Paid(Timestamp),
}

impl Sale {
    pub(super) const fn new(request: CheckoutRequest, checkout: Checkout) -> Self {
        Self {
            request,
            checkout,
            stage: Stage::Open,
            is_offered: false,
            customer: None,
            payments: Vec::new(),
            subscription: None,
        }
    }

    pub(super) fn is_pack(&self) -> bool {
        self.request.product == PaidProduct::Pack
    }

    pub(super) fn subject(&self) -> BillingSubject {
        BillingSubject::Checkout(self.checkout.id.clone())
    }

    pub(super) fn subscription_subject(&self) -> Option<BillingSubject> {
        self.subscription.as_ref().map(|subscription| BillingSubject::Subscription(subscription.id.clone()))
    }

    pub(super) fn purchase(&self) -> Purchase {
        let checkout = || Purchase::Checkout(self.checkout.id.clone());
        self.subscription.as_ref().map_or_else(checkout, |own| Purchase::Subscription(own.id.clone()))
    }

    pub(super) fn price(&self) -> Money {
        price(self.request.product, self.request.currency)
    }

    /// The price of the next payment, which follows the current plan.
    pub(super) fn next_price(&self) -> Money {
        let product = match self.subscription.as_ref().map(|subscription| subscription.plan) {
            Some(Plan::ProMonthly) => PaidProduct::ProMonthly,
            Some(Plan::ProAnnual) => PaidProduct::ProAnnual,
            Some(Plan::Free) | None => self.request.product,
        };
        price(product, self.request.currency)
    }

    pub(super) fn state(&self) -> CheckoutState {
        let complete = |payment_status| CheckoutStatus::Complete {
            payment_status,
            payment: self.pack_payment().map(|payment| payment.id.clone()),
            subscription: self.subscription.as_ref().map(|subscription| subscription.id.clone()),
            customer: self.customer.clone(),
        };
        let status = match self.stage {
            Stage::Open => CheckoutStatus::Open,
            Stage::Expired => CheckoutStatus::Expired,
            Stage::Pending(_) => complete(PaymentStatus::Pending),
            Stage::Failed => complete(PaymentStatus::Failed),
            Stage::Paid(_) => complete(PaymentStatus::Paid),
        };
        CheckoutState {
            id: self.checkout.id.clone(),
            account: self.request.account,
            product: self.request.product,
            status,
            amount: Some(self.price()),
        }
    }

    /// Puts all states of the sale into the provider.
    pub(super) fn publish(&self, provider: &MemoryProvider) -> Result<(), String> {
        let account = self.request.account;
        provider.put_checkout(self.state());
        for payment in &self.payments {
            provider.put_payment(payment.state(account, self.purchase()));
        }
        if let (Some(subscription), Some(payer)) = (&self.subscription, &self.customer) {
            let state = subscription.state(account, payer, &self.payments);
            provider.put_subscription(state.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    pub(super) fn pack_payment(&self) -> Option<&Payment> {
        self.payments.first().filter(|_| self.is_pack())
    }

    /// The credits that the buyer lost by refunds and disputes of a pack.
    pub(super) fn lost_credits(&self, granted: u32) -> RangeInclusive<u32> {
        self.pack_payment().map_or(0..=0, |payment| payment.lost_credits(granted))
    }

    pub(super) const fn is_paid(&self) -> bool {
        matches!(self.stage, Stage::Paid(_))
    }

    /// True if an order may be in its state, now that everything was applied.
    pub(super) fn agrees(&self, order: &Order, now: Timestamp) -> bool {
        let withdrawn = self.pack_payment().filter(|_| self.is_paid()).map_or(0, Payment::returned_minor);
        let id = &self.checkout.id;
        let is_state = match (&order.state, self.stage) {
            (OrderState::Open(checkout), Stage::Open) => *checkout == self.checkout,
            (OrderState::Pending(checkout), Stage::Pending(_)) => checkout == id,
            (OrderState::Unpaid(Some(checkout)), Stage::Expired | Stage::Failed) if checkout == id => true,
            (OrderState::Paid(paid), Stage::Paid(at)) => {
                self.agrees_paid(paid) && at <= paid.paid_at && paid.paid_at <= now
            }
            // The answer was lost, and a repeated request would start another checkout. An expired checkout of such
            // an order ends the next one that does not know its own yet.
            (OrderState::Unpaid(_), Stage::Open | Stage::Expired) | (OrderState::Placed, Stage::Open) => {
                !self.is_offered
            }
            _ => false,
        };
        is_state && order.withdrawn_minor == withdrawn
    }

    fn agrees_paid(&self, paid: &PaidOrder) -> bool {
        let subscription = self.subscription.as_ref().map(|subscription| &subscription.id);
        paid.checkout == self.checkout.id
            && paid.amount == Some(self.price())
            && paid.payment.as_ref() == self.pack_payment().map(|payment| &payment.id)
            && paid.subscription.as_ref() == subscription
    }
}

/// The prices of all products.
pub(super) fn prices() -> Result<Vec<ProductPrice>, InvalidPrice> {
    PaidProduct::ALL
        .iter()
        .map(|product| ProductPrice::new(*product, minor(*product), minor(*product) + 100))
        .collect()
}

pub(super) fn price(product: PaidProduct, currency: BillingCurrency) -> Money {
    let more = if currency == BillingCurrency::Usd { 100 } else { 0 };
    Money::from_minor(minor(product) + more, currency.into())
}

const fn minor(product: PaidProduct) -> i64 {
    match product {
        PaidProduct::Pack => 900,
        PaidProduct::ProMonthly => 1_900,
        PaidProduct::ProAnnual => 19_000,
    }
}
