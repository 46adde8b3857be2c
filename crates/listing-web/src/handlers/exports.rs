//! The handler of exports in a format for a marketplace or shop.

use std::collections::HashSet;

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::TryStreamExt as _;
use listing_domain::ErrorChain;
use listing_domain::ids::GenerationId;
use listing_domain::options::Language;
use listing_domain::sku::Sku;
use listing_export::{ExportContent, ExportDownload, ExportFile, ExportOptions, FormatId, Remark, Severity};
use listing_http::ApiError;

use crate::download::attached;
use crate::export_file::{self, Selection, Written};
use crate::form::Fields;
use crate::page::Page;
use crate::view::{ExportPreview, Layout, RemarkGroup, RemarkRow};

/// `GET /account/generations/export`: previews the file, or sends it for `download=1`.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    let query = Fields::parse(page.request.query_string().as_bytes());
    let format = parse_format(query.get("format"), &page.web.exports)?;
    let selection = parse_selection(&query)?;
    let Written { file, names, has_more } = export_file::write(&page, format, &selection).await?;
    if query.get("download") == "1" {
        return send(&page, file).await;
    }
    let selection = pairs(selection);
    // The language menu leads back to the same file.
    let layout = Layout { path: ExportPreview::address(format, &selection), ..page.layout() };
    let name = |id: &GenerationId| names.get(id).cloned().unwrap_or_default();
    page.show(&ExportPreview {
        layout,
        formats: page.web.format_menu(Some(format)),
        selection,
        items: file.report.written,
        left_out: names.len().saturating_sub(file.report.written),
        limit: has_more.then_some(ExportFile::MAX_ITEMS),
        remarks: groups(&file.report.remarks, name, page.language),
    })
}

/// Sends a file. A failure while an archive is sent aborts the connection, so that users notice the missing
/// rest.
async fn send(page: &Page, file: ExportDownload) -> Result<HttpResponse, ApiError> {
    let mut response = attached(page, file.name, file.media_type)?;
    let archive = match file.content {
        ExportContent::Whole(bytes) => return Ok(response.body(bytes)),
        ExportContent::Archive(archive) => archive,
    };
    let parts = archive.into_parts().await.map_err(export_file::failed)?;
    Ok(response.streaming(parts.map_ok(Bytes::from).inspect_err(|error| {
        tracing::error!(error = %ErrorChain(error), "aborted an export: the rest could not be read");
    })))
}

/// Parses a format that the host offers. Without one, the file is a table.
fn parse_format(code: &str, options: &ExportOptions) -> Result<FormatId, ApiError> {
    if code.is_empty() {
        return Ok(FormatId::Csv);
    }
    let format = code.parse().ok().filter(|format| options.offers(*format));
    format.ok_or_else(|| ApiError::invalid("The query must name a format that the page offers"))
}

fn parse_selection(query: &Fields) -> Result<Selection, ApiError> {
    if let Ok(batch) = query.get("batch").parse() {
        return Ok(Selection::Batch(batch));
    }
    let ids: Vec<&str> = query.all("id").collect();
    if ids.len() > export_file::max_items() {
        return Err(ApiError::invalid(format!("The query must have at most {} ids", ExportFile::MAX_ITEMS)));
    }
    if ids.is_empty() {
        return Ok(Selection::Search(query.get("search").to_owned()));
    }
    let mut seen = HashSet::new();
    let ids = ids.into_iter().filter_map(|id| id.parse::<GenerationId>().ok());
    Ok(Selection::Ids(ids.filter(|id| seen.insert(*id)).collect()))
}

/// Returns the names and values that select the same items in another query.
fn pairs(selection: Selection) -> Vec<(&'static str, String)> {
    match selection {
        // An empty id keeps a selection of nothing from becoming one of everything.
        Selection::Ids(ids) if ids.is_empty() => vec![("id", String::new())],
        Selection::Ids(ids) => ids.iter().map(|id| ("id", id.to_string())).collect(),
        Selection::Batch(id) => vec![("batch", id.to_string())],
        Selection::Search(text) if text.is_empty() => Vec::new(),
        Selection::Search(text) => vec![("search", text)],
    }
}

/// Groups remarks by weight, then by item.
fn groups(
    remarks: &[Remark],
    name: impl Fn(&GenerationId) -> String,
    language: Language,
) -> Vec<RemarkGroup> {
    let mut groups: Vec<RemarkGroup> = Vec::new();
    let mut sorted: Vec<(Severity, &Remark)> =
        remarks.iter().map(|remark| (remark.finding.severity(), remark)).collect();
    sorted.sort_by_key(|(severity, _)| *severity);
    for (severity, remark) in sorted {
        if groups.last().is_none_or(|group| group.severity != severity) {
            groups.push(RemarkGroup { severity, rows: Vec::new() });
        }
        let Some(group) = groups.last_mut() else { continue };
        let sentence = remark.finding.sentence(language);
        match group.rows.iter_mut().rfind(|row| row.id == remark.item) {
            Some(row) => row.remarks.push(sentence),
            None => group.rows.push(RemarkRow {
                id: remark.item,
                name: name(&remark.item),
                sku: remark.sku.as_ref().map(Sku::to_string),
                remarks: vec![sentence],
            }),
        }
    }
    groups
}
