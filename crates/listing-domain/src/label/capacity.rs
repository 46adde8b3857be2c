//! Reads a storage capacity ("64GB") or a vessel's volume ("1.7 L").

use super::plate::LISTS;
use crate::product::goods::SizeSystem;
use crate::product::{Department, Product, ProductType};
use crate::statement::{CapacityUnit, Decimal, Size, SizeStatement, Token, TokenKind};

/// Phones and tablets; a smaller number is working memory.
const MIN_STORAGE_GB: u32 = 8;
/// A drive's capacity is a multiple of this, or a power of two.
const STORAGE_STEP_GB: u32 = 10;
/// One game console's capacity, neither a multiple of [`STORAGE_STEP_GB`] nor a power of two.
const CONSOLE_STORAGE_GB: u32 = 825;

/// The only storage capacity among other words, as printed and as a size: the "64GB" of "Ultra 64GB". Bus
/// speeds, supported card sizes and working memory do not count.
pub(super) fn within<'a>(line: &'a str, tokens: &[Token]) -> Option<(&'a str, Size)> {
    if tokens.iter().any(|token| LISTS.not_capacity.contains(token.text.as_str())) {
        return None;
    }
    let is_unit = |at: usize| {
        let unit = tokens.get(at).and_then(|token| line.get(token.range.clone()));
        let is_followed_by = |mark: char| tokens.get(at + 1).is_some_and(|token| token.is_mark(mark));
        // French "To" (terabytes) is also an English word: "From 3 to 5".
        unit.is_some_and(|unit| matches!(unit, "GB" | "Gb" | "Go" | "GO" | "TB" | "To"))
            && !is_followed_by('/')
            && tokens.get(at + 1).is_none_or(|next| next.kind != TokenKind::Number)
    };
    let is_number = |at: &usize| tokens[*at].kind == TokenKind::Number;
    let mut starts = (0..tokens.len()).filter(is_number).filter(|at| is_unit(at + 1));
    let (at, None) = (starts.next()?, starts.next()) else { return None };
    let text = line.get(tokens[at].range.start..tokens[at + 1].range.end)?;
    let size = SizeStatement::read(text).sizes().first()?.clone();
    matches!(size, Size::Capacity(..)).then_some((text, size))
}

/// True if the product is sold in such memory sizes. If only the electronics department is known, the amount
/// must be alone in its line.
pub(super) fn is_memory_size(product: Product, amount: Decimal, unit: CapacityUnit, is_within: bool) -> bool {
    let Some(amount) = amount.as_whole().filter(|amount| *amount > 0) else { return false };
    let is_usual = amount.is_power_of_two()
        || (unit != CapacityUnit::Mb
            && (amount.is_multiple_of(STORAGE_STEP_GB) || amount == CONSOLE_STORAGE_GB));
    let is_enough = unit == CapacityUnit::Tb || (unit == CapacityUnit::Gb && amount >= MIN_STORAGE_GB);
    match (product, product.kind()) {
        (_, Some(ProductType::Phone | ProductType::Tablet)) => is_enough && amount.is_power_of_two(),
        (_, Some(ProductType::GameConsole)) => is_usual,
        (Product::Good(good), _) => {
            is_usual
                && good.sizes() == SizeSystem::Capacity
                && product.department() == Some(Department::Electronics)
        }
        (Product::Department(Department::Electronics), _) => is_usual && !is_within,
        _ => false,
    }
}

/// Products sold by volume: a kettle, a fridge.
pub(super) fn is_vessel(product: Product) -> bool {
    matches!(product, Product::Good(good) if good.sizes() == SizeSystem::Litres)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::Label;

    fn check(product: &str, lines: &[&str], expected: Option<&str>) {
        let product = Product::parse(product).unwrap();
        assert_eq!(Label::read(lines).size(product), expected, "{product:?} {lines:?}");
    }

    #[test]
    fn a_memory_size_is_read_for_goods_sold_by_it() {
        check("phone", &["128GB"], Some("128GB"));
        check("phone", &["iPhone 12", "128 Go"], Some("128 Go"));
        check("good:usb_stick", &["SanDisk Ultra 64GB"], Some("64GB"));
        check("good:hard_drive", &["WD My Passport 2TB"], Some("2TB"));
        check("game_console", &["Nintendo Switch", "32 GB"], Some("32 GB"));
        check("game_console", &["500GB"], Some("500GB"));
        check("department:electronics", &["64 GB"], Some("64 GB"));
    }

    #[test]
    fn a_memory_size_by_which_the_product_is_not_sold_is_ignored() {
        check("phone", &["6 GB"], None);
        check("phone", &["8GB RAM"], None);
        check("phone", &["RAM 8GB", "128GB"], Some("128GB"));
        check("phone", &["8GB+128GB"], None);
        check("phone", &["64GB", "128GB"], None);
        check("phone", &["microSD up to 512GB"], None);
        check("phone", &["Jusqu’à 512 Go"], None);
        check("good:usb_stick", &["USB 3.2 10GB/s"], None);
        check("good:ssd", &["From 3 To 5"], None);
        check("camera", &["64 GB"], None);
        check("laptop", &["8 GB"], None);
        check("department:electronics", &["Card of 64GB"], None);
        check("department:clothing", &["64 GB"], None);
    }

    #[test]
    fn a_vessel_is_sized_by_its_volume() {
        check("good:kettle", &["PHILIPS", "1.7 L"], Some("1.7 L"));
        check("good:fridge", &["250 L"], Some("250 L"));
        check("good:kettle", &["0.5 L", "1 L", "1.7 L"], None);
        check("good:toaster", &["1.7 L"], None);
        check("good:kettle", &["64 GB"], None);
    }
}
