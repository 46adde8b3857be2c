use indexmap::IndexMap;
use listing_domain::attributes::Source;
use listing_domain::details as evidence;
use listing_domain::details::{MissingFact, WarningCode};
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::photo;
use listing_domain::pricing::{self, BasisKind, ComparableKind, Confidence, PriceSuggestion};
use listing_domain::request;
use listing_domain::usecase::WrittenListings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::amount::Amount;
use crate::code::Code;
use crate::codes::{
    CurrencyCode, MarketCode, MissingFactCode, PhotoNoteCode, PriceBasisCode, PriceConfidenceCode,
    PriceKindCode, SourceCode, WarningTopic,
};

/// The evidence behind the response, in the language of the listings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Details {
    /// The evidence for each attribute.
    pub attributes: AttributeDetails,
    /// Other possible items, most likely first; may be empty.
    #[schema(max_items = 5)]
    pub alternatives: Vec<Alternative>,
    /// Warnings about all listings; omitted when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 1)]
    pub warnings: Vec<Warning>,
    /// Facts that buyers look for and the request does not state, most important first; omitted when there
    /// are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 10)]
    pub missing: Vec<Missing>,
    /// The evidence for the suggested price.
    pub price: PriceDetails,
    /// The photos with remarks, in the order of the request.
    #[schema(max_items = 4)]
    pub photos: Vec<PhotoDetails>,
    /// The details of each listing, by platform id.
    #[schema(value_type = HashMap<String, ListingDetails>,
        example = json!({"leboncoin": {"currency": "EUR", "netAfterFees": 45, "warnings": []}}))]
    pub listings: IndexMap<Code<Platform>, ListingDetails>,
    /// Unknown body fields and query parameters that were ignored, at most 10; omitted when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 10)]
    pub ignored: Vec<IgnoredField>,
}

/// An ignored field or query parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IgnoredField {
    /// The name, with its path.
    #[schema(example = "attributes.colour")]
    pub field: String,
    /// The closest known name, if one is close.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "attributes.color")]
    pub suggestion: Option<String>,
    /// The same as a sentence.
    #[schema(example = "attributes.colour is unknown and was ignored; did you mean attributes.color?")]
    pub message: String,
}

impl From<&request::IgnoredField> for IgnoredField {
    fn from(ignored: &request::IgnoredField) -> Self {
        let request::IgnoredField { field, suggestion, message } = ignored.clone();
        Self { field, suggestion, message }
    }
}

/// The evidence for each attribute. Unknown attributes are omitted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AttributeDetails {
    /// The item's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub name: Option<AttributeDetail>,
    /// The brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub brand: Option<AttributeDetail>,
    /// The size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub size: Option<AttributeDetail>,
    /// The condition, stated or assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub condition: Option<AttributeDetail>,
    /// The primary color.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub color: Option<AttributeDetail>,
    /// The primary material.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub material: Option<AttributeDetail>,
    /// The audience, by its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    pub audience: Option<AttributeDetail>,
}

/// The evidence for one attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AttributeDetail {
    /// The value, as in the response's `attributes`; for an assumed condition, its code.
    #[schema(example = "Sézane")]
    pub value: String,
    /// The source of the value.
    #[schema(value_type = SourceCode)]
    pub source: Code<Source>,
    /// The evidence, as a sentence.
    #[schema(example = "Lu sur l’article ou son étiquette, photo 2.")]
    pub evidence: String,
    /// The confidence in the value: 1 if the seller states it, 0 if it is assumed.
    #[schema(minimum = 0, maximum = 1, example = 0.95)]
    pub confidence: f32,
    /// The seller's own words, if the value derives from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "TBE, petite tache")]
    pub stated: Option<String>,
}

/// A missing fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Missing {
    /// The fact.
    #[schema(value_type = MissingFactCode)]
    pub code: Code<MissingFact>,
    /// The same as a sentence.
    #[schema(example = "La taille n’est pas précisée.")]
    pub message: String,
}

/// Another possible item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Alternative {
    /// The item's name.
    #[schema(example = "Manteau")]
    pub name: String,
    /// The likelihood.
    #[schema(minimum = 0, maximum = 1, example = 0.21)]
    pub confidence: f32,
}

