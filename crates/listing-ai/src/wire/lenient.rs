//! Reads JSON members leniently: one of an unexpected type counts as absent.

use serde_json::Value;

const MAX_DEPTH: usize = 32;

/// Returns a count of tokens; 0 if unreadable.
pub(super) fn count(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)).unwrap_or(0),
        Value::String(text) => text.trim().parse().unwrap_or(0),
        _ => 0,
    }
}

/// Rounds; `None` if negative.
fn whole(number: f64) -> Option<u64> {
    if number >= 0.0 { format!("{number:.0}").parse().ok() } else { None }
}

/// Returns the string, unless it means an absent value ("null").
pub(super) fn word(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !is_nothing(text))
}

fn is_nothing(text: &str) -> bool {
    text.is_empty() || ["null", "none", "nil", "undefined"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_fine(code: &str) -> bool {
    let is_good_status = |code: u16| code == 0 || (200..300).contains(&code);
    code.parse().is_ok_and(is_good_status)
        || ["ok", "success", "successful", "false"].iter().any(|word| code.eq_ignore_ascii_case(word))
}

/// A single value counts as a list of one.
pub(super) fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}

/// Returns the error member, unless it is empty or means success.
pub(super) fn error(value: &Value) -> Option<&Value> {
    let text = value.get("message").or_else(|| value.get("status_msg")).and_then(word);
    (says_anything(value, 0) && !text.is_some_and(is_fine)).then_some(value)
}

fn says_anything(value: &Value, depth: usize) -> bool {
    let inside = |value: &Value| depth < MAX_DEPTH && says_anything(value, depth + 1);
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) => true,
        Value::Number(number) => number.as_f64() != Some(0.0) && !is_fine(&number.to_string()),
        Value::String(text) => !is_nothing(text.trim()) && !is_fine(text.trim()),
        Value::Array(items) => items.iter().any(inside),
        Value::Object(fields) => fields.values().any(inside),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_unreadable_token_count_is_zero() {
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
    fn an_empty_error_is_ignored() {
        for value in [
            json!(null),
            json!(false),
            json!(""),
            json!({}),
            json!([]),
            json!({"code": 0, "message": ""}),
            json!({"status_code": 0, "status_msg": "success"}),
            json!("null"),
            json!("None"),
            json!(" none "),
            json!("0"),
            json!({"code": "0"}),
            json!({"code": 200}),
            json!({"code": "200", "message": "OK"}),
            json!({"code": null, "message": "null", "type": "None"}),
        ] {
            assert_eq!(error(&value), None, "{value}");
        }
        for value in [
            json!(true),
            json!("no"),
            json!({"message": "no"}),
            json!({"code": 429}),
            json!({"code": "1008"}),
        ] {
            assert!(error(&value).is_some(), "{value}");
        }
    }
}
