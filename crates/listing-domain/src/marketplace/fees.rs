//! The fees of a marketplace.

use crate::money::{Currency, Fraction, Money};

/// The fees of a private seller in one currency. All amounts are in minor units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fee {
    /// The currency of the fees; fees in other currencies are unknown.
    pub(super) currency: Currency,
    /// The share, in parts of ten thousand.
    pub(super) share: i64,
    /// The amount added to the share.
    pub(super) fixed: i64,
    /// An upper price and the amount that replaces `fixed` up to and including it.
    pub(super) small: Option<(i64, i64)>,
    /// A price and the only amount due below it.
    pub(super) flat: Option<(i64, i64)>,
}

impl Fee {
    /// No fee.
    pub(super) const fn none(currency: Currency) -> Self {
        Self { currency, share: 0, fixed: 0, small: None, flat: None }
    }

    /// The seller's proceeds from a price.
    pub(super) fn net(self, price: Money) -> Money {
        let minor = price.minor();
        let fee = match (self.flat, self.small) {
            (Some((below, amount)), _) if minor < below => amount,
            (_, Some((up_to, amount))) if minor <= up_to => self.share_of(price) + amount,
            _ => self.share_of(price) + self.fixed,
        };
        Money::from_minor(minor - fee, price.currency())
    }

    fn share_of(self, price: Money) -> i64 {
        price.times(Fraction::per_ten_thousand(self.share)).minor()
    }
}
