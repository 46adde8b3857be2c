//! Vinted: short, friendly, on first-name terms, a few hashtags last.

use listing_domain::product::Department;
use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, lines, paragraphs, sentence};

/// Longer titles are cut in the grid of results.
const TITLE_ROOM: usize = 80;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 5,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
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

fn english(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&item.heading()),
            item.list("", &[Field::Size, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Please check the photos for the {what}.")),
            "Feel free to write if you need another detail before buying.".into(),
        ]),
        Tone::Friendly => lines([
            "Hi there! 🌸".into(),
            sentence(&item.with_facts(format!("I’m parting with {}", item.this()))),
            item.condition_or(|what| format!("for the {what}, I’ll let the photos do the talking")),
            format!("{} Send me a message, I’m happy to help!", doubt(item)),
        ]),
        Tone::Casual => lines([
            format!("Hey! {}", sentence(&item.summary())),
            item.condition_or(|what| format!("the pics show the {what}")),
            "Tempted? Drop me a line 😊".into(),
        ]),
    }
}

/// What a buyer of such an item hesitates about.
fn doubt(item: &Item<'_>) -> &'static str {
    match item.product.department() {
        Some(Department::Clothing) => item.pick("Un doute sur la coupe ?", "Not sure about the fit?"),
        Some(Department::Shoes) => item.pick("Un doute sur la pointure ?", "Not sure about the fit?"),
        _ => item.pick("Un détail à vérifier ?", "Anything you’d like to check?"),
    }
}
