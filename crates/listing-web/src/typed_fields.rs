//! The fields that a user typed, shown with labels in the page's language.

use std::fmt::Display;
use std::str::FromStr;

use listing_domain::marketplace::Catalogue;
use listing_domain::options::Language;

use crate::lang::{self, Words};
use crate::view::{KeyExpires, TypedField};

/// Returns each visible field's label and value as the page shows them. It omits hidden fields.
pub(crate) fn readable(
    fields: &[(String, String)],
    catalogue: &Catalogue,
    language: Language,
) -> Vec<TypedField> {
    let words = lang::texts(language);
    let mut all: Vec<TypedField> = Vec::new();
    for (name, value) in fields {
        let Some(label) = label(name, words) else { continue };
        let value = display_value(name, value, catalogue, words);
        match all.last_mut().filter(|last| last.label == label) {
            // A field with several chosen values arrives once for each.
            Some(last) => {
                last.value.push_str(", ");
                last.value.push_str(&value);
            }
            None => all.push(TypedField { label, value }),
        }
    }
    all
}

/// Returns the label of a field; `None` for a hidden field.
fn label(name: &str, words: &Words) -> Option<&'static str> {
    Some(match name {
        "title" => words.generations.listing_title,
        "item" => words.generations.correct_item,
        "description" => words.generations.description,
        "price" => words.generations.price,
        "category" => words.generations.category,
        "condition" => words.generations.condition,
        "platform" | "platforms" => words.generate.platforms,
        "language" => words.generate.language,
        "tone" => words.generate.tone,
        "name" => words.keys.name,
        "scopes" => words.keys.scopes_label,
        "expires" => words.keys.expires_label,
        "overlap" => words.keys.overlap,
        "email" => words.common.email,
        "market" => words.settings.market,
        "packs" => words.admin.how_many,
        "plan" => words.admin.plan,
        "until" => words.admin.until,
        _ => return None,
    })
}

/// Returns the word that the form shows for a value, otherwise the typed value.
fn display_value(name: &str, value: &str, catalogue: &Catalogue, words: &Words) -> String {
    let text = match name {
        "platform" | "platforms" => one(value, |platform| catalogue.marketplace(*platform).name()),
        "language" if value.is_empty() => Some(words.settings.by_browser.to_owned()),
        "language" => one(value, words.values.language),
        "market" if value.is_empty() => Some(words.settings.by_language.to_owned()),
        "market" => one(value, words.values.market),
        "tone" => one(value, words.values.tone),
        "scopes" => one(value, words.values.scope),
        "plan" => one(value, words.values.plan),
        "overlap" => one(value, words.keys.hours),
        "expires" => KeyExpires::from_code(value).map(|expires| match expires.days() {
            Some(days) => (words.keys.days)(&days),
            None => words.keys.without_end.to_owned(),
        }),
        _ => None,
    };
    text.unwrap_or_else(|| value.to_owned())
}

/// Parses a value and returns its display name; `None` if it does not parse.
fn one<T: FromStr, S: Display>(value: &str, name: impl FnOnce(&T) -> S) -> Option<String> {
    value.parse().ok().map(|it| name(&it).to_string())
}
