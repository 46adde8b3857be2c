//! Finds a category that a seller typed in the marketplace's tree, as far as the tables know it.

use super::Marketplace;
use super::facts::CategoryStyle;
use crate::lang;
use crate::lang::CategoryGoods;
use crate::options::Language;
use crate::product::{Product, ProductType};

/// The place of a category in a marketplace's tree, with the product types that it is for. The types are empty
/// if it is for goods without a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A category without known subcategories.
    Leaf(Vec<ProductType>),
    /// A category with subcategories.
    Inner(Vec<ProductType>),
    /// A category that the tables do not have.
    Unknown,
}

impl Place {
    /// Returns the product types that an item in the category may have: all if the category does not decide.
    pub(super) fn kinds(&self) -> &[ProductType] {
        match self {
            Self::Leaf(kinds) | Self::Inner(kinds) if !kinds.is_empty() => kinds,
            _ => ProductType::ALL,
        }
    }
}

impl Marketplace {
    /// Returns the place of a category, whose levels are separated by `>`. Letter case and the language of
    /// the site do not matter.
    pub(super) fn place(&self, category: &str) -> Place {
        let wanted: Vec<&str> = levels(category).collect();
        let is_overriding = |label: &String| are_same(levels(label), &wanted);
        if self.overrides.categories.values().flat_map(|label| label.values()).any(is_overriding) {
            return Place::Leaf(Vec::new());
        }
        let shows_leaf = self.facts.category_style == CategoryStyle::Leaf;
        let (mut kinds, mut is_row, mut is_inner) = (Vec::new(), false, false);
        for language in Language::ALL {
            for (goods, path) in lang::of(*language).categories.paths(self.platform().code()) {
                match relation(path, &wanted, shows_leaf) {
                    Some(Relation::Same) => is_row = true,
                    Some(Relation::Above) => is_inner = true,
                    None => continue,
                }
                add_kinds(*goods, &mut kinds);
            }
        }
        match (is_row, is_inner) {
            (_, true) => Place::Inner(kinds),
            (true, false) => Place::Leaf(kinds),
            (false, false) => Place::Unknown,
        }
    }
}

/// The relation of a typed category to a path of the tree.
enum Relation {
    /// It is the path's category.
    Same,
    /// It is a category that contains the path's.
    Above,
}

/// Compares a typed category with a path: level by level or, where listings show only the last level, by that.
fn relation(path: &str, wanted: &[&str], shows_leaf: bool) -> Option<Relation> {
    if let ([level], true) = (wanted, shows_leaf) {
        let depth = levels(path).position(|known| is_same(known, level))?;
        let is_last = levels(path).count() == depth + 1;
        return Some(if is_last { Relation::Same } else { Relation::Above });
    }
    let count = levels(path).count();
    let is_within = !wanted.is_empty() && count >= wanted.len();
    if !is_within || !are_same(levels(path).take(wanted.len()), wanted) {
        return None;
    }
    Some(if count == wanted.len() { Relation::Same } else { Relation::Above })
}

fn levels(path: &str) -> impl Iterator<Item = &str> {
    path.split('>').map(str::trim).filter(|level| !level.is_empty())
}

fn are_same<'a>(levels: impl Iterator<Item = &'a str>, wanted: &[&str]) -> bool {
    let mut count = 0;
    let all_match = levels.enumerate().all(|(index, level)| {
        count += 1;
        wanted.get(index).is_some_and(|wanted| is_same(level, wanted))
    });
    all_match && count == wanted.len()
}

fn is_same(one: &str, other: &str) -> bool {
    one == other || one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

fn add_kinds(goods: CategoryGoods, kinds: &mut Vec<ProductType>) {
    let found: Vec<ProductType> = match goods {
        CategoryGoods::Product(Product::Department(department)) => department.types().collect(),
        CategoryGoods::Product(product) => product.kind().into_iter().collect(),
        CategoryGoods::Family(_) | CategoryGoods::Rest => Vec::new(),
    };
    for kind in found {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
}
