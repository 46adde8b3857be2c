//! leboncoin: factual, short sentences, hand-over last; no hashtags.

use listing_domain::wish::{Language, Tone};

use super::{Post, title, title_names};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, line, lines, paragraphs, sentence};

/// Titles are cut after fifty characters.
const TITLE_ROOM: usize = 50;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(" - {}", capitalised(&size)));
    Post {
        title: title(item, TITLE_ROOM, title_names(item), [size]),
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
            format!("À vendre : {}.", item.heading()),
            item.list("", &[Field::Size, Field::Colour, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Pour {what}, se reporter aux photos.")),
            "Modalités de remise ou d’envoi à convenir par la messagerie.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Bonjour !".into(),
            line([
                sentence(&item.with_facts(format!("je vends {}", item.this()))),
                item.condition_or(|what| format!("je vous laisse regarder les photos pour {what}")),
            ]),
            "Écrivez-moi pour convenir de la remise ou de l’envoi. Bonne journée !".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("pour {what}, voir les photos")),
            "Remise ou envoi : on s’arrange par message.".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => paragraphs([
            format!("For sale: {}.", item.heading()),
            item.list("", &[Field::Size, Field::Colour, Field::Material, Field::Condition]),
            item.see_photos(|what| format!("Please refer to the photos for the {what}.")),
            "Handover or delivery to be arranged by message.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Hello!".into(),
            line([
                sentence(&item.with_facts(format!("I’m selling {}", item.this()))),
                item.condition_or(|what| format!("please have a look at the photos for the {what}")),
            ]),
            "Write to me and we’ll agree on handover or delivery. Have a nice day!".into(),
        ]),
        Tone::Casual => lines([
            sentence(&item.summary()),
            item.condition_or(|what| format!("see photos for {what}")),
            "Handover or delivery: message me and we’ll work it out.".into(),
        ]),
    }
}
