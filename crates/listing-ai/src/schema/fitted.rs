//! Converts a model's JSON to the exact types and names of a schema, without changing its meaning.

use serde_json::{Map, Number, Value};

use super::{Kind, NOT_DETERMINABLE, Schema, whole};
use crate::wire::adjust::squeezed;

/// As only letters and digits in lower case.
const ABSENT_WORDS: [&str; 7] = ["", "na", "none", "null", "unknown", "undefined", "notdeterminable"];

impl Schema {
    /// Returns the converted value without unknown properties, or its faults with their paths.
    pub(crate) fn fitted(&self, value: &Value) -> Result<Value, Vec<String>> {
        let mut faults = Vec::new();
        let fitted = self.fit(value, "", &mut faults);
        if faults.is_empty() { Ok(fitted) } else { Err(faults) }
    }

    fn fit(&self, value: &Value, path: &str, faults: &mut Vec<String>) -> Value {
        let fitted = match &self.kind {
            Kind::Object(properties) => object(value).map(|found| members(properties, &found, path, faults)),
            Kind::List(item) => list(item, value).map(|items| {
                let items = items.iter().enumerate();
                items.map(|(index, it)| item.fit(it, &format!("{path}[{index}]"), faults)).collect()
            }),
            Kind::Choice(words) => choice(words, value),
            Kind::Text => text(value),
            Kind::Integer => integer(value),
            Kind::Flag => flag(value),
        };
        fitted.unwrap_or_else(|| {
            let path = if path.is_empty() { "the answer" } else { path };
            faults.push(format!("{path} must be {}", self.expected_type()));
            Value::Null
        })
    }

    fn default_value(&self) -> Option<Value> {
        match &self.kind {
            Kind::List(_) => Some(Value::Array(Vec::new())),
            Kind::Flag => Some(Value::Bool(false)),
            Kind::Choice(words) => {
                words.contains(&NOT_DETERMINABLE).then(|| Value::String(NOT_DETERMINABLE.to_owned()))
            }
            Kind::Object(_) | Kind::Text | Kind::Integer => None,
        }
    }

    fn expected_type(&self) -> String {
        match &self.kind {
            Kind::Object(_) => "an object".to_owned(),
            Kind::List(_) => "an array".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Text => "a string".to_owned(),
            Kind::Integer => "a whole number".to_owned(),
            Kind::Flag => "true or false".to_owned(),
        }
    }
}

fn members(
    properties: &[(String, Schema)],
    found: &Map<String, Value>,
    path: &str,
    faults: &mut Vec<String>,
) -> Value {
    let fitted = properties.iter().map(|(name, schema)| {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let value = match (named(found, name), schema.default_value()) {
            (Some(value), _) => schema.fit(value, &path, faults),
            (None, Some(default_value)) => default_value,
            (None, None) => {
                faults.push(format!("{path} is missing"));
                Value::Null
            }
        };
        (name.clone(), value)
    });
    Value::Object(fitted.collect())
}

/// Finds a property in any spelling: `product_type` or `productType`.
fn named<'a>(found: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let written_otherwise = || {
        let squeezed_name = squeezed(name);
        found.iter().find(|(other, _)| squeezed(other) == squeezed_name).map(|(_, value)| value)
    };
    found.get(name).or_else(written_otherwise)
}

/// Returns the only item of a list, or else the value itself.
fn single(value: &Value) -> &Value {
    match value.as_array().map(Vec::as_slice) {
        Some([one]) => one,
        _ => value,
    }
}

/// Accepts the only item of a list and JSON in a string too.
fn object(value: &Value) -> Option<Map<String, Value>> {
    match single(value) {
        Value::Object(found) => Some(found.clone()),
        Value::String(text) if text.trim_start().starts_with('{') => serde_json::from_str(text).ok(),
        _ => None,
    }
}

fn list(item: &Schema, value: &Value) -> Option<Vec<Value>> {
    let is_something = |value: &Value| !value.is_null();
    match value {
        Value::Array(items) => Some(items.iter().filter(|it| is_something(it)).cloned().collect()),
        Value::Null => Some(Vec::new()),
        Value::String(text) if text.trim_start().starts_with('[') => serde_json::from_str(text).ok(),
        Value::String(text) if matches!(item.kind, Kind::Text) => Some(words(text)),
        Value::Object(found) if matches!(item.kind, Kind::Object(_)) && !found.is_empty() => {
            Some(vec![value.clone()])
        }
        _ => None,
    }
}

