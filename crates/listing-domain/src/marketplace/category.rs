//! Which category is shown for an item.

use super::facts::{CategoryStyle, Facts, LEVEL};
use crate::lang;
use crate::lang::{Category, Decision};
use crate::product::{Audience, Product};
use crate::wish::Language;

/// The category shown for an item, see [`super::Marketplace::category`].
pub(super) fn shown(
    facts: &Facts,
    product: Product,
    audience: Option<Audience>,
    language: Language,
) -> String {
    let path = path(facts, product, audience, language);
    let shown = match facts.category_style {
        CategoryStyle::FullPath => path.as_deref(),
        CategoryStyle::Leaf => path.as_deref().and_then(|path| path.rsplit(LEVEL).next()),
    };
    let rest = || category(facts, None, language).map(|category| category.path);
    shown.or_else(rest).unwrap_or_default().to_owned()
}

/// The path of the most precise level that has one of its own, or else the one that all product
/// types in question share, if it has any level.
fn path(facts: &Facts, product: Product, audience: Option<Audience>, language: Language) -> Option<String> {
    let path = |product| {
        let Category { path, men } = category(facts, Some(product), language)?;
        Some(men.filter(|_| audience == Some(Audience::Men)).unwrap_or(path))
    };
    let own = || path(product).map(str::to_owned);
    match product {
        Product::Good(good) => own().or_else(|| self::path(facts, good.product(), audience, language)),
        Product::Type(_) => own(),
        Product::Department(department) => own().or_else(|| {
            let paths = department.types().filter_map(|kind| path(Product::Type(kind))).map(levels);
            let shared = paths.reduce(|first, second| shared_start(&first, &second));
            shared.filter(|levels| !levels.is_empty()).map(|levels| levels.join(LEVEL))
        }),
        Product::Unknown => None,
    }
}

/// The category of a product, or of what fits no other one, in the language asked for where the
/// marketplace has it, else in its own.
pub(super) fn category(facts: &Facts, product: Option<Product>, language: Language) -> Option<Category> {
    let said = |language| lang::of(language).categories.of(facts.platform.code(), product);
    match said(language).or_else(|| said(facts.own_language))? {
        Decision::In(category) => Some(category),
        Decision::Nowhere => None,
    }
}

fn levels(path: &'static str) -> Vec<&'static str> {
    path.split(LEVEL).collect()
}

fn shared_start<'a>(first: &[&'a str], second: &[&'a str]) -> Vec<&'a str> {
    first.iter().zip(second).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect()
}
