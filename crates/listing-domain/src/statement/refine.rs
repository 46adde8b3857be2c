//! What is for sale, told by how its size is stated.

use super::size::{CapacityUnit, Decimal, Size, SizeStatement};
use crate::product::{Department, Product, ProductType};

/// Memories up to this size, in gigabytes, are hardly ever those of computers and consoles.
const SMALL_MEMORY: u32 = 256;

/// A product and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refined {
    /// What it is, at the level that is certain or likely.
    pub product: Product,
    /// How sure that is.
    pub sureness: Sureness,
}

/// How sure it is that a size refines a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sureness {
    /// The size tells nothing more; the product is the one that was given.
    Unchanged,
    /// Most things with such a size are of this kind, but not all.
    Likely,
    /// Nothing else has such a size.
    Sure,
}

/// What a product is, given how its size is stated. Only what is less known becomes
/// better known: a product that was named is never taken for another, but trousers
/// sized by waist and length, which are jeans for most buyers and sellers.
pub fn refine(product: Product, statement: &SizeStatement) -> Refined {
    let told = statement.sizes().iter().find_map(|size| told_by(product, size));
    match told {
        Some((product, sureness)) => Refined { product, sureness },
        None => Refined { product, sureness: Sureness::Unchanged },
    }
}

fn told_by(product: Product, size: &Size) -> Option<(Product, Sureness)> {
    let is_open = |department| product == Product::Unknown || product == Product::Department(department);
    let kind = |kind| Product::Type(kind);
    match size {
        Size::Waist { length: Some(_), is_marked: true, .. }
            if is_open(Department::Clothing) || product == kind(ProductType::Trousers) =>
        {
            Some((kind(ProductType::Jeans), Sureness::Likely))
        }
        // Bikini tops are sized like bras.
        Size::Bra { .. } if is_open(Department::Clothing) => {
            Some((kind(ProductType::Lingerie), Sureness::Likely))
        }
        Size::Shoes(..) if product == Product::Unknown => {
            Some((Product::Department(Department::Shoes), Sureness::Sure))
        }
        Size::Waist { is_marked: true, .. } | Size::Clothes(..) | Size::French(_)
            if product == Product::Unknown =>
        {
            Some((Product::Department(Department::Clothing), Sureness::Likely))
        }
        Size::Bed { is_named: true, .. } if product == Product::Department(Department::Furniture) => {
            Some((kind(ProductType::Bed), Sureness::Likely))
        }
        // A phone or a tablet: which of them, a memory does not tell.
        Size::Capacity(amount, CapacityUnit::Gb)
            if product == Product::Unknown && *amount <= Decimal::whole(SMALL_MEMORY) =>
        {
            Some((Product::Department(Department::Electronics), Sureness::Likely))
        }
        Size::Screen(_) if product == Product::Unknown => {
            Some((Product::Department(Department::Electronics), Sureness::Likely))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(product: Product, size: &str, expected: Product, sureness: Sureness) {
        let found = refine(product, &SizeStatement::read(size));
        assert_eq!(found, Refined { product: expected, sureness }, "{product:?} {size}");
    }

    #[test]
    fn sizes_tell_what_a_thing_is() {
        let jeans = Product::Type(ProductType::Jeans);
        let clothing = Product::Department(Department::Clothing);
        let electronics = Product::Department(Department::Electronics);
        check(Product::Unknown, "W32 L34", jeans, Sureness::Likely);
        check(Product::Type(ProductType::Trousers), "W32 L34", jeans, Sureness::Likely);
        check(clothing, "95B", Product::Type(ProductType::Lingerie), Sureness::Likely);
        check(Product::Unknown, "pointure 38", Product::Department(Department::Shoes), Sureness::Sure);
        check(Product::Unknown, "taille 38", clothing, Sureness::Likely);
        check(Product::Unknown, "64 Go", electronics, Sureness::Likely);
        check(Product::Unknown, "55 pouces", electronics, Sureness::Likely);
    }

    #[test]
    fn nothing_is_invented() {
        let same = |product, size| check(product, size, product, Sureness::Unchanged);
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
