//! Selency: a decorator's voice; colour and material first, no slang.

use listing_domain::product::Gender;
use listing_domain::wish::{Language, Tone};

use super::{Destination, Post, new_place, title};
use crate::writer::details::Field;
use crate::writer::french::definite;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, line, paragraphs, sentence};

/// Selency's sellers are told to stay under seventy.
const TITLE_ROOM: usize = 70;

const DETAILS: &[Field] = &[Field::Size, Field::Material, Field::Colour, Field::Brand, Field::Condition];

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    let size = item.size_phrase().map(|size| format!(", {size}"));
    let brand = item.brand.map(|brand| format!(", {brand}"));
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

/// What sets the mood of a piece.
enum Mood {
    Both { colour: String, material: String },
    Colour(String),
    Material(String),
    None,
}

impl Mood {
    fn of(item: &Item<'_>) -> Self {
        let named = |word: &str, gender| item.pick(definite(word, gender), word.to_owned());
        // Nobody says "le multicolore".
        let colour = item.plain_colour().filter(|colour| !colour.starts_with("multi"));
        let colour = colour.map(|colour| named(&colour, Gender::Masculine));
        let material = item.plain_material().map(|(material, gender)| named(material, gender));
        match (colour, material) {
            (Some(colour), Some(material)) => Self::Both { colour, material },
            (Some(colour), None) => Self::Colour(colour),
            (None, Some(material)) => Self::Material(material),
            (None, None) => Self::None,
        }
    }

    fn french(self, tone: Tone) -> String {
        match (self, tone) {
            (Self::Both { colour, material }, Tone::Professional) => {
                format!("{material} et {colour} en définissent le caractère")
            }
            (Self::Both { colour, material }, Tone::Friendly) => {
                format!("{colour} donne le ton, {material} apporte la matière")
            }
            (Self::Both { colour, material }, Tone::Casual) => {
                format!("un duo qui se suffit : {material} et {colour}")
            }
            (Self::Colour(word) | Self::Material(word), Tone::Professional) => {
                format!("{word} en définit le caractère")
            }
            (Self::Colour(word), Tone::Friendly) => format!("{word} donne le ton"),
            (Self::Material(word), Tone::Friendly) => format!("tout part de la matière : {word}"),
            (Self::Colour(word) | Self::Material(word), Tone::Casual) => {
                format!("ici, c’est {word} qui parle")
            }
            (Self::None, Tone::Professional) => {
                "lignes et proportions sont à apprécier sur les photos".to_owned()
            }
            (Self::None, Tone::Friendly) => "laissez les photos vous donner le ton".to_owned(),
            (Self::None, Tone::Casual) => "un regard sur les photos, et l’ambiance est posée".to_owned(),
        }
    }

    fn english(self, tone: Tone, possessive: &str) -> String {
        match (self, tone) {
            (Self::Both { colour, material }, Tone::Professional) => {
                format!("{material} and {colour} define {possessive} character")
            }
            (Self::Both { colour, material }, Tone::Friendly) => {
                format!("{colour} sets the tone, {material} brings the texture")
            }
            (Self::Both { colour, material }, Tone::Casual) => {
                format!("a simple pairing: {material} and {colour}")
            }
            (Self::Colour(word) | Self::Material(word), Tone::Professional) => {
                format!("{word} defines {possessive} character")
            }
            (Self::Colour(word), Tone::Friendly) => format!("{word} sets the tone"),
            (Self::Material(word), Tone::Friendly) => format!("it all starts with the material: {word}"),
            (Self::Colour(word) | Self::Material(word), Tone::Casual) => {
                format!("{word} does the talking here")
            }
            (Self::None, Tone::Professional) => {
                "lines and proportions are best judged in the photos".to_owned()
            }
            (Self::None, Tone::Friendly) => "let the photos set the tone".to_owned(),
            (Self::None, Tone::Casual) => "one look at the photos and the mood is set".to_owned(),
        }
    }
}

/// Whether the item furnishes or decorates, as things on this platform should.
fn is_decor(item: &Item<'_>) -> bool {
    matches!(Destination::of(item.product), Destination::Home)
}

fn french(item: &Item<'_>, tone: Tone) -> String {
    let mood = sentence(&Mood::of(item).french(tone));
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
            line([mood, format!("J’imagine volontiers {} {}.", item.this(), new_place(item))]),
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

fn english(item: &Item<'_>, tone: Tone) -> String {
    let mood = sentence(&Mood::of(item).english(tone, item.number("its", "their")));
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
            line([mood, format!("I can readily picture {} {}.", item.this(), new_place(item))]),
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
