//! The query parameters of exports.

use std::collections::HashSet;

use listing_domain::generation::{GenerationCursor, GenerationFilter};
use listing_domain::ids::{BatchId, GenerationId};
use listing_domain::options::Language;
use listing_domain::{UnknownCode, Violation};
use listing_export::{ExportFile, FormatId};
use listing_http::ApiError;
use utoipa::{IntoParams, ToSchema};

use crate::generations::{ListQuery, query_pairs};

/// The maximum number of ids: more do not fit in an address.
const MAX_IDS: usize = 200;

/// A file format.
// For the document; `FormatId` lists the same codes.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes the parameter only")]
pub(crate) enum Format {
    EbayUs,
    EbayUk,
    EbayFr,
    Shopify,
    #[schema(rename = "woocommerce")]
    WooCommerce,
    Etsy,
    GoogleMerchant,
    Acp,
    JsonLd,
    Csv,
    Zip,
}

/// A language of remarks.
// For the document; `Language` lists the same codes.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes the parameter only")]
pub(crate) enum RemarkLanguage {
    Fr,
    En,
}

/// The parameters of an export, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the parameters only")]
pub(crate) struct ExportParams {
    /// The format of the file.
    #[param(inline, example = "ebay-us")]
    format: Format,
    /// Only these generations, in this order: repeat it, up to 200 times. It excludes the parameters below.
    #[param(explode = true)]
    id: Option<Vec<String>>,
    /// Only the done items of this batch, in its order. It excludes `id` and the parameters below.
    #[param(example = "0198d0a4-7c1e-7000-8000-000000000001")]
    batch: Option<String>,
    /// Only generations with this stock number.
    #[param(min_length = 1, max_length = 50, example = "JKT-0042")]
    sku: Option<String>,
    /// Only generations since this day (UTC) or moment: `2026-11-01` or RFC 3339.
    #[param(example = "2026-11-01")]
    from: Option<String>,
    /// Only generations up to the end of this day (UTC), or before this moment: `2026-11-30` or RFC 3339.
    #[param(example = "2026-11-30T12:00:00Z")]
    to: Option<String>,
    /// The maximum number of items in the file. Default: 300.
    #[param(minimum = 1, maximum = 300, example = 50)]
    limit: Option<u32>,
    /// The `X-Next-Cursor` of the previous file.
    cursor: Option<String>,
}

/// The parameters of an export.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExportQuery {
    pub(super) format: FormatId,
    pub(super) selection: Selection,
}

/// The parameters of a report.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReportQuery {
    pub(super) export: ExportQuery,
    /// The language of the remarks.
    pub(super) language: Language,
}

/// The generations of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// Those with these ids, in this order.
    Ids(Vec<GenerationId>),
    /// The done items of this batch, in its order.
    Batch(BatchId),
    /// Those that match a filter after a position, at most `limit`.
    Matching { filter: GenerationFilter, after: Option<GenerationCursor>, limit: u32 },
}

impl ReportQuery {
    /// Parses a query; one message lists all violations, except that of the language.
    pub(super) fn parse(query: &str) -> Result<Self, ApiError> {
        let pairs = query_pairs(query, MAX_IDS + 2)?;
        let (languages, export): (Vec<_>, Vec<_>) =
            pairs.into_iter().partition(|(name, _)| name == "language");
        let language = match languages.as_slice() {
            [] => Ok(Language::En),
            [(_, code)] => code.parse().map_err(|error: UnknownCode| {
                Violation::new("language", format!("must be one of {}", error.accepted()))
            }),
            _ => Err(Violation::new("The query", "must name language only once")),
        };
        let language = language.map_err(|violation| ApiError::violations(&[violation]))?;
        Ok(Self { export: ExportQuery::of_pairs(export)?, language })
    }
}

impl ExportQuery {
    /// Parses a query; one message lists all violations.
    pub(super) fn parse(query: &str) -> Result<Self, ApiError> {
        Self::of_pairs(query_pairs(query, MAX_IDS + 1)?)
    }