/// The evidence for the suggested price. All amounts are in `currency`, and each is at least as high as the
/// one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDetails {
    /// One in ten such items is worth less.
    #[schema(value_type = f64, minimum = 0, example = 25)]
    pub low: Amount,
    /// The price for a quick sale.
    #[schema(value_type = f64, minimum = 0, example = 35)]
    pub quick_sale: Amount,
    /// The suggested price, equal to `suggestedPrice`.
    #[schema(value_type = f64, minimum = 0, example = 45)]
    pub suggested: Amount,
    /// The price that a patient seller might get.
    #[schema(value_type = f64, minimum = 0, example = 55)]
    pub patient: Amount,
    /// One in ten such items is worth more.
    #[schema(value_type = f64, minimum = 0, example = 70)]
    pub high: Amount,
    /// The currency of the amounts.
    #[schema(value_type = CurrencyCode)]
    pub currency: Code<Currency>,
    /// The country of sale.
    #[schema(value_type = MarketCode)]
    pub market: Code<Market>,
    /// The confidence in the price.
    #[schema(value_type = PriceConfidenceCode)]
    pub confidence: Code<Confidence>,
    /// The main evidence for the price.
    #[schema(value_type = PriceBasisCode)]
    pub basis: Code<BasisKind>,
    /// The number of comparable items found, including `ignored`.
    #[schema(minimum = 0, example = 12)]
    pub sample_size: usize,
    /// The number of these with an asking price only.
    #[schema(minimum = 0, example = 9)]
    pub asked: usize,
    /// The number of these that were sold.
    #[schema(minimum = 0, example = 3)]
    pub sold: usize,
    /// The number of these that were too far from the others to count.
    #[schema(minimum = 0, example = 1)]
    pub ignored: usize,
    /// The day on which the oldest comparable item was seen; omitted when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    pub oldest: Option<String>,
    /// The day on which the newest comparable item was seen; omitted when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    pub newest: Option<String>,
    /// The day of the exchange rates; omitted when none were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    pub rates_date: Option<String>,
    /// The sources of the comparable items.
    pub sources: Vec<PriceSource>,
}

/// The comparable items of one kind from one source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PriceSource {
    /// The source's name.
    #[schema(example = "eBay")]
    pub name: String,
    /// The kind of prices: asked or paid.
    #[schema(value_type = PriceKindCode)]
    pub kind: Code<ComparableKind>,
    /// The number of items.
    #[schema(minimum = 1, example = 9)]
    pub count: usize,
    /// The day on which the newest item was seen.
    #[schema(format = Date, example = "2026-11-20")]
    pub newest: String,
    /// The web pages of some items; omitted when the source names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false, min_items = 1, max_items = 10, example = json!(["https://www.example.com/offers/1"]))]
    pub links: Option<Vec<String>>,
}

/// The remarks on a photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PhotoDetails {
    /// The number of the photo in the request, from 1.
    #[schema(minimum = 1, maximum = 4, example = 2)]
    pub photo: usize,
    /// The remarks.
    #[schema(min_items = 1, max_items = 4)]
    pub notes: Vec<PhotoNote>,
}

/// A remark on a photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PhotoNote {
    /// The remark.
    #[schema(value_type = PhotoNoteCode)]
    pub code: Code<photo::PhotoNote>,
    /// The same as a sentence.
    #[schema(example = "La photo est floue.")]
    pub message: String,
}

/// The details of a listing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListingDetails {
    /// The listing's hashtags without the `#`; omitted if the marketplace uses none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false, min_items = 1, example = json!(["veste", "sézane"]))]
    pub tags: Option<Vec<String>>,
    /// The currency of the listing's price.
    #[schema(value_type = CurrencyCode)]
    pub currency: Code<Currency>,
    /// A private seller's proceeds after the marketplace's fees; omitted if the fees are uncertain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, example = 45)]
    pub net_after_fees: Option<Amount>,
    /// Warnings to read before publishing.
    #[schema(max_items = 6)]
    pub warnings: Vec<Warning>,
}

/// A warning for the seller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Warning {
    /// The topic.
    #[schema(value_type = WarningTopic)]
    pub code: Code<WarningCode>,
    /// The same as a sentence.
    #[schema(example = "L’état n’étant pas précisé, un bon état a été supposé.")]
    pub message: String,
}

