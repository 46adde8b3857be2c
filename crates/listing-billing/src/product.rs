use std::collections::HashMap;

use listing_domain::billing::{BillingCurrency, PaidProduct, ProductPrice};
use serde::Deserialize;

use crate::form::Form;
use crate::object::Metadata;

pub(crate) const ABOUT: &str = "prices";
pub(crate) const PATH: &str = "v1/prices";
pub(crate) const PRODUCTS: &str = "a product";
pub(crate) const PRODUCTS_PATH: &str = "v1/products";

#[derive(Debug, Deserialize)]
pub(crate) struct Price {
    pub(crate) id: String,
    lookup_key: Option<String>,
    metadata: Option<Metadata>,
    currency: Option<String>,
    unit_amount: Option<i64>,
    recurring: Option<Recurring>,
    #[serde(default)]
    currency_options: HashMap<String, Amount>,
}

#[derive(Debug, Deserialize)]
struct Recurring {
    interval: String,
    interval_count: i64,
}

#[derive(Debug, Deserialize)]
struct Amount {
    unit_amount: Option<i64>,
}

/// A product, of which only the existence counts.
#[derive(Debug, Deserialize)]
pub(crate) struct StripeProduct {}

impl Price {
    /// Returns the product that the price names. A replaced price has lost its lookup key.
    pub(crate) fn product(&self) -> Option<PaidProduct> {
        let by_key = || {
            let key = self.lookup_key.as_deref()?;
            PaidProduct::ALL.iter().copied().find(|product| lookup_key(*product) == key)
        };
        self.metadata.as_ref().and_then(Metadata::product).or_else(by_key)
    }

    pub(crate) fn has_lookup_key(&self, product: PaidProduct) -> bool {
        self.lookup_key.as_deref() == Some(&lookup_key(product))
    }

    pub(crate) fn is(&self, wanted: &ProductPrice) -> bool {
        let found = self.recurring.as_ref().map(|recurring| (&*recurring.interval, recurring.interval_count));
        let amounts = BillingCurrency::ALL.iter();
        let has_amount =
            |currency: &BillingCurrency| self.amount(*currency) == Some(wanted.amount(*currency).minor());
        found == interval(wanted.product()).map(|interval| (interval, 1))
            && amounts.copied().all(|c| has_amount(&c))
    }

    fn amount(&self, currency: BillingCurrency) -> Option<i64> {
        let code = code(currency);
        if self.currency.as_deref() == Some(&code) {
            return self.unit_amount;
        }
        self.currency_options.get(&code)?.unit_amount
    }
}

fn code(currency: BillingCurrency) -> String {
    currency.code().to_ascii_lowercase()
}

pub(crate) fn lookup_key(product: PaidProduct) -> String {
    format!("ptl_{}", product.code())
}

const fn interval(product: PaidProduct) -> Option<&'static str> {
    match product {
        PaidProduct::Pack => None,
        PaidProduct::ProMonthly => Some("month"),
        PaidProduct::ProAnnual => Some("year"),
    }
}

/// Returns the id and the name of Stripe's product. Both plans share one, so that buyers can change between
/// them.
pub(crate) const fn stripe_product(product: PaidProduct) -> (&'static str, &'static str) {
    match product {
        PaidProduct::Pack => ("ptl_pack", "Photo to Listing: pack of credits"),
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => ("ptl_pro", "Photo to Listing Pro"),
    }
}

/// Asks for one active price, or for all of them with their amounts.
pub(crate) fn price_of(product: PaidProduct) -> Form {
    Form::default().with("lookup_keys[]", &lookup_key(product)).with("active", "true").with("limit", "1")
}

pub(crate) fn all_prices() -> Form {
    let form = Form::default().with("active", "true").with("expand[]", "data.currency_options");
    PaidProduct::ALL.iter().fold(form, |form, product| form.with("lookup_keys[]", &lookup_key(*product)))
}

pub(crate) fn product_form(id: &str, name: &str) -> Form {
    Form::default().with("id", id).with("name", name)
}

/// Consumers in the European Union see prices with taxes, those in the United States without.
pub(crate) fn price_form(price: &ProductPrice) -> Form {
    let product = price.product();
    let minor = |currency| price.amount(currency).minor().to_string();
    Form::default()
        .with("product", stripe_product(product).0)
        .with("lookup_key", &lookup_key(product))
        // An archived price may still have the key.
        .with("transfer_lookup_key", "true")
        .with("metadata[ptl_product]", product.code())
        .with("currency", "eur")
        .with("unit_amount", &minor(BillingCurrency::Eur))
        .with("tax_behavior", "inclusive")
        .with("currency_options[usd][unit_amount]", &minor(BillingCurrency::Usd))
        .with("currency_options[usd][tax_behavior]", "exclusive")
        .with_some("recurring[interval]", interval(product))
}
