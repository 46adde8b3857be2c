//! Files for marketplaces, shops and spreadsheets, made from generations.
//!
//! An [`ExportItem`] has everything that a file may need. [`FormatId::format`] returns a format, which writes
//! items and checks files. The crate does no I/O except into the given writer. Only an [`ArchiveStream`]
//! also reads photos, from a store. Nothing is invented: a value that is not known stays empty, and the
//! [`ExportReport`] lists it.
//!
//! # Formulas
//!
//! No cell of a table is a formula for a spreadsheet, under any separator ([`cell()`]). An apostrophe precedes
//! a sign at the beginning of a part that a spreadsheet would compute, and the report mentions it. All other
//! texts reach the importer unchanged. `WooCommerce`'s importer removes the apostrophe from tags and attributes,
//! but not from names and SKUs. Descriptions in HTML have a character reference instead, which shows the same sign.
#![deny(missing_docs)]

mod archive;
mod cell;
mod download;
mod ebay;
mod field;
mod file;
mod format;
mod formats;
mod item;
mod lang;
mod report;
mod sentence;
mod shop_url;
mod source;
mod table;
mod text;

pub use archive::ArchiveStream;
pub use cell::cell;
pub use download::{ExportContent, ExportDownload};
pub use file::ExportFile;
pub use format::{ExportError, ExportFormat, ExportOptions, FORMATS, FormatId, UnknownFormat};
pub use formats::{Acp, Ebay, Etsy, GoogleMerchant, JsonLd, ListingsCsv, Shopify, WooCommerce, Zip};
pub use item::{ExportAttributes, ExportItem, ExportListing, ExportPhoto};
pub use report::{ExportReport, Finding, Problem, Remark, Severity};
pub use shop_url::ShopUrl;
pub use source::PhotoSource;
