use crate::account::Plan;
use crate::closed_enum::closed_enum;
use crate::locale::Market;
use crate::money::{Currency, Money};

closed_enum! {
    /// A product that an account can buy.
    pub enum PaidProduct as "product" {
        /// Credits, paid once. `QuotaPolicy::pack_units` says how many.
        Pack = "pack",
        /// Pro, paid each month.
        ProMonthly = "pro_monthly",
        /// Pro, paid each year.
        ProAnnual = "pro_annual",
    }
}

impl PaidProduct {
    /// The plan of a subscription; `None` for a pack.
    pub const fn plan(self) -> Option<Plan> {
        match self {
            Self::Pack => None,
            Self::ProMonthly => Some(Plan::ProMonthly),
            Self::ProAnnual => Some(Plan::ProAnnual),
        }
    }
}

closed_enum! {
    /// A currency in which products are sold.
    pub enum BillingCurrency as "currency" {
        /// Euro.
        Eur = "EUR",
        /// United States dollar.
        Usd = "USD",
    }
}

impl BillingCurrency {
    /// The currency of prices for buyers in a country: dollars where neither is the currency.
    pub const fn of(market: Market) -> Self {
        match market.currency() {
            Currency::Eur => Self::Eur,
            Currency::Usd | Currency::Gbp => Self::Usd,
        }
    }
}

impl From<BillingCurrency> for Currency {
    fn from(currency: BillingCurrency) -> Self {
        match currency {
            BillingCurrency::Eur => Self::Eur,
            BillingCurrency::Usd => Self::Usd,
        }
    }
}

/// The price of a product in each currency: once for a pack, per period for a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductPrice {
    product: PaidProduct,
    eur_minor: i64,
    usd_minor: i64,
}

/// The error for an amount that is not a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a price must be from {} to {} cents", ProductPrice::MIN_MINOR, ProductPrice::MAX_MINOR)]
pub struct InvalidPrice;

impl ProductPrice {
    /// The lowest price, in cents. Card payments below it are refused.
    pub const MIN_MINOR: i64 = 50;
    /// The highest price, in cents.
    pub const MAX_MINOR: i64 = 1_000_000;

    /// A price from amounts in cents.
    pub fn new(product: PaidProduct, eur_minor: i64, usd_minor: i64) -> Result<Self, InvalidPrice> {
        let accepted = Self::MIN_MINOR..=Self::MAX_MINOR;
        let is_valid = accepted.contains(&eur_minor) && accepted.contains(&usd_minor);
        if is_valid { Ok(Self { product, eur_minor, usd_minor }) } else { Err(InvalidPrice) }
    }

    /// The product.
    pub const fn product(&self) -> PaidProduct {
        self.product
    }

    /// The amount in a currency.
    pub const fn amount(&self, currency: BillingCurrency) -> Money {
        match currency {
            BillingCurrency::Eur => Money::from_minor(self.eur_minor, Currency::Eur),
            BillingCurrency::Usd => Money::from_minor(self.usd_minor, Currency::Usd),
        }
    }
}

closed_enum! {
    /// The state of a product at the provider.
    pub enum ProductStatus as "status" {
        /// The provider sells it at the wanted price.
        Present = "present",
        /// The provider does not sell it.
        Missing = "missing",
        /// It was created.
        Created = "created",
        /// The provider sells it at another price or for another period. It was not changed.
        Differs = "differs",
    }
}
