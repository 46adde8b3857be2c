//! Etsy: a warm opening that shows in search, then the details as a list.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::Destination;
use crate::writer::platforms::etsy::DETAILS;
use crate::writer::text::{capitalised, line, paragraphs};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let this = capitalised(&item.this());
    let listed = |heading: &str| item.section(heading, "- ", DETAILS);
    match tone {
        Tone::Professional => paragraphs([
            format!(
                "{}. Teinte, matière et finitions se découvrent au fil des photos.",
                capitalised(&item.heading())
            ),
            listed("Caractéristiques"),
            item.see_photos(|what| format!("Merci de vous reporter aux photos pour {what}.")),
            "Pour toute précision avant la commande, la messagerie est à votre disposition.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line([
                format!(
                    "{this} {} de trouver {} place {}.",
                    item.number("attend", "attendent"),
                    item.number("sa", "leur"),
                    item.new_place()
                ),
                "Parcourez les photos à votre rythme : elles en disent plus long que mes mots.".into(),
            ]),
            listed("Les petits détails"),
            item.see_photos(|what| format!("Pour {what}, laissez-vous guider par les photos.")),
            "Vous hésitez encore ? Écrivez-moi, nous regarderons ensemble ce qui vous manque pour choisir."
                .into(),
        ]),
        Tone::Casual => paragraphs([
            format!("Et si {} {} ?", item.this(), moving_in(item)),
            listed("En bref"),
            item.see_photos(|what| format!("Pour {what}, zoomez sur les photos.")),
            "Une envie, une question ? Je lis mes messages.".into(),
        ]),
    }
}

/// "Et si cette veste venait compléter vos tenues ?"
fn moving_in(item: &Item<'_>) -> &'static str {
    match Destination::of(item.product) {
        Destination::Wardrobe => item.number("venait compléter vos tenues", "venaient compléter vos tenues"),
        Destination::Home => {
            item.number("venait habiter votre intérieur", "venaient habiter votre intérieur")
        }
        Destination::Anywhere => {
            item.number("prenait le chemin de chez vous", "prenaient le chemin de chez vous")
        }
    }
}
