//! Product files of `WooCommerce`.

use std::collections::HashSet;
use std::io::Write;

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::lang;
use crate::report::{ExportReport, Finding, Problem};
use crate::table::{Row, Table, are_addresses, decimal, is_decimal, is_filled, photo_cells, write_table};
use crate::text::one_line;

use super::report_mixed_currencies;

/// Product drafts for `WooCommerce`. Its importer reads columns by name. It removes the apostrophe before a
/// formula from tags and attributes, but not from names and SKUs. Prices are in the shop's currency, so that the
/// report lists mixed ones.
#[derive(Debug, Clone, Copy)]
pub struct WooCommerce;

/// The columns in use of `WooCommerce`'s own export. Source: three public copies (other tools, high). A value
/// of `Published` of -1 is a draft (own knowledge).
const COLUMNS: &[&str] = &[
    "Type",
    "SKU",
    "Name",
    "Published",
    "Is featured?",
    "Visibility in catalog",
    "Description",
    "In stock?",
    "Stock",
    "Backorders allowed?",
    "Sold individually?",
    "Regular price",
    "Categories",
    "Tags",
    "Images",
    "Brands",
    "Attribute 1 name",
    "Attribute 1 value(s)",
    "Attribute 1 visible",
    "Attribute 1 global",
    "Attribute 2 name",
    "Attribute 2 value(s)",
    "Attribute 2 visible",
    "Attribute 2 global",
    "Attribute 3 name",
    "Attribute 3 value(s)",
    "Attribute 3 visible",
    "Attribute 3 global",
    "Attribute 4 name",
    "Attribute 4 value(s)",
    "Attribute 4 visible",
    "Attribute 4 global",
];

const ATTRIBUTES: [[&str; 4]; 4] = [
    ["Attribute 1 name", "Attribute 1 value(s)", "Attribute 1 visible", "Attribute 1 global"],
    ["Attribute 2 name", "Attribute 2 value(s)", "Attribute 2 visible", "Attribute 2 global"],
    ["Attribute 3 name", "Attribute 3 value(s)", "Attribute 3 visible", "Attribute 3 global"],
    ["Attribute 4 name", "Attribute 4 value(s)", "Attribute 4 visible", "Attribute 4 global"],
];

/// The longest texts, in characters (own knowledge: names of database columns).
const TEXT_MAX: usize = 200;
const DESCRIPTION_MAX: usize = 500_000;
const PHOTOS_MAX: usize = 100;

/// Returns a value without the commas that separate values.
fn escaped(text: &str) -> String {
    text.replace(',', "\\,")
}

fn product(item: &ExportItem, listing: &ExportListing) -> Row {
    let mut row = Row::new(COLUMNS);
    row.set("Type", "simple");
    row.line("Name", &listing.title, TEXT_MAX);
    row.require(&["Name"]);
    for (column, value) in [
        ("Published", "-1"),
        ("Is featured?", "0"),
        ("Visibility in catalog", "visible"),
        ("In stock?", "1"),
        ("Stock", "1"),
        ("Backorders allowed?", "0"),
        ("Sold individually?", "1"),
    ] {
        row.set(column, value);
    }
    row.html("Description", &listing.description, DESCRIPTION_MAX);
    row.set("Regular price", decimal(listing.price));
    row.line("Categories", &escaped(&listing.category), DESCRIPTION_MAX);
    row.line("Tags", &listing.tags.join(", "), DESCRIPTION_MAX);
    let photos = photo_cells(item, PHOTOS_MAX, &mut row.findings);
    row.set("Images", photos.join(", "));
    let it = item.attributes.translated(item.language, listing.language);
    row.known("Brands", it.brand.map(|brand| escaped(&brand)).as_deref(), TEXT_MAX);
    let words = lang::for_language(listing.language);
    let condition = item.attributes.grade.map(|_| listing.condition.clone());
    if condition.is_none() {
        row.findings.push(Finding::Missing("condition"));
    }
    let known = [
        (words.size, it.size),
        (words.color, it.color),
        (words.material, it.material),
        (words.condition, condition),
    ];
    let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for ([name_column, value_column, visible, global], (name, value)) in ATTRIBUTES.into_iter().zip(known) {
        row.set(name_column, name);
        row.line(value_column, &escaped(&value), TEXT_MAX);
        row.set(visible, "1");
        row.set(global, "0");
    }
    row
}

impl ExportFormat for WooCommerce {
    fn id(&self) -> FormatId {
        FormatId::WooCommerce
    }

    fn file_name(&self) -> &'static str {
        "woocommerce-products.csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let mut skus = HashSet::new();
        let rows = |item: &ExportItem, listing: &ExportListing| {
            let mut row = product(item, listing);
            match item.sku.as_ref().map(|sku| one_line(sku.as_str())) {
                // WooCommerce refuses a SKU that another product has.
                Some(sku) if skus.contains(&sku) => row.findings.push(Finding::RepeatedSku),
                Some(sku) => {
                    row.line("SKU", &sku, TEXT_MAX);
                    skus.insert(sku);
                }
                None => {}
            }
            vec![row]
        };
        let mut report = write_table(out, COLUMNS, items, ExportItem::shop_listing, rows)?;
        report_mixed_currencies(items, &mut report);
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let (table, mut problems) = Table::read(file, COLUMNS, 0);
        problems.extend(table.controls());
        let is_address_list = |it: &str| are_addresses(&it.replace(", ", ","), ',', PHOTOS_MAX);
        problems.extend(table.check_all(&[
            ("Type", "must be simple", &|it: &str| it == "simple"),
            ("Name", "must have 1 to 200 characters", &|it| is_filled(it, TEXT_MAX)),
            ("Published", "must be -1, 0 or 1", &|it| ["-1", "0", "1"].contains(&it)),
            ("Regular price", "must be an amount with two decimals", &is_decimal),
            ("Stock", "must be a number", &|it| it.parse::<u32>().is_ok()),
            ("Images", "must be web addresses separated by commas", &is_address_list),
        ]));
        problems.extend(table.repeated("SKU"));
        problems
    }
}
