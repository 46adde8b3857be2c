//! The response of `generateListings`: exactly the documented fields.

use listing_domain::attributes::{Attributes, UNKNOWN, text_or_unknown};
use listing_domain::generation::RenderedData;
use listing_domain::listing::Listing;
use listing_domain::marketplace::Platform;
use listing_domain::options::Language;
use listing_domain::product::Audience;
use listing_domain::quantity::Quantity;
use listing_domain::quota::UsageAtCharge;
use listing_domain::request::{DetailLevel, ItemReferences};
use listing_domain::sku::Sku;
use listing_domain::usecase::WrittenListings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::amount::Amount;
use crate::code::Code;
use crate::codes::{AudienceCode, DetectedCondition, PlatformCode};
use crate::details::Details;
use crate::pairs::Pairs;
use crate::usage::QuotaStatus;

// `body` writes the same JSON.
/// The response of `generateListings`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GenerateResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub success: bool,
    /// The generated listings, attributes and price.
    pub data: GeneratedData,
    /// The quota status after the charge.
    pub usage: QuotaStatus,
}

/// The generated listings, attributes and price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GeneratedData {
    /// One listing for each requested platform, in the order of the request.
    #[schema(min_items = 1)]
    pub listings: Vec<PlatformListing>,
    /// The item's attributes: the seller's replace the detected ones.
    pub attributes: ItemAttributes,
    /// The suggested price: in euros for listings in French, in US dollars for listings in English.
    #[schema(value_type = f64, minimum = 0)]
    pub suggested_price: Amount,
    /// The explanation of the suggested price, with its evidence.
    pub price_rationale: String,
    /// The notes of the request, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "Longueur 62 cm, vendu avec sa boîte")]
    pub notes: Option<String>,
    /// The stock number of the request, if any. An extension of the API.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 50, example = "JKT-0042")]
    pub sku: Option<String>,
    /// The metadata of the request, if any, in its order. An extension of the API.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = HashMap<String, String>, required = false, example = json!({"shelf": "B-12"}))]
    pub metadata: Option<Pairs>,
    /// The evidence behind the response; only with `include=details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Details, required = false)]
    pub details: Option<Details>,
}

// `body` writes the same JSON around previously rendered data.
/// The response of `rewriteGeneration`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RewriteResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub success: bool,
    /// The rewritten generation.
    pub data: RewrittenData,
    /// The quota status after the rewrite.
    pub usage: QuotaStatus,
}

/// A rewritten generation.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewrittenData {
    /// The generation's id.
    pub id: String,
    /// The free rewrites so far.
    #[schema(minimum = 0)]
    pub rewrites: u32,
    /// True if the rewrite took one unit of the quota, or would without a subscription.
    pub charged: bool,
    /// All listings, attributes and the price, as rewritten.
    pub data: GeneratedData,
}

/// A listing, ready to publish on its marketplace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlatformListing {
    /// The marketplace that the listing is for.
    #[schema(value_type = PlatformCode)]
    pub platform: Code<Platform>,
    /// The title.
    pub title: String,
    /// The full description.
    pub description: String,
    /// The price in the marketplace's currency.
    #[schema(value_type = f64, minimum = 0)]
    pub price: Amount,
    /// The marketplace's category.
    pub category: String,
    /// The marketplace's label for the condition.
    pub condition: String,
    /// The language, if the account's owner had the listing rewritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub language: Option<Code<Language>>,
    /// True if the account's owner has edited the listing; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub edited: Option<bool>,
}

/// The item's attributes. An unknown one is `Unknown`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ItemAttributes {
    /// The item's name.
    pub name: String,
    /// The brand.
    pub brand: String,
    /// The size.
    pub size: String,
    /// The condition's code, or the seller's own words if they match no code.
    #[schema(value_type = DetectedCondition)]
    pub condition: String,
    /// The primary color.
    pub color: String,
    /// The primary material.
    pub material: String,
    /// The number of items sold together, if the request states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = u8, minimum = 1, maximum = 99, example = 3)]
    pub quantity: Option<u8>,
    /// The audience, if the request states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AudienceCode, required = false)]
    pub audience: Option<Code<Audience>>,
}

/// Returns a [`GenerateResponse`] from the stored bytes of its data, and the quota after the charge.
pub fn body(data: &RenderedData, usage: UsageAtCharge) -> serde_json::Result<Vec<u8>> {
    let mut body = br#"{"success":true,"data":"#.to_vec();
    body.extend_from_slice(data.as_bytes());
    body.extend_from_slice(br#","usage":"#);
    serde_json::to_writer(&mut body, &QuotaStatus::from(usage))?;
    body.push(b'}');
    Ok(body)
}

impl GeneratedData {
    /// Creates the data at a detail level.
    pub fn new(written: &WrittenListings, detail_level: DetailLevel) -> Self {
        let details = match detail_level {
            DetailLevel::Listings => None,
            DetailLevel::WithDetails => Some(Details::from(written)),
        };
        Self {
            listings: written.listings.iter().map(PlatformListing::from).collect(),
            attributes: ItemAttributes::new(&written.item.attributes, written.item.known.audience),
            suggested_price: written.price.suggested.into(),
            price_rationale: written.price.rationale.clone(),
            notes: written.item.known.notes.as_ref().map(|notes| notes.as_str().to_owned()),
            sku: None,
            metadata: None,
            details,
        }
    }

    /// Adds the seller's references.
    #[must_use]
    pub fn with_references(self, references: &ItemReferences) -> Self {
        let ItemReferences { sku, metadata } = references;
        let metadata = (!metadata.is_empty()).then(|| Pairs::from(metadata));
        Self { sku: sku.as_ref().map(Sku::to_string), metadata, ..self }
    }
}

impl From<&Listing> for PlatformListing {
    fn from(listing: &Listing) -> Self {
        Self {
            platform: listing.platform.into(),
            title: listing.title.clone(),
            description: listing.description.clone(),
            price: listing.price.into(),
            category: listing.category.clone(),
            condition: listing.condition.clone(),
            language: None,
            edited: None,
        }
    }
}

impl ItemAttributes {
    fn new(attributes: &Attributes, audience: Option<Audience>) -> Self {
        let text = |attribute: &Option<_>| text_or_unknown(attribute.as_ref()).to_owned();
        Self {
            name: text(&attributes.name),
            brand: attributes.brand_value().unwrap_or_else(|| UNKNOWN.to_owned()),
            size: text(&attributes.size),
            condition: attributes.condition_code().to_owned(),
            color: text(&attributes.color),
            material: text(&attributes.material),
            quantity: attributes.quantity.map(Quantity::get),
            audience: audience.map(Code::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;
    use listing_domain::money::{Currency, Money};

    use super::*;

    #[test]
    fn a_body_equals_the_documented_response() {
        let data = || GeneratedData {
            listings: Vec::new(),
            attributes: ItemAttributes::new(&Attributes::default(), None),
            suggested_price: Money::from_minor(1250, Currency::Eur).into(),
            price_rationale: "« prix »".to_owned(),
            notes: None,
            sku: None,
            metadata: None,
            details: None,
        };
        let usage = UsageAtCharge { plan: Plan::Free, free_used: 1, free_limit: 3, credits_remaining: 20 };
        let described = GenerateResponse { success: true, data: data(), usage: usage.into() };
        let rendered = RenderedData::new(serde_json::to_vec(&data()).unwrap());
        assert_eq!(body(&rendered, usage).unwrap(), serde_json::to_vec(&described).unwrap());
    }
}
