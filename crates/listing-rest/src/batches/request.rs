//! The body of `createBatch` and its conversion to the domain's items.

use std::any::Any;
use std::sync::Arc;

use listing_answer::codes::{LanguageCode, MarketCode, PhotoUri, PlatformCode, QualityCode, ToneCode};
use listing_domain::attributes::KnownAttributes;
use listing_domain::batch::{BatchPolicy, ItemRequest};
use listing_domain::photo::UploadText;
use listing_domain::request::{ListingOptions, Violation};
use listing_domain::usecase::ItemUpload;
use listing_http::ApiError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::attributes::{AttributesBody, attributes};
use crate::json::{self, Entries, Ignored, Lenient, List, Object, Text, Texts};
use crate::listings::request as fields;

/// Items, each with its photos, and the options for all of them.
#[derive(Deserialize, ToSchema)]
#[schema(as = BatchRequest)]
pub(super) struct BatchBody<'a> {
    /// The items, up to 300, as many as the maximum body size allows.
    #[serde(borrow, default)]
    #[schema(value_type = Vec<ItemBody>, required, min_items = 1, max_items = 300)]
    items: Lenient<List<Object<ItemBody<'a>>>>,
    /// The target marketplaces. Each item gets one listing for each.
    #[serde(borrow, default)]
    #[schema(value_type = Vec<PlatformCode>, required, min_items = 1, max_items = 1000)]
    platforms: Lenient<Texts<'a>>,
    /// The language of the listings.
    #[serde(borrow, default)]
    #[schema(value_type = Option<LanguageCode>)]
    language: Lenient<Text<'a>>,
    /// The voice of the listings.
    #[serde(borrow, default)]
    #[schema(value_type = Option<ToneCode>)]
    tone: Lenient<Text<'a>>,
    /// The level of detail of the photo analysis.
    #[serde(borrow, default)]
    #[schema(value_type = Option<QualityCode>)]
    quality: Lenient<Text<'a>>,
    /// The country of sale, as in `generateListings`.
    #[serde(borrow, default)]
    #[schema(value_type = Option<MarketCode>)]
    market: Lenient<Text<'a>>,
}

/// One item of a batch.
#[derive(Deserialize, ToSchema)]
#[schema(as = BatchRequestItem)]
struct ItemBody<'a> {
    /// One to four photos of the item.
    #[serde(borrow, default)]
    #[schema(value_type = Vec<PhotoUri>, required, min_items = 1, max_items = 4)]
    photos: Lenient<Texts<'a>>,
    /// Known attributes of the item, as in `generateListings`.
    #[serde(borrow, default)]
    #[schema(value_type = Option<AttributesBody>)]
    attributes: Lenient<Object<AttributesBody<'a>>>,
    /// Free text about the item, as in `generateListings`.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 1000)]
    notes: Lenient<Text<'a>>,
    /// Your own stock number of the item.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 50, example = "JKT-0042")]
    sku: Lenient<Text<'a>>,
    /// Up to 20 texts of your own about the item, as in `generateListings`.
    #[serde(borrow, default)]
    #[schema(value_type = Option<HashMap<String, String>>, example = json!({"shelf": "B-12"}))]
    metadata: Lenient<Entries<'a>>,
}

const FIELDS: &[&str] = &["items", "platforms", "language", "tone", "quality", "market"];
const ITEM_FIELDS: &[&str] =
    &["items.photos", "items.attributes", "items.notes", "items.sku", "items.metadata"];

/// A parsed body and its ignored fields.
pub(super) struct ParsedBatch {
    pub(super) items: Vec<ItemUpload>,
    pub(super) ignored: Ignored,
}

/// Parses a body and reports all errors at once. `guard` is dropped once no photo needs the body any longer.
pub(super) fn read(body: Vec<u8>, guard: impl Any + Send + Sync) -> Result<ParsedBatch, ApiError> {
    let text = fields::upload_text(body, guard)?;
    let Object { fields: body, unknown } = json::read::<BatchBody<'_>>(&text)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, ITEM_FIELDS);
    if let Lenient::Given(objects) = &body.items {
        for (index, item) in objects.items.iter().enumerate() {
            if let Lenient::Given(Object { fields: item, unknown }) = item {
                let path = format!("items[{index}].");
                ignored.add(&path, unknown, ITEM_FIELDS, FIELDS);
                fields::add_unknown_attributes(&path, &item.attributes, &mut ignored);
            }
        }
    }
    Ok(ParsedBatch { items: validate(body, &text)?, ignored })
}

fn validate(body: BatchBody<'_>, text: &Arc<UploadText>) -> Result<Vec<ItemUpload>, ApiError> {
    let mut violations = Vec::new();
    let options = fields::options(
        body.platforms,
        [&body.language, &body.tone, &body.quality, &body.market],
        &mut violations,
    );
    let items = items(body.items, options.as_ref(), text, &mut violations);
    if violations.is_empty() { Ok(items) } else { Err(ApiError::violations(&violations)) }
}

fn items(
    field: Lenient<List<Object<ItemBody<'_>>>>,
    options: Option<&ListingOptions>,
    text: &Arc<UploadText>,
    violations: &mut Vec<Violation>,
) -> Vec<ItemUpload> {
    let (objects, is_cut) = match field {
        Lenient::Given(List { items, is_cut }) => (items, is_cut),
        Lenient::Absent | Lenient::WrongType => (Vec::new(), false),
    };
    let max = BatchPolicy::MAX_ITEMS;
    if objects.is_empty() || objects.len() > max || is_cut {
        let accepted = format!("must be a non-empty array of at most {max} objects");
        violations.push(Violation::new("items", accepted));
        return Vec::new();
    }
    let mut uploads = Vec::new();
    for (index, object) in objects.into_iter().enumerate() {
        let path = format!("items[{index}]");
        match object {
            Lenient::Given(Object { fields, .. }) => {
                let mut own = Vec::new();
                uploads.extend(item(fields, options, text, &mut own));
                violations.extend(own.into_iter().map(|violation| violation.within(&path)));
            }
            Lenient::Absent | Lenient::WrongType => {
                violations.push(Violation::new(path, "must be an object"));
            }
        }
    }
    uploads
}

fn item(
    body: ItemBody<'_>,
    options: Option<&ListingOptions>,
    text: &Arc<UploadText>,
    violations: &mut Vec<Violation>,
) -> Option<ItemUpload> {
    let photos = fields::photos(body.photos, text, violations);
    let known = attributes(&body.attributes, violations);
    let notes = fields::notes(&body.notes, violations);
    let references = fields::references(body.sku, body.metadata, violations);
    let request =
        ItemRequest { options: options?.clone(), known: KnownAttributes { notes, ..known }, references };
    Some(ItemUpload { photos: photos?, request })
}
