//! `/api/v1/exports`: stored generations as files for marketplaces, shops and spreadsheets.

mod query;
mod response;

use actix_web::http::header::{CONTENT_DISPOSITION, ContentType};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::TryStreamExt as _;
use listing_domain::ErrorChain;
use listing_domain::generation::{Generation, GenerationCursor};
use listing_domain::ids::GenerationId;
use listing_domain::principal::Principal;
use listing_export::{ExportContent, ExportDownload, ExportError, PhotoSource};
use listing_http::{ApiError, Authenticated, Edge};

use self::query::{ExportQuery, ReportQuery, Selection};
use self::response::{ReportData, ReportResponse};
use crate::generations::cursor;
use crate::{Exports, Rest};

/// The number of items in the file.
const ITEMS: &str = "X-Export-Items";
/// The number of remarks in the file's report.
const REMARKS: &str = "X-Export-Remarks";
/// The cursor of the next file.
const NEXT_CURSOR: &str = "X-Next-Cursor";

/// Returns stored generations as a file.
///
/// The file has the listings as last edited, of the generations with the given ids, of a batch's done items, or
/// of all that match the filter, newest first. A value that is not known stays empty: `checkExport` reports these. An archive (`zip`)
/// has the photos that the account keeps. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/exports",
    operation_id = "exportGenerations",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(query::ExportParams),
    responses((status = 200, description = "The file.",
        content(
            (Vec<u8> = "text/csv"), (Vec<u8> = "application/zip"), (Vec<u8> = "application/x-ndjson"),
            (Vec<u8> = "application/ld+json"), (Vec<u8> = "text/tab-separated-values"),
        ),
        headers(
            ("X-Export-Items" = u32, description = "The number of items in the file."),
            ("X-Export-Remarks" = u32, description = "The number of remarks that `checkExport` returns."),
            ("X-Next-Cursor" = String, description = "The cursor of the next file; absent from the last one."),
        ))),
)]
pub(crate) async fn file(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let query = ExportQuery::parse(request.query_string())?;
    let (file, next) = write(&edge, &rest, &request, &caller, query).await?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", file.name)));
    response.insert_header((ITEMS, file.report.written));
    response.insert_header((REMARKS, file.report.remarks.len()));
    if let Some(next) = next {
        response.insert_header((NEXT_CURSOR, cursor(next)));
    }
    let media_type = file.media_type.parse().map_err(|_| ApiError::internal())?;
    response.content_type(ContentType(media_type));
    Ok(match file.content {
        ExportContent::Whole(bytes) => response.body(bytes),
        ExportContent::Archive(archive) => {
            let parts = archive.into_parts().await.map_err(failed)?;
            // A failure aborts the connection, so that the caller notices the missing rest.
            response.streaming(parts.map_ok(Bytes::from).inspect_err(|error| {
                tracing::error!(error = %ErrorChain(error), "aborted an export: the rest could not be read");
            }))
        }
    })
}

/// Returns what the file of an export lacks or has in another form.
///
/// It takes the parameters of `exportGenerations`, and a language. A remark of the severity `left-out` names an item that is
/// not in the file, `invalid` one that the importer refuses until it is completed. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/exports/report",
    operation_id = "checkExport",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(query::ExportParams, ("language" = inline(Option<query::RemarkLanguage>), Query,
        description = "The language of the remarks. Default: `en`.", example = "fr")),
    responses((status = 200, description = "The report.", body = ReportResponse,
        example = json!({
            "success": true,
            "data": {
                "items": 1,
                "remarks": [{
                    "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "sku": "JKT-0042",
                    "severity": "incomplete", "message": "The brand is missing."
                }]
            }
        }))),
)]
pub(crate) async fn report(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
) -> Result<web::Json<ReportResponse>, ApiError> {
    let ReportQuery { export, language } = ReportQuery::parse(request.query_string())?;
    let (file, next) = write(&edge, &rest, &request, &caller, export).await?;
    let data = ReportData::new(file.report, language, next.map(cursor));
    Ok(web::Json(ReportResponse { success: true, data }))
}

/// Writes the file of a query, in one of the account's slots, and returns where the next file continues.
async fn write(
    edge: &Edge,
    rest: &Rest,
    request: &HttpRequest,
    caller: &Principal,
    query: ExportQuery,
) -> Result<(ExportDownload, Option<GenerationCursor>), ApiError> {
    let ExportQuery { format, selection } = query;
    let slot = edge.enter(request, caller).await?;
    let (generations, next) = select(rest, caller, selection).await?;
    let source = PhotoSource {
        store: rest.kept_photos.clone(),
        account: caller.account,
        now: rest.batches.clock.now(),
        slot: Some(slot.into()),
    };
    let Exports { catalogue, options } = &rest.exports;
    let begun = ExportDownload::begin(format, options, catalogue.clone(), generations, source).await;
    Ok((begun.map_err(failed)?, next))
}

fn failed(error: ExportError) -> ApiError {
    if let ExportError::Store(error) = error {
        return ApiError::logged(error);
    }
    tracing::error!(error = %ErrorChain(&error), "failed to write an export; answered 500");
    ApiError::internal()
}

async fn select(
    rest: &Rest,
    caller: &Principal,
    selection: Selection,
) -> Result<(Vec<Generation>, Option<GenerationCursor>), ApiError> {
    let (account, generations) = (caller.account, &rest.generations);
    let get_all = async |ids: &[GenerationId]| {
        let found = generations.get_all(account, ids).await.map_err(ApiError::logged)?;
        Ok((found, None))
    };
    match selection {
        Selection::Ids(ids) => get_all(&ids).await,
        Selection::Batch(id) => {
            let found = rest.batches.store.get(account, id).await.map_err(ApiError::logged)?;
            let batch = found.ok_or_else(|| ApiError::absent("batch"))?;
            get_all(&batch.done().collect::<Vec<_>>()).await
        }
        Selection::Matching { filter, after, limit } => {
            // One more than the file shows whether there is a next one.
            let found = generations.list_in_full(account, &filter, after, limit + 1).await;
            let mut found = found.map_err(ApiError::logged)?;
            let has_more = found.len() > usize::try_from(limit).unwrap_or(usize::MAX);
            found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            let next = found.last().filter(|_| has_more).map(Generation::place);
            Ok((found, next))
        }
    }
}
