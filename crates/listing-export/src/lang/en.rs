//! English.

use listing_domain::options::Language;
use listing_domain::product::Audience;

use super::{EbayWords, FindingWords, Words};
use crate::field::Field;
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
    findings: FINDINGS,
};

const FINDINGS: FindingWords = FindingWords {
    field: |field| match field {
        Field::Title => "title",
        Field::Description => "description",
        Field::Category => "category",
        Field::Tags => "tags",
        Field::Sku => "SKU",
        Field::Brand => "brand",
        Field::Size => "size",
        Field::Color => "color",
        Field::Material => "material",
        Field::Department => "department",
        Field::Condition => "condition",
        Field::Link => "link to the item’s page",
        Field::Photo => "photo",
        Field::PhotoText => "photo’s text",
        Field::Attribute => "size, color or other detail",
    },
    column: |column| format!("column “{column}”"),
    no_listing: |platform| format!("This item has no {platform} listing and is not in the file."),
    other_platform: |platform| format!("The texts are those of the {platform} listing."),
    no_listings: "This item has no listing and is not in the file.",
    other_language: |found, needed| {
        let (found, needed) = (name(found), name(needed));
        format!("The listing is in {found}. Rewrite it in {needed} for this site.")
    },
    other_currency: |found, needed| {
        format!("The price is in {found}, but the file takes {needed}. Enter the price after the import.")
    },
    unstated_currency: |currency| {
        format!("The price is in {currency}. The file states no currency, and its prices are in several.")
    },
    no_category_id: |path| {
        format!("No category number is known for “{path}”. Choose the category after the import.")
    },
    category_id_of_other_site: |id| {
        format!("Category number {id} is that of ebay.com. Check it for this site.")
    },
    no_condition_id: |label| {
        format!("No condition number is known for “{label}”. Choose the condition after the import.")
    },
    condition_assumed: |label| format!("The condition “{label}” is assumed. Check it."),
    missing_required: |field| format!("The {field} is required, but missing."),
    missing: |field| format!("The {field} is missing."),
    cleaned: |field| format!("Extra spaces or invisible characters were removed from the {field}."),
    quoted: |field| {
        format!("An apostrophe was added to the {field}, so that no spreadsheet takes it for a formula.")
    },
    cut: |field, max| {
        let max = Language::En.number(max);
        format!("The {field} was cut off after {max} characters, the maximum.")
    },
    photos_without_address: |count| match count {
        1 => "1 photo has no web address and is not in the file.".to_owned(),
        _ => format!("{count} photos have no web address and are not in the file."),
    },
    too_many_photos: |left_out, max| {
        format!("Only the first {max} photos are in the file, {left_out} fewer than the item has.")
    },
    photos_without_picture: |count| match count {
        1 => "1 photo could not be added to the file.".to_owned(),
        _ => format!("{count} photos could not be added to the file."),
    },
    no_photos: "No photos of this item are stored: they are not kept, or their days are over.",
    repeated_sku: "Another item has the same SKU, so this one has none in the file.",
    tags_left_out: |count| match count {
        1 => "1 tag is not in the file, because it is too long or there are too many.".to_owned(),
        _ => format!("{count} tags are not in the file, because they are too long or too many."),
    },
};

/// Returns a language's name within a sentence.
const fn name(language: Language) -> &'static str {
    match language {
        Language::Fr => "French",
        Language::En => "English",
    }
}

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
