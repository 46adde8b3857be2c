//! Collects text from every place where a service may put it.

use serde_json::{Map, Value};

/// The most levels of nesting that are read.
const MAX_DEPTH: usize = 16;

/// Members that hold the model's text.
const SAID: [&str; 13] = [
    "content",
    "content_block",
    "parts",
    "text",
    "output_text",
    "value",
    "response",
    "message",
    "delta",
    "output",
    "completion",
    "result",
    "generated_text",
];
/// Members that hold the arguments of a tool, or the answer itself.
const CALLED: [&str; 10] = [
    "tool_calls",
    "function_call",
    "functionCall",
    "function",
    "arguments",
    "args",
    "input",
    "partial_json",
    "parsed",
    "json",
];
/// Members of a whole response that hold the same; its other members may repeat the question.
const CALLED_THERE: [&str; 3] = ["tool_calls", "function_call", "parsed"];
/// Members that are an object in a whole response.
const OBJECTS_THERE: [&str; 5] = ["content", "content_block", "message", "delta", "completion"];
/// Members that hold the model's reasoning.
const THOUGHT: [&str; 6] =
    ["reasoning_content", "reasoning", "thinking", "reasoning_text", "reasoning_details", "thought"];

/// Members of a part of a response, even of an empty part.
const PART: [&str; 6] = ["type", "role", "index", "finish_reason", "finishReason", "stop_reason"];

/// The texts that a model wrote, by place.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    said: String,
    called: String,
    thought: String,
}

/// The text that a value belongs to.
#[derive(Clone, Copy)]
enum Place {
    Said,
    Called,
    Thought,
}

impl Gathered {
    /// Adds the text of a message, a part of one, or a list of parts.
    pub(super) fn add(&mut self, message: &Value) {
        self.look(message, Place::Said, 0);
    }

    /// Adds the text of a whole response that has no alternatives.
    pub(super) fn add_response(&mut self, response: &Value) {
        let Some(fields) = response.as_object() else { return };
        let place = place_of(fields, Place::Said);
        for (name, value) in places(fields) {
            let own = match name {
                _ if matches!(place, Place::Thought) || THOUGHT.contains(&name) => Place::Thought,
                _ if CALLED_THERE.contains(&name) => Place::Called,
                _ => place,
            };
            self.look(value, own, 1);
        }
    }

    /// Returns the texts that may be the answer, the likeliest first, and the reasoning.
    pub(super) fn into_texts(self) -> (Vec<String>, String) {
        let texts = [self.called, self.said].into_iter().filter(|text| !text.trim().is_empty());
        (texts.collect(), self.thought)
    }

    fn look(&mut self, value: &Value, place: Place, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match value {
            Value::String(text) => self.place(place).push_str(text),
            Value::Array(items) => items.iter().for_each(|item| self.look(item, place, depth + 1)),
            Value::Object(fields) => self.look_into(fields, value, place, depth),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn look_into(&mut self, fields: &Map<String, Value>, whole: &Value, place: Place, depth: usize) {
        let place = place_of(fields, place);
        let mut is_known = false;
        for (names, own) in [(&SAID[..], place), (&CALLED[..], Place::Called), (&THOUGHT[..], Place::Thought)]
        {
            let own = if matches!(place, Place::Thought) { Place::Thought } else { own };
            for value in names.iter().filter_map(|name| fields.get(*name)) {
                is_known = true;
                self.look(value, own, depth + 1);
            }
        }
        // An object that is not part of a message is the answer itself, not written as a text.
        let is_part = PART.iter().any(|name| fields.contains_key(*name));
        if !is_known && !is_part && !fields.is_empty() {
            self.place(place).push_str(&whole.to_string());
        }
    }

    const fn place(&mut self, place: Place) -> &mut String {
        match place {
            Place::Said => &mut self.said,
            Place::Called => &mut self.called,
            Place::Thought => &mut self.thought,
        }
    }
}

/// Returns whether a response has a member for an answer.
pub(super) fn holds_answer(response: &Value) -> bool {
    response.as_object().is_some_and(|fields| places(fields).next().is_some())
}

/// Returns the members of a whole response that hold the model's output.
fn places(fields: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    let names = SAID.iter().chain(&CALLED_THERE).chain(&THOUGHT);
    let found = names.filter_map(|name| Some((*name, fields.get(*name)?)));
    found.filter(|(name, value)| match value {
        // A `message` that is a text is about the response.
        Value::String(_) => *name != "message",
        Value::Array(_) => true,
        Value::Object(_) => OBJECTS_THERE.contains(name) || CALLED_THERE.contains(name),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    })
}

/// Returns the place that a part's own type gives it.
fn place_of(fields: &Map<String, Value>, place: Place) -> Place {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let is_thought = fields.get("thought").and_then(Value::as_bool) == Some(true)
        || ["thinking", "reasoning", "thought"].iter().any(|word| kind.contains(word));
    let is_call = ["tool", "function", "json"].iter().any(|word| kind.contains(word));
    match place {
        _ if is_thought => Place::Thought,
        Place::Said if is_call => Place::Called,
        place => place,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(message: &Value, texts: &[&str], thought: &str) {
        let mut gathered = Gathered::default();
        gathered.add(message);
        let found = gathered.into_texts();
        assert_eq!(
            (found.0, found.1.as_str()),
            (texts.iter().map(|it| (*it).to_owned()).collect(), thought),
            "{message}"
        );
    }

    #[test]
    fn text_is_found_at_any_position() {
        check(&json!({"role": "assistant", "content": "a", "refusal": null}), &["a"], "");
        check(
            &json!({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}),
            &["ab"],
            "",
        );
        check(&json!({"content": [{"type": "output_text", "text": {"value": "a"}}]}), &["a"], "");
        check(&json!({"content": {"a": 1}}), &[r#"{"a":1}"#], "");
        check(&json!({"content": "a", "parsed": {"a": 1}}), &[r#"{"a":1}"#, "a"], "");
        check(
            &json!({"output": [{"type": "message", "content": [{"type": "output_text", "text": "a"}]}]}),
            &["a"],
            "",
        );
    }

    #[test]
    fn arguments_are_found_as_text_and_as_an_object() {
        let call = |arguments: Value| json!({"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": arguments}}]});
        check(&call(json!("{\"a\":1}")), &[r#"{"a":1}"#], "");
        check(&call(json!({"a": 1})), &[r#"{"a":1}"#], "");
        check(&json!({"function_call": {"name": "f", "arguments": "{}"}}), &["{}"], "");
        check(&json!({"type": "tool_use", "name": "f", "input": {"a": 1}}), &[r#"{"a":1}"#], "");
        check(&json!({"functionCall": {"name": "f", "args": {"a": 1}}}), &[r#"{"a":1}"#], "");
        check(&json!({"content": "", "tool_calls": null}), &[], "");
    }

    #[test]
    fn thinking_is_separated_from_text() {
        check(&json!({"content": null, "reasoning_content": "t"}), &[], "t");
        check(
            &json!([{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}, {"type": "text", "text": "a"}]),
            &["a"],
            "t",
        );
        check(&json!([{"text": "t", "thought": true}, {"text": "a"}]), &["a"], "t");
        check(
            &json!({"reasoning_details": [{"type": "reasoning.text", "text": "t"}], "content": "a"}),
            &["a"],
            "t",
        );
    }
}
