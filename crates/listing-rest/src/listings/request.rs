//! The request body and its conversion to the domain's request.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use listing_domain::attributes::KnownAttributes;
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::photo::{PhotoUpload, UploadText};
use listing_domain::request::{
    DetailLevel, GenerationRequest, ItemReferences, ListingOptions, PhotoUploads, Platforms, Violation,
};
use listing_http::ApiError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::attributes::{ATTRIBUTES, AttributesBody, attributes};
use crate::json::{
    self, Entries, Ignored, Lenient, MAX_ITEMS, Object, Text, Texts, code, optional, or_record, parse,
};
use listing_answer::codes::{LanguageCode, MarketCode, PhotoUri, PlatformCode, QualityCode, ToneCode};

/// Photos of one item, target marketplaces and options.
#[derive(Deserialize, ToSchema)]
#[schema(as = GenerateRequest)]
pub(super) struct GenerateBody<'a> {
    /// One to four photos of one item.
    #[serde(borrow, default)]
    #[schema(value_type = Vec<PhotoUri>, required, min_items = 1, max_items = 4)]
    photos: Lenient<Texts<'a>>,
    /// The target marketplaces. The response has one listing for each, in this order.
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
    /// The country of sale. Marketplaces that sell in several countries use its currency and price level.
    /// Default: the country in the account's settings, else that of the language.
    #[serde(borrow, default)]
    #[schema(value_type = Option<MarketCode>)]
    market: Lenient<Text<'a>>,
    /// Known attributes of the item. They replace detected ones.
    #[serde(borrow, default)]
    #[schema(value_type = Option<AttributesBody>)]
    attributes: Lenient<Object<AttributesBody<'a>>>,
    /// Free text about the item, such as measurements, flaws or accessories. Each description contains it
    /// word for word, without contact data and without what a marketplace forbids. An extension of the API.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 1000, example = "Longueur 62 cm, vendu avec sa boîte")]
    notes: Lenient<Text<'a>>,
    /// Your own stock number of the item: one line. It is stored and repeated, and never published. An
    /// extension of the API.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 50, example = "JKT-0042")]
    sku: Lenient<Text<'a>>,
    /// Up to 20 texts of your own about the item, which are stored and repeated, and never published. A key
    /// has 1 to 40 characters of `A-Z a-z 0-9 _ . -`, a value at most 500. An extension of the API.
    #[serde(borrow, default)]
    #[schema(value_type = Option<HashMap<String, String>>, example = json!({"shelf": "B-12"}))]
    metadata: Lenient<Entries<'a>>,
}

/// The fields of a request, with their paths.
const FIELDS: &[&str] = &[
    "photos",
    "platforms",
    "language",
    "tone",
    "quality",
    "market",
    "attributes",
    "notes",
    "sku",
    "metadata",
];
/// A parsed body and its ignored fields.
pub(super) struct ParsedBody {
    pub(super) request: GenerationRequest,
    pub(super) ignored: Ignored,
}

/// Parses a body and reports all errors at once. The detail level is not part of the body. `guard` is dropped
/// once no photo needs the body any longer.
pub(super) fn read(body: Vec<u8>, guard: impl Any + Send + Sync) -> Result<ParsedBody, ApiError> {
    let text = upload_text(body, guard)?;
    let Object { fields, unknown } = json::read::<GenerateBody<'_>>(&text)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, ATTRIBUTES);
    add_unknown_attributes("", &fields.attributes, &mut ignored);
    Ok(ParsedBody { request: validate(fields, &text)?, ignored })
}

/// Returns a body as a text with photos.
pub(crate) fn upload_text(body: Vec<u8>, guard: impl Any + Send + Sync) -> Result<Arc<UploadText>, ApiError> {
    let body = String::from_utf8(body).map_err(|_| ApiError::invalid("The request body must be UTF-8"))?;
    Ok(Arc::new(UploadText::with_keep_alive(body, guard)))
}

/// Adds the unknown attributes of an object whose path ends in a dot, or is empty.
pub(crate) fn add_unknown_attributes(
    path: &str,
    attributes: &Lenient<Object<AttributesBody<'_>>>,
    ignored: &mut Ignored,
) {
    if let Lenient::Given(Object { unknown, .. }) = attributes {
        ignored.add(&format!("{path}attributes."), unknown, ATTRIBUTES, FIELDS);
    }
}

