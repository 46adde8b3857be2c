//! The language of a listing, and the country in which the item is sold.

use crate::closed_enum::closed_enum;
use crate::money::Currency;
use crate::options::Language;

closed_enum! {
    /// The country in which the item is sold, which marketplaces in several countries need to know.
    pub enum Market as "market" {
        /// France, with prices in euros.
        France = "FR",
        /// The United Kingdom, with prices in pounds.
        UnitedKingdom = "GB",
        /// The United States, with prices in US dollars.
        UnitedStates = "US",
    }
}

impl Market {
    /// Returns the market whose prices are in a currency.
    pub const fn of(currency: Currency) -> Self {
        match currency {
            Currency::Eur => Self::France,
            Currency::Gbp => Self::UnitedKingdom,
            Currency::Usd => Self::UnitedStates,
        }
    }

    /// Returns the currency of the country.
    pub const fn currency(self) -> Currency {
        match self {
            Self::France => Currency::Eur,
            Self::UnitedKingdom => Currency::Gbp,
            Self::UnitedStates => Currency::Usd,
        }
    }
}

/// The language of a listing, and the country in which the item is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    /// The language of the listing's texts.
    pub language: Language,
    /// The country in which the item is sold.
    pub market: Market,
}

impl Locale {
    /// Returns the currency of prices on marketplaces that have no currency of their own.
    pub const fn currency(self) -> Currency {
        self.market.currency()
    }
}