/// Splits a string written instead of a list into hashtags, or else one item.
fn words(text: &str) -> Vec<Value> {
    let words: Vec<&str> = text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    if words.len() > 1 && words.iter().all(|word| word.starts_with('#')) {
        return words.into_iter().map(|word| Value::String(word.to_owned())).collect();
    }
    if text.trim().is_empty() { Vec::new() } else { vec![Value::String(text.to_owned())] }
}

fn choice(words: &[&'static str], value: &Value) -> Option<Value> {
    let given = match single(value) {
        Value::String(text) => squeezed(text),
        Value::Null => String::new(),
        _ => return None,
    };
    let same = words.iter().find(|word| squeezed(word) == given);
    let nothing = || {
        let is_nothing = ABSENT_WORDS.contains(&given.as_str());
        words.iter().find(|word| is_nothing && **word == NOT_DETERMINABLE)
    };
    same.or_else(nothing).map(|word| Value::String((*word).to_owned()))
}

fn text(value: &Value) -> Option<Value> {
    match single(value) {
        Value::String(text) => Some(Value::String(text.clone())),
        Value::Number(number) => Some(Value::String(number.to_string())),
        Value::Null => Some(Value::String(String::new())),
        _ => None,
    }
}

fn integer(value: &Value) -> Option<Value> {
    let from_number = |number: &Number| whole(number).map(Value::from);
    match single(value) {
        Value::Number(number) => from_number(number),
        Value::String(text) => from_number(&text.trim().parse().ok()?),
        _ => None,
    }
}

fn flag(value: &Value) -> Option<Value> {
    let is_true = match single(value) {
        Value::Bool(flag) => *flag,
        Value::Null => false,
        Value::Number(number) if number.as_u64().is_some_and(|number| number < 2) => {
            number.as_u64() == Some(1)
        }
        Value::String(text) => match squeezed(text).as_str() {
            "true" | "yes" | "1" => true,
            "false" | "no" | "0" | "none" => false,
            _ => return None,
        },
        _ => return None,
    };
    Some(Value::Bool(is_true))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item() -> Schema {
        Schema::object([
            ("seen", Schema::text()),
            ("size", Schema::choice(["small", "very_large"])),
            ("kind", Schema::choice(["shirt", NOT_DETERMINABLE])),
            ("tags", Schema::list(Schema::text())),
            ("cents", Schema::integer()),
            ("is_new", Schema::flag()),
            ("inner", Schema::object([("a", Schema::text())])),
        ])
    }

    #[test]
    fn values_of_another_type_with_the_same_meaning_are_converted() {
        let plain = json!({
            "seen": "38", "size": "very_large", "kind": NOT_DETERMINABLE, "tags": ["a"], "cents": 5,
            "is_new": true, "inner": {"a": ""},
        });
        for given in [
            plain.clone(),
            json!({
                "seen": 38, "size": "Very Large", "kind": null, "tags": "a", "cents": "5",
                "is_new": "True", "inner": "{\"a\": null}",
            }),
            json!({
                "Seen": ["38"], "SIZE": "VERY-LARGE", "Kind": "N/A", "tags": ["a", null], "cents": 5.0,
                "isNew": 1, "inner": [{"a": ""}], "more": 1,
            }),
            json!({
                "seen": "38", "size": ["very_large"], "tags": "[\"a\"]", "cents": "5.0",
                "is_new": true, "inner": {"a": ""},
            }),
        ] {
            assert_eq!(item().fitted(&given).as_ref(), Ok(&plain), "{given}");
        }
    }

    #[test]
    fn hashtags_in_one_string_are_split() {
        assert_eq!(words("#cuir, #veste"), [json!("#cuir"), json!("#veste")]);
        assert_eq!(words("Made in Italy"), [json!("Made in Italy")]);
        assert_eq!(words(" "), Vec::<Value>::new());
    }

    #[test]
    fn values_that_do_not_match_the_schema_are_faults() {
        let faults = item().fitted(&json!({
            "seen": {}, "size": "tiny", "kind": "spaceship", "tags": {}, "cents": 1.5, "is_new": 2, "inner": null,
        }));
        let expected = [
            "seen must be a string",
            "size must be one of small, very_large",
            "kind must be one of shirt, not_determinable",
            "tags must be an array",
            "cents must be a whole number",
            "is_new must be true or false",
            "inner must be an object",
        ];
        assert_eq!(faults.unwrap_err(), expected);
        assert_eq!(item().fitted(&json!([1])).unwrap_err(), ["the answer must be an object"]);
        let missing = item().fitted(&json!({"cents": "", "size": null, "inner": {}})).unwrap_err();
        let expected = [
            "seen is missing",
            "size must be one of small, very_large",
            "cents must be a whole number",
            "inner.a is missing",
        ];
        assert_eq!(missing, expected);
    }
}
