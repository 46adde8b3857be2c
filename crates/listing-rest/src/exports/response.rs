//! The response with the report of an export.

use listing_domain::options::Language;
use listing_domain::sku::Sku;
use listing_export::{ExportReport, Remark};
use serde::Serialize;
use utoipa::ToSchema;

/// The response of `checkExport`.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReportResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The report.
    pub(super) data: ReportData,
}

/// The report of a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportData {
    /// The number of items in the file.
    items: usize,
    /// The remarks, in the order of the items. Those about several items follow.
    remarks: Vec<RemarkData>,
    /// The cursor of the next file; absent for the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "MTc5NTI1NTIwMDAwMDAwMC4wMTk4ZDBhNC03YzFlLTcwMDA")]
    next_cursor: Option<String>,
}

/// A remark about an item of a file.
#[derive(Serialize, ToSchema)]
struct RemarkData {
    /// The id of the item's generation.
    id: String,
    /// The item's stock number, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    sku: Option<String>,
    /// The weight.
    #[schema(value_type = SeverityCode)]
    severity: &'static str,
    /// The remark, in the language of the query.
    message: String,
}

/// The weight of a remark: `left-out` (the item is not in the file), `invalid` (the importer refuses the item
/// until it is completed), `incomplete` (an optional value is missing), `changed` (a value differs from the
/// listing, or needs a look).
#[derive(ToSchema)]
#[schema(as = RemarkSeverity, rename_all = "kebab-case", example = "incomplete")]
#[expect(dead_code, reason = "describes the field only")]
enum SeverityCode {
    LeftOut,
    Invalid,
    Incomplete,
    Changed,
}

impl ReportData {
    pub(super) fn new(report: ExportReport, language: Language, next_cursor: Option<String>) -> Self {
        let remark = |remark| RemarkData::new(remark, language);
        let remarks = report.remarks.into_iter().map(remark).collect();
        Self { items: report.written, remarks, next_cursor }
    }
}

impl RemarkData {
    fn new(remark: Remark, language: Language) -> Self {
        let Remark { item, sku, finding } = remark;
        let sku = sku.as_ref().map(Sku::to_string);
        Self {
            id: item.to_string(),
            sku,
            severity: finding.severity().code(),
            message: finding.sentence(language),
        }
    }
}
