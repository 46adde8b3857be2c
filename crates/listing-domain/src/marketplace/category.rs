//! Which category is shown for an item.

use super::facts::{CategoryStyle, Facts, LEVEL};
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
    shown.unwrap_or(language.pick(facts.catch_all)).to_owned()
}

/// The path all product types in question share, if it has any level.
fn path(facts: &Facts, product: Product, audience: Option<Audience>, language: Language) -> Option<String> {
    let paths = |kind| (facts.category)(kind).map(|category| category.path(audience, language));
    let shared = match product {
        Product::Type(kind) => return paths(kind).map(str::to_owned),
        Product::Department(department) => department
            .types()
            .filter_map(paths)
            .map(levels)
            .reduce(|first, second| shared_start(&first, &second)),
        Product::Unknown => None,
    };
    shared.filter(|levels| !levels.is_empty()).map(|levels| levels.join(LEVEL))
}

fn levels(path: &'static str) -> Vec<&'static str> {
    path.split(LEVEL).collect()
}

fn shared_start<'a>(first: &[&'a str], second: &[&'a str]) -> Vec<&'a str> {
    first.iter().zip(second).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect()
}
