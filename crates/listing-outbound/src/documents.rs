//! Finds JSON values in a body, whatever text is around them.

use serde_json::Value;

use crate::fault::Fault;

/// Returns the JSON objects in a body, at least one.
///
/// A service may send several unasked, as server-sent events or one on each line. A byte-order mark and text
/// after the last object are ignored.
///
/// # Errors
/// [`Fault::Malformed`] without an object.
pub fn documents(body: &[u8]) -> Result<Vec<Value>, Fault> {
    let text = String::from_utf8_lossy(body);
    let found: Vec<Value> = values(&text)?.into_iter().filter(Value::is_object).collect();
    if found.is_empty() {
        Err(Fault::Malformed("the body holds no JSON object".to_owned()))
    } else {
        Ok(found)
    }
}

/// The elements of a top-level array are separate values.
pub(crate) fn values(text: &str) -> Result<Vec<Value>, Fault> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Fault::Malformed("an empty body".to_owned()));
    }
    let found = if is_event_stream(text) { events(text) } else { concatenated(text)? };
    Ok(found
        .into_iter()
        .flat_map(|value| if let Value::Array(items) = value { items } else { vec![value] })
        .collect())
}

fn concatenated(text: &str) -> Result<Vec<Value>, Fault> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let not_json = |error| Fault::Malformed(format!("the body is not JSON ({error})"));
    let first = values.next().transpose().map_err(not_json)?;
    Ok(first.into_iter().chain(values.map_while(Result::ok)).collect())
}

fn is_event_stream(text: &str) -> bool {
    ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| text.starts_with(field))
}

/// The data lines of one event are joined.
fn events(text: &str) -> Vec<Value> {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    let mut found = Vec::new();
    let mut data: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        if let Some(more) = line.strip_prefix("data:") {
            data.push(more.trim());
        } else if line.trim().is_empty() {
            match parsed(&data.join("\n")) {
                Some(value) => found.push(value),
                None => found.extend(data.iter().filter_map(|line| parsed(line))),
            }
            data.clear();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: &[&str]) {
        let found = documents(body.as_bytes()).unwrap_or_default();
        assert_eq!(found.iter().map(Value::to_string).collect::<Vec<_>>(), expected, "{body}");
    }

    #[test]
    fn one_json_object_is_found_in_any_surrounding_text() {
        let one = [r#"{"a":1}"#];
        check(r#"{"a":1}"#, &one);
        check("\u{feff} {\"a\":1}\r\n", &one);
        check("{\"a\":1}\ndata: [DONE]\n", &one);
        check(r#"[{"a":1}]"#, &one);
        check("data: {\"a\":1}\n\ndata: [DONE]\n\n", &one);
        check(": OPENROUTER PROCESSING\n\nevent: message\ndata: {\"a\":\ndata: 1}\n\n", &one);
    }

    #[test]
    fn a_stream_contains_several_json_objects() {
        let two = [r#"{"a":1}"#, r#"{"a":2}"#];
        check("data: {\"a\":1}\n\ndata: {\"a\":2}\n\ndata: [DONE]", &two);
        check("data: {\"a\":1}\ndata: {\"a\":2}\n", &two);
        check("{\"a\":1}\n{\"a\":2}\n", &two);
        check(r#"[{"a":1},{"a":2}]"#, &two);
    }

    #[test]
    fn a_body_without_an_object_is_malformed() {
        for body in ["", " \r\n", "7", "[]", "\"text\"", "<html>", "data: [DONE]", "{\"a\":"] {
            assert!(matches!(documents(body.as_bytes()), Err(Fault::Malformed(_))), "{body}");
        }
    }
}
