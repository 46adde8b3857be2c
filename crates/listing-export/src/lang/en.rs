//! English.

use listing_domain::product::Audience;

use super::{EbayWords, Words};
use crate::table::decimal;

pub(crate) const WORDS: Words = Words {
    size: "Size",
    color: "Color",
    material: "Material",
    title: "Title",
    price: "Price",
    category: "Category",
    condition: "Condition",
    description: "Description",
    colon: ":",
    money: |price| format!("{}{}", price.currency().sign(), decimal(price).trim_end_matches(".00")),
};

/// ebay.com. Columns: Seller Hub's template as copied in at least ten public projects, one of them on July 8,
/// 2026 (high). Specifics and departments: own knowledge (medium).
pub(crate) const EBAY_US: EbayWords = EbayWords {
    columns: &[
        "Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8)",
        "Custom label (SKU)",
        "Category ID",
        "Title",
        "UPC",
        "Price",
        "Quantity",
        "Item photo URL",
        "Condition ID",
        "Description",
        "Format",
        "C:Brand",
        "C:Size",
        "C:Color",
        "C:Material",
        "C:Department",
    ],
    brand: "C:Brand",
    size: "C:Size",
    color: "C:Color",
    material: "C:Material",
    department: "C:Department",
    department_of,
};

/// ebay.co.uk. The template's name and the site's code are those of ten public copies (high).
pub(crate) const EBAY_UK: EbayWords = EbayWords {
    columns: &[
        "Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193|CC=UTF-8)",
        "Custom label (SKU)",
        "Category ID",
        "Title",
        "UPC",
        "Price",
        "Quantity",
        "Item photo URL",
        "Condition ID",
        "Description",
        "Format",
        "C:Brand",
        "C:Size",
        "C:Colour",
        "C:Material",
        "C:Department",
    ],
    color: "C:Colour",
    ..EBAY_US
};

/// Returns the department; `None` where the sites differ by category.
const fn department_of(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::Women => Some("Women"),
        Audience::Men => Some("Men"),
        Audience::Girls => Some("Girls"),
        Audience::Boys => Some("Boys"),
        Audience::Unisex => Some("Unisex Adults"),
        Audience::Children => Some("Unisex Kids"),
        Audience::Baby | Audience::BabyGirls | Audience::BabyBoys => None,
    }
}
