//! Selency: a decorator's voice; colour and material first, no slang.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms::selency::{DETAILS, Mood, is_decor};
use crate::writer::text::{capitalised, line, paragraphs, sentence};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let mood = sentence(&mood(Mood::of(item), tone));
    let name = capitalised(&item.heading());
    let details = item.list("", DETAILS);
    match tone {
        Tone::Professional => paragraphs([
            line([sentence(&name), mood]),
            details,
            item.see_photos(|what| format!("Pour {what}, se reporter aux photos.")),
            "Transport et précisions sur la pièce : à convenir par la messagerie.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line([mood, format!("J’imagine volontiers {} {}.", item.this(), item.new_place())]),
            details,
            item.see_photos(|what| format!("Les photos vous éclaireront sur {what}.")),
            String::from(if is_decor(item) {
                "Écrivez-moi : parlons de vos envies et de l’endroit que vous avez en tête."
            } else {
                "Écrivez-moi : parlons de vos envies."
            }),
        ]),
        Tone::Casual => paragraphs([
            line([sentence(&name), mood]),
            details,
            item.see_photos(|what| format!("Pour {what}, regardez les photos de près.")),
            String::from(if is_decor(item) {
                "Un projet déco en tête ? Parlons-en par message."
            } else {
                "Une idée en tête ? Parlons-en par message."
            }),
        ]),
    }
}

/// What sets the mood.
fn mood(mood: Mood, tone: Tone) -> String {
    match (mood, tone) {
        (Mood::Both { colour, material }, Tone::Professional) => {
            format!("{material} et {colour} en définissent le caractère")
        }
        (Mood::Both { colour, material }, Tone::Friendly) => {
            format!("{colour} donne le ton, {material} apporte la matière")
        }
        (Mood::Both { colour, material }, Tone::Casual) => {
            format!("un duo qui se suffit : {material} et {colour}")
        }
        (Mood::Colour(word) | Mood::Material(word), Tone::Professional) => {
            format!("{word} en définit le caractère")
        }
        (Mood::Colour(word), Tone::Friendly) => format!("{word} donne le ton"),
        (Mood::Material(word), Tone::Friendly) => format!("tout part de la matière : {word}"),
        (Mood::Colour(word) | Mood::Material(word), Tone::Casual) => {
            format!("ici, c’est {word} qui parle")
        }
        (Mood::None, Tone::Professional) => {
            "lignes et proportions sont à apprécier sur les photos".to_owned()
        }
        (Mood::None, Tone::Friendly) => "laissez les photos vous donner le ton".to_owned(),
        (Mood::None, Tone::Casual) => "un regard sur les photos, et l’ambiance est posée".to_owned(),
    }
}
