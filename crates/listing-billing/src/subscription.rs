use listing_domain::account::Plan;
use listing_domain::billing::{BillingPeriod, ProviderPaymentId, SubscriptionState, SubscriptionStatus};
use listing_domain::ports::PaymentError;
use serde::Deserialize;

use crate::error::Unreadable;
use crate::object::{List, Metadata, Reference, moment, parsed};
use crate::product::Price;

pub(crate) const ABOUT: &str = "a subscription";
pub(crate) const PATH: &str = "v1/subscriptions";

#[derive(Debug, Deserialize)]
pub(crate) struct Subscription {
    id: String,
    customer: Reference,
    status: String,
    items: List<Item>,
    cancel_at_period_end: bool,
    cancel_at: Option<i64>,
    ended_at: Option<i64>,
    latest_invoice: Option<Reference>,
    metadata: Option<Metadata>,
}

#[derive(Debug, Deserialize)]
struct Item {
    current_period_start: i64,
    current_period_end: i64,
    price: Price,
}

impl Subscription {
    /// The invoice of the current period.
    pub(crate) fn latest_invoice(&self) -> Option<&Reference> {
        self.latest_invoice.as_ref()
    }

    pub(crate) fn state(
        &self,
        latest_payment: Option<ProviderPaymentId>,
    ) -> Result<SubscriptionState, PaymentError> {
        let (item, plan) = self.item().ok_or(PaymentError::NotFound)?;
        let (start, end) = (item.current_period_start, item.current_period_end);
        let period = BillingPeriod::new(moment(start, ABOUT)?, moment(end, ABOUT)?);
        // The portal cancels by either field.
        let ends_with_period = self.cancel_at_period_end || self.cancel_at.is_some_and(|at| at <= end);
        Ok(SubscriptionState {
            id: parsed(&self.id, ABOUT)?,
            account: self.metadata.as_ref().and_then(Metadata::account),
            customer: self.customer.id(ABOUT)?,
            plan,
            status: status(&self.status)?,
            period: period.map_err(|_| Unreadable(ABOUT))?,
            ends_with_period,
            ended_at: self.ended_at.map(|at| moment(at, ABOUT)).transpose()?,
            latest_payment,
        })
    }

    fn item(&self) -> Option<(&Item, Plan)> {
        let is_ours = self.items.data.iter().find_map(|item| Some((item, item.price.product()?.plan()?)));
        // A price made by hand names no product, but its checkout did.
        is_ours.or_else(|| {
            let product = self.metadata.as_ref()?.product()?;
            Some((self.items.data.first()?, product.plan()?))
        })
    }
}

fn status(text: &str) -> Result<SubscriptionStatus, Unreadable> {
    match text {
        "incomplete" => Ok(SubscriptionStatus::Incomplete),
        "active" | "trialing" => Ok(SubscriptionStatus::Active),
        "past_due" => Ok(SubscriptionStatus::PastDue),
        "paused" | "unpaid" => Ok(SubscriptionStatus::Paused),
        "canceled" | "incomplete_expired" => Ok(SubscriptionStatus::Ended),
        _ => Err(Unreadable(ABOUT)),
    }
}
