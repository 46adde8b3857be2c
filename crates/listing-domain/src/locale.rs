//! The language and the market of a listing, which may differ in country.

use crate::closed_enum::closed_enum;
use crate::money::Currency;
use crate::options::Language;

closed_enum! {
    /// A seller's country, for marketplaces that span several.
    pub enum Market as "market" {
        /// France.
        France = "FR",
        /// The United Kingdom.
        UnitedKingdom = "GB",
        /// The United States.
        UnitedStates = "US",
    }
}

impl Market {
    /// Returns the country whose prices are in a currency.
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

/// The language and the market of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    /// The language of the texts.
    pub language: Language,
    /// The market of the sale.
    pub market: Market,
}

impl Locale {
    /// Returns the currency for prices that no marketplace determines.
    pub const fn currency(self) -> Currency {
        self.market.currency()
    }
}
