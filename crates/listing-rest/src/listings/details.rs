//! The evidence behind an answer, for who asks for it.

use indexmap::IndexMap;
use listing_domain::details::{
    AttributeEvidence, AttributesEvidence, Details, ListingDetails, NamedAlternative, PhotoDetails, Warning,
};
use listing_domain::photo::PhotoNote;
use listing_domain::pricing::{PriceSource, PriceSuggestion};
use listing_domain::usecase::WrittenListings;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Price;
use crate::codes::{
    CurrencyCode, MarketCode, PhotoNoteCode, PriceBasisCode, PriceConfidenceCode, PriceKindCode, SourceCode,
    WarningTopic,
};

/// The evidence behind the answer, all of it in the language of the listings.
#[derive(Serialize, ToSchema)]
#[schema(as = Details)]
pub(super) struct DetailsBody {
    /// What each attribute rests on.
    attributes: AttributeDetails,
    /// What else the item may be, most likely first; empty where nobody thinks of anything.
    #[schema(max_items = 5)]
    alternatives: Vec<AlternativeBody>,
    /// What the suggested price rests on.
    price: PriceDetails,
    /// The photos of which something is noticeable, in their order.
    #[schema(max_items = 4)]
    photos: Vec<PhotoBody>,
    /// What is to be known of each listing, by the id of its platform.
    #[schema(value_type = HashMap<String, ListingBody>,
        example = json!({"leboncoin": {"currency": "EUR", "netAfterFees": 45, "warnings": []}}))]
    listings: IndexMap<&'static str, ListingBody>,
}

/// What each attribute rests on. What nobody knows is left out.
#[derive(Serialize, ToSchema)]
struct AttributeDetails {
    /// What the item is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    name: Option<AttributeDetail>,
    /// The brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    brand: Option<AttributeDetail>,
    /// The size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    size: Option<AttributeDetail>,
    /// The condition; where nobody states one, that which is assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    condition: Option<AttributeDetail>,
    /// The primary color.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    color: Option<AttributeDetail>,
    /// The primary material.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AttributeDetail, required = false)]
    material: Option<AttributeDetail>,
}

/// What one attribute rests on.
#[derive(Serialize, ToSchema)]
struct AttributeDetail {
    /// The value, as `attributes` of the answer has it; of a condition that is assumed, its code.
    #[schema(example = "Sézane")]
    value: String,
    /// Who says so.
    #[schema(value_type = SourceCode)]
    source: &'static str,
    /// What it rests on, in a sentence.
    #[schema(example = "Lu sur l’article ou son étiquette, photo 2.")]
    evidence: String,
    /// How sure the source is: 1 for what the seller states, 0 for what is assumed.
    #[schema(minimum = 0, maximum = 1, example = 0.95)]
    confidence: f32,
}

/// Something else that the item may be.
#[derive(Serialize, ToSchema)]
#[schema(as = Alternative)]
struct AlternativeBody {
    /// What it is called.
    #[schema(example = "Manteau")]
    name: String,
    /// How likely it is.
    #[schema(minimum = 0, maximum = 1, example = 0.21)]
    confidence: f32,
}

/// What the suggested price rests on. All amounts are in its currency, and each is at least as much
/// as the one before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PriceDetails {
    /// One in ten such items is worth less.
    #[schema(value_type = f64, minimum = 0, example = 25)]
    low: Price,
    /// What it would fetch quickly.
    #[schema(value_type = f64, minimum = 0, example = 35)]
    quick_sale: Price,
    /// What is suggested: the same as `suggestedPrice`.
    #[schema(value_type = f64, minimum = 0, example = 45)]
    suggested: Price,
    /// What a patient seller might get.
    #[schema(value_type = f64, minimum = 0, example = 55)]
    patient: Price,
    /// One in ten such items is worth more.
    #[schema(value_type = f64, minimum = 0, example = 70)]
    high: Price,
    /// The currency of the amounts.
    #[schema(value_type = CurrencyCode)]
    currency: &'static str,
    /// The country that the price is for.
    #[schema(value_type = MarketCode)]
    market: &'static str,
    /// How sure the price is.
    #[schema(value_type = PriceConfidenceCode)]
    confidence: &'static str,
    /// What it rests on first of all.
    #[schema(value_type = PriceBasisCode)]
    basis: &'static str,
    /// Comparable items that were found, those of `ignored` among them.
    #[schema(minimum = 0, example = 12)]
    sample_size: usize,
    /// How many of them were only asked for.
    #[schema(minimum = 0, example = 9)]
    asked: usize,
    /// How many of them were sold.
    #[schema(minimum = 0, example = 3)]
    sold: usize,
    /// How many of them were too far from the others to count.
    #[schema(minimum = 0, example = 1)]
    ignored: usize,
    /// The day on which the oldest of them was seen; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    oldest: Option<String>,
    /// The day on which the newest of them was seen; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    newest: Option<String>,
    /// The day of the exchange rates; left out where none were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date, required = false, example = "2026-11-20")]
    rates_date: Option<String>,
    /// Where the comparable items were seen.
    sources: Vec<PriceSourceBody>,
}

/// The comparable items of one kind that a source had.
#[derive(Serialize, ToSchema)]
#[schema(as = PriceSource)]
struct PriceSourceBody {
    /// What the source is called.
    #[schema(example = "eBay")]
    name: String,
    /// Whether they were only asked for, or sold.
    #[schema(value_type = PriceKindCode)]
    kind: &'static str,
    /// How many there were.
    #[schema(minimum = 1, example = 9)]
    count: usize,
    /// The day on which the newest was seen.
    #[schema(format = Date, example = "2026-11-20")]
    newest: String,
    /// The pages of some of them; left out where the source names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 10, example = json!(["https://www.example.com/offers/1"]))]
    links: Vec<String>,
}

