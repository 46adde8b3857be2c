//! Selency: a decorator's voice; colour and material first, no slang.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::selency::{DETAILS, Mood, is_decor};
use crate::writer::text::{capitalised, line, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let mood = sentence(&mood(Mood::of(item), tone, item.number("its", "their")));
    let name = capitalised(&item.heading());
    let details = item.list("", DETAILS);
    match tone {
        Tone::Professional => paragraphs([
            line([sentence(&name), mood]),
            details,
            item.see_photos(|what| format!("Please refer to the photos for the {what}.")),
            "Transport and further details of the piece to be discussed by message.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line([mood, format!("I can readily picture {} {}.", item.this(), item.new_place())]),
            details,
            item.see_photos(|what| format!("The photos will tell you more about the {what}.")),
            String::from(if is_decor(item) {
                "Write to me about your ideas and the spot you have in mind."
            } else {
                "Write to me about what you have in mind."
            }),
        ]),
        Tone::Casual => paragraphs([
            line([sentence(&name), mood]),
            details,
            item.see_photos(|what| format!("Look closely at the photos for the {what}.")),
            String::from(if is_decor(item) {
                "A decorating project in mind? Let’s talk it over."
            } else {
                "Something in mind? Let’s talk it over."
            }),
        ]),
    }
}

/// What sets the mood.
fn mood(mood: Mood, tone: Tone, possessive: &str) -> String {
    match (mood, tone) {
        (Mood::Both { colour, material }, Tone::Professional) => {
            format!("{material} and {colour} define {possessive} character")
        }
        (Mood::Both { colour, material }, Tone::Friendly) => {
            format!("{colour} sets the tone, {material} brings the texture")
        }
        (Mood::Both { colour, material }, Tone::Casual) => {
            format!("a simple pairing: {material} and {colour}")
        }
        (Mood::Colour(word) | Mood::Material(word), Tone::Professional) => {
            format!("{word} defines {possessive} character")
        }
        (Mood::Colour(word), Tone::Friendly) => format!("{word} sets the tone"),
        (Mood::Material(word), Tone::Friendly) => format!("it all starts with the material: {word}"),
        (Mood::Colour(word) | Mood::Material(word), Tone::Casual) => {
            format!("{word} does the talking here")
        }
        (Mood::None, Tone::Professional) => "lines and proportions are best judged in the photos".to_owned(),
        (Mood::None, Tone::Friendly) => "let the photos set the tone".to_owned(),
        (Mood::None, Tone::Casual) => "one look at the photos and the mood is set".to_owned(),
    }
}
