//! Comparison of responses with expectations.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

/// Objects must have exactly the expected members. `<string>`, `<number>`, `<integer>`, `<bool>`, `<array>`
/// and `<text: part>` (contains the part) match any such value; `<any>` matches any.
pub(super) fn json(path: &str, expected: &Value, found: &Value) -> Result<()> {
    match (expected, found) {
        (Value::String(pattern), _) if pattern.starts_with('<') && pattern.ends_with('>') => {
            ensure!(is_like(pattern, found), "{path}: expected {pattern}, found {found}");
        }
        (Value::Object(expected), Value::Object(found)) => {
            for key in found.keys() {
                ensure!(expected.contains_key(key), "{path}: unexpected member {key}");
            }
            for (key, value) in expected {
                let Some(other) = found.get(key) else { bail!("{path}: member {key} is missing") };
                json(&format!("{path}/{key}"), value, other)?;
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            let (wanted, count) = (expected.len(), found.len());
            ensure!(wanted == count, "{path}: expected {wanted} items, found {count}");
            for (index, (value, other)) in expected.iter().zip(found).enumerate() {
                json(&format!("{path}/{index}"), value, other)?;
            }
        }
        _ => ensure!(expected == found, "{path}: expected {expected}, found {found}"),
    }
    Ok(())
}

fn is_like(pattern: &str, found: &Value) -> bool {
    let inner = pattern.trim_start_matches('<').trim_end_matches('>');
    match inner {
        "any" => true,
        "string" => found.as_str().is_some_and(|text| !text.is_empty()),
        "number" => found.is_number(),
        "integer" => found.is_u64() || found.is_i64(),
        "bool" => found.is_boolean(),
        "array" => found.is_array(),
        _ => {
            inner.strip_prefix("text: ").is_some_and(|part| found.as_str().is_some_and(|t| t.contains(part)))
        }
    }
}

/// The expected ones must be present; `<integer>` matches digits.
pub(super) fn headers(expected: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Result<()> {
    for (name, value) in expected {
        let Some(other) = found.get(&name.to_lowercase()) else { bail!("header {name} is missing") };
        let fits = match value.as_str() {
            "<any>" => true,
            "<integer>" => !other.is_empty() && other.bytes().all(|b| b.is_ascii_digit()),
            exact => exact == other,
        };
        ensure!(fits, "header {name}: expected {value}, found {other}");
    }
    Ok(())
}