/// What is noticeable of a photo.
#[derive(Serialize, ToSchema)]
#[schema(as = PhotoDetails)]
struct PhotoBody {
    /// The number of the photo in the request, from 1.
    #[schema(minimum = 1, maximum = 4, example = 2)]
    photo: usize,
    /// What is noticeable.
    #[schema(min_items = 1, max_items = 4)]
    notes: Vec<PhotoNoteBody>,
}

/// Something that is noticeable of a photo.
#[derive(Serialize, ToSchema)]
#[schema(as = PhotoNote)]
struct PhotoNoteBody {
    /// What it is.
    #[schema(value_type = PhotoNoteCode)]
    code: &'static str,
    /// The same in a sentence.
    #[schema(example = "La photo est floue.")]
    message: &'static str,
}

/// What is to be known of a listing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListingDetails)]
struct ListingBody {
    /// The listing's hashtags without the `#`; left out where the marketplace uses none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, example = json!(["veste", "sézane"]))]
    tags: Vec<String>,
    /// The currency of the listing's price.
    #[schema(value_type = CurrencyCode)]
    currency: &'static str,
    /// What a private seller keeps of the price after the marketplace's fees; left out where these are
    /// not sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, example = 45)]
    net_after_fees: Option<Price>,
    /// What the seller should know before publishing.
    #[schema(max_items = 4)]
    warnings: Vec<WarningBody>,
}

/// What a seller should know.
#[derive(Serialize, ToSchema)]
#[schema(as = Warning)]
struct WarningBody {
    /// What it is about.
    #[schema(value_type = WarningTopic)]
    code: &'static str,
    /// The same in a sentence.
    #[schema(example = "L’état n’étant pas précisé, un bon état a été supposé.")]
    message: String,
}

impl From<&WrittenListings> for DetailsBody {
    fn from(written: &WrittenListings) -> Self {
        let Details { attributes, alternatives, photos, listings } = &written.details;
        Self {
            attributes: AttributeDetails::from(attributes),
            alternatives: alternatives.iter().map(AlternativeBody::from).collect(),
            price: PriceDetails::from(&written.price),
            photos: photos.iter().map(PhotoBody::from).collect(),
            listings: listings.iter().map(|it| (it.platform.code(), ListingBody::from(it))).collect(),
        }
    }
}

impl From<&AttributesEvidence> for AttributeDetails {
    fn from(attributes: &AttributesEvidence) -> Self {
        let detail = |evidence: &Option<AttributeEvidence>| evidence.as_ref().map(AttributeDetail::from);
        Self {
            name: detail(&attributes.name),
            brand: detail(&attributes.brand),
            size: detail(&attributes.size),
            condition: detail(&attributes.condition),
            color: detail(&attributes.color),
            material: detail(&attributes.material),
        }
    }
}

impl From<&AttributeEvidence> for AttributeDetail {
    fn from(evidence: &AttributeEvidence) -> Self {
        Self {
            value: evidence.value.clone(),
            source: evidence.source.code(),
            evidence: evidence.evidence.clone(),
            confidence: in_hundredths(evidence.confidence),
        }
    }
}

impl From<&NamedAlternative> for AlternativeBody {
    fn from(alternative: &NamedAlternative) -> Self {
        Self { name: alternative.name.clone(), confidence: in_hundredths(alternative.confidence) }
    }
}

/// A confidence as people are told it: no source is surer than that of its own.
fn in_hundredths(confidence: f32) -> f32 {
    (confidence.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

impl From<&PriceSuggestion> for PriceDetails {
    fn from(price: &PriceSuggestion) -> Self {
        let seen = &price.seen;
        Self {
            low: Price(price.low),
            quick_sale: Price(price.quick_sale),
            suggested: Price(price.suggested),
            patient: Price(price.patient),
            high: Price(price.high),
            currency: price.suggested.currency().code(),
            market: price.market.code(),
            confidence: price.confidence.code(),
            basis: price.basis.kind().code(),
            sample_size: seen.asked + seen.sold,
            asked: seen.asked,
            sold: seen.sold,
            ignored: seen.ignored,
            oldest: seen.oldest.map(|day| day.to_string()),
            newest: seen.newest.map(|day| day.to_string()),
            rates_date: seen.rates_of.map(|day| day.to_string()),
            sources: seen.sources.iter().map(PriceSourceBody::from).collect(),
        }
    }
}

impl From<&PriceSource> for PriceSourceBody {
    fn from(source: &PriceSource) -> Self {
        let PriceSource { name, kind, count, newest, links } = source.clone();
        Self { name, kind: kind.code(), count, newest: newest.to_string(), links }
    }
}

impl From<&PhotoDetails> for PhotoBody {
    fn from(photo: &PhotoDetails) -> Self {
        let note = |(note, message): &(PhotoNote, &'static str)| PhotoNoteBody { code: note.code(), message };
        Self { photo: photo.place + 1, notes: photo.notes.iter().map(note).collect() }
    }
}

impl From<&ListingDetails> for ListingBody {
    fn from(listing: &ListingDetails) -> Self {
        Self {
            tags: listing.tags.clone(),
            currency: listing.price.currency().code(),
            net_after_fees: listing.net_after_fees.map(Price),
            warnings: listing.warnings.iter().map(WarningBody::from).collect(),
        }
    }
}

impl From<&Warning> for WarningBody {
    fn from(warning: &Warning) -> Self {
        Self { code: warning.code.code(), message: warning.message.clone() }
    }
}
