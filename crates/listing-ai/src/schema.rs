//! The schema of an answer, in a subset of JSON Schema that every service supports: all properties required;
//! no bounds, references or null.
//!
//! A model writes properties in this order, so observations precede conclusions, and a price's reason the
//! price.

mod answer;
mod fitted;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Number;

pub(crate) use answer::{NOT_DETERMINABLE, answer_schema};

#[derive(Debug, Clone)]
pub(crate) struct Schema {
    kind: Kind,
    description: String,
}

#[derive(Debug, Clone)]
enum Kind {
    Object(Vec<(String, Schema)>),
    List(Box<Schema>),
    Choice(Vec<&'static str>),
    Text,
    Integer,
    Flag,
}

impl Schema {
    fn new(kind: Kind) -> Self {
        Self { kind, description: String::new() }
    }

    pub(crate) fn object<N: Into<String>>(properties: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::new(Kind::Object(properties.into_iter().map(|(name, schema)| (name.into(), schema)).collect()))
    }

    pub(crate) fn list(item: Self) -> Self {
        Self::new(Kind::List(Box::new(item)))
    }

    pub(crate) fn choice(words: impl IntoIterator<Item = &'static str>) -> Self {
        Self::new(Kind::Choice(words.into_iter().collect()))
    }

    pub(crate) fn text() -> Self {
        Self::new(Kind::Text)
    }

    pub(crate) fn integer() -> Self {
        Self::new(Kind::Integer)
    }

    pub(crate) fn flag() -> Self {
        Self::new(Kind::Flag)
    }

    /// Adds a description for the model.
    #[must_use]
    pub(crate) fn about(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }
}

/// Reads also `-0` and `60.0` as integers.
fn whole(number: &Number) -> Option<i64> {
    let fraction = || {
        let text = number.to_string();
        let (whole, rest) = text.split_once('.')?;
        if rest.bytes().all(|digit| digit == b'0') { whole.parse().ok() } else { None }
    };
    number.as_i64().or_else(fraction)
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.type_name())?;
        if !self.description.is_empty() {
            map.serialize_entry("description", &self.description)?;
        }
        match &self.kind {
            Kind::Object(properties) => {
                map.serialize_entry("properties", &InOrder(properties))?;
                let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
                map.serialize_entry("required", &names)?;
                map.serialize_entry("additionalProperties", &false)?;
            }
            Kind::List(item) => map.serialize_entry("items", item)?,
            Kind::Choice(words) => map.serialize_entry("enum", words)?,
            Kind::Text | Kind::Integer | Kind::Flag => {}
        }
        map.end()
    }
}

impl Schema {
    const fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Object(_) => "object",
            Kind::List(_) => "array",
            Kind::Choice(_) | Kind::Text => "string",
            Kind::Integer => "integer",
            Kind::Flag => "boolean",
        }
    }
}

struct InOrder<'a>(&'a [(String, Schema)]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, schema)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item() -> Schema {
        Schema::object([
            ("seen", Schema::text().about("What is seen.")),
            ("size", Schema::choice(["small", "large"])),
            ("tags", Schema::list(Schema::text())),
            ("cents", Schema::integer()),
            ("is_new", Schema::flag()),
        ])
    }

    #[test]
    fn a_schema_is_serialized_in_order_and_forbids_other_properties() {
        let written = serde_json::to_string(&item()).unwrap();
        assert_eq!(
            written,
            r#"{"type":"object","properties":{"seen":{"type":"string","description":"What is seen."},"#
                .to_owned()
                + r#""size":{"type":"string","enum":["small","large"]},"#
                + r#""tags":{"type":"array","items":{"type":"string"}},"cents":{"type":"integer"},"#
                + r#""is_new":{"type":"boolean"}},"required":["seen","size","tags","cents","is_new"],"#
                + r#""additionalProperties":false}"#
        );
    }
}
