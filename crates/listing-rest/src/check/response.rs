//! The response of a check.

use listing_answer::codes::{FactOriginCode, RuleCode, SeverityCode};
use listing_domain::marketplace::{FactSource, Finding, ListingField};
use listing_domain::options::Language;
use serde::Serialize;
use utoipa::ToSchema;

/// The response of `checkListing`.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The result.
    pub(super) data: CheckData,
}

/// The result of a check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CheckData {
    /// The findings, in the order of the fields.
    pub(super) findings: Vec<FindingData>,
    /// True if no finding is an error.
    pub(super) is_publishable: bool,
}

/// A finding about a listing.
#[derive(Serialize, ToSchema)]
#[schema(as = Finding)]
pub(super) struct FindingData {
    /// The broken rule.
    #[schema(value_type = RuleCode)]
    rule: &'static str,
    /// The severity: an error means that the marketplace would refuse the listing.
    #[schema(value_type = SeverityCode)]
    severity: &'static str,
    /// The field of the request.
    #[schema(example = "title")]
    field: String,
    /// The finding as a sentence.
    #[schema(example = "Le titre compte 92 caractères ; le maximum est de 80.")]
    message: String,
    /// The public page from which the rule was taken; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SourceData, required = false)]
    source: Option<SourceData>,
}

/// A public page with a marketplace's rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleSource)]
struct SourceData {
    /// The address of the page.
    #[schema(example = "https://www.vinted.co.uk/catalog-rules")]
    url: &'static str,
    /// The day or month of the check; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$", example = "2026-07")]
    checked_on: Option<&'static str>,
    /// The origin of the fact.
    #[schema(value_type = FactOriginCode)]
    origin: &'static str,
}

impl FindingData {
    pub(super) fn new(finding: &Finding, language: Language) -> Self {
        Self {
            rule: finding.rule().code(),
            severity: finding.severity().code(),
            field: field(finding.field()),
            message: finding.message(language),
            source: finding.source().map(SourceData::from),
        }
    }
}

impl From<FactSource> for SourceData {
    fn from(source: FactSource) -> Self {
        let FactSource { url, checked_on, origin } = source;
        Self { url, checked_on, origin: origin.code() }
    }
}

/// Returns the path of a field in the request.
fn field(field: ListingField) -> String {
    match field {
        ListingField::Title => "title".to_owned(),
        ListingField::Description => "description".to_owned(),
        ListingField::Price => "price".to_owned(),
        ListingField::Category => "category".to_owned(),
        ListingField::Condition => "condition".to_owned(),
        ListingField::Specific(specific) => format!("itemSpecifics.{specific}"),
    }
}
