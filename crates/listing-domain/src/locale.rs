//! The listing's language and the country of sale.

use crate::closed_enum::closed_enum;
use crate::money::Currency;
use crate::options::Language;

closed_enum! {
    /// The country of sale.
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
    /// The market with this currency.
    pub const fn of(currency: Currency) -> Self {
        match currency {
            Currency::Eur => Self::France,
            Currency::Gbp => Self::UnitedKingdom,
            Currency::Usd => Self::UnitedStates,
        }
    }

    /// The country's currency.
    pub const fn currency(self) -> Currency {
        match self {
            Self::France => Currency::Eur,
            Self::UnitedKingdom => Currency::Gbp,
            Self::UnitedStates => Currency::Usd,
        }
    }
}

/// The listing's language and the country of sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    /// The texts' language.
    pub language: Language,
    /// The country of sale.
    pub market: Market,
}

impl Locale {
    /// The currency on marketplaces without their own.
    pub const fn currency(self) -> Currency {
        self.market.currency()
    }
}
