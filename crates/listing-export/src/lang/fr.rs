//! French.

use listing_domain::options::Language;
use listing_domain::product::Audience;

use super::{EbayWords, FindingWords, Words};
use crate::field::Field;
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
    findings: FINDINGS,
};

const FINDINGS: FindingWords = FindingWords {
    field: |field| match field {
        Field::Title => "le titre",
        Field::Description => "la description",
        Field::Category => "la catégorie",
        Field::Tags => "les mots-clés",
        Field::Sku => "la référence",
        Field::Brand => "la marque",
        Field::Size => "la taille",
        Field::Color => "la couleur",
        Field::Material => "la matière",
        Field::Department => "le rayon",
        Field::Condition => "l’état",
        Field::Link => "le lien vers la page de l’article",
        Field::Photo => "la photo",
        Field::PhotoText => "le texte de la photo",
        Field::Attribute => "la taille, la couleur ou une autre caractéristique",
    },
    column: |column| format!("la colonne «\u{a0}{column}\u{a0}»"),
    no_listing: |platform| {
        format!("Cet article n’a pas d’annonce {platform} et ne figure pas dans le fichier.")
    },
    other_platform: |platform| format!("Les textes sont ceux de l’annonce {platform}."),
    no_listings: "Cet article n’a pas d’annonce et ne figure pas dans le fichier.",
    other_language: |found, needed| {
        let (found, needed) = (name(found), name(needed));
        format!("L’annonce est en {found}. Réécrivez-la en {needed} pour ce site.")
    },
    other_currency: |found, needed| {
        format!(
            "Le prix est en {found}, mais le fichier attend des {needed}. Saisissez le prix après l’import."
        )
    },
    unstated_currency: |currency| {
        format!("Le prix est en {currency}. Le fichier n’indique pas de devise et en mélange plusieurs.")
    },
    no_category_id: |path| {
        format!(
            "Aucun numéro de catégorie connu pour «\u{a0}{path}\u{a0}». Choisissez la catégorie après l’import."
        )
    },
    category_id_of_other_site: |id| {
        format!("Le numéro de catégorie {id} est celui d’ebay.com. Vérifiez-le pour ce site.")
    },
    no_condition_id: |label| {
        format!("Aucun numéro d’état connu pour «\u{a0}{label}\u{a0}». Choisissez l’état après l’import.")
    },
    condition_assumed: |label| format!("L’état «\u{a0}{label}\u{a0}» est supposé. Vérifiez-le."),
    missing_required: |field| format!("Il manque {field}, obligatoire pour l’import."),
    missing: |field| format!("Il manque {field}."),
    cleaned: |field| {
        format!("Des espaces en trop ou des caractères invisibles ont été supprimés dans {field}.")
    },
    quoted: |field| {
        format!("Une apostrophe a été ajoutée dans {field} pour qu’aucun tableur n’y voie une formule.")
    },
    cut: |field, max| {
        let max = Language::Fr.number(max);
        format!("Limite de {max} caractères dépassée pour {field}\u{a0}: la fin a été coupée.")
    },
    photos_without_address: |count| match count {
        1 => "1 photo n’a pas d’adresse web et ne figure pas dans le fichier.".to_owned(),
        _ => format!("{count} photos n’ont pas d’adresse web et ne figurent pas dans le fichier."),
    },
    too_many_photos: |left_out, max| {
        format!(
            "Seules les {max} premières photos figurent dans le fichier\u{a0}: il y en a {left_out} de trop."
        )
    },
    photos_without_picture: |count| match count {
        1 => "1 photo n’a pas pu être ajoutée au fichier.".to_owned(),
        _ => format!("{count} photos n’ont pas pu être ajoutées au fichier."),
    },
    no_photos: "Aucune photo de cet article n’est conservée\u{a0}: l’option est désactivée ou le délai est passé.",
    repeated_sku: "Un autre article a la même référence\u{a0}: celui-ci n’en a pas dans le fichier.",
    tags_left_out: |count| match count {
        1 => "1 mot-clé trop long ou en trop ne figure pas dans le fichier.".to_owned(),
        _ => format!("{count} mots-clés trop longs ou en trop ne figurent pas dans le fichier."),
    },
};

/// Returns a language's name within a sentence.
const fn name(language: Language) -> &'static str {
    match language {
        Language::Fr => "français",
        Language::En => "anglais",
    }
}

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
