//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::wish::{Language, Tone};

use super::Post;
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, joined, line, paragraphs, sentence, title_case};

/// The length of an eBay title.
const TITLE_ROOM: usize = 80;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post {
        title: title(item),
        description: match item.language {
            Language::Fr => french(item, tone),
            Language::En => english(item, tone),
        },
        hashtags: 0,
    }
}

/// Brand first, then what buyers type: kind, material, colour, audience, size,
/// condition.
fn title(item: &Item<'_>) -> String {
    let name = item.pick(capitalised(&item.name()), title_case(&item.name()));
    let brand = item.brand.unwrap_or_default();
    let audience = title_case(item.audience_word().unwrap_or_default());
    let full = item.pick([brand, &name, &audience], [brand, &audience, &name]);
    let full = joined(full.map(str::to_owned), " ");
    // A seller's own sentence about the condition is no search word.
    let grade = item.condition.filter(|condition| matches!(condition, ConditionPhrase::Grade(_)));
    let cased = |words: String| item.pick(capitalised(&words), title_case(&words));
    let parts = [
        item.size_phrase().map(|size| format!(" {}", capitalised(&size))),
        grade.map(|grade| format!(" {}", cased(grade.words(item.language)))),
    ];
    super::title(item, TITLE_ROOM, [full, name], parts)
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    let name = item.heading();
    let listed = |heading: &str| item.section(heading, "- ", &Field::ALL);
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&name),
            listed("Caractéristiques :"),
            item.see_photos(|what| format!("Voir photos pour {what}.")),
            "Les photos font partie du descriptif : merci de les examiner avant l’achat.".into(),
        ]),
        Tone::Friendly => paragraphs([
            format!("Bonjour et bienvenue sur l’annonce de {}.", item.this()),
            listed("Tout ce qu’il faut savoir :"),
            line([
                item.see_photos(|what| format!("Prenez le temps de voir les photos pour {what}.")),
                "Une précision avant de vous décider ? La messagerie est là pour ça.".into(),
            ]),
        ]),
        Tone::Casual => paragraphs([
            sentence(&name),
            listed("En bref :"),
            line([
                item.see_photos(|what| format!("Pour {what}, regardez les photos.")),
                "Un doute ? Un message et on en parle.".into(),
            ]),
        ]),
    }
}

fn english(item: &Item<'_>, tone: Tone) -> String {
    let name = item.heading();
    let listed = |heading: &str| item.section(heading, "- ", &Field::ALL);
    match tone {
        Tone::Professional => paragraphs([
            capitalised(&name),
            listed("Item specifics:"),
            item.see_photos(|what| format!("See photos for {what}.")),
            "The photos are part of the description; please examine them before purchase.".into(),
        ]),
        Tone::Friendly => paragraphs([
            format!("Hello and welcome to the listing for {}.", item.this()),
            listed("All you need to know:"),
            line([
                item.see_photos(|what| format!("Take a good look at the photos for the {what}.")),
                "Need one more detail before you decide? Just send a message.".into(),
            ]),
        ]),
        Tone::Casual => paragraphs([
            sentence(&name),
            listed("In short:"),
            line([
                item.see_photos(|what| format!("Check the pics for the {what}.")),
                "Not sure? Message me and we’ll talk.".into(),
            ]),
        ]),
    }
}
