//! Serializes the requests of items.

use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::batch::ItemRequest;
use listing_domain::marketplace::Platform;
use listing_domain::metadata::Metadata;
use listing_domain::notes::Notes;
use listing_domain::ports::BoxError;
use listing_domain::quantity::Quantity;
use listing_domain::request::{ItemReferences, ListingOptions, Platforms, Violation};
use listing_domain::sku::Sku;
use serde::{Deserialize, Serialize};

/// An item's request as JSON. Only its texts are stored; the domain's constructors check them again.
#[derive(Serialize, Deserialize)]
struct Stored {
    platforms: Vec<String>,
    language: String,
    tone: String,
    quality: String,
    market: Option<String>,
    name: Option<String>,
    brand: Option<String>,
    size: Option<String>,
    condition: Option<String>,
    color: Option<String>,
    material: Option<String>,
    audience: Option<String>,
    notes: Option<String>,
    quantity: Option<u8>,
    sku: Option<String>,
    metadata: Vec<(String, String)>,
}

pub(super) fn to_json(request: &ItemRequest) -> serde_json::Result<Vec<u8>> {
    let ItemRequest { options, known, references } = request;
    let text = |given: &Option<AttributeText>| given.as_ref().map(|it| it.as_str().to_owned());
    serde_json::to_vec(&Stored {
        platforms: options.platforms.as_slice().iter().map(Platform::to_string).collect(),
        language: options.language.to_string(),
        tone: options.tone.to_string(),
        quality: options.quality.to_string(),
        market: options.market.map(|market| market.to_string()),
        name: text(&known.name),
        brand: text(&known.brand),
        size: text(&known.size),
        condition: text(&known.condition),
        color: text(&known.color),
        material: text(&known.material),
        audience: known.audience.map(|audience| audience.to_string()),
        notes: known.notes.as_ref().map(|notes| notes.as_str().to_owned()),
        quantity: known.quantity.map(Quantity::get),
        sku: references.sku.as_ref().map(Sku::to_string),
        metadata: references.metadata.pairs().to_vec(),
    })
}

pub(super) fn from_json(json: &[u8]) -> Result<ItemRequest, BoxError> {
    let stored: Stored = serde_json::from_slice(json)?;
    let text = |given: Option<String>| {
        checked(given.map_or(Ok(None), |text| AttributeText::parse("attribute", &text)))
    };
    let platforms = stored.platforms.iter().map(|code| code.parse()).collect::<Result<Vec<Platform>, _>>()?;
    Ok(ItemRequest {
        options: ListingOptions {
            platforms: checked(Platforms::new(platforms))?,
            language: stored.language.parse()?,
            tone: stored.tone.parse()?,
            quality: stored.quality.parse()?,
            market: stored.market.map(|code| code.parse()).transpose()?,
        },
        known: KnownAttributes {
            name: text(stored.name)?,
            brand: text(stored.brand)?,
            size: text(stored.size)?,
            condition: text(stored.condition)?,
            color: text(stored.color)?,
            material: text(stored.material)?,
            audience: stored.audience.map(|code| code.parse()).transpose()?,
            notes: checked(stored.notes.map_or(Ok(None), |notes| Notes::parse("notes", &notes)))?,
            quantity: stored.quantity.map(|number| Quantity::new(number.into())).transpose()?,
        },
        references: ItemReferences {
            sku: checked(stored.sku.map(|sku| Sku::parse("sku", &sku)).transpose())?,
            metadata: checked(Metadata::parse("metadata", stored.metadata))?,
        },
    })
}

fn checked<T>(parsed: Result<T, Violation>) -> Result<T, BoxError> {
    parsed.map_err(|violation| violation.to_string().into())
}
