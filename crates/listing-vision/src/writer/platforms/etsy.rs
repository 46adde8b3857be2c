//! Etsy: a warm opening that shows in search, then the details as a list.

use listing_domain::wish::{Language, Tone};

use super::{Destination, Post, new_place, title};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, line, paragraphs};

/// Titles under some fifteen words are found best.
const TITLE_ROOM: usize = 100;

const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let audience = item.audience_word().map(|word| item.pick(format!(" pour {word}"), format!(", {word}")));
    let brand = item.brand.map(|brand| format!(", {brand}"));
    Post {
        title: title(
            item,
            TITLE_ROOM,
            [item.name(), item.noun()].map(|name| capitalised(&name)),
            [audience, size, brand],
        ),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
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
                    new_place(item)
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

fn english(item: &Item<'_>, tone: Tone) -> String {
    let this = capitalised(&item.this());
    let listed = |heading: &str| item.section(heading, "- ", DETAILS);
    match tone {
        Tone::Professional => paragraphs([
            format!(
                "{}. Shade, texture and finish unfold from photo to photo.",
                capitalised(&item.heading())
            ),
            listed("Details"),
            item.see_photos(|what| format!("Please see the photos for the {what}.")),
            "For any further information before ordering, please send a message.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line([
                format!(
                    "{this} {} hoping to find {} place {}.",
                    item.number("is", "are"),
                    item.number("its", "their"),
                    new_place(item)
                ),
                "Take your time with the photos: they say more than my words can.".into(),
            ]),
            listed("The little details"),
            item.see_photos(|what| format!("For the {what}, let the photos be your guide.")),
            "Still undecided? Write to me and we’ll look at what would help you choose.".into(),
        ]),
        Tone::Casual => paragraphs([
            format!("Can you picture {} {}?", item.this(), new_place(item)),
            listed("In short"),
            item.see_photos(|what| format!("Zoom in on the photos for the {what}.")),
            "Curious? My inbox is open.".into(),
        ]),
    }
}
