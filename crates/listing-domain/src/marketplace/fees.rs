//! What a marketplace keeps of a price.

use crate::money::{Currency, Fraction, Money};

/// What is kept of a private seller's price in one currency. All amounts in minor units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fee {
    /// The currency that it is stated in: of others nothing is known.
    pub(super) currency: Currency,
    /// The share, in parts of ten thousand.
    pub(super) share: i64,
    /// What comes on top of the share.
    pub(super) fixed: i64,
    /// Up to which price something else comes on top, and what.
    pub(super) small: Option<(i64, i64)>,
    /// Below which price only one amount is kept, and which.
    pub(super) flat: Option<(i64, i64)>,
}

impl Fee {
    /// Nothing.
    pub(super) const fn none(currency: Currency) -> Self {
        Self { currency, share: 0, fixed: 0, small: None, flat: None }
    }

    /// What is left of a price for the seller.
    pub(super) fn left(self, price: Money) -> Money {
        let minor = price.minor();
        let kept = match (self.flat, self.small) {
            (Some((below, amount)), _) if minor < below => amount,
            (_, Some((up_to, amount))) if minor <= up_to => self.of_share(price) + amount,
            _ => self.of_share(price) + self.fixed,
        };
        Money::from_minor(minor - kept, price.currency())
    }

    fn of_share(self, price: Money) -> i64 {
        price.times(Fraction::per_ten_thousand(self.share)).minor()
    }
}
