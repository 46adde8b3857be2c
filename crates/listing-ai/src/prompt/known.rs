//! The seller's attributes, as data for a model.

use listing_domain::attributes::{AttributeText, KnownAttributes};
use serde_json::{Map, Value};

use crate::guard::addresses_a_model;

/// The attributes as one JSON object; an empty one when nothing is given.
///
/// What is plainly written for a model and not for a buyer is left out: the
/// seller gets it back unchanged in the answer's attributes, and no model needs
/// to see it for that.
pub(super) fn as_json(known: &KnownAttributes) -> String {
    let KnownAttributes { brand, size, condition, color, material } = known;
    let given = [
        ("brand", brand),
        ("size", size),
        ("condition", condition),
        ("color", color),
        ("material", material),
    ];
    let given: Map<String, Value> = given
        .into_iter()
        .filter_map(|(name, text)| Some((name, text.as_ref()?)))
        .map(|(name, text)| (name, visible(text)))
        .filter(|(_, text)| !text.is_empty() && !addresses_a_model(text))
        .map(|(name, text)| (name.to_owned(), Value::String(text)))
        .collect();
    Value::Object(given).to_string()
}

/// The characters that a reader would see.
fn visible(text: &AttributeText) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    text.as_str().chars().filter(|c| !is_hidden(*c)).collect()
}
