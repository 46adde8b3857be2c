//! `GET /api/v1/generations/{id}/platforms`: compares the marketplaces for a generation's item.

use actix_web::{HttpRequest, web};
use listing_answer::codes::{CurrencyCode, FitCode, PlatformCode};
use listing_answer::{Amount, GeneratedData};
use listing_domain::generation::Generation;
use listing_domain::marketplace::{Catalogue, Offer};
use listing_domain::options::Language;
use listing_http::{ApiError, Authenticated, preferred_language};
use serde::Serialize;
use utoipa::ToSchema;

use super::{parse_id, unreadable};
use crate::Rest;

/// The response of `comparePlatforms`.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlatformsResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    success: bool,
    /// The comparison.
    data: PlatformsData,
}

/// A comparison of all marketplaces for an item.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlatformsData {
    /// The suggested price of the item.
    #[schema(value_type = f64, minimum = 0)]
    suggested_price: Amount,
    /// The currency of all amounts.
    #[schema(value_type = CurrencyCode)]
    currency: &'static str,
    /// The best marketplaces, best first.
    #[schema(max_items = 2)]
    best: Vec<BestPlatform>,
    /// All marketplaces: the ranked ones first, best first.
    platforms: Vec<ComparedPlatform>,
}

/// A recommended marketplace.
#[derive(Serialize, ToSchema)]
struct BestPlatform {
    /// The marketplace.
    #[schema(value_type = PlatformCode)]
    platform: &'static str,
    /// The reason, as a sentence.
    #[schema(example = "Vinted ne prélève rien au vendeur : vous gardez 45 €.")]
    reason: String,
}

/// A marketplace in a comparison.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ComparedPlatform {
    /// The marketplace.
    #[schema(value_type = PlatformCode)]
    platform: &'static str,
    /// The rank, from 1; absent if the marketplace is not ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, required = false, minimum = 1)]
    rank: Option<usize>,
    /// The fit for the item.
    #[schema(value_type = FitCode)]
    fit: &'static str,
    /// The fit as a sentence.
    #[schema(example = "Vinted a une catégorie pour ce genre d’article.")]
    fit_note: String,
    /// The suggested price there; absent if the marketplace is not ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, minimum = 0)]
    price: Option<Amount>,
    /// The fees of a private seller; absent if they are not certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, minimum = 0)]
    fees: Option<Amount>,
    /// The amount that remains after fees; absent if they are not certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, minimum = 0)]
    net_after_fees: Option<Amount>,
    /// The fees as a sentence, with what they depend on.
    #[schema(example = "Aucuns frais pour le vendeur ; l’acheteur paie la protection.")]
    fee_note: &'static str,
    /// The most important limits, in a few words each.
    #[schema(example = json!(["titre de 100 caractères au plus"]))]
    constraints: Vec<String>,
}

/// Compares all marketplaces for a generation's item.
///
/// Ranked are the marketplaces that accept the item, use the currency of its market, and have no minimum price
/// above what the item is worth. Those that accept it come before those that may (`limited`), certain fees
/// before uncertain ones, and then the highest amount after fees. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/generations/{id}/platforms",
    operation_id = "comparePlatforms",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e"),
        ("Accept-Language" = Option<String>, Header,
        description = "The language of the sentences. Default: that of the generation.", example = "fr")),
    responses((status = 200, description = "The comparison.", body = PlatformsResponse,
        example = json!({
            "success": true,
            "data": {
                "suggestedPrice": 45, "currency": "EUR",
                "best": [{
                    "platform": "leboncoin",
                    "reason": "leboncoin ne prélève rien au vendeur : vous gardez 45 €."
                }],
                "platforms": [{
                    "platform": "leboncoin", "rank": 1, "fit": "general",
                    "fitNote": "leboncoin a une catégorie pour ce genre d’article.",
                    "price": 45, "fees": 0, "netAfterFees": 45,
                    "feeNote": "Gratuit pour les particuliers ; les options de visibilité et les photos \
                                supplémentaires sont payantes.",
                    "constraints": ["titre de 50 caractères au plus", "prix sans centimes"]
                }]
            }
        }))),
)]
pub(crate) async fn compare(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<web::Json<PlatformsResponse>, ApiError> {
    let id = parse_id(&id)?;
    let found = rest.generations.get(caller.account, id).await.map_err(ApiError::logged)?;
    let generation = found.ok_or_else(|| ApiError::absent("generation"))?;
    let stored =
        GeneratedData::read(generation.current()).map_err(|error| unreadable(&generation, &error))?;
    let language = preferred_language(&request).unwrap_or(generation.options.language);
    let catalogue = &rest.desk.writing_policy().catalogue;
    let data = PlatformsData::new(&stored, &generation, catalogue, language);
    Ok(web::Json(PlatformsResponse { success: true, data }))
}

impl PlatformsData {
    fn new(
        stored: &GeneratedData,
        generation: &Generation,
        catalogue: &Catalogue,
        language: Language,
    ) -> Self {
        let written_in = generation.options.language;
        let comparison = stored.comparison(catalogue, generation.product, written_in);
        let best = comparison.best().filter_map(|offer| {
            Some(BestPlatform { platform: offer.platform().code(), reason: offer.reason(language)? })
        });
        let compared = |(index, offer)| ComparedPlatform::new(index, offer, language);
        Self {
            suggested_price: stored.suggested_price,
            currency: stored.currency(written_in).code(),
            best: best.collect(),
            platforms: comparison.offers.iter().enumerate().map(compared).collect(),
        }
    }
}

impl ComparedPlatform {
    fn new(index: usize, offer: &Offer<'_>, language: Language) -> Self {
        Self {
            platform: offer.platform().code(),
            rank: offer.fit.is_ranked().then_some(index + 1),
            fit: offer.fit.code(),
            fit_note: offer.fit_note(language),
            price: offer.price.map(Amount::from),
            fees: offer.fees().map(Amount::from),
            net_after_fees: offer.net.map(Amount::from),
            fee_note: offer.fee_note(language),
            constraints: offer.constraints(language),
        }
    }
}
