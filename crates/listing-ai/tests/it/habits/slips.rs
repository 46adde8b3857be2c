//! Good answers with harmless mistakes in the JSON.

use serde_json::json;

use super::{Habit, written};
use crate::formats::Format;

#[expect(clippy::too_many_lines, reason = "a table of servers")]
pub(super) fn all() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, Ollama, OpenAi};
    vec![
        written("marks of channels", OpenAi, |answer| {
            format!(
                "<|channel|>analysis<|message|>A {{jacket}}.<|end|><|start|>assistant<|channel|>final<|message|>{answer}<|return|>"
            )
        }),
        written("thinking in brackets with a brace", OpenAi, |answer| {
            format!("[THINK]The schema is {{observations: …}}.[/THINK]\n{answer}")
        }),
        written("thinking in triangles", OpenAi, |answer| format!("◁think▷First {{ then }}◁/think▷{answer}")),
        written("a draft while thinking", Ollama, |answer| {
            let mut draft = answer.clone();
            draft["product_type"] = json!("spaceship");
            format!("<think>Perhaps {draft}? No.</think>{answer}")
        }),
        written("a fence without a name and prose", Anthropic, |answer| {
            format!("Here is the {{JSON}} you asked for:\n```\n{answer}\n```\nAnything else?")
        }),
        written("comments", OpenAi, |answer| {
            answer.to_string().replacen('{', "{ // the photos\n", 1).replacen(
                "\"price\":",
                "/* cents */ \"price\":",
                1,
            )
        }),
        written("commas too many", Ollama, |answer| {
            answer.to_string().replace("],", ",],").replace("}}", "},}")
        }),
        written("names in single quotes", OpenAi, |answer| {
            answer.to_string().replace("\"observations\":", "'observations':").replace("\"price\":", "price:")
        }),
        written("quotes inside a text", OpenAi, |answer| {
            answer.to_string().replacen("on a hanger", "on a \"plain\" hanger", 1)
        }),
        written("words of Python", Gemini, |answer| answer.to_string().replace(":false", ":False")),
        written("a JSON string that holds the answer", OpenAi, |answer| {
            json!(answer.to_string()).to_string()
        }),
        written("nested objects as strings", OpenAi, |mut answer| {
            answer["listings"] = json!(answer["listings"].to_string());
            answer["price"] = json!(answer["price"].to_string());
            answer.to_string()
        }),
        written("wrapped in a member", Anthropic, |answer| json!({"result": answer}).to_string()),
        written("numbers as strings", Ollama, |mut answer| {
            answer["price"]["low"] = json!("4500");
            answer["price"]["mid"] = json!(6000.0);
            answer["suspicious_text"] = json!("false");
            answer.to_string()
        }),
        written("choices in another case", OpenAi, |mut answer| {
            answer["product_type"] = json!("Jacket");
            answer["attributes"]["condition"]["value"] = json!("VERY GOOD");
            answer["audience"] = json!("N/A");
            answer.to_string()
        }),
        written("null for what is absent", Gemini, |mut answer| {
            answer["visible_text"] = json!(null);
            answer["audience"] = json!(null);
            answer["attributes"]["brand"]["value"] = json!(null);
            answer["attributes"]["details"] = json!(null);
            answer.to_string()
        }),
        written("lists of one", OpenAi, |mut answer| {
            answer["observations"] = json!(["Photo 1 shows a black leather jacket on a hanger."]);
            answer["listings"]["vinted"]["hashtags"] = json!("#cuir #veste");
            answer.to_string()
        }),
    ]
}
