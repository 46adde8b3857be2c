//! Collects a model's text from every place where services put it.

use serde_json::{Map, Value};

const MAX_DEPTH: usize = 16;

/// Members with the model's text.
const TEXT_FIELDS: [&str; 13] = [
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
/// Members with the arguments of a tool call, or the answer itself.
const TOOL_FIELDS: [&str; 10] = [
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
/// The same, directly in a response, whose other members may repeat the question.
const RESPONSE_TOOL_FIELDS: [&str; 3] = ["tool_calls", "function_call", "parsed"];
/// Members of a response whose objects may contain the model's output.
const RESPONSE_OBJECT_FIELDS: [&str; 5] = ["content", "content_block", "message", "delta", "completion"];
const REASONING_FIELDS: [&str; 6] =
    ["reasoning_content", "reasoning", "thinking", "reasoning_text", "reasoning_details", "thought"];

/// Members that show that an object is a part of a response, not the answer itself.
const PART_FIELDS: [&str; 6] = ["type", "role", "index", "finish_reason", "finishReason", "stop_reason"];

#[derive(Debug, Default)]
pub(super) struct Gathered {
    text: String,
    arguments: String,
    reasoning: String,
}

#[derive(Clone, Copy)]
enum Channel {
    Text,
    Arguments,
    Reasoning,
}

impl Gathered {
    /// The message may be a part or a list of parts.
    pub(super) fn add(&mut self, message: &Value) {
        self.visit(message, Channel::Text, 0);
    }

    /// For a response without a list of alternative answers.
    pub(super) fn add_response(&mut self, response: &Value) {
        let Some(fields) = response.as_object() else { return };
        let channel = channel_of(fields, Channel::Text);
        for (name, value) in output_fields(fields) {
            let own = match name {
                _ if matches!(channel, Channel::Reasoning) || REASONING_FIELDS.contains(&name) => {
                    Channel::Reasoning
                }
                _ if RESPONSE_TOOL_FIELDS.contains(&name) => Channel::Arguments,
                _ => channel,
            };
            self.visit(value, own, 1);
        }
    }

    /// Returns the likely answers, the likeliest first, and the reasoning.
    pub(super) fn into_texts(self) -> (Vec<String>, String) {
        let texts = [self.arguments, self.text].into_iter().filter(|text| !text.trim().is_empty());
        (texts.collect(), self.reasoning)
    }

    fn visit(&mut self, value: &Value, channel: Channel, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match value {
            Value::String(text) => self.channel(channel).push_str(text),
            Value::Array(items) => items.iter().for_each(|item| self.visit(item, channel, depth + 1)),
            Value::Object(fields) => self.visit_object(fields, value, channel, depth),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn visit_object(&mut self, fields: &Map<String, Value>, whole: &Value, channel: Channel, depth: usize) {
        let channel = channel_of(fields, channel);
        let mut is_known = false;
        for (names, own) in [
            (&TEXT_FIELDS[..], channel),
            (&TOOL_FIELDS[..], Channel::Arguments),
            (&REASONING_FIELDS[..], Channel::Reasoning),
        ] {
            let own = if matches!(channel, Channel::Reasoning) { Channel::Reasoning } else { own };
            for value in names.iter().filter_map(|name| fields.get(*name)) {
                is_known = true;
                self.visit(value, own, depth + 1);
            }
        }
        // Any other object is the answer itself, as JSON instead of a string.
        let is_part = PART_FIELDS.iter().any(|name| fields.contains_key(*name));
        if !is_known && !is_part && !fields.is_empty() {
            self.channel(channel).push_str(&whole.to_string());
        }
    }

    const fn channel(&mut self, channel: Channel) -> &mut String {
        match channel {
            Channel::Text => &mut self.text,
            Channel::Arguments => &mut self.arguments,
            Channel::Reasoning => &mut self.reasoning,
        }
    }
}

pub(super) fn holds_answer(response: &Value) -> bool {
    response.as_object().is_some_and(|fields| output_fields(fields).next().is_some())
}

fn output_fields(fields: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    let names = TEXT_FIELDS.iter().chain(&RESPONSE_TOOL_FIELDS).chain(&REASONING_FIELDS);
    let found = names.filter_map(|name| Some((*name, fields.get(*name)?)));
    found.filter(|(name, value)| match value {
        // A `message` that is a string is a notice of the service.
        Value::String(_) => *name != "message",
        Value::Array(_) => true,
        Value::Object(_) => RESPONSE_OBJECT_FIELDS.contains(name) || RESPONSE_TOOL_FIELDS.contains(name),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    })
}

/// The part's type decides, or else the surrounding value.
fn channel_of(fields: &Map<String, Value>, channel: Channel) -> Channel {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let is_reasoning = fields.get("thought").and_then(Value::as_bool) == Some(true)
        || ["thinking", "reasoning", "thought"].iter().any(|word| kind.contains(word));
    let is_call = ["tool", "function", "json"].iter().any(|word| kind.contains(word));
    match channel {
        _ if is_reasoning => Channel::Reasoning,
        Channel::Text if is_call => Channel::Arguments,
        channel => channel,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(message: &Value, texts: &[&str], reasoning: &str) {
        let mut gathered = Gathered::default();
        gathered.add(message);
        let found = gathered.into_texts();
        assert_eq!(
            (found.0, found.1.as_str()),
            (texts.iter().map(|it| (*it).to_owned()).collect(), reasoning),
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
    fn tool_arguments_are_found_as_a_string_and_as_an_object() {
        let call = |arguments: Value| json!({"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": arguments}}]});
        check(&call(json!("{\"a\":1}")), &[r#"{"a":1}"#], "");
        check(&call(json!({"a": 1})), &[r#"{"a":1}"#], "");
        check(&json!({"function_call": {"name": "f", "arguments": "{}"}}), &["{}"], "");
        check(&json!({"type": "tool_use", "name": "f", "input": {"a": 1}}), &[r#"{"a":1}"#], "");
        check(&json!({"functionCall": {"name": "f", "args": {"a": 1}}}), &[r#"{"a":1}"#], "");
        check(&json!({"content": "", "tool_calls": null}), &[], "");
    }

    #[test]
    fn reasoning_is_separated_from_text() {
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