    fn of_pairs(pairs: Vec<(String, String)>) -> Result<Self, ApiError> {
        let (own, filters): (Vec<_>, Vec<_>) =
            pairs.into_iter().partition(|(name, _)| matches!(name.as_str(), "format" | "id" | "batch"));
        let (ids, own): (Vec<_>, Vec<_>) = own.into_iter().partition(|(name, _)| name == "id");
        let (formats, batches): (Vec<_>, Vec<_>) = own.into_iter().partition(|(name, _)| name == "format");
        let mut violations = Vec::new();
        let format = match formats.as_slice() {
            [] => Err(Violation::new("format", "is required")),
            [(_, code)] => code.parse().map_err(violation_of),
            _ => Err(Violation::new("The query", "must name format only once")),
        };
        let format = format.map_err(|violation| violations.push(violation)).ok();
        let batch = batch(&batches).map_err(|violation| violations.push(violation)).unwrap_or_default();
        let ids = generation_ids(&ids, &mut violations);
        let (has_filters, has_batch) = (!filters.is_empty(), !batches.is_empty());
        if !ids.is_empty() && (has_batch || has_filters) {
            violations.push(Violation::new("id", "excludes batch, sku, from, to, limit and cursor"));
        } else if has_batch && has_filters {
            violations.push(Violation::new("batch", "excludes sku, from, to, limit and cursor"));
        }
        let list = ListQuery::of_pairs(&filters, ExportFile::MAX_ITEMS, ExportFile::MAX_ITEMS);
        let ListQuery { limit, after, filter } = list.unwrap_or_else(|found| {
            violations.extend(found);
            ListQuery::default()
        });
        let selection = match batch {
            Some(batch) => Selection::Batch(batch),
            None if ids.is_empty() => Selection::Matching { filter, after, limit },
            None => Selection::Ids(ids),
        };
        match format {
            Some(format) if violations.is_empty() => Ok(Self { format, selection }),
            _ => Err(ApiError::violations(&violations)),
        }
    }
}

/// Parses the ids and drops repeated ones, which would write an item twice.
fn generation_ids(pairs: &[(String, String)], violations: &mut Vec<Violation>) -> Vec<GenerationId> {
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for (position, (_, id)) in pairs.iter().enumerate() {
        match id.parse() {
            Ok(id) if seen.insert(id) => ids.push(id),
            Ok(_) => {}
            Err(_) => {
                violations.push(Violation::new(format!("id[{position}]"), "must be the id of a generation"));
            }
        }
    }
    ids
}

fn batch(pairs: &[(String, String)]) -> Result<Option<BatchId>, Violation> {
    match pairs {
        [] => Ok(None),
        [(_, id)] => id.parse().map(Some).map_err(|_| Violation::new("batch", "must be the id of a batch")),
        _ => Err(Violation::new("The query", "must name batch only once")),
    }
}

fn violation_of(error: listing_export::UnknownFormat) -> Violation {
    let message = error.to_string();
    Violation::new("format", message.strip_prefix("format ").unwrap_or(&message))
}

#[cfg(test)]
mod tests {
    use listing_export::FORMATS;
    use utoipa::PartialSchema as _;

    use super::*;

    const ID: &str = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e";

    #[test]
    fn documented_formats_and_languages_are_those_of_the_exports() {
        let schema = serde_json::to_value(Format::schema()).unwrap();
        assert_eq!(schema["enum"], serde_json::json!(FORMATS.map(FormatId::code)));
        let schema = serde_json::to_value(RemarkLanguage::schema()).unwrap();
        let languages: Vec<_> = Language::ALL.iter().map(|language| language.code()).collect();
        assert_eq!(schema["enum"], serde_json::json!(languages));
    }

    #[test]
    fn ids_keep_their_order_and_filters_have_the_limit_of_a_file() {
        let other = ID.replace('5', "6");
        let query = ExportQuery::parse(&format!("id={other}&format=csv&id={ID}")).unwrap();
        assert_eq!(query.format, FormatId::Csv);
        assert_eq!(query.selection, Selection::Ids(vec![other.parse().unwrap(), ID.parse().unwrap()]));
        let query = ExportQuery::parse("format=zip&limit=300").unwrap();
        let all = GenerationFilter::default();
        assert_eq!(query.selection, Selection::Matching { filter: all, after: None, limit: 300 });
        let default = ExportQuery::parse("format=zip").unwrap();
        assert_eq!(default.selection, query.selection);
    }

    #[test]
    fn every_invalid_parameter_is_named() {
        let many = format!("format=csv{}", format!("&id={ID}").repeat(MAX_IDS + 1));
        let mixed = format!("format=csv&id={ID}&sku=A");
        let both = format!("format=csv&id={ID}&batch={ID}");
        let limited = format!("format=csv&batch={ID}&limit=2");
        let twice = format!("format=csv&batch={ID}&batch={ID}");
        for (query, message) in [
            ("", "format is required"),
            ("format=pdf", "format must be one of ebay-us, "),
            ("format=csv&format=zip", "The query must name format only once"),
            ("format=csv&id=x", "id[0] must be the id of a generation"),
            ("format=csv&limit=301", "limit must be a whole number from 1 to 300"),
            ("format=csv&color=red", "The query must have only the parameters"),
            (&many, "The query must have at most 201 parameters"),
            (&mixed, "id excludes batch, sku, from, to, limit and cursor"),
            (&both, "id excludes batch, sku, from, to, limit and cursor"),
            (&limited, "batch excludes sku, from, to, limit and cursor"),
            ("format=csv&batch=x", "batch must be the id of a batch"),
            (&twice, "The query must name batch only once"),
        ] {
            let refused = ExportQuery::parse(query).unwrap_err();
            assert!(refused.message().starts_with(message), "{query}: {}", refused.message());
        }
        let both = ExportQuery::parse("id=x").unwrap_err();
        assert!(both.message().contains("format is") && both.message().contains("id[0] must"));
    }
}
