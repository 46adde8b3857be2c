//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{line, lines, paragraphs, sentence};

/// Room for what the site puts together itself.
const TITLE_ROOM: usize = 70;

const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post {
        title: title(item, TITLE_ROOM, title_names(item), []),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            sentence(&item.heading()),
            item.list("", DETAILS),
            item.see_photos(|what| format!("Se référer aux photos pour {what}.")),
        ]),
        Tone::Friendly => paragraphs([
            line([
                sentence(&item.with_facts(format!("je vous propose {}", item.this()))),
                item.condition_or(|what| format!("les photos vous renseigneront sur {what}")),
            ]),
            "Je réponds volontiers à vos questions dans les commentaires.".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("voir les photos pour {what}")),
            "Besoin d’une précision ? Laissez un commentaire.".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            sentence(&item.heading()),
            item.list("", DETAILS),
            item.see_photos(|what| format!("Refer to the photos for the {what}.")),
        ]),
        Tone::Friendly => paragraphs([
            line([
                sentence(&item.with_facts(format!("I’m pleased to offer {}", item.this()))),
                item.condition_or(|what| format!("the photos will tell you about the {what}")),
            ]),
            "I gladly answer questions in the comments.".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("see photos for {what}")),
            "Need a detail? Leave a comment.".into(),
        ]),
    }
}
