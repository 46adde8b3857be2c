//! Whether the engine's answer about a garment is true.

use listing_domain::product::{Department, Product, ProductType};
use listing_vision::garment::Garment;
use listing_vision::recognise::Recognised;

/// How good an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The right product type or noun.
    Product,
    /// The right department, and no more.
    Department,
    /// Nothing was said.
    Nothing,
    /// Something untrue was said.
    Wrong,
}

impl Answer {
    pub(crate) fn judge(garment: Garment, said: Recognised) -> Self {
        match said {
            Recognised::Nothing => Self::Nothing,
            Recognised::Department(department) if department == of(garment) => Self::Department,
            Recognised::Type(product) if types(garment).contains(&product) => Self::Product,
            Recognised::Good(good) => match good.product() {
                Product::Type(product) if types(garment).contains(&product) => Self::Product,
                Product::Department(Department::Shoes) if garment == Garment::Shoes => Self::Product,
                _ if garment == Garment::Body && good.key() == "bodysuit" => Self::Product,
                _ => Self::Wrong,
            },
            _ => Self::Wrong,
        }
    }
}

const fn of(garment: Garment) -> Department {
    match garment {
        Garment::Shoes => Department::Shoes,
        Garment::Hat => Department::Accessories,
        _ => Department::Clothing,
    }
}

/// The product types that are true of a garment with this label.
const fn types(garment: Garment) -> &'static [ProductType] {
    match garment {
        Garment::TShirt | Garment::Top => &[ProductType::TShirt],
        Garment::Pants => &[ProductType::Trousers, ProductType::Jeans],
        Garment::Longsleeve => &[ProductType::Sweater, ProductType::TShirt],
        Garment::Outwear => &[ProductType::Jacket, ProductType::Coat],
        Garment::Shoes => {
            &[ProductType::Sneakers, ProductType::Boots, ProductType::Heels, ProductType::Sandals]
        }
        Garment::Dress => &[ProductType::Dress],
        Garment::Shirt => &[ProductType::Shirt],
        Garment::Shorts => &[ProductType::Shorts, ProductType::Swimwear],
        Garment::Skirt => &[ProductType::Skirt],
        Garment::Hat => &[ProductType::Hat],
        Garment::Hoodie => &[ProductType::Sweater],
        Garment::Body => &[],
    }
}
