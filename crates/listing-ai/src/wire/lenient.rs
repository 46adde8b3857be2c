//! Members of a response, read as they come: what cannot be read is absent, and nothing fails for it.

use serde_json::Value;

/// How many values inside one another are looked into.
const MAX_DEPTH: usize = 32;

/// A count of tokens; 0 where none can be read.
pub(super) fn count(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)).unwrap_or(0),
        Value::String(text) => text.trim().parse().unwrap_or(0),
        _ => 0,
    }
}

/// A floating number as a count, if it is one.
fn whole(number: f64) -> Option<u64> {
    if number >= 0.0 { format!("{number:.0}").parse().ok() } else { None }
}

/// A word, if the value is a text that says anything.
pub(super) fn word(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty() && *text != "null")
}

/// The items of a list; a value that should be a list of one is one.
pub(super) fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}

/// An error of a response, unless its place is there and says nothing.
pub(super) fn error(value: &Value) -> Option<&Value> {
    let is_fine = |value: &Value| {
        let text = value.get("message").or_else(|| value.get("status_msg")).and_then(word);
        let text = text.map(str::to_lowercase);
        matches!(text.as_deref(), Some("ok" | "success"))
    };
    (says_anything(value, 0) && !is_fine(value)).then_some(value)
}

fn says_anything(value: &Value, depth: usize) -> bool {
    let inside = |value: &Value| depth < MAX_DEPTH && says_anything(value, depth + 1);
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) => true,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => items.iter().any(inside),
        Value::Object(fields) => fields.values().any(inside),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_count_that_cannot_be_read_is_unknown() {
        for (value, expected) in [
            (json!(12), 12),
            (json!(12.0), 12),
            (json!("12"), 12),
            (json!(-1), 0),
            (json!(-1.5), 0),
            (json!(null), 0),
            (json!({}), 0),
            (json!("many"), 0),
        ] {
            assert_eq!(count(&value), expected, "{value}");
        }
    }

    #[test]
    fn an_error_that_says_nothing_is_none() {
        for value in [
            json!(null),
            json!(false),
            json!(""),
            json!({}),
            json!([]),
            json!({"code": 0, "message": ""}),
            json!({"status_code": 0, "status_msg": "success"}),
        ] {
            assert_eq!(error(&value), None, "{value}");
        }
        for value in [json!(true), json!("no"), json!({"message": "no"}), json!({"code": 429})] {
            assert!(error(&value).is_some(), "{value}");
        }
    }
}
