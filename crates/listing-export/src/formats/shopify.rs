//! Product files of Shopify.

use std::io::Write;

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::lang;
use crate::report::{ExportReport, Finding, Problem};
use crate::table::{Row, Table, are_addresses, decimal, is_decimal, is_filled, photo_cells, write_table};
use crate::text::slug;

use super::{age_group, gender, report_mixed_currencies};

/// Product drafts for Shopify. Prices are in the shop's currency, so that the report lists mixed ones.
///
/// Size, color and material are options of the only variant. Shopify's own categories and the color's
/// metafield take IDs of Shopify's taxonomy, which are not known, so that they stay empty.
#[derive(Debug, Clone, Copy)]
pub struct Shopify;

/// The columns of Shopify's template since 2025. Source: ten public copies (other tools, high).
const COLUMNS: &[&str] = &[
    "Title",
    "URL handle",
    "Description",
    "Vendor",
    "Product category",
    "Type",
    "Tags",
    "Published on online store",
    "Status",
    "SKU",
    "Barcode",
    "Option1 name",
    "Option1 value",
    "Option1 Linked To",
    "Option2 name",
    "Option2 value",
    "Option2 Linked To",
    "Option3 name",
    "Option3 value",
    "Option3 Linked To",
    "Price",
    "Compare-at price",
    "Cost per item",
    "Charge tax",
    "Tax code",
    "Unit price total measure",
    "Unit price total measure unit",
    "Unit price base measure",
    "Unit price base measure unit",
    "Inventory tracker",
    "Inventory quantity",
    "Continue selling when out of stock",
    "Weight value (grams)",
    "Weight unit for display",
    "Requires shipping",
    "Fulfillment service",
    "Product image URL",
    "Image position",
    "Image alt text",
    "Variant image URL",
    "Gift card",
    "SEO title",
    "SEO description",
    "Color (product.metafields.shopify.color-pattern)",
    "Google Shopping / Google product category",
    "Google Shopping / Gender",
    "Google Shopping / Age group",
    "Google Shopping / Manufacturer part number (MPN)",
    "Google Shopping / Ad group name",
    "Google Shopping / Ads labels",
    "Google Shopping / Condition",
    "Google Shopping / Custom product",
    "Google Shopping / Custom label 0",
    "Google Shopping / Custom label 1",
    "Google Shopping / Custom label 2",
    "Google Shopping / Custom label 3",
    "Google Shopping / Custom label 4",
];

const OPTIONS: [(&str, &str); 3] =
    [("Option1 name", "Option1 value"), ("Option2 name", "Option2 value"), ("Option3 name", "Option3 value")];
const CONDITION: &str = "Google Shopping / Condition";
/// The longest texts, in characters (own knowledge).
const TEXT_MAX: usize = 255;
const DESCRIPTION_MAX: usize = 500_000;
const ALT_MAX: usize = 512;
const PHOTOS_MAX: usize = 250;

fn product(item: &ExportItem, listing: &ExportListing) -> Row {
    let mut row = Row::new(COLUMNS);
    row.line("Title", &listing.title, TEXT_MAX);
    row.require(&["Title"]);
    row.html("Description", &listing.description, DESCRIPTION_MAX);
    row.line("Type", listing.category_leaf(), TEXT_MAX);
    row.line("Tags", &listing.tags.join(", "), TEXT_MAX);
    row.set("Published on online store", "FALSE");
    row.set("Status", "draft");
    if let Some(sku) = &item.sku {
        row.line("SKU", sku.as_str(), TEXT_MAX);
    }
    row.set("Price", decimal(listing.price));
    row.set("Inventory tracker", "shopify");
    row.set("Inventory quantity", "1");
    row.set("Continue selling when out of stock", "deny");
    let (words, it) =
        (lang::for_language(listing.language), item.attributes.translated(item.language, listing.language));
    row.known("Vendor", it.brand.as_deref(), TEXT_MAX);
    let known = [(words.size, it.size), (words.color, it.color), (words.material, it.material)];
    let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for ((name_column, value_column), (name, value)) in OPTIONS.into_iter().zip(known) {
        row.set(name_column, name);
        row.line(value_column, &value, TEXT_MAX);
    }
    row.set("Google Shopping / Gender", it.audience.and_then(gender).unwrap_or_default());
    row.set("Google Shopping / Age group", it.audience.and_then(age_group).unwrap_or_default());
    match item.attributes.is_new() {
        Some(is_new) => row.set(CONDITION, if is_new { "new" } else { "used" }),
        None => row.findings.push(Finding::Missing(CONDITION)),
    }
    row
}

