//! What was typed into a form of ours, in the words of the page's language.

use std::fmt::Display;
use std::str::FromStr;

use listing_domain::marketplace::Catalogue;
use listing_domain::options::Language;

use crate::lang::{self, Words};
use crate::view::{KeyExpires, SpokenField};

/// What of a form's fields is for people: by what the form calls each, and what it says there. What
/// a form carries for itself alone is left out.
pub(crate) fn typed(
    fields: &[(String, String)],
    catalogue: &Catalogue,
    language: Language,
) -> Vec<SpokenField> {
    let words = lang::of(language);
    let mut all: Vec<SpokenField> = Vec::new();
    for (name, value) in fields {
        let Some(label) = label(name, words) else { continue };
        let value = said(name, value, catalogue, words);
        match all.last_mut().filter(|last| last.label == label) {
            // Of several that were chosen in one field, each comes by itself.
            Some(last) => {
                last.value.push_str(", ");
                last.value.push_str(&value);
            }
            None => all.push(SpokenField { label, value }),
        }
    }
    all
}

/// What forms call a field; `None` for one that nobody sees.
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

/// What a form says for a value: its own words where it offers some, else what was typed.
fn said(name: &str, value: &str, catalogue: &Catalogue, words: &Words) -> String {
    let said = match name {
        "platform" | "platforms" => one(value, |platform| catalogue.marketplace(*platform).name()),
        "language" if value.is_empty() => Some(words.settings.by_browser.to_owned()),
        "language" => one(value, words.values.language),
        "market" if value.is_empty() => Some(words.settings.by_language.to_owned()),
        "market" => one(value, words.values.market),
        "tone" => one(value, words.values.tone),
        "scopes" => one(value, words.values.scope),
        "plan" => one(value, words.values.plan),
        "overlap" => one(value, words.keys.hours),
        "expires" => KeyExpires::of(value).map(|expires| match expires.days() {
            Some(days) => (words.keys.days)(&days),
            None => words.keys.without_end.to_owned(),
        }),
        _ => None,
    };
    said.unwrap_or_else(|| value.to_owned())
}

/// What one of a list is called, if a value is one.
fn one<T: FromStr, S: Display>(value: &str, name: impl FnOnce(&T) -> S) -> Option<String> {
    value.parse().ok().map(|it| name(&it).to_string())
}
