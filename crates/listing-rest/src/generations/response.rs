//! The responses about stored generations.

use listing_answer::codes::{LanguageCode, PlatformCode, QualityCode, ToneCode};
use listing_answer::{Amount, GeneratedData};
use listing_domain::generation::{Generation, GenerationEntry, GenerationSummary};
use listing_domain::marketplace::Platform;
use listing_domain::sku::Sku;
use serde::Serialize;
use utoipa::ToSchema;

/// The response of `listGenerations`.
#[derive(Serialize, ToSchema)]
pub(crate) struct GenerationsResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The page.
    pub(super) data: GenerationsData,
}

/// A page of generations.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GenerationsData {
    /// The generations, newest first.
    pub(super) generations: Vec<ListedGeneration>,
    /// The cursor of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub(super) next_cursor: Option<String>,
}

/// A generation in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedGeneration {
    /// The generation's id.
    id: String,
    /// The time of the charge.
    #[schema(format = DateTime)]
    created_at: String,
    /// The item's name, or the title of the first edited listing; empty if unknown.
    name: String,
    /// The suggested price, or the price of the first edited listing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, minimum = 0)]
    suggested_price: Option<Amount>,
    /// The currency of the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    currency: Option<&'static str>,
    /// The marketplaces with a listing.
    #[schema(value_type = Vec<PlatformCode>)]
    platforms: Vec<&'static str>,
    /// The stock number of the request, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    sku: Option<String>,
}

impl From<GenerationEntry> for ListedGeneration {
    fn from(entry: GenerationEntry) -> Self {
        let GenerationSummary { name, price, platforms, search_text: _, sku } = entry.summary;
        Self {
            id: entry.id.to_string(),
            created_at: entry.created_at.to_string(),
            name,
            suggested_price: price.map(Amount::from),
            currency: price.map(|price| price.currency().code()),
            platforms: platforms.into_iter().map(Platform::code).collect(),
            sku: sku.as_ref().map(Sku::to_string),
        }
    }
}

/// The response of `getGeneration`.
#[derive(Serialize, ToSchema)]
pub(crate) struct GenerationResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The generation.
    pub(super) data: GenerationData,
}

/// A stored generation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GenerationData {
    /// The generation's id.
    id: String,
    /// The time of the charge.
    #[schema(format = DateTime)]
    created_at: String,
    /// The language of the request.
    #[schema(value_type = LanguageCode)]
    language: &'static str,
    /// The tone of the request.
    #[schema(value_type = ToneCode)]
    tone: &'static str,
    /// The quality of the request.
    #[schema(value_type = QualityCode)]
    quality: &'static str,
    /// The free rewrites so far.
    #[schema(minimum = 0)]
    rewrites: u32,
    /// The listings, attributes and price, as last edited or rewritten.
    data: GeneratedData,
}

impl GenerationData {
    /// Returns the fields of a generation with its current data.
    pub(super) fn new(generation: &Generation, data: GeneratedData) -> Self {
        let options = &generation.options;
        Self {
            id: generation.id.to_string(),
            created_at: generation.created_at.to_string(),
            language: options.language.code(),
            tone: options.tone.code(),
            quality: options.quality.code(),
            rewrites: generation.rewrites,
            data,
        }
    }
}

/// The response of `deleteGeneration`.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeletedResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The deleted generation.
    pub(super) data: DeletedData,
}

/// A deleted generation.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedData {
    /// The generation's id.
    pub(super) id: String,
}
