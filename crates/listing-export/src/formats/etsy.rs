//! The column set of Etsy's own download.

use std::io::Write;

use listing_domain::marketplace::Platform;

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::report::{ExportReport, Finding, Problem};
use crate::table::{Row, Table, are_addresses, decimal, is_decimal, is_filled, photo_cells, write_table};
use crate::text::one_line;

/// Listings in the columns of Etsy's own download. Etsy has no upload of it, but the importers of shops read
/// it. Items without a listing for Etsy have the texts of another listing, which the report mentions.
#[derive(Debug, Clone, Copy)]
pub struct Etsy;

/// The columns. Source: five public copies (other tools, high).
const COLUMNS: &[&str] = &[
    "TITLE",
    "DESCRIPTION",
    "PRICE",
    "CURRENCY_CODE",
    "QUANTITY",
    "TAGS",
    "MATERIALS",
    "IMAGE1",
    "IMAGE2",
    "IMAGE3",
    "IMAGE4",
    "IMAGE5",
    "IMAGE6",
    "IMAGE7",
    "IMAGE8",
    "IMAGE9",
    "IMAGE10",
    "VARIATION 1 TYPE",
    "VARIATION 1 NAME",
    "VARIATION 1 VALUES",
    "VARIATION 2 TYPE",
    "VARIATION 2 NAME",
    "VARIATION 2 VALUES",
    "VARIATION 3 TYPE",
    "VARIATION 3 NAME",
    "VARIATION 3 VALUES",
    "SKU",
];

const IMAGES: &[&str] =
    &["IMAGE1", "IMAGE2", "IMAGE3", "IMAGE4", "IMAGE5", "IMAGE6", "IMAGE7", "IMAGE8", "IMAGE9", "IMAGE10"];

/// The longest title (official), tag (official) and other text, in characters.
const TITLE_MAX: usize = 140;
const TAG_MAX: usize = 20;
const TEXT_MAX: usize = 500_000;
/// The allowed number of tags (official).
const TAGS_MAX: usize = 13;

/// Returns a tag without the signs that Etsy refuses in tags (official).
fn clean_tag(tag: &str) -> String {
    let is_refused = |c: char| !c.is_alphanumeric() && !"-'’™©®".contains(c);
    let is_edge = |c: char| c.is_whitespace() || "-'’".contains(c);
    one_line(&tag.replace(is_refused, " ")).trim_matches(is_edge).to_owned()
}

fn row(item: &ExportItem, listing: &ExportListing) -> Row {
    let mut row = Row::new(COLUMNS);
    row.line("TITLE", &listing.title, TITLE_MAX);
    row.require(&["TITLE"]);
    row.lines("DESCRIPTION", &listing.description, TEXT_MAX);
    row.set("PRICE", decimal(listing.price));
    row.set("CURRENCY_CODE", listing.price.currency().code());
    row.set("QUANTITY", "1");
    let tags: Vec<_> = listing.tags.iter().map(|tag| clean_tag(tag)).collect();
    if tags != listing.tags {
        row.findings.push(Finding::Cleaned("TAGS"));
    }
    let fitting = tags.iter().filter(|tag| is_filled(tag, TAG_MAX)).take(TAGS_MAX);
    let fitting: Vec<_> = fitting.map(String::as_str).collect();
    if fitting.len() < tags.len() {
        row.findings.push(Finding::TagsLeftOut(tags.len() - fitting.len()));
    }
    row.line("TAGS", &fitting.join(","), TEXT_MAX);
    let it = item.attributes.translated(item.language, listing.language);
    row.known("MATERIALS", it.material.as_deref(), TEXT_MAX);
    let photos = photo_cells(item, IMAGES.len(), &mut row.findings);
    for (column, photo) in IMAGES.iter().zip(photos) {
        row.set(column, photo);
    }
    if let Some(sku) = &item.sku {
        row.line("SKU", sku.as_str(), TEXT_MAX);
    }
    if listing.platform.known() != Some(Platform::Etsy) {
        row.findings.push(Finding::OtherPlatform(listing.platform.clone()));
    }
    row
}

/// Returns the listing for Etsy, else the one for shops.
fn etsy_listing(item: &ExportItem) -> Option<&ExportListing> {
    item.listing(Platform::Etsy).or_else(|| item.shop_listing())
}

impl ExportFormat for Etsy {
    fn id(&self) -> FormatId {
        FormatId::Etsy
    }

    fn file_name(&self) -> &'static str {
        "etsy-listings.csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        write_table(out, COLUMNS, items, etsy_listing, |item, listing| vec![row(item, listing)])
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let (table, mut problems) = Table::read(file, COLUMNS, 0);
        problems.extend(table.controls());
        let is_tag = |tag: &str| is_filled(tag, TAG_MAX) && clean_tag(tag) == tag;
        let are_tags =
            |it: &str| it.is_empty() || (it.split(',').all(is_tag) && it.split(',').count() <= TAGS_MAX);
        let is_currency = |it: &str| it.len() == 3 && it.bytes().all(|byte| byte.is_ascii_uppercase());
        problems.extend(table.check_all(&[
            ("TITLE", "must have 1 to 140 characters", &|it: &str| is_filled(it, TITLE_MAX)),
            ("PRICE", "must be an amount with two decimals", &is_decimal),
            ("CURRENCY_CODE", "must be a code of three letters", &is_currency),
            ("QUANTITY", "must be a number", &|it| it.parse::<u32>().is_ok()),
            ("TAGS", "must be up to 13 tags of at most 20 characters", &are_tags),
        ]));
        for column in IMAGES {
            problems.extend(table.check(column, "must be a web address", |it| are_addresses(it, '|', 1)));
        }
        problems
    }
}
