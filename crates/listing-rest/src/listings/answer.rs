//! The answer's body: exactly the documented fields.

use listing_domain::attributes::{Attributes, text_or_unknown};
use listing_domain::generation::RenderedData;
use listing_domain::listing::Listing;
use listing_domain::money::{MINOR_PER_MAJOR, Money};
use listing_domain::quota::UsageAtCharge;
use listing_domain::request::Extent;
use listing_domain::usecase::WrittenListings;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::details::DetailsBody;
use crate::codes::{DetectedCondition, PlatformCode};

// `body` writes the same around data that was rendered before.
/// The answer of `generateListings`.
#[derive(Serialize, ToSchema)]
#[schema(as = GenerateResponse)]
pub(crate) struct GenerateAnswer {
    /// Always true: a failure has another body.
    #[schema(default = true)]
    success: bool,
    /// What was generated.
    data: GeneratedData,
    /// How the quota stands after the charge.
    usage: QuotaStatus,
}

/// What was generated.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GeneratedData {
    /// One listing for each platform, in the order asked.
    #[schema(min_items = 1)]
    listings: Vec<PlatformListing>,
    /// What the item is, the seller's attributes laid over the detected ones.
    attributes: ItemAttributes,
    /// The suggested price: in euro for listings in French, in US dollars for
    /// listings in English.
    #[schema(value_type = f64, minimum = 0)]
    suggested_price: Price,
    /// Why that price, and on which evidence.
    price_rationale: String,
    /// The evidence behind the answer, with `include=details` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = DetailsBody, required = false)]
    details: Option<DetailsBody>,
}

/// A listing, ready to publish on its marketplace.
#[derive(Serialize, ToSchema)]
struct PlatformListing {
    /// The marketplace that the listing is for.
    #[schema(value_type = PlatformCode)]
    platform: &'static str,
    /// The title.
    title: String,
    /// The full description.
    description: String,
    /// The price in the marketplace's currency.
    #[schema(value_type = f64, minimum = 0)]
    price: Price,
    /// The marketplace's category.
    category: String,
    /// The marketplace's label for the condition.
    condition: String,
}

/// What the item is. What nobody knows is `Unknown`.
#[derive(Serialize, ToSchema)]
struct ItemAttributes {
    /// What it is called.
    name: String,
    /// The brand.
    brand: String,
    /// The size.
    size: String,
    /// The condition's code, or the seller's own words where they name none.
    #[schema(value_type = DetectedCondition)]
    condition: String,
    /// The primary color.
    color: String,
    /// The primary material.
    material: String,
}

/// How an account's quota stands after a charge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuotaStatus {
    /// Free generations used this month.
    #[schema(minimum = 0)]
    free_used: u32,
    /// Monthly free generation limit.
    #[schema(minimum = 0)]
    free_limit: u32,
    /// Purchased credits remaining.
    #[schema(minimum = 0)]
    credits_remaining: u32,
    /// Whether the account has an active Pro subscription.
    is_subscribed: bool,
    /// Whether another generation request can be made.
    can_generate: bool,
}

/// An amount as a JSON number: `45`, `12.5`, `12.49`.
pub(super) struct Price(pub(super) Money);

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let minor = self.0.minor();
        if minor % MINOR_PER_MAJOR == 0 {
            return serializer.serialize_i64(minor / MINOR_PER_MAJOR);
        }
        // Every amount fits: `Money::MAX_MINOR` is below 2^31. The quotient's
        // shortest decimal form has two decimals at most.
        let minor = i32::try_from(minor).map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(f64::from(minor) / 100.0)
    }
}

/// The body of an answer, put together the same way whenever it is given: of what
/// was rendered before the charge, and of how the account stood after it.
pub(super) fn body(data: &RenderedData, usage: UsageAtCharge) -> serde_json::Result<Vec<u8>> {
    let mut body = br#"{"success":true,"data":"#.to_vec();
    body.extend_from_slice(data.as_bytes());
    body.extend_from_slice(br#","usage":"#);
    serde_json::to_writer(&mut body, &QuotaStatus::from(usage))?;
    body.push(b'}');
    Ok(body)
}

impl GeneratedData {
    /// What was written, with as much of the evidence as is wanted.
    pub(super) fn of(written: &WrittenListings, extent: Extent) -> Self {
        let details = match extent {
            Extent::Listings => None,
            Extent::WithDetails => Some(DetailsBody::from(written)),
        };
        Self {
            listings: written.listings.iter().map(PlatformListing::from).collect(),
            attributes: ItemAttributes::from(&written.item.attributes),
            suggested_price: Price(written.price.suggested),
            price_rationale: written.price.rationale.clone(),
            details,
        }
    }
}

impl From<&Listing> for PlatformListing {
    fn from(listing: &Listing) -> Self {
        Self {
            platform: listing.platform.code(),
            title: listing.title.clone(),
            description: listing.description.clone(),
            price: Price(listing.price),
            category: listing.category.clone(),
            condition: listing.condition.clone(),
        }
    }
}

impl From<&Attributes> for ItemAttributes {
    fn from(attributes: &Attributes) -> Self {
        let text = |attribute: &Option<_>| text_or_unknown(attribute.as_ref()).to_owned();
        Self {
            name: text(&attributes.name),
            brand: text(&attributes.brand),
            size: text(&attributes.size),
            condition: attributes.condition_code().to_owned(),
            color: text(&attributes.color),
            material: text(&attributes.material),
        }
    }
}

impl From<UsageAtCharge> for QuotaStatus {
    fn from(usage: UsageAtCharge) -> Self {
        Self {
            free_used: usage.free_used,
            free_limit: usage.free_limit,
            credits_remaining: usage.credits_remaining,
            is_subscribed: usage.plan.is_subscribed(),
            can_generate: usage.can_generate(),
        }
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;
    use listing_domain::money::Currency;

    use super::*;

    #[test]
    fn a_body_is_what_the_description_says() {
        let data = || GeneratedData {
            listings: Vec::new(),
            attributes: ItemAttributes::from(&Attributes::default()),
            suggested_price: Price(Money::from_minor(1250, Currency::Eur)),
            price_rationale: "« prix »".to_owned(),
            details: None,
        };
        let usage = UsageAtCharge { plan: Plan::Free, free_used: 1, free_limit: 3, credits_remaining: 20 };
        let described = GenerateAnswer { success: true, data: data(), usage: usage.into() };
        let rendered = RenderedData::new(serde_json::to_vec(&data()).unwrap());
        assert_eq!(body(&rendered, usage).unwrap(), serde_json::to_vec(&described).unwrap());
    }

    #[test]
    fn prices_are_numbers_without_empty_decimals() {
        for (minor, expected) in [
            (4500, "45"),
            (1250, "12.5"),
            (1249, "12.49"),
            (5, "0.05"),
            (0, "0"),
            (29, "0.29"),
            (99_999_999, "999999.99"),
        ] {
            let price = Price(Money::from_minor(minor, Currency::Eur));
            assert_eq!(serde_json::to_string(&price).unwrap(), expected);
        }
    }

    #[test]
    fn no_amount_of_cents_has_a_third_decimal() {
        for minor in (0..1_000_000).chain(Money::MAX_MINOR - 1000..=Money::MAX_MINOR) {
            let money = Money::from_minor(minor, Currency::Eur);
            let text = serde_json::to_string(&Price(money)).unwrap();
            let expected = money.to_string();
            let expected = if expected.contains('.') { expected.trim_end_matches('0') } else { &expected };
            assert_eq!(text, expected);
        }
    }
}
