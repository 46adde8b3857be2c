//! The fees that a marketplace takes from a seller's price.

use crate::money::{Currency, Fraction, Money};

/// The fees that a private seller pays in one currency. All amounts are in minor units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fee {
    /// The currency of the fees; fees in other currencies are unknown.
    pub(super) currency: Currency,
    /// The share of the price that is a fee, in parts of ten thousand.
    pub(super) share: i64,
    /// The fixed fee in addition to the share.
    pub(super) fixed: i64,
    /// A price limit, and the fixed fee that replaces `fixed` up to and including that price.
    pub(super) small: Option<(i64, i64)>,
    /// A price limit, and the only fee below that price.
    pub(super) flat: Option<(i64, i64)>,
}

impl Fee {
    /// Creates the fees of a marketplace that takes none.
    pub(super) const fn none(currency: Currency) -> Self {
        Self { currency, share: 0, fixed: 0, small: None, flat: None }
    }

    /// Returns the amount of a price that remains for the seller.
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
