//! `POST /api/v1/generations/{id}/sold`: records the sale of a generation's item.

use actix_web::{HttpRequest, HttpResponse, web};
use jiff::civil::Date;
use listing_answer::codes::PlatformCode;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::request::Violation;
use listing_domain::usecase::{RecordedSale, Sale};
use listing_http::{ApiError, Authenticated, Edge, body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::parse_id;
use crate::Rest;
use crate::json::{self, Amount, Ignored, Lenient, Object, Text, WARNINGS, optional, or_record};

/// The maximum length of a body, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The facts of a sale.
#[derive(Deserialize, ToSchema)]
#[schema(as = Sale)]
pub(super) struct SaleBody<'a> {
    /// The price paid, with at most two decimals.
    #[serde(default)]
    #[schema(value_type = f64, required, minimum = 0, maximum = 10_000_000, example = 42.5)]
    price: Lenient<Amount>,
    /// The currency of the price: `EUR`, `USD` or `GBP`. Default: the currency of the generation's language.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 3, max_length = 3, example = "EUR")]
    currency: Lenient<Text<'a>>,
    /// The day of the sale, not in the future. Default: today in UTC.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, format = Date, example = "2026-11-20")]
    date: Lenient<Text<'a>>,
    /// The marketplace of the sale.
    #[serde(borrow, default)]
    #[schema(value_type = Option<PlatformCode>)]
    platform: Lenient<Text<'a>>,
}

const FIELDS: &[&str] = &["price", "currency", "date", "platform"];

/// The response of `recordSale`.
#[derive(Serialize, ToSchema)]
pub(super) struct SaleResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    success: bool,
    /// The recorded sale.
    data: SaleData,
}

/// A recorded sale.
#[derive(Serialize, ToSchema)]
struct SaleData {
    /// The generation's id.
    id: String,
    /// The price paid.
    #[schema(value_type = f64, minimum = 0)]
    price: listing_answer::Amount,
    /// The currency of the price.
    currency: &'static str,
    /// The day of the sale.
    #[schema(format = Date)]
    date: String,
    /// The marketplace of the sale, if the request has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PlatformCode, required = false)]
    platform: Option<&'static str>,
    /// True if an earlier record of this sale was replaced.
    corrected: bool,
}

impl SaleData {
    fn new(id: GenerationId, platform: Option<Platform>, recorded: &RecordedSale) -> Self {
        let comparable = &recorded.stored.comparable;
        Self {
            id: id.to_string(),
            price: comparable.price.into(),
            currency: comparable.price.currency().code(),
            date: comparable.seen_on.to_string(),
            platform: platform.map(Platform::code),
            corrected: recorded.is_corrected,
        }
    }
}

/// Records the sale of a generation's item.
///
/// The price paid counts in later price suggestions for your account, and never in those of other accounts. A
/// second call replaces the first record. It costs no quota.
#[utoipa::path(
    post,
    path = "/api/v1/generations/{id}/sold",
    operation_id = "recordSale",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e")),
    request_body(content = SaleBody, content_type = "application/json",
        description = "The sale. Unknown fields are ignored; `X-PTL-Warnings` names them.",
        example = json!({ "price": 42.5, "currency": "EUR", "date": "2026-11-20", "platform": "vinted" })),
    responses(
        (status = 200, description = "The recorded sale.", body = SaleResponse,
        headers(("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "price": 42.5, "currency": "EUR",
                "date": "2026-11-20", "platform": "vinted", "corrected": false
            }
        })),
        (status = 409, description = "The generation has no recognized product, so that its price helps no other.",
        body = crate::error_schema::ErrorSchema,
        example = json!({
            "statusCode": 409,
            "message": "cannot record a sale: the generation 0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e has no \
                recognized product"
        })),
    ),
)]
pub(crate) async fn sold(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let bytes = body::read_small(&request, payload, &edge.limits, MAX_BODY_BYTES).await?;
    let (sale, ignored) = parse(&bytes)?;
    let id = parse_id(&id)?;
    let recorded = rest.sales.run_for(caller.account, id, sale).await.map_err(ApiError::logged)?;
    let mut response = HttpResponse::Ok();
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    Ok(response.json(SaleResponse { success: true, data: SaleData::new(id, sale.platform, &recorded) }))
}

/// Parses a body and reports all violations at once.
fn parse(body: &[u8]) -> Result<(Sale, Ignored), ApiError> {
    let Object { fields, unknown } = json::read::<SaleBody<'_>>(json::utf8(body)?)?;
    let SaleBody { price, currency, date, platform } = fields;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, &[]);
    let mut violations = Vec::new();
    let minor = match price {
        Lenient::Given(Amount(amount)) if amount.minor() > 0 => amount.minor(),
        Lenient::Given(_) | Lenient::Absent | Lenient::WrongType => {
            let accepted = "must be a number above zero with at most two decimals, at most 10000000";
            violations.push(Violation::new("price", accepted));
            0
        }
    };
    let sale = Sale {
        minor,
        currency: optional::<Currency>("currency", &currency, &mut violations),
        on: or_record(day(&date), &mut violations).flatten(),
        platform: optional::<Platform>("platform", &platform, &mut violations),
    };
    if violations.is_empty() { Ok((sale, ignored)) } else { Err(ApiError::violations(&violations)) }
}

fn day(value: &Lenient<Text<'_>>) -> Result<Option<Date>, Violation> {
    let text = match value {
        Lenient::Absent => return Ok(None),
        Lenient::Given(Text(text)) => text.as_ref(),
        Lenient::WrongType => "",
    };
    // A time of day after the date would be ignored by the parser of dates.
    let date = (text.len() == 10).then(|| text.parse().ok()).flatten();
    date.map(Some).ok_or_else(|| Violation::new("date", "must be a day, such as 2026-11-20"))
}
