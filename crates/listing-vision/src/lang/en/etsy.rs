//! Etsy: a warm opening that shows in search, then the details as a list.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::etsy::DETAILS;
use crate::writer::text::{capitalised, line, paragraphs};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
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
                    item.new_place()
                ),
                "Take your time with the photos: they say more than my words can.".into(),
            ]),
            listed("The little details"),
            item.see_photos(|what| format!("For the {what}, let the photos be your guide.")),
            "Still undecided? Write to me and we’ll look at what would help you choose.".into(),
        ]),
        Tone::Casual => paragraphs([
            format!("Can you picture {} {}?", item.this(), item.new_place()),
            listed("In short"),
            item.see_photos(|what| format!("Zoom in on the photos for the {what}.")),
            "Curious? My inbox is open.".into(),
        ]),
    }
}
