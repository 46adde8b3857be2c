//! Poshmark: brand first, a scannable list, an invitation to bundle.

use listing_domain::wish::Tone;

use super::grammar::title_case;
use crate::writer::item::Item;
use crate::writer::platforms;
use crate::writer::platforms::poshmark::{DETAILS, TITLE_ROOM, shorthand};
use crate::writer::text::{capitalised, joined, line, paragraphs};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
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

pub(super) fn title(item: &Item<'_>) -> String {
    let brand = item.brand.unwrap_or_default().to_owned();
    let size = item.size_phrase().map(|size| format!(" {}", capitalised(&size)));
    let name = title_case(&item.name());
    let full = joined([shorthand(item).unwrap_or_default().to_owned(), brand, name.clone()], " ");
    platforms::title(item, TITLE_ROOM, [full, name], [size])
}