fn validate(body: GenerateBody<'_>, text: &Arc<UploadText>) -> Result<GenerationRequest, ApiError> {
    let mut violations = Vec::new();
    let photos = photos(body.photos, text, &mut violations);
    let codes = [&body.language, &body.tone, &body.quality, &body.market];
    let options = options(body.platforms, codes, &mut violations);
    let known = attributes(&body.attributes, &mut violations);
    let known = KnownAttributes { notes: notes(&body.notes, &mut violations), ..known };
    let references = references(body.sku, body.metadata, &mut violations);
    match (photos, options) {
        (Some(photos), Some(options)) if violations.is_empty() => {
            let (detail_level, ignored) = (DetailLevel::default(), Vec::new());
            Ok(GenerationRequest { photos, options, known, references, detail_level, id: None, ignored })
        }
        _ => Err(ApiError::violations(&violations)),
    }
}

/// Parses the options of a request: its platforms, then language, tone, quality and market.
pub(crate) fn options(
    requested: Lenient<Texts<'_>>,
    [language, tone, quality, market]: [&Lenient<Text<'_>>; 4],
    violations: &mut Vec<Violation>,
) -> Option<ListingOptions> {
    let platforms = platforms(requested, violations);
    let language = code("language", language, violations);
    let tone = code("tone", tone, violations);
    let quality = code("quality", quality, violations);
    let market = optional("market", market, violations);
    Some(ListingOptions { platforms: platforms?, language, tone, quality, market })
}

/// Parses the notes, if present.
pub(crate) fn notes(field: &Lenient<Text<'_>>, violations: &mut Vec<Violation>) -> Option<Notes> {
    let notes = match field {
        Lenient::Absent => Ok(None),
        Lenient::Given(Text(text)) => Notes::parse("notes", text),
        Lenient::WrongType => Err(Violation::new("notes", "must be a string")),
    };
    or_record(notes, violations).flatten()
}

/// Parses the caller's references to the item, if present.
pub(crate) fn references(
    sku: Lenient<Text<'_>>,
    metadata: Lenient<Entries<'_>>,
    violations: &mut Vec<Violation>,
) -> ItemReferences {
    let sku = or_record(json::sku(sku), violations).flatten();
    ItemReferences { sku, metadata: or_record(json::metadata(metadata), violations).unwrap_or_default() }
}

pub(crate) fn photos(
    field: Lenient<Texts<'_>>,
    body: &Arc<UploadText>,
    violations: &mut Vec<Violation>,
) -> Option<PhotoUploads> {
    let items = match field {
        Lenient::Given(texts) => texts.items,
        Lenient::Absent | Lenient::WrongType => Vec::new(),
    };
    let uploads = items.into_iter().enumerate().map(|(index, item)| match item {
        Lenient::Given(Text(uri)) => upload(uri, body),
        Lenient::Absent | Lenient::WrongType => {
            let accepted = "must be a base64 image with its prefix, as data:image/jpeg;base64,…";
            violations.push(Violation::new(format!("photos[{index}]"), accepted));
            // Counted, so that the check of the number of photos is right.
            PhotoUpload::new(String::new())
        }
    });
    let uploads = uploads.collect();
    or_record(PhotoUploads::new(uploads), violations)
}

/// Returns a photo that refers to its range of the body. Only a photo with JSON escapes is copied.
fn upload(uri: Cow<'_, str>, body: &Arc<UploadText>) -> PhotoUpload {
    let part = match &uri {
        Cow::Borrowed(text) => {
            let start = text.as_ptr().addr().wrapping_sub(body.as_ptr().addr());
            PhotoUpload::part_of(body, start..start.saturating_add(text.len()))
        }
        Cow::Owned(_) => None,
    };
    part.unwrap_or_else(|| PhotoUpload::replacing_part(body, uri.into_owned()))
}

fn platforms(field: Lenient<Texts<'_>>, violations: &mut Vec<Violation>) -> Option<Platforms> {
    let texts = match field {
        Lenient::Given(texts) => texts,
        Lenient::Absent | Lenient::WrongType => Texts { items: Vec::new(), is_cut: false },
    };
    let before = violations.len();
    if texts.is_cut {
        violations.push(Violation::new("platforms", format!("must have at most {MAX_ITEMS} items")));
    }
    let platform = |(index, item)| or_record(parse(&format!("platforms[{index}]"), item), violations);
    let requested: Vec<Platform> = texts.items.iter().enumerate().filter_map(platform).collect();
    if violations.len() > before { None } else { or_record(Platforms::new(requested), violations) }
}

#[cfg(test)]
mod tests;
