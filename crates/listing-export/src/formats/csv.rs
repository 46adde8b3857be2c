//! The table of listings for spreadsheets.

use std::io::Write;

use jiff::Timestamp;

use crate::cell::cell;
use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::report::{ExportReport, Finding, Problem};
use crate::table::{Table, writer};

/// A table for spreadsheets, with one line for each listing. Texts keep every character. A byte order mark
/// makes spreadsheets read UTF-8.
#[derive(Debug, Clone, Copy)]
pub struct ListingsCsv;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The columns of this project. New ones are added at the end.
const COLUMNS: &[&str] = &[
    "generation",
    "created_at",
    "platform",
    "title",
    "description",
    "price",
    "currency",
    "category",
    "condition",
    "sku",
    "brand",
    "size",
    "color",
    "material",
    "quantity",
    "metadata",
];

impl ListingsCsv {
    /// Returns the beginning of the file: the byte order mark and the header line.
    ///
    /// # Errors
    /// Never in practice.
    pub fn header() -> Result<Vec<u8>, ExportError> {
        let mut file = BYTE_ORDER_MARK.to_vec();
        let mut table = writer(&mut file);
        table.write_record(COLUMNS)?;
        table.flush()?;
        drop(table);
        Ok(file)
    }

    /// Returns the lines of an item.
    ///
    /// # Errors
    /// Never in practice.
    pub fn rows(item: &ExportItem) -> Result<Vec<u8>, ExportError> {
        let mut rows = Vec::new();
        let mut table = writer(&mut rows);
        for listing in &item.listings {
            table.write_record(row(item, listing)?)?;
        }
        table.flush()?;
        drop(table);
        Ok(rows)
    }
}

fn row(item: &ExportItem, listing: &ExportListing) -> Result<[String; 16], ExportError> {
    let text = |text: &Option<String>| cell(text.as_deref().unwrap_or_default());
    let it = &item.attributes;
    let fields = item.metadata.pairs().iter().map(|(key, value)| (key.clone(), value.clone().into()));
    let fields: serde_json::Map<_, _> = fields.collect();
    let metadata = if fields.is_empty() { String::new() } else { serde_json::to_string(&fields)? };
    Ok([
        item.id.to_string(),
        item.created_at.to_string(),
        cell(&listing.platform.to_string()),
        cell(&listing.title),
        cell(&listing.description),
        amount(listing),
        listing.price.currency().code().to_owned(),
        cell(&listing.category),
        cell(&listing.condition),
        cell(item.sku.as_ref().map_or("", |sku| sku.as_str())),
        text(&it.brand),
        text(&it.size),
        text(&it.color),
        text(&it.material),
        it.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        cell(&metadata),
    ])
}

/// Returns the price as in the API: `45`, `12.5`.
fn amount(listing: &ExportListing) -> String {
    listing_answer::Amount::from(listing.price).to_string()
}

impl ExportFormat for ListingsCsv {
    fn id(&self) -> FormatId {
        FormatId::Csv
    }

    fn file_name(&self) -> &'static str {
        "listings.csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        out.write_all(&Self::header()?)?;
        let mut report = ExportReport::default();
        for item in items {
            out.write_all(&Self::rows(item)?)?;
            if item.listings.is_empty() {
                report.add(item, [Finding::NoListings]);
            } else {
                report.written += 1;
            }
        }
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let Some(table) = file.strip_prefix(BYTE_ORDER_MARK) else {
            return vec![Problem::of_file("no byte order mark, without which spreadsheets misread accents")];
        };
        let (table, mut problems) = Table::read(table, COLUMNS, 0);
        let is_piece = |it: &str| it.is_empty() || it.parse::<u8>().is_ok();
        problems.extend(table.check_all(&[
            ("generation", "must be an ID", &|it: &str| it.len() == 36),
            ("created_at", "must be a time", &|it| it.parse::<Timestamp>().is_ok()),
            ("platform", "must not be empty", &|it| !it.is_empty()),
            ("price", "must be an amount", &|it| it.parse::<listing_answer::Amount>().is_ok()),
            ("currency", "must be a code of three letters", &|it| it.len() == 3),
            ("quantity", "must be a number", &is_piece),
        ]));
        problems
    }
}
