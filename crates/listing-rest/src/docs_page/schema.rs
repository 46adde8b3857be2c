//! JSON schemas: type, constraints and default of a value.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Schema {
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "type")]
    types: Types,
    description: Option<String>,
    format: Option<String>,
    #[serde(rename = "enum")]
    pub(super) codes: Vec<String>,
    #[serde(rename = "x-enum-descriptions")]
    pub(super) code_descriptions: Vec<String>,
    pub(super) properties: IndexMap<String, Schema>,
    pub(super) required: Vec<String>,
    pub(super) items: Option<Box<Schema>>,
    one_of: Vec<Schema>,
    pub(super) default: Option<Value>,
    example: Option<Value>,
    examples: Vec<Value>,
    pattern: Option<String>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    min_items: Option<u64>,
    max_items: Option<u64>,
}

/// The `type` of a schema: one type, several, or none.
#[derive(Deserialize, Default)]
#[serde(untagged)]
enum Types {
    One(String),
    Several(Vec<String>),
    #[default]
    None,
}

/// A type for display, with a link to its schema.
pub(super) struct ShownType {
    /// The text before the name, for example "array of".
    pub(super) before: String,
    pub(super) name: String,
    /// True when the name links to a schema with its own section.
    pub(super) is_linked: bool,
    /// The text after the name, for example "or null".
    pub(super) after: String,
}

impl Schema {
    /// Returns the name of the referenced schema. A choice between a schema and `null` counts as that schema.
    pub(super) fn name(&self) -> Option<&str> {
        let reference = self.reference.as_deref().or_else(|| self.nullable()?.reference.as_deref());
        reference.and_then(last_part)
    }

    /// Returns the alternative to `null`, if the schema has one.
    fn nullable(&self) -> Option<&Self> {
        let is_null = |schema: &Self| matches!(&schema.types, Types::One(name) if name == "null");
        self.one_of.iter().find(|schema| !is_null(schema))
    }

    /// Returns the type for display.
    pub(super) fn shown_type(&self) -> ShownType {
        if let Some(items) = &self.items {
            let ShownType { before, name, is_linked, after } = items.shown_type();
            return ShownType { before: format!("array of {before}"), name, is_linked, after };
        }
        let may_be_null = !self.one_of.is_empty();
        let (name, is_linked) = match (self.name(), &self.types) {
            (Some(name), _) => (name.to_owned(), true),
            (None, Types::One(name)) => (name.clone(), false),
            (None, Types::Several(names)) => (names.join(" or "), false),
            (None, Types::None) => ("any".to_owned(), false),
        };
        let after = if may_be_null { " or null".to_owned() } else { String::new() };
        ShownType { before: String::new(), name, is_linked, after }
    }

    /// Returns the schema's own constraints as phrases.
    pub(super) fn own_bounds(&self) -> Vec<String> {
        let number = |bound: Option<f64>| bound.map(|bound| bound.to_string());
        let count = |bound: Option<u64>| bound.map(|bound| bound.to_string());
        let codes = (!self.codes.is_empty()).then(|| format!("one of {}", self.codes.join(", ")));
        let format = self.format.as_deref().and_then(|format| match format {
            "date-time" => Some("a date and time in UTC (RFC 3339)".to_owned()),
            "date" => Some("a date (RFC 3339)".to_owned()),
            _ => None,
        });
        [
            codes,
            range(count(self.min_items), count(self.max_items), "items"),
            range(count(self.min_length), count(self.max_length), "characters"),
            range(number(self.minimum), number(self.maximum), ""),
            self.pattern.as_ref().map(|pattern| format!("pattern {pattern}")),
            format,
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Returns the schema's own description.
    pub(super) fn own_text(&self) -> Option<&str> {
        self.description.as_deref().or_else(|| self.nullable()?.description.as_deref())
    }

    /// Returns the schema's own example.
    pub(super) fn own_example(&self) -> Option<&Value> {
        self.example.as_ref().or_else(|| self.examples.first())
    }
}

/// Returns a range as a phrase: "1 to 4 items", "at least 0", "at most 120 characters".
fn range(least: Option<String>, most: Option<String>, unit: &str) -> Option<String> {
    let text = match (least, most) {
        (Some(least), Some(most)) => format!("{least} to {most} {unit}"),
        (Some(least), None) => format!("at least {least} {unit}"),
        (None, Some(most)) => format!("at most {most} {unit}"),
        (None, None) => return None,
    };
    Some(text.trim_end().to_owned())
}

/// Returns the name at the end of a reference.
pub(super) fn last_part(reference: &str) -> Option<&str> {
    reference.rsplit('/').next()
}
