//! Complete answers with an odd member, and unusual base addresses.

use listing_testkit::service::Step;
use serde_json::{Value, json};

use super::{Habit, chat, habit, shaped};
use crate::fake_model;
use crate::formats::Format;

/// Answers only at `path`, called with the base address `base`.
fn at(name: &'static str, format: Format, base: &'static str, path: &'static str) -> Habit {
    let there = habit(name, format, move |_, request| {
        if request.path == path {
            fake_model::good(format, request)
        } else {
            Step::raw(404, r#"{"detail":"Not Found"}"#)
        }
    });
    Habit { base: Some(base), ..there }
}

fn odd(answer: &Value, place: &str, value: Value) -> Value {
    let mut response = Format::OpenAi.done(&answer.to_string());
    *response.pointer_mut(place).unwrap() = value;
    response
}

#[expect(clippy::too_many_lines, reason = "a table of servers")]
pub(super) fn all() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, Ollama, OpenAi};
    vec![
        shaped("usage is null", OpenAi, |answer| odd(&answer, "/usage", json!(null))),
        shaped("counts are null", OpenAi, |answer| odd(&answer, "/usage/prompt_tokens", json!(null))),
        shaped("counts are fractions", OpenAi, |answer| {
            odd(&answer, "/usage/completion_tokens", json!(12.5))
        }),
        shaped("counts are negative", OpenAi, |answer| odd(&answer, "/usage/prompt_tokens", json!(-1))),
        shaped("finish_reason is empty", OpenAi, |answer| {
            odd(&answer, "/choices/0/finish_reason", json!(""))
        }),
        shaped("finish_reason is a number", OpenAi, |answer| {
            odd(&answer, "/choices/0/finish_reason", json!(0))
        }),
        shaped(
            "finish_reason is missing",
            OpenAi,
            |answer| json!({"choices": [{"message": {"content": answer.to_string()}}]}),
        ),
        shaped("error is an empty object", OpenAi, |answer| {
            let mut response = chat(json!({"content": answer.to_string()}));
            response["error"] = json!({});
            response
        }),
        shaped("error is false", OpenAi, |answer| {
            let mut response = chat(json!({"content": answer.to_string()}));
            response["error"] = json!(false);
            response
        }),
        shaped("error is a word for nothing", OpenAi, |answer| {
            let mut response = chat(json!({"content": answer.to_string()}));
            response["error"] = json!("None");
            response
        }),
        shaped("error is a code of success", OpenAi, |answer| {
            let mut response = chat(json!({"content": answer.to_string()}));
            response["error"] = json!({"code": "0", "message": null});
            response
        }),
        shaped("base_resp says success", OpenAi, |answer| {
            let mut response = chat(json!({"content": answer.to_string()}));
            response["base_resp"] = json!({"status_code": 0, "status_msg": "success"});
            response
        }),
        habit("a byte-order mark", OpenAi, |_, request| {
            Step::raw(
                200,
                &format!("\u{feff}{}", Format::OpenAi.done(&fake_model::answer(request).to_string())),
            )
        }),
        habit("created and not OK", OpenAi, |_, request| {
            Step::raw(201, &Format::OpenAi.done(&fake_model::answer(request).to_string()).to_string())
        }),
        shaped("cut behind the answer", OpenAi, |answer| Format::OpenAi.cut(&format!("{answer}\n\n\n\n"))),
        shaped("stop_details is a text", Anthropic, |answer| {
            json!({"content": [{"type": "text", "text": answer.to_string()}], "stop_reason": "end_turn",
                "stop_details": "done", "usage": {"input_tokens": null, "output_tokens": "200"}})
        }),
        shaped("counts are missing", Gemini, |answer| {
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": answer.to_string(), "thought": null}]}}],
                "usageMetadata": null, "promptFeedback": null})
        }),
        shaped("durations are floats", Ollama, |answer| {
            json!({"message": {"content": answer.to_string()}, "done": true, "done_reason": "stop",
                "eval_count": 200.0, "prompt_eval_count": null})
        }),
        habit("no parts because thinking took all", Gemini, |number, request| match number {
            0 => Step::ok(
                &json!({"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}],
                "usageMetadata": {"promptTokenCount": 1706, "thoughtsTokenCount": 2999}}),
            ),
            _ => fake_model::good(Gemini, request),
        }),
        habit("no content once", OpenAi, |number, request| match number {
            0 => Step::ok(&chat(json!({"role": "assistant", "content": null}))),
            _ => fake_model::good(OpenAi, request),
        }),
        at("an address without the version", OpenAi, "", "/v1/chat/completions"),
        at("a service without a version", OpenAi, "", "/chat/completions"),
        at("the address of the whole endpoint", OpenAi, "/v1/chat/completions/", "/v1/chat/completions"),
        at("a version after a path", OpenAi, "/api", "/api/v1/chat/completions"),
        at("the address that its own clients take", Anthropic, "", "/v1/messages"),
        at(
            "the address of another service's format",
            Gemini,
            "/v1beta/openai",
            "/v1beta/models/tester-1:generateContent",
        ),
        at("the address of the compatible interface", Ollama, "/v1", "/api/chat"),
    ]
}
