use std::ops::RangeInclusive;

use listing_domain::billing::{
    BillingSubject, DisputeState, DisputeStatus, PaymentState, ProviderPaymentId, Purchase, RefundState,
    RefundStatus,
};
use listing_domain::ids::AccountId;
use listing_domain::money::Money;

/// A payment at the provider, with everything that went back.
#[derive(Debug, Clone)]
pub(super) struct Payment {
    pub(super) id: ProviderPaymentId,
    /// The amount to pay.
    pub(super) price: Money,
    pub(super) is_paid: bool,
    pub(super) refunds: Vec<RefundState>,
    pub(super) disputes: Vec<DisputeState>,
}

impl Payment {
    pub(super) const fn new(id: ProviderPaymentId, price: Money, is_paid: bool) -> Self {
        Self { id, price, is_paid, refunds: Vec::new(), disputes: Vec::new() }
    }

    pub(super) fn state(&self, account: AccountId, purchase: Purchase) -> PaymentState {
        let paid = if self.is_paid { self.price.minor() } else { 0 };
        PaymentState {
            id: self.id.clone(),
            account,
            purchase,
            paid: Money::from_minor(paid, self.price.currency()),
            refunds: self.refunds.clone(),
            disputes: self.disputes.clone(),
        }
    }

    pub(super) fn subject(&self) -> BillingSubject {
        BillingSubject::Payment(self.id.clone())
    }

    /// The amounts that the buyer has back now, each at most the price.
    fn returned(&self) -> Vec<i64> {
        let mut returned = Vec::new();
        for refund in &self.refunds {
            match refund.status {
                RefundStatus::Pending | RefundStatus::Succeeded => returned.push(refund.amount),
                RefundStatus::Failed => {}
            }
        }
        for dispute in &self.disputes {
            match dispute.status {
                DisputeStatus::Open | DisputeStatus::Lost => returned.push(dispute.amount),
                DisputeStatus::Won => {}
            }
        }
        let price = self.price;
        let minor = |amount: &Money| {
            if amount.currency() == price.currency() {
                amount.minor().min(price.minor())
            } else {
                price.minor()
            }
        };
        returned.iter().map(minor).collect()
    }

    /// The amount that the buyer has back now.
    pub(super) fn returned_minor(&self) -> i64 {
        self.returned().iter().sum::<i64>().min(self.price.minor())
    }

    pub(super) fn is_wholly_returned(&self) -> bool {
        self.is_paid && self.returned_minor() == self.price.minor()
    }

    /// The credits of those granted that the buyer may have lost: of each amount, the whole credits that it paid, and
    /// all of them if everything came back. What the amounts leave by rounding is taken once, so that it can be
    /// missing after a refund failed or a dispute was won.
    pub(super) fn lost_credits(&self, granted: u32) -> RangeInclusive<u32> {
        let all = i64::from(granted);
        let fits = |credits: i64, returned: i64| credits * self.price.minor() <= returned * all;
        let credits = |returned: i64| (0..=all).rev().find(|credits| fits(*credits, returned)).unwrap_or(0);
        let lost = self.returned().into_iter().map(credits).sum::<i64>().min(all);
        let parts = u32::try_from(lost).unwrap_or(granted);
        let has_over = self.refunds.iter().any(|refund| refund.status == RefundStatus::Failed)
            || self.disputes.iter().any(|dispute| dispute.status == DisputeStatus::Won);
        match (self.is_wholly_returned(), has_over) {
            (false, _) => parts..=parts,
            (true, false) => granted..=granted,
            (true, true) => parts..=granted,
        }
    }

    /// The amount that can still be refunded.
    pub(super) fn refundable(&self) -> i64 {
        let is_returned = |refund: &&RefundState| refund.status != RefundStatus::Failed;
        let refunded: i64 = self.refunds.iter().filter(is_returned).map(|refund| refund.amount.minor()).sum();
        if self.is_paid { self.price.minor() - refunded } else { 0 }
    }
}
