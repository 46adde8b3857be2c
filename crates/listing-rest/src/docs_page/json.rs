//! Examples with their fields in the order of the schema, rendered in a programming language's notation.

use serde_json::Value;

use super::document::Document;
use super::schema::Schema;

/// The prefix of every photo in an example.
const PHOTO: &str = "data:image/";
/// The number of characters of a photo that the page shows.
const PHOTO_SHOWN: usize = 60;

/// An example with its fields in schema order.
pub(super) enum Example {
    Object(Vec<(String, Example)>),
    List(Vec<Example>),
    Single(Value),
}

/// A language's notation for values.
pub(super) struct Notation {
    /// The expression that loads a photo; `None` to show the beginning of the photo's text instead.
    pub(super) photo: Option<&'static str>,
    /// The words for true, false and null.
    pub(super) words: [&'static str; 3],
}

impl Notation {
    /// The notation of JSON, with photos cut for display.
    pub(super) const JSON: Self = Self { photo: None, words: ["true", "false", "null"] };
}

impl Example {
    /// Builds an example from a value, in schema order.
    pub(super) fn new(value: &Value, schema: &Schema, document: &Document) -> Self {
        let schema = document.schema(schema);
        match value {
            Value::Object(fields) => {
                let known = schema.properties.iter();
                let known = known.filter_map(|(name, schema)| {
                    let value = Self::new(fields.get(name)?, schema, document);
                    Some((name.clone(), value))
                });
                Self::Object(known.collect())
            }
            Value::Array(items) => {
                let item_schema = schema.items.as_deref().unwrap_or(schema);
                Self::List(items.iter().map(|item| Self::new(item, item_schema, document)).collect())
            }
            single => Self::Single(single.clone()),
        }
    }

    /// Returns true if a value of the example is a photo.
    pub(super) fn has_photo(&self) -> bool {
        match self {
            Self::Object(fields) => fields.iter().any(|(_, value)| value.has_photo()),
            Self::List(items) => items.iter().any(Self::has_photo),
            Self::Single(value) => value.as_str().is_some_and(|text| text.starts_with(PHOTO)),
        }
    }

    /// Renders the example. `indent` is the number of spaces before its closing line.
    pub(super) fn render(&self, notation: &Notation, indent: usize) -> String {
        match self {
            Self::Object(fields) => {
                let field = |(name, value): &(String, Self)| {
                    format!("{}: {}", Value::from(name.as_str()), value.render(notation, indent + 2))
                };
                enclosed('{', &fields.iter().map(field).collect::<Vec<_>>(), '}', indent)
            }
            Self::List(items) if items.iter().all(|item| matches!(item, Self::Single(_))) => {
                let items: Vec<String> = items.iter().map(|item| item.render(notation, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            Self::List(items) => {
                let item = |item: &Self| item.render(notation, indent + 2);
                enclosed('[', &items.iter().map(item).collect::<Vec<_>>(), ']', indent)
            }
            Self::Single(value) => single(value, notation),
        }
    }
}

fn enclosed(open: char, parts: &[String], close: char, indent: usize) -> String {
    let (inner, outer) = (" ".repeat(indent + 2), " ".repeat(indent));
    format!("{open}\n{inner}{}\n{outer}{close}", parts.join(&format!(",\n{inner}")))
}

fn single(value: &Value, notation: &Notation) -> String {
    match value {
        Value::String(text) if text.starts_with(PHOTO) => match notation.photo {
            Some(photo) => photo.to_owned(),
            None => Value::from(shortened(text)).to_string(),
        },
        Value::Bool(is_true) => notation.words[usize::from(!is_true)].to_owned(),
        Value::Null => notation.words[2].to_owned(),
        // Strings and numbers have the same notation in all languages.
        other => other.to_string(),
    }
}

/// Renders a value on one line, for a table.
pub(super) fn on_one_line(value: &Value) -> String {
    match value {
        Value::String(text) => shortened(text),
        Value::Array(items) => items.iter().map(on_one_line).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn shortened(text: &str) -> String {
    if text.starts_with(PHOTO) && text.len() > PHOTO_SHOWN {
        let shown: String = text.chars().take(PHOTO_SHOWN).collect();
        return format!("{shown}…");
    }
    text.to_owned()
}
