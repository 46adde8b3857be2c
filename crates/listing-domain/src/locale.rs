//! What is written and where it is sold: two things that often, but not always, go together.

use crate::closed_enum::closed_enum;
use crate::money::Currency;
use crate::options::Language;

closed_enum! {
    /// The country in which a seller sells, where a marketplace leaves that open.
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
    /// The country whose prices those of a currency are.
    pub const fn of(currency: Currency) -> Self {
        match currency {
            Currency::Eur => Self::France,
            Currency::Gbp => Self::UnitedKingdom,
            Currency::Usd => Self::UnitedStates,
        }
    }

    /// The currency in which people sell there.
    pub const fn currency(self) -> Currency {
        match self {
            Self::France => Currency::Eur,
            Self::UnitedKingdom => Currency::Gbp,
            Self::UnitedStates => Currency::Usd,
        }
    }
}

/// The language in which a listing is written and the market in which it is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    /// What is written.
    pub language: Language,
    /// Where it is sold.
    pub market: Market,
}

impl Locale {
    /// The currency of prices that no marketplace settles.
    pub const fn currency(self) -> Currency {
        self.market.currency()
    }
}
