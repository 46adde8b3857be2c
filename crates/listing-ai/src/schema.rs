//! The one schema of an answer, in a subset of JSON Schema that every service
//! understands: objects with all properties required, lists, texts, whole
//! numbers, flags and short choices. No bounds, no references, no null.
//!
//! The order of properties is the order in which a model writes them, so what
//! was seen comes before what it means, and a reason before its number.

mod answer;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Number, Value};

pub(crate) use answer::{NOT_DETERMINABLE, answer_schema};

/// The shape of a value, and what it means.
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

    /// An object that has all of these, in this order.
    pub(crate) fn object<N: Into<String>>(properties: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::new(Kind::Object(properties.into_iter().map(|(name, schema)| (name.into(), schema)).collect()))
    }

    /// A list of such values.
    pub(crate) fn list(item: Self) -> Self {
        Self::new(Kind::List(Box::new(item)))
    }

    /// One of these words.
    pub(crate) fn choice(words: impl IntoIterator<Item = &'static str>) -> Self {
        Self::new(Kind::Choice(words.into_iter().collect()))
    }

    /// Any text.
    pub(crate) fn text() -> Self {
        Self::new(Kind::Text)
    }

    /// A whole number.
    pub(crate) fn integer() -> Self {
        Self::new(Kind::Integer)
    }

    /// True or false.
    pub(crate) fn flag() -> Self {
        Self::new(Kind::Flag)
    }

    /// The same with a description, which models read.
    #[must_use]
    pub(crate) fn about(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }

    /// What a value has wrong, each with its place. Properties that nobody asked
    /// for are let pass: they are not read.
    pub(crate) fn faults(&self, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.collect_faults(value, "", &mut faults);
        faults
    }

    fn collect_faults(&self, value: &Value, place: &str, faults: &mut Vec<String>) {
        let wanted = match (&self.kind, value) {
            (Kind::Object(properties), Value::Object(found)) => {
                for (name, schema) in properties {
                    let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                    match found.get(name) {
                        Some(value) => schema.collect_faults(value, &place, faults),
                        None => faults.push(format!("{place} is missing")),
                    }
                }
                return;
            }
            (Kind::List(item), Value::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    item.collect_faults(value, &format!("{place}[{index}]"), faults);
                }
                return;
            }
            (Kind::Choice(words), Value::String(word)) if words.contains(&word.as_str()) => return,
            (Kind::Text, Value::String(_)) | (Kind::Flag, Value::Bool(_)) => return,
            (Kind::Integer, Value::Number(number)) if whole(number).is_some() => return,
            (Kind::Object(_), _) => "an object".to_owned(),
            (Kind::List(_), _) => "an array".to_owned(),
            (Kind::Choice(words), _) => format!("one of {}", words.join(", ")),
            (Kind::Text, _) => "a string".to_owned(),
            (Kind::Integer, _) => "a whole number".to_owned(),
            (Kind::Flag, _) => "true or false".to_owned(),
        };
        let place = if place.is_empty() { "the answer" } else { place };
        faults.push(format!("{place} must be {wanted}"));
    }
}

/// A whole number. A model may write nought as `-0`, which a grammar allows and
/// which is read as a fraction.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| (number.to_string() == "-0.0").then_some(0))
}

/// The schema as JSON Schema.
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
    use serde_json::json;

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
    fn it_is_written_in_order_and_strict() {
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

    #[test]
    fn every_fault_is_told_with_its_place() {
        let check = |value: Value, expected: &[&str]| assert_eq!(item().faults(&value), expected, "{value}");
        let good = json!({"seen": "", "size": "small", "tags": ["a"], "cents": 5, "is_new": true, "more": 1});
        check(good, &[]);
        let nought =
            serde_json::from_str(r#"{"seen": "", "size": "small", "tags": [], "cents": -0, "is_new": true}"#);
        check(nought.unwrap(), &[]);
        check(json!([1]), &["the answer must be an object"]);
        check(
            json!({"seen": 1, "size": "tiny", "tags": ["a", 2], "cents": "5", "is_new": 0}),
            &[
                "seen must be a string",
                "size must be one of small, large",
                "tags[1] must be a string",
                "cents must be a whole number",
                "is_new must be true or false",
            ],
        );
        check(
            json!({"seen": "", "tags": {}, "cents": 1.5, "is_new": false}),
            &["size is missing", "tags must be an array", "cents must be a whole number"],
        );
    }
}
