//! French.

use listing_domain::product::Audience;

use super::{EbayWords, Words};
use crate::table::decimal;

pub(crate) const WORDS: Words = Words {
    size: "Taille",
    color: "Couleur",
    material: "Matière",
    title: "Titre",
    price: "Prix",
    category: "Catégorie",
    condition: "État",
    description: "Description",
    colon: "\u{a0}:",
    money: |price| {
        let amount = decimal(price).trim_end_matches(".00").replace('.', ",");
        format!("{amount}\u{a0}{}", price.currency().sign())
    },
};

/// ebay.fr. The site's code is that of older French files; no copy of this template was found (medium).
/// Specifics and departments: own knowledge (medium).
pub(crate) const EBAY_FR: EbayWords = EbayWords {
    columns: &[
        "Action(SiteID=France|Country=FR|Currency=EUR|Version=1193|CC=UTF-8)",
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
        "C:Marque",
        "C:Taille",
        "C:Couleur",
        "C:Matière",
        "C:Département",
    ],
    brand: "C:Marque",
    size: "C:Taille",
    color: "C:Couleur",
    material: "C:Matière",
    department: "C:Département",
    department_of,
};

/// Returns the department; `None` where the site's word is not known.
const fn department_of(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::Women => Some("Femme"),
        Audience::Men => Some("Homme"),
        Audience::Girls => Some("Fille"),
        Audience::Boys => Some("Garçon"),
        Audience::Unisex | Audience::Children | Audience::Baby | Audience::BabyGirls | Audience::BabyBoys => {
            None
        }
    }
}