/// Returns the handle: the product's part of its web address, unique in the shop.
fn handle(item: &ExportItem, listing: &ExportListing) -> String {
    let words: String = slug(&listing.title).chars().take(TEXT_MAX - 10).collect();
    slug(&format!("{words} {}", item.short_id()))
}

/// Returns the product's row, and a row with the handle for each further photo.
fn photo_rows(first: Row, photos: &[String], handle: &str, title: &str) -> Vec<Row> {
    let mut rows = vec![first];
    rows.resize_with(photos.len().max(1), || Row::new(COLUMNS));
    for (index, row) in rows.iter_mut().enumerate() {
        row.set("URL handle", handle);
        if let Some(photo) = photos.get(index) {
            row.set("Product image URL", photo);
            row.set("Image position", (index + 1).to_string());
            row.line("Image alt text", title, ALT_MAX);
        }
    }
    rows
}

impl ExportFormat for Shopify {
    fn id(&self) -> FormatId {
        FormatId::Shopify
    }

    fn file_name(&self) -> &'static str {
        "shopify-products.csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let rows = |item: &ExportItem, listing: &ExportListing| {
            let mut first = product(item, listing);
            let photos = photo_cells(item, PHOTOS_MAX, &mut first.findings);
            photo_rows(first, &photos, &handle(item, listing), &listing.title)
        };
        let mut report = write_table(out, COLUMNS, items, ExportItem::shop_listing, rows)?;
        report_mixed_currencies(items, &mut report);
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let (table, mut problems) = Table::read(file, COLUMNS, 0);
        problems.extend(table.controls());
        let statuses = ["", "draft", "active", "archived"];
        let conditions = ["", "new", "used", "refurbished"];
        let is_handle = |it: &str| is_filled(it, TEXT_MAX) && it == slug(it);
        problems.extend(table.check_all(&[
            ("URL handle", "must be lower-case words", &is_handle),
            ("Title", "must have at most 255 characters", &|it| it.is_empty() || is_filled(it, TEXT_MAX)),
            ("Price", "must be an amount with two decimals", &|it| it.is_empty() || is_decimal(it)),
            ("Status", "must be draft, active or archived", &|it| statuses.contains(&it)),
            (CONDITION, "must be new, used or refurbished", &|it| conditions.contains(&it)),
            ("Product image URL", "must be a web address", &|it| are_addresses(it, '|', 1)),
        ]));
        problems.extend(incomplete_products(&table));
        problems
    }
}

/// Returns a problem for the first row of each product without title or price, and for each repeated variant.
fn incomplete_products(table: &Table) -> Vec<Problem> {
    let (handles, titles) = (table.column("URL handle"), table.column("Title"));
    let (prices, images) = (table.column("Price"), table.column("Product image URL"));
    let mut problems = Vec::new();
    for (place, handle) in handles.iter().enumerate() {
        let is_first = place == 0 || handles[place - 1] != *handle;
        if is_first && titles[place].is_empty() {
            problems.push(Problem::new(place + 1, "Title", "a product needs a title"));
        }
        if is_first && prices[place].is_empty() {
            problems.push(Problem::new(place + 1, "Price", "a product needs a price"));
        }
        if !is_first && (!titles[place].is_empty() || images[place].is_empty()) {
            problems.push(Problem::new(place + 1, "URL handle", "an earlier product has the same handle"));
        }
    }
    problems
}
