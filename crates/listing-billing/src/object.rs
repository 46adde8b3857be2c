//! Parts that objects of Stripe share.

use std::str::FromStr;

use jiff::Timestamp;
use listing_domain::Money;
use listing_domain::billing::PaidProduct;
use listing_domain::ids::AccountId;
use serde::Deserialize;

use crate::error::Unreadable;
use crate::form::Form;

const ACCOUNT: &str = "ptl_account";
const PRODUCT: &str = "ptl_product";

/// Names the account and the product that an object of this service is about.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Metadata {
    ptl_account: Option<String>,
    ptl_product: Option<String>,
}

impl Metadata {
    pub(crate) fn account(&self) -> Option<AccountId> {
        self.ptl_account.as_ref()?.parse().ok()
    }

    pub(crate) fn product(&self) -> Option<PaidProduct> {
        self.ptl_product.as_ref()?.parse().ok()
    }

    /// Returns the account and the product of an object of this service.
    pub(crate) fn purchase(metadata: Option<&Self>) -> Option<(AccountId, PaidProduct)> {
        let metadata = metadata?;
        Some((metadata.account()?, metadata.product()?))
    }
}

/// Adds metadata to a form, below a name such as `subscription_data[metadata]`.
pub(crate) fn add_metadata(form: Form, name: &str, account: AccountId, product: PaidProduct) -> Form {
    form.with(&format!("{name}[{ACCOUNT}]"), &account.to_string())
        .with(&format!("{name}[{PRODUCT}]"), product.code())
}

/// A reference to another object, which may be included.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Reference {
    Id(String),
    Object { id: String },
}

impl Reference {
    pub(crate) fn as_str(&self) -> &str {
        let (Self::Id(id) | Self::Object { id }) = self;
        id
    }

    /// Returns the id as one of the domain's.
    pub(crate) fn id<T: FromStr>(&self, about: &'static str) -> Result<T, Unreadable> {
        parsed(self.as_str(), about)
    }
}

pub(crate) fn optional_id<T: FromStr>(
    reference: Option<&Reference>,
    about: &'static str,
) -> Result<Option<T>, Unreadable> {
    reference.map(|reference| reference.id(about)).transpose()
}

pub(crate) fn parsed<T: FromStr>(text: &str, about: &'static str) -> Result<T, Unreadable> {
    text.parse().map_err(|_| Unreadable(about))
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct List<T> {
    pub(crate) data: Vec<T>,
    #[serde(default)]
    pub(crate) has_more: bool,
}

pub(crate) fn moment(seconds: i64, about: &'static str) -> Result<Timestamp, Unreadable> {
    Timestamp::from_second(seconds).map_err(|_| Unreadable(about))
}

/// Returns an amount in minor units of a currency code in lower case.
pub(crate) fn money(minor: i64, currency: &str, about: &'static str) -> Result<Money, Unreadable> {
    let currency = parsed(&currency.to_ascii_uppercase(), about)?;
    // A larger amount would be clamped.
    let is_amount = (0..=Money::MAX_MINOR).contains(&minor);
    if is_amount { Ok(Money::from_minor(minor, currency)) } else { Err(Unreadable(about)) }
}
