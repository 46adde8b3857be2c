//! The form that exports items, and the page that previews the file.

use askama::Template;
use listing_domain::ids::GenerationId;
use listing_export::{FormatId, Severity};

use super::{Layout, NoticeKind};

/// The path of [`ExportPreview`].
const PATH: &str = "/account/generations/export";

/// `/account/generations/export`: the file that an export makes, and the remarks about its items.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/export.html")]
pub struct ExportPreview {
    /// The page layout.
    pub layout: Layout,
    /// The formats, with that of the file.
    pub formats: FormatMenu,
    /// The names and values that select the items: ids, or else a search.
    pub selection: Vec<(&'static str, String)>,
    /// The number of items in the file.
    pub items: usize,
    /// The number of selected items that the file lacks.
    pub left_out: usize,
    /// The maximum number of items in a file; `None` if no more are selected.
    pub limit: Option<u32>,
    /// The remarks, heaviest first.
    pub remarks: Vec<RemarkGroup>,
}

/// The formats to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatMenu {
    /// The formats that the host offers.
    pub formats: Vec<FormatId>,
    /// The chosen format; `None` for the first one.
    pub chosen: Option<FormatId>,
}

/// A kind of importer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatGroup {
    /// Marketplaces that import files.
    Marketplaces,
    /// Software for own shops, and feeds of their products.
    Shops,
    /// Files for people and other tools.
    Other,
}

/// The remarks of one weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemarkGroup {
    /// The weight.
    pub severity: Severity,
    /// The items, in the order of the file.
    pub rows: Vec<RemarkRow>,
}

/// The remarks of one weight about one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemarkRow {
    /// The id of the generation.
    pub id: GenerationId,
    /// The item's name.
    pub name: String,
    /// The seller's stock number, if stated.
    pub sku: Option<String>,
    /// The remarks, in sentences.
    pub remarks: Vec<String>,
}

impl ExportPreview {
    /// Returns the address of this page with a format and a selection.
    pub fn address(format: FormatId, selection: &[(&str, String)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("format", format.code()).extend_pairs(selection);
        format!("{PATH}?{}", query.finish())
    }

    /// Returns the address of the file.
    fn download(&self) -> Option<String> {
        let format = self.formats.chosen?;
        Some(format!("{}&download=1", Self::address(format, &self.selection)))
    }
}

impl FormatMenu {
    /// Returns the formats by group. Every group has some.
    pub(super) fn groups(&self) -> Vec<(FormatGroup, Vec<FormatId>)> {
        let all = [FormatGroup::Marketplaces, FormatGroup::Shops, FormatGroup::Other];
        let of = |group| {
            let formats = self.formats.iter().copied().filter(|format| FormatGroup::of(*format) == group);
            (group, formats.collect())
        };
        all.map(of).into()
    }
}

impl FormatGroup {
    const fn of(format: FormatId) -> Self {
        match format {
            FormatId::EbayUs | FormatId::EbayUk | FormatId::EbayFr => Self::Marketplaces,
            FormatId::Shopify
            | FormatId::WooCommerce
            | FormatId::GoogleMerchant
            | FormatId::Acp
            | FormatId::JsonLd => Self::Shops,
            FormatId::Etsy | FormatId::Csv | FormatId::Zip => Self::Other,
        }
    }
}
