//! Craigslist: plain and local.

use listing_domain::wish::{Language, Tone};

use super::{Post, title};
use crate::writer::item::Item;
use crate::writer::text::{capitalised, line, lines, paragraphs, sentence};

/// The length of a posting's title.
const TITLE_ROOM: usize = 70;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let brand = item.brand.map(|brand| format!(" - {brand}"));
    let size = item.size_phrase().map(|size| format!(" - {size}"));
    Post {
        title: title(
            item,
            TITLE_ROOM,
            [item.name(), item.noun()].map(|name| capitalised(&name)),
            [brand, size],
        ),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => lines([
            sentence(&format!("à vendre : {}", item.summary())),
            item.condition_or(|what| format!("pour {what}, se reporter aux photos")),
            "Répondre à l’annonce pour fixer un rendez-vous.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Bonjour à tous !".into(),
            line([
                sentence(&item.with_facts(format!("je mets en vente {}", item.this()))),
                item.condition_or(|what| format!("les photos montrent {what}")),
            ]),
            "Répondez à l’annonce et nous trouverons un moment qui convient.".into(),
        ]),
        Tone::Casual => line([
            sentence(&format!("vends {}", item.summary())),
            item.condition_or(|what| {
                format!("{what} se {} sur les photos", if what.contains(" et ") { "voient" } else { "voit" })
            }),
            "Répondez à l’annonce et on s’organise.".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    match tone {
        Tone::Professional => lines([
            sentence(&format!("for sale: {}", item.summary())),
            item.condition_or(|what| format!("see photos for {what}")),
            "Reply to this posting to set up a time.".into(),
        ]),
        Tone::Friendly => paragraphs([
            "Hi neighbors!".into(),
            line([
                sentence(&item.with_facts(format!("I’m letting go of {}", item.this()))),
                item.condition_or(|what| format!("the photos show the {what}")),
            ]),
            "Send a reply and we’ll find a time that works.".into(),
        ]),
        Tone::Casual => line([
            sentence(&format!("selling {}", item.summary())),
            item.condition_or(|what| format!("pics show the {what}")),
            "Hit reply if you want it.".replace("it.", item.number("it.", "them.")),
        ]),
    }
}
