//! Vinted: short, friendly, on first-name terms, a few hashtags last.

use listing_domain::product::Department;
use listing_domain::wish::Tone;

use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, lines, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&item.heading()),
            item.list("", &[Field::Size, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Les photos te renseignent sur {what}.")),
            "Écris-moi si une précision te manque avant l’achat.".into(),
        ]),
        Tone::Friendly => lines([
            "Hello ! 🌸".into(),
            sentence(&item.with_facts(format!("je te propose {}", item.this()))),
            item.condition_or(|what| format!("pour {what}, je te laisse regarder les photos")),
            format!("{} Envoie-moi un petit message, je te réponds avec plaisir !", doubt(item)),
        ]),
        Tone::Casual => lines([
            format!("Coucou ! {}", sentence(&item.summary())),
            item.condition_or(|what| format!("pour {what}, tout est en photo")),
            "Ça te tente ? Écris-moi 😊".into(),
        ]),
    }
}

/// What a buyer of such an item hesitates about.
fn doubt(item: &Item<'_>) -> &'static str {
    match item.product.department() {
        Some(Department::Clothing) => "Un doute sur la coupe ?",
        Some(Department::Shoes) => "Un doute sur la pointure ?",
        _ => "Un détail à vérifier ?",
    }
}
