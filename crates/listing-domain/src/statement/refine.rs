//! What is for sale, told by how its size is stated.

use super::size::{CapacityUnit, Decimal, Size, SizeStatement};
use crate::product::{Department, Product, ProductType};

/// Memories up to this size, in gigabytes, are hardly ever those of computers and consoles.
const SMALL_MEMORY: u32 = 256;

/// What a product is, given how its size is stated. Only what is less known becomes
/// better known: a product that was named is never taken for another, but trousers
/// sized by waist and length, which are jeans for most buyers and sellers.
pub fn refine(product: Product, statement: &SizeStatement) -> Product {
    statement.sizes().iter().find_map(|size| told_by(product, size)).unwrap_or(product)
}

fn told_by(product: Product, size: &Size) -> Option<Product> {
    let is_open = |department| product == Product::Unknown || product == Product::Department(department);
    let kind = |kind| Product::Type(kind);
    match size {
        Size::Waist { length: Some(_), is_marked: true, .. }
            if is_open(Department::Clothing) || product == kind(ProductType::Trousers) =>
        {
            Some(kind(ProductType::Jeans))
        }
        // Bikini tops are sized like bras.
        Size::Bra { .. } if is_open(Department::Clothing) => Some(kind(ProductType::Lingerie)),
        Size::Shoes(..) if product == Product::Unknown => Some(Product::Department(Department::Shoes)),
        Size::Waist { is_marked: true, .. } | Size::Clothes(..) | Size::French(_)
            if product == Product::Unknown =>
        {
            Some(Product::Department(Department::Clothing))
        }
        Size::Bed { is_named: true, .. } if product == Product::Department(Department::Furniture) => {
            Some(kind(ProductType::Bed))
        }
        // A phone or a tablet: which of them, a memory does not tell.
        Size::Capacity(amount, CapacityUnit::Gb)
            if product == Product::Unknown && *amount <= Decimal::whole(SMALL_MEMORY) =>
        {
            Some(Product::Department(Department::Electronics))
        }
        Size::Screen(_) if product == Product::Unknown => Some(Product::Department(Department::Electronics)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(product: Product, size: &str, expected: Product) {
        let found = refine(product, &SizeStatement::read(size));
        assert_eq!(found, expected, "{product:?} {size}");
    }

    #[test]
    fn sizes_tell_what_a_thing_is() {
        let jeans = Product::Type(ProductType::Jeans);
        let clothing = Product::Department(Department::Clothing);
        let electronics = Product::Department(Department::Electronics);
        check(Product::Unknown, "W32 L34", jeans);
        check(Product::Type(ProductType::Trousers), "W32 L34", jeans);
        check(clothing, "95B", Product::Type(ProductType::Lingerie));
        check(Product::Unknown, "pointure 38", Product::Department(Department::Shoes));
        check(Product::Unknown, "taille 38", clothing);
        check(Product::Unknown, "64 Go", electronics);
        check(Product::Unknown, "55 pouces", electronics);
    }

    #[test]
    fn nothing_is_invented() {
        let same = |product, size| check(product, size, product);
        same(Product::Type(ProductType::Shorts), "W32 L34");
        same(Product::Unknown, "32x30");
        same(Product::Unknown, "M");
        same(Product::Unknown, "38");
        same(Product::Unknown, "512 Go");
        same(Product::Department(Department::MediaGames), "64 Go");
        same(Product::Type(ProductType::Sneakers), "6 mois");
        same(Product::Type(ProductType::Jacket), "95B");
        same(Product::Unknown, "voir description");
    }
}
