//! Derives a more precise product from its size: waist and length mean jeans.

use super::size::{CapacityUnit, Decimal, Size, SizeStatement};
use crate::product::{Department, Product, ProductType};

/// In gigabytes, as of a phone or tablet: computers and consoles hardly ever have so little.
const SMALL_MEMORY: u32 = 256;

/// The product by the form of its size. A known type stays, except trousers by waist and length: most people
/// call them jeans.
pub fn refine(product: Product, statement: &SizeStatement) -> Product {
    statement.sizes().iter().find_map(|size| refined_by(product, size)).unwrap_or(product)
}

fn refined_by(product: Product, size: &Size) -> Option<Product> {
    let is_unspecific =
        |department| product == Product::Unknown || product == Product::Department(department);
    let kind = |kind| Product::Type(kind);
    match size {
        Size::Waist { length: Some(_), is_marked: true, .. }
            if is_unspecific(Department::Clothing) || product == kind(ProductType::Trousers) =>
        {
            Some(kind(ProductType::Jeans))
        }
        // Bikini tops have the same sizes as bras.
        Size::Bra { .. } if is_unspecific(Department::Clothing) => Some(kind(ProductType::Lingerie)),
        Size::Shoes(..) if product == Product::Unknown => Some(Product::Department(Department::Shoes)),
        Size::Waist { is_marked: true, .. } | Size::Clothes(..) | Size::French(_)
            if product == Product::Unknown =>
        {
            Some(Product::Department(Department::Clothing))
        }
        Size::Bed { is_named: true, .. } if product == Product::Department(Department::Furniture) => {
            Some(kind(ProductType::Bed))
        }
        // It does not separate phones from tablets.
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
    fn the_form_of_a_size_refines_the_product() {
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
    fn product_stays_if_the_size_proves_no_other() {
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
