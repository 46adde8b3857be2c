//! Poshmark: brand first, a scannable list, an invitation to bundle.

use listing_domain::condition::Condition;
use listing_domain::wish::{Language, Tone};

use super::{Post, title};
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, joined, line, paragraphs, title_case};

/// The length of a Poshmark title.
const TITLE_ROOM: usize = 80;

const DETAILS: &[Field] =
    &[Field::Brand, Field::Audience, Field::Size, Field::Colour, Field::Material, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post {
        title: headline(item),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 4,
    }
}

fn headline(item: &Item<'_>) -> String {
    let brand = item.brand.unwrap_or_default().to_owned();
    let size = item.size_phrase().map(|size| capitalised(&size));
    match item.language {
        Language::Fr => {
            let name = capitalised(&item.name());
            let full = joined([brand, name.clone()], " – ");
            title(item, TITLE_ROOM, [full, name], [size.map(|size| format!(" – {size}"))])
        }
        Language::En => {
            let name = title_case(&item.name());
            let full = joined([shorthand(item).unwrap_or_default().to_owned(), brand, name.clone()], " ");
            title(item, TITLE_ROOM, [full, name], [size.map(|size| format!(" {size}"))])
        }
    }
}

/// The letters by which new things are known there.
fn shorthand(item: &Item<'_>) -> Option<&'static str> {
    match item.condition? {
        ConditionPhrase::Grade(Condition::NewWithTags) => Some("NWT"),
        ConditionPhrase::Grade(Condition::New) => Some("NWOT"),
        _ => None,
    }
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    let name = capitalised(&item.heading());
    let details = item.list("- ", DETAILS);
    let photos = |words: &str| item.see_photos(|what| format!("{words} {what}."));
    match tone {
        Tone::Professional => paragraphs([
            name,
            details,
            photos("Merci de consulter les photos pour"),
            "Offres à envoyer par le bouton prévu ; achats groupés bienvenus.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line(["Bienvenue dans mon dressing !".into(), format!("Voici pour vous : {}.", item.heading())]),
            details,
            photos("Les photos vous montrent"),
            "Un coup de cœur ? Ajoutez l’article à un lot ou proposez-moi votre prix.".into(),
        ]),
        Tone::Casual => paragraphs([
            format!("{name} !"),
            details,
            photos("Regardez les photos pour"),
            "Faites-vous un lot ou tentez une offre.".into(),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    let name = capitalised(&item.heading());
    let details = item.list("- ", DETAILS);
    let photos = |words: &str| item.see_photos(|what| format!("{words} {what}."));
    match tone {
        Tone::Professional => paragraphs([
            name,
            details,
            photos("Please review the photos for the"),
            "Please use the offer button for offers; bundles are welcome.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line(["Hi, and welcome to my closet!".into(), format!("Up for grabs: {}.", item.heading())]),
            details,
            photos("The photos show you the"),
            format!("Love {}? Add to a bundle or send me an offer!", item.number("it", "them")),
        ]),
        Tone::Casual => paragraphs([
            format!("{name}!"),
            details,
            photos("Peek at the pics for the"),
            "Bundle up or shoot me an offer.".into(),
        ]),
    }
}
