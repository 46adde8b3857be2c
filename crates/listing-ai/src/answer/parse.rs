//! Finds the JSON object in what a model wrote.

use serde_json::Value;

/// An object, and whether its text had to be mended.
pub(super) struct Parsed {
    pub(super) value: Value,
    pub(super) is_repaired: bool,
}

/// The first complete object in a text that may have thinking, a fence or prose
/// around it. `None` when there is none, also when it ends too early: what is
/// missing is not made up.
pub(super) fn object_in(text: &str) -> Option<Parsed> {
    let text = without_thinking(text.trim_start_matches('\u{feff}'));
    // An object inside one that cannot be read is not the answer, so only the
    // first one is tried.
    let object = balanced(&text[text.find('{')?..])?;
    let parsed = |text: &str| serde_json::from_str(text).ok().filter(Value::is_object);
    let mended = || Some(Parsed { value: parsed(&repaired(object))?, is_repaired: true });
    parsed(object).map(|value| Parsed { value, is_repaired: false }).or_else(mended)
}

/// The text after what a model thought aloud.
fn without_thinking(text: &str) -> &str {
    const ENDS: [&str; 2] = ["</think>", "</thinking>"];
    let end = ENDS.iter().filter_map(|end| text.rfind(end).map(|at| at + end.len())).max();
    end.map_or(text, |end| &text[end..])
}

/// The part of a text from its first brace to the one that closes it.
fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut in_string, mut is_escaped) = (0_u32, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            '{' if !in_string => depth += 1,
            '}' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            _ => {}
        }
    }
    None
}

/// The text without the three mistakes that say nothing else: a comma before a
/// closing bracket, a bare line break inside a string, typographic quotes around
/// names and strings.
fn repaired(text: &str) -> String {
    let text = if text.contains('"') { text.to_owned() } else { text.replace(['“', '”'], "\"") };
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for c in text.chars() {
        if is_escaped {
            is_escaped = false;
        } else if in_string && c == '\\' {
            is_escaped = true;
        } else if c == '"' {
            in_string = !in_string;
        } else if in_string && (c == '\n' || c == '\t') {
            out.push_str(if c == '\n' { "\\n" } else { "\\t" });
            continue;
        } else if !in_string && matches!(c, '}' | ']') {
            let kept = out.trim_end().trim_end_matches(',').len();
            out.truncate(kept);
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(&str, bool)>) {
        let parsed = object_in(text).map(|parsed| (parsed.value.to_string(), parsed.is_repaired));
        assert_eq!(parsed, expected.map(|(json, repaired)| (json.to_owned(), repaired)), "{text}");
    }

    #[test]
    fn the_object_is_found_whatever_stands_around_it() {
        let plain = Some((r#"{"a":"}"}"#, false));
        check(r#"{"a":"}"}"#, plain);
        check("\u{feff}{\"a\":\"}\"}", plain);
        check("```json\n{\"a\":\"}\"}\n```", plain);
        check("Here you are: {\"a\":\"}\"} Anything else?", plain);
        check("<think>{\"b\":1}</think>{\"a\":\"}\"}", plain);
        check("{\"a\":\"}\"} {\"b\":2}", plain);
        check(r#"{"a":"say \"}\" twice"}"#, Some((r#"{"a":"say \"}\" twice"}"#, false)));
    }

    #[test]
    fn small_mistakes_are_mended() {
        check("{\"a\": [1, 2, ], }", Some((r#"{"a":[1,2]}"#, true)));
        check("{\"a\": \"one\ntwo\"}", Some((r#"{"a":"one\ntwo"}"#, true)));
        check("{“a”: “b”}", Some((r#"{"a":"b"}"#, true)));
        check("{\"a\": \"« “b” »\"}", Some((r#"{"a":"« “b” »"}"#, false)));
    }

    #[test]
    fn what_is_not_complete_is_nothing() {
        for text in ["", "no", "[1]", "{\"a\": \"b", "{\"a\": {\"b\": 1}", "{a: {\"b\": 1}}", "{\"a\" \"b\"}"]
        {
            check(text, None);
        }
    }
}
