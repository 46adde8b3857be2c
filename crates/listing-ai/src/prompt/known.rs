use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::draft::KnownProduct;
use serde_json::{Map, Value};

use crate::guard::addresses_a_model;

const MAX_TEXT_CHARS: usize = 3_000;

/// Returns the seller's attributes as one JSON object. Texts that address a model are left out; the listing
/// contains them unchanged anyway.
pub(super) fn as_json(known: &KnownAttributes) -> String {
    // Notes are published word for word.
    let KnownAttributes { name, brand, size, condition, color, material, audience, notes: _, quantity } =
        known;
    let quantity = quantity.map(|quantity| ("quantity".to_owned(), Value::from(quantity.get())));
    let audience = audience.map(|audience| ("audience".to_owned(), Value::String(audience.to_string())));
    let given = [
        ("name", name),
        ("brand", brand),
        ("size", size),
        ("condition", condition),
        ("color", color),
        ("material", material),
    ];
    let given: Map<String, Value> = given
        .into_iter()
        .filter_map(|(name, text)| Some((name, text.as_ref()?)))
        .map(|(name, text)| (name, visible(text.as_str())))
        .filter(|(_, text)| !text.is_empty() && !addresses_a_model(text))
        .map(|(name, text)| (name.to_owned(), Value::String(text)))
        .chain(quantity)
        .chain(audience)
        .collect();
    Value::Object(given).to_string()
}

/// Returns the item's earlier name and text as one JSON object, without lines that address a model, because
/// sellers can edit these texts.
pub(super) fn previous(known: &KnownProduct) -> String {
    let given = [("name", known.name.as_ref().map(AttributeText::as_str)), ("text", known.text.as_deref())];
    let cleaned = |text: &str| {
        let lines = text.lines().map(visible).filter(|line| !line.is_empty() && !addresses_a_model(line));
        lines.collect::<Vec<_>>().join("\n").chars().take(MAX_TEXT_CHARS).collect::<String>()
    };
    let given: Map<String, Value> = given
        .into_iter()
        .filter_map(|(name, text)| Some((name, cleaned(text?))))
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name.to_owned(), Value::String(text)))
        .collect();
    Value::Object(given).to_string()
}

fn visible(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    text.chars().filter(|c| !is_hidden(*c)).collect()
}
