//! `POST /api/v1/check`: checks a listing by a marketplace's rules.

mod request;
mod response;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use listing_domain::marketplace::{Catalogue, Severity};
use listing_domain::options::Language;
use listing_http::{ApiError, Authenticated, Edge, body, preferred_language};

use self::request::{CheckBody, CheckRequest};
use self::response::{CheckData, CheckResponse, FindingData};
use crate::Rest;
use crate::json::{Ignored, WARNINGS};

/// The maximum bytes of a body. Half a million characters, the longest description of any marketplace, fit.
const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Checks a listing by the rules of a marketplace.
///
/// The response names everything that the marketplace would refuse (`error`) and everything to improve
/// (`warning`). It checks lengths, forbidden words and characters, contact data, hashtags, required fields,
/// category, condition and price. It costs no quota.
#[utoipa::path(
    post,
    path = "/api/v1/check",
    operation_id = "checkListing",
    tag = "listings",
    security(("ApiKeyAuth" = [])),
    params(("Accept-Language" = Option<String>, Header,
        description = "The language of the messages if the body has no `language`. Default: English.",
        example = "fr")),
    request_body(content = CheckBody, content_type = "application/json",
        description = "The listing. A missing field that the marketplace requires is a finding. Unknown fields \
            are ignored; `X-PTL-Warnings` names them.",
        example = json!({
            "platform": "vinted",
            "title": "Veste en cuir, 45 €",
            "description": "Veste portée deux fois. Écrivez-moi : ann@example.com",
            "price": 45,
            "category": "Femmes > Vêtements > Manteaux et vestes > Vestes",
            "condition": "Bon état",
            "itemSpecifics": { "brand": "Levi’s", "size": "M", "color": "Noir" },
            "language": "fr"
        })),
    responses((status = 200, description = "The findings, in the order of the fields.", body = CheckResponse,
        headers(("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored, separated by commas, each with the \
                closest known name. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "findings": [
                    {
                        "rule": "price_in_text", "severity": "error", "field": "title",
                        "message": "Le titre contient un prix (« 45 € ») : indiquez-le dans le champ prévu."
                    },
                    {
                        "rule": "email_address", "severity": "error", "field": "description",
                        "message": "La description contient une adresse e-mail.",
                        "source": { "url": "https://www.vinted.co.uk/catalog-rules", "origin": "official" }
                    },
                    {
                        "rule": "category_not_leaf", "severity": "warning", "field": "category",
                        "message": "« Femmes > Vêtements > Manteaux et vestes > Vestes » comporte des \
                                    sous-catégories : choisissez la plus précise."
                    }
                ],
                "isPublishable": false
            }
        }))),
)]
pub(crate) async fn check(
    Authenticated(_): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let bytes = body::read_small(&request, payload, &edge.limits, MAX_BODY_BYTES).await?;
    let catalogue = Arc::clone(&rest.desk.writing_policy().catalogue);
    let accepted = preferred_language(&request).unwrap_or(Language::En);
    // A long text takes a while, which would delay the worker's other requests.
    let work = move || check_body(bytes, &catalogue, accepted);
    let (data, ignored) = web::block(work).await.map_err(|error| {
        tracing::error!(%error, "failed to check a listing because its task ended; answered 500");
        ApiError::internal()
    })??;
    let mut response = HttpResponse::Ok();
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    Ok(response.json(CheckResponse { success: true, data }))
}

fn check_body(
    bytes: Vec<u8>,
    catalogue: &Catalogue,
    accepted: Language,
) -> Result<(CheckData, Ignored), ApiError> {
    let text = String::from_utf8(bytes).map_err(|_| ApiError::invalid("The request body must be UTF-8"))?;
    let CheckRequest { platform, listing, language, ignored } = request::read(&text, catalogue, accepted)?;
    let found = catalogue.marketplace(platform).check(&listing.fields());
    let is_publishable = found.iter().all(|finding| finding.severity() != Severity::Error);
    let findings = found.iter().map(|finding| FindingData::new(finding, language)).collect();
    Ok((CheckData { findings, is_publishable }, ignored))
}
