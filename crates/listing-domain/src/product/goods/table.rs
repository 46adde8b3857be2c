//! The table of goods, read when it is first asked for. A line that cannot be read is left out
//! there; a test reads every line.

use std::str::FromStr;

use super::{Asked, SizeSystem};
use crate::product::{Audience, Product};
use crate::tsv::NONE;

/// What is known of a good, whatever it is called. Prices are low, typical and high, in whole
/// units of the market's currency.
pub(super) struct Row {
    pub(super) key: &'static str,
    pub(super) product: Product,
    pub(super) wearers: Vec<Audience>,
    pub(super) sizes: SizeSystem,
    pub(super) materials: Vec<&'static str>,
    pub(super) asks: Vec<Asked>,
    pub(super) france: [i64; 3],
    pub(super) united_states: [i64; 3],
}

impl Row {
    /// Reads a line; `None` for one that is wrong in any of its columns.
    pub(super) fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [key, product, wearers, sizes, materials, asks, france, united_states] = columns[..] else {
            return None;
        };
        Some(Self {
            key: code(key)?,
            product: broader(product)?,
            wearers: optional(wearers, |wearer| Audience::from_str(wearer).ok())?,
            sizes: sizes.parse().ok()?,
            materials: optional(materials, code)?,
            asks: optional(asks, |asked| asked.parse().ok())?,
            france: prices(france)?,
            united_states: prices(united_states)?,
        })
    }
}

/// A product type or a department.
fn broader(text: &str) -> Option<Product> {
    // A good of a good would be looked for in the table that is being read.
    let product = if text.starts_with("good:") { None } else { Product::parse(text) };
    product.filter(|product| *product != Product::Unknown)
}

/// A code: lower case and digits, with `_` between words.
fn code(text: &'static str) -> Option<&'static str> {
    let is_code = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!text.is_empty() && text.chars().all(is_code)).then_some(text)
}

/// What stands between commas.
fn several<T>(column: &'static str, read: impl Fn(&'static str) -> Option<T>) -> Option<Vec<T>> {
    column.split(',').map(read).collect()
}

/// The same, where there may be none.
fn optional<T>(column: &'static str, read: impl Fn(&'static str) -> Option<T>) -> Option<Vec<T>> {
    if column == NONE { Some(Vec::new()) } else { several(column, read) }
}

/// Three amounts, each larger than the one before.
fn prices(column: &'static str) -> Option<[i64; 3]> {
    let amounts: Vec<i64> = column.split('/').map(|amount| amount.parse().ok()).collect::<Option<_>>()?;
    let [low, typical, high] = amounts[..] else { return None };
    (0 < low && low < typical && typical < high).then_some([low, typical, high])
}
