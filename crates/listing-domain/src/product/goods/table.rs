//! The table of goods, parsed on first use. An invalid line is skipped; a test ensures that there is none.

use std::str::FromStr;

use super::{AskedFact, SizeSystem};
use crate::product::{Audience, Product};
use crate::tsv::NONE;

/// A good without its names. Prices are low, typical and high, in whole units of the market's currency.
pub(super) struct Row {
    pub(super) key: &'static str,
    pub(super) product: Product,
    pub(super) wearers: Vec<Audience>,
    pub(super) sizes: SizeSystem,
    pub(super) materials: Vec<&'static str>,
    pub(super) asks: Vec<AskedFact>,
    pub(super) france: [i64; 3],
    pub(super) united_states: [i64; 3],
}

impl Row {
    /// `None` if any column is invalid.
    pub(super) fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [key, product, wearers, sizes, materials, asks, france, united_states] = columns[..] else {
            return None;
        };
        Some(Self {
            key: code(key)?,
            product: product_or_department(product)?,
            wearers: optional(wearers, |wearer| Audience::from_str(wearer).ok())?,
            sizes: sizes.parse().ok()?,
            materials: optional(materials, code)?,
            asks: optional(asks, |fact| fact.parse().ok())?,
            france: prices(france)?,
            united_states: prices(united_states)?,
        })
    }
}

fn product_or_department(text: &str) -> Option<Product> {
    // A good would need this table while it is being read.
    let product = if text.starts_with("good:") { None } else { Product::parse(text) };
    product.filter(|product| *product != Product::Unknown)
}

/// Lower-case letters and digits, with `_` between words.
fn code(text: &'static str) -> Option<&'static str> {
    let is_code = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!text.is_empty() && text.chars().all(is_code)).then_some(text)
}

fn comma_separated<T>(column: &'static str, read: impl Fn(&'static str) -> Option<T>) -> Option<Vec<T>> {
    column.split(',').map(read).collect()
}

/// Comma-separated, possibly none.
fn optional<T>(column: &'static str, read: impl Fn(&'static str) -> Option<T>) -> Option<Vec<T>> {
    if column == NONE { Some(Vec::new()) } else { comma_separated(column, read) }
}

/// Three increasing prices above zero.
fn prices(column: &'static str) -> Option<[i64; 3]> {
    let amounts: Vec<i64> = column.split('/').map(|amount| amount.parse().ok()).collect::<Option<_>>()?;
    let [low, typical, high] = amounts[..] else { return None };
    (0 < low && low < typical && typical < high).then_some([low, typical, high])
}
