//! Reads the size printed on an item or its label.

use std::ops::RangeInclusive;

use super::capacity;
use super::words::roles;
use crate::product::{Department, Product};
use crate::statement::{Size, SizeStatement, System, Token, tokens};

/// In centimeters, in steps of 6.
const CHILD_HEIGHTS: RangeInclusive<u32> = 50..=188;
const CHILD_HEIGHTS_START: u32 = 50;
const CHILD_HEIGHTS_STEP: u32 = 6;
/// Numbers without a unit that may be sizes of clothes or shoes.
const WORN_NUMBERS: RangeInclusive<u32> = 16..=60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    /// As printed.
    pub(super) text: String,
    size: Size,
    /// Letters or a number without a mark such as "size".
    is_bare: bool,
    /// The line contains other words too.
    is_within: bool,
}

/// Reads a line that contains only a size. A storage capacity may have other words around it.
pub(super) fn mention(line: &str) -> Option<Mention> {
    let statement = SizeStatement::read(line);
    let tokens = tokens(line);
    if !roles(&tokens).is_empty() || tokens.iter().any(|token| token.is_mark('%') || token.is_mark('°')) {
        return None;
    }
    if statement.is_verbatim() {
        let (text, size) = capacity::within(line, &tokens)?;
        return Some(Mention { text: text.to_owned(), size, is_bare: false, is_within: true });
    }
    let size = statement.sizes().first()?.clone();
    if matches!(size, Size::Capacity(..)) && statement.sizes().len() > 1 {
        return None;
    }
    let is_bare = match &size {
        Size::Letters(_) => tokens.iter().filter(|token| token.is_word()).count() <= 1,
        Size::Number(_) => !tokens.iter().any(Token::is_word),
        Size::Waist { is_marked, .. } => !is_marked,
        _ => false,
    };
    Some(Mention { text: line.to_owned(), size, is_bare, is_within: false })
}

impl Mention {
    /// Bare letters or numbers count only on labels.
    fn fits(&self, is_label: bool, product: Product) -> bool {
        let department = product.department();
        let is_worn = department.is_none_or(Department::is_fashion) && (department.is_some() || is_label);
        if self.is_bare && !is_label {
            return false;
        }
        match &self.size {
            Size::Capacity(amount, unit) => capacity::is_memory_size(product, *amount, *unit, self.is_within),
            Size::Volume(..) => capacity::is_vessel(product),
            Size::Number(number) if self.is_bare => {
                is_worn
                    && [number.from(), number.to()]
                        .into_iter()
                        .all(|number| number.as_whole().is_some_and(|number| WORN_NUMBERS.contains(&number)))
            }
            Size::Dimensions(_) => is_label && is_worn && self.is_childs_height(),
            Size::Months(_) | Size::Years(_) => {
                is_label && (is_worn || department == Some(Department::ToysBaby))
            }
            Size::Screen(_)
            | Size::Memory(..)
            | Size::Counted(..)
            | Size::Frame(..)
            | Size::Wheel(_)
            | Size::Year(_)
            | Size::Unlocked
            | Size::Lot(_) => false,
            Size::Bed { .. } => is_label,
            _ => is_worn,
        }
    }

    /// The country system ("UK"), if stated.
    fn system(&self) -> Option<System> {
        match &self.size {
            Size::Clothes(system, _) | Size::Shoes(system, _) => Some(*system),
            _ => None,
        }
    }

    fn is_childs_height(&self) -> bool {
        let Size::Dimensions(dimensions) = &self.size else { return false };
        let [(None, height)] = dimensions.sides() else { return false };
        height.as_whole().is_some_and(|height| {
            CHILD_HEIGHTS.contains(&height)
                && (height - CHILD_HEIGHTS_START).is_multiple_of(CHILD_HEIGHTS_STEP)
        })
    }
}

/// `None` if two different sizes are possible. A marked size takes precedence over bare ones.
pub(super) fn decide(mentions: &[Mention], is_label: bool, product: Product) -> Option<&Mention> {
    let fitting: Vec<&Mention> = mentions.iter().filter(|mention| mention.fits(is_label, product)).collect();
    let all_bare = fitting.iter().all(|mention| mention.is_bare);
    let mut best = fitting.into_iter().filter(|mention| mention.is_bare == all_bare);
    let first = best.next()?;
    // Another country's number for the same size is not a difference.
    let differs = |other: &Mention| {
        std::mem::discriminant(&other.size) == std::mem::discriminant(&first.size)
            && other.system() == first.system()
            && other.size != first.size
    };
    (!best.any(differs)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOTHES: Product = Product::Department(Department::Clothing);

    fn check(lines: &[&str], is_label: bool, product: Product, expected: Option<&str>) {
        let mentions: Vec<Mention> = lines.iter().filter_map(|line| mention(line)).collect();
        let size = decide(&mentions, is_label, product).map(|mention| mention.text.as_str());
        assert_eq!(size, expected, "{lines:?} {product:?}");
    }

    #[test]
    fn a_size_with_a_mark_such_as_taille_counts_anywhere_on_clothes() {
        for size in
            ["Taille M", "T. 38", "Size 10", "EUR 40", "W32 L34", "FR 38 / UK 10", "One size", "EU 42 US 8.5"]
        {
            check(&["Sézane", size], false, CLOTHES, Some(size));
        }
        check(&["Taille M"], false, Product::Department(Department::Kitchen), None);
    }

    #[test]
    fn bare_letters_and_numbers_are_sizes_only_on_labels() {
        for size in ["M", "38", "2XL", "46/48", "104 cm", "3-6 mois", "8 ans"] {
            check(&[size], true, CLOTHES, Some(size));
            check(&[size], false, CLOTHES, None);
        }
        for nothing in ["100", "30 °C", "7", "90 cm", "2019"] {
            check(&[nothing], true, CLOTHES, None);
        }
    }

    #[test]
    fn two_different_sizes_give_no_size() {
        check(&["38", "40"], true, CLOTHES, None);
        check(&["38", "Taille M"], true, CLOTHES, Some("Taille M"));
        check(&["FR 38", "UK 10"], true, CLOTHES, Some("FR 38"));
    }

    #[test]
    fn a_capacity_is_the_size_of_electronics() {
        check(&["64 GB"], false, Product::Department(Department::Electronics), Some("64 GB"));
        check(&["64 GB"], true, CLOTHES, None);
    }
}