impl From<&WrittenListings> for Details {
    fn from(written: &WrittenListings) -> Self {
        let evidence::Details { attributes, alternatives, warnings, missing, photos, listings, ignored } =
            &written.details;
        Self {
            attributes: AttributeDetails::from(attributes),
            alternatives: alternatives.iter().map(Alternative::from).collect(),
            price: PriceDetails::from(&written.price),
            warnings: warnings.iter().map(Warning::from).collect(),
            missing: missing.iter().map(Missing::from).collect(),
            photos: photos.iter().map(PhotoDetails::from).collect(),
            listings: listings.iter().map(|it| (it.platform.into(), ListingDetails::from(it))).collect(),
            ignored: ignored.iter().map(IgnoredField::from).collect(),
        }
    }
}

impl From<&evidence::AttributesEvidence> for AttributeDetails {
    fn from(attributes: &evidence::AttributesEvidence) -> Self {
        let detail =
            |evidence: &Option<evidence::AttributeEvidence>| evidence.as_ref().map(AttributeDetail::from);
        Self {
            name: detail(&attributes.name),
            brand: detail(&attributes.brand),
            size: detail(&attributes.size),
            condition: detail(&attributes.condition),
            color: detail(&attributes.color),
            material: detail(&attributes.material),
            audience: detail(&attributes.audience),
        }
    }
}

impl From<&evidence::AttributeEvidence> for AttributeDetail {
    fn from(evidence: &evidence::AttributeEvidence) -> Self {
        Self {
            value: evidence.value.clone(),
            source: evidence.source.into(),
            evidence: evidence.evidence.clone(),
            confidence: in_hundredths(evidence.confidence),
            stated: evidence.stated.clone(),
        }
    }
}

impl From<&evidence::Missing> for Missing {
    fn from(missing: &evidence::Missing) -> Self {
        Self { code: missing.fact.into(), message: missing.message.to_owned() }
    }
}

impl From<&evidence::NamedAlternative> for Alternative {
    fn from(alternative: &evidence::NamedAlternative) -> Self {
        Self { name: alternative.name.clone(), confidence: in_hundredths(alternative.confidence) }
    }
}

/// No source is more precise.
fn in_hundredths(confidence: f32) -> f32 {
    (confidence.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

/// The response omits empty lists.
fn not_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

impl From<&PriceSuggestion> for PriceDetails {
    fn from(price: &PriceSuggestion) -> Self {
        let seen = &price.seen;
        Self {
            low: price.low.into(),
            quick_sale: price.quick_sale.into(),
            suggested: price.suggested.into(),
            patient: price.patient.into(),
            high: price.high.into(),
            currency: price.suggested.currency().into(),
            market: price.market.into(),
            confidence: price.confidence.into(),
            basis: price.basis.kind().into(),
            sample_size: seen.asked + seen.sold,
            asked: seen.asked,
            sold: seen.sold,
            ignored: seen.ignored,
            oldest: seen.oldest.map(|day| day.to_string()),
            newest: seen.newest.map(|day| day.to_string()),
            rates_date: seen.rates_date.map(|day| day.to_string()),
            sources: seen.sources.iter().map(PriceSource::from).collect(),
        }
    }
}

impl From<&pricing::PriceSource> for PriceSource {
    fn from(source: &pricing::PriceSource) -> Self {
        let pricing::PriceSource { name, kind, count, newest, links } = source.clone();
        Self { name, kind: kind.into(), count, newest: newest.to_string(), links: not_empty(links) }
    }
}

impl From<&evidence::PhotoDetails> for PhotoDetails {
    fn from(photo: &evidence::PhotoDetails) -> Self {
        let note = |(note, message): &(photo::PhotoNote, &'static str)| PhotoNote {
            code: (*note).into(),
            message: (*message).to_owned(),
        };
        Self { photo: photo.place + 1, notes: photo.notes.iter().map(note).collect() }
    }
}

impl From<&evidence::ListingDetails> for ListingDetails {
    fn from(listing: &evidence::ListingDetails) -> Self {
        Self {
            tags: not_empty(listing.tags.clone()),
            currency: listing.price.currency().into(),
            net_after_fees: listing.net_after_fees.map(Amount::from),
            warnings: listing.warnings.iter().map(Warning::from).collect(),
        }
    }
}

impl From<&evidence::Warning> for Warning {
    fn from(warning: &evidence::Warning) -> Self {
        Self { code: warning.code.into(), message: warning.message.clone() }
    }
}
