use serde_json::Value;

use super::relaxed::{self, ParseError};

/// The last objects are kept.
const MAX_OBJECTS: usize = 64;
/// Limits the bytes read in vain after braces that begin no object.
const WORK_FOR_EACH_BYTE: usize = 4;

#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) value: Value,
    pub(super) is_repaired: bool,
    /// True if an incomplete object before it may contain this object.
    pub(super) is_part: bool,
}

/// Returns every complete JSON object. Reasoning, marks, code fences and prose may surround them, even with
/// braces.
pub(super) fn objects_in(text: &str) -> Vec<Parsed> {
    let mut found = Vec::new();
    let mut is_part = false;
    let mut work = text.len().saturating_mul(WORK_FOR_EACH_BYTE);
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|offset| at + offset) {
        match object_at(&text[start..]) {
            Ok((value, is_repaired, length)) => {
                if found.len() == MAX_OBJECTS {
                    found.remove(0);
                }
                found.push(Parsed { value, is_repaired, is_part });
                at = start + length;
            }
            Err((error, length)) => {
                is_part |= error == ParseError::End;
                at = start + 1;
                let Some(left) = work.checked_sub(length) else { break };
                work = left;
            }
        }
    }
    found
}

/// Returns the object, whether it was repaired, and its length in bytes.
fn object_at(text: &str) -> Result<(Value, bool, usize), (ParseError, usize)> {
    let mut strict = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = strict.next() {
        return Ok((value, false, strict.byte_offset()));
    }
    relaxed::object(text).map(|(value, length)| (value, true, length))
}

/// Decodes a JSON string written in place of an object: `"{\"a\": 1}"`.
pub(super) fn decoded(text: &str) -> Option<String> {
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    let inside = text.get(start..=end)?;
    if !inside.contains("\\\"") {
        return None;
    }
    let inside = inside.replace('\n', "\\n").replace('\r', "").replace('\t', "\\t");
    serde_json::from_str(&format!("\"{inside}\"")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, bool)]) {
        let found = objects_in(text);
        let found: Vec<_> = found.iter().map(|it| (it.value.to_string(), it.is_repaired)).collect();
        let expected: Vec<_> =
            expected.iter().map(|(json, repaired)| ((*json).to_owned(), *repaired)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn objects_are_found_in_any_surrounding_text() {
        let plain = (r#"{"a":"}"}"#, false);
        for text in [
            r#"{"a":"}"}"#,
            "\u{feff}{\"a\":\"}\"}",
            "```json\n{\"a\":\"}\"}\n```",
            "Here you are: {\"a\":\"}\"} Anything else?",
            "<|channel|>final<|message|>{\"a\":\"}\"}<|return|>",
            "◁think▷a brace { and more◁/think▷{\"a\":\"}\"}",
            "[THINK]a set {x: y and z}[/THINK] {\"a\":\"}\"}",
            "[{\"a\":\"}\"}]",
        ] {
            check(text, &[plain]);
        }
        check("<think>{\"b\":1}</think>{\"a\":\"}\"}", &[(r#"{"b":1}"#, false), plain]);
        check(r#"{"a":"say \"}\" twice"}"#, &[(r#"{"a":"say \"}\" twice"}"#, false)]);
    }

    #[test]
    fn incomplete_objects_are_ignored() {
        for text in
            ["", "no", "[1]", "{", "{\"a\": ", "{\"a\": \"b", "{\"a\": [1, 2", "{a b}", "{\"a\" \"b\"}"]
        {
            check(text, &[]);
        }
        let parts = objects_in("{\"a\": {\"b\": 1}, \"c");
        assert!(parts.len() == 1 && parts[0].is_part, "{parts:?}");
        assert!(!objects_in("{\"b\": 1} {")[0].is_part);
    }

    #[test]
    fn a_string_that_holds_an_object_is_decoded() {
        let inside = Some(r#"{"a":"say \"b\""}"#.to_owned());
        assert_eq!(decoded(r#""{\"a\":\"say \\\"b\\\"\"}""#), inside);
        assert_eq!(decoded(r#"{\"a\":\"say \\\"b\\\"\"}"#), inside);
        assert_eq!(decoded(r#"{"a":1}"#), None);
    }

    #[test]
    fn a_text_with_countless_braces_is_abandoned_in_time() {
        let start = std::time::Instant::now();
        for hostile in ["{".repeat(1 << 17), "{\"a\":[".repeat(1 << 15), "{\"a\":\"".repeat(1 << 15)] {
            assert!(objects_in(&hostile).is_empty());
        }
        assert!(start.elapsed().as_secs() < 20, "parsing took {:?}", start.elapsed());
        let many = "{}".repeat(1 << 16);
        assert_eq!(objects_in(&many).len(), MAX_OBJECTS);
    }
}
