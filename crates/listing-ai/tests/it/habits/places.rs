//! The answer in an unusual place of the response.

use listing_testkit::service::Step;
use serde_json::{Value, json};

use super::{Habit, chat, habit, shaped};
use crate::fake_model;
use crate::formats::Format;

pub(super) fn stream(events: &[Value]) -> Step {
    let events: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let events = events.concat();
    Step::raw(200, &format!("{events}data: [DONE]\n\n"))
}

/// Pieces may end within a word.
fn pieces(text: &str) -> Vec<String> {
    text.chars().collect::<Vec<_>>().chunks(97).map(|piece| piece.iter().collect()).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "`shaped` hands it over")]
fn chat_of(answer: Value) -> Value {
    chat(json!({"role": "assistant", "content": answer.to_string()}))
}

pub(super) fn all() -> Vec<Habit> {
    [openai(), others()].into_iter().flatten().collect()
}

#[expect(clippy::too_many_lines, reason = "a table of servers")]
fn openai() -> Vec<Habit> {
    use Format::OpenAi;
    vec![
        shaped("content is a list with thinking", OpenAi, |answer| {
            let thinking = json!({"type": "thinking", "thinking": [{"type": "text", "text": "A jacket {"}]});
            chat(
                json!({"role": "assistant", "content": [thinking, {"type": "text", "text": answer.to_string()}]}),
            )
        }),
        shaped("content is the object itself", OpenAi, |answer| chat(json!({"content": answer}))),
        shaped("the answer is in reasoning_content", OpenAi, |answer| {
            chat(json!({"content": null, "reasoning_content": answer.to_string()}))
        }),
        shaped("the answer is in reasoning", OpenAi, |answer| {
            chat(json!({"content": "", "reasoning": answer.to_string(), "tool_calls": []}))
        }),
        shaped("arguments are an object", OpenAi, |answer| {
            chat(
                json!({"content": null, "tool_calls": [{"function": {"name": "listings", "arguments": answer}}]}),
            )
        }),
        shaped("arguments are encoded twice", OpenAi, |answer| {
            let twice = json!(answer.to_string()).to_string();
            chat(
                json!({"content": null, "tool_calls": [{"function": {"name": "listings", "arguments": twice}}]}),
            )
        }),
        shaped("empty arguments next to the answer", OpenAi, |answer| {
            let call = json!({"function": {"name": "listings", "arguments": "{}"}});
            chat(json!({"content": answer.to_string(), "tool_calls": [call]}))
        }),
        shaped("the old function_call", OpenAi, |answer| {
            chat(
                json!({"content": null, "function_call": {"name": "listings", "arguments": answer.to_string()}}),
            )
        }),
        shaped(
            "a message without a choice",
            OpenAi,
            |answer| json!({"message": {"role": "assistant", "content": answer.to_string()}, "done": true}),
        ),
        shaped("a response inside data", OpenAi, |answer| json!({"data": chat_of(answer), "success": true})),
        shaped("the answer is parsed already", OpenAi, |answer| {
            chat(json!({"content": null, "parsed": answer}))
        }),
        shaped(
            "the choice has a text",
            OpenAi,
            |answer| json!({"choices": [{"text": answer.to_string(), "finish_reason": "stop"}]}),
        ),
        shaped("the answer of another format", OpenAi, |answer| {
            json!({"object": "response", "status": "completed", "output": [
                {"type": "reasoning", "summary": []},
                {"type": "message", "role": "assistant",
                    "content": [{"type": "output_text", "text": answer.to_string()}]},
            ]})
        }),
        habit("an unrequested stream", OpenAi, |_, request| {
            let mut events =
                vec![json!({"choices": [{"delta": {"role": "assistant", "content": ""}}], "usage": null})];
            events.extend(
                pieces(&fake_model::answer(request).to_string())
                    .iter()
                    .map(|piece| json!({"choices": [{"delta": {"content": piece}, "finish_reason": null}]})),
            );
            events.push(json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}));
            events.push(json!({"choices": [], "usage": {"prompt_tokens": 1000, "completion_tokens": 200}}));
            stream(&events)
        }),
        habit("the stream's end behind the JSON", OpenAi, |_, request| {
            let body = Format::OpenAi.done(&fake_model::answer(request).to_string());
            Step::raw(200, &format!("{body}\n\ndata: [DONE]\n\n"))
        }),
        habit("streams by default", OpenAi, |_, request| {
            if request.body["stream"] == false {
                fake_model::good(OpenAi, request)
            } else {
                Step::raw(200, ": no\n\n")
            }
        }),
    ]
}

#[expect(clippy::too_many_lines, reason = "a table of servers")]
fn others() -> Vec<Habit> {
    use Format::{Anthropic, Gemini, Ollama};
    vec![
        shaped(
            "the input of a tool is a text",
            Anthropic,
            |answer| json!({"content": [{"type": "tool_use", "name": "listings", "input": answer.to_string()}], "stop_reason": "tool_use"}),
        ),
        shaped(
            "content is one text",
            Anthropic,
            |answer| json!({"content": answer.to_string(), "stop_reason": "end_turn", "usage": null}),
        ),
        habit("events of a message", Anthropic, |_, request| {
            let mut events = vec![
                json!({"type": "message_start", "message": {"content": [], "stop_reason": null, "usage": {"input_tokens": 1000}}}),
                json!({"type": "content_block_start", "content_block": {"type": "text", "text": ""}}),
            ];
            events.extend(
                pieces(&fake_model::answer(request).to_string())
                    .iter()
                    .map(|piece| json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": piece}})),
            );
            events.push(json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 200}}));
            stream(&events)
        }),
        shaped("the answer as a call of a function", Gemini, |answer| {
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [
                {"functionCall": {"name": "listings", "args": answer}}]}}]})
        }),
        shaped("a stream as one list", Gemini, |answer| {
            let parts = |text: &str| json!({"candidates": [{"content": {"parts": [{"text": text}]}}]});
            let text = answer.to_string();
            let (first, second) = text.split_at(40);
            json!([parts(first), parts(second), {"candidates": [{"finishReason": "STOP"}]}])
        }),
        shaped("a choice in place of content", Anthropic, chat_of),
        shaped("a choice in place of a candidate", Gemini, chat_of),
        shaped("a choice in place of a message", Ollama, chat_of),
        shaped(
            "a candidate inside a response",
            Gemini,
            |answer| json!({"response": {"candidates": [{"content": {"parts": [{"text": answer.to_string()}]}, "finishReason": "STOP"}]}}),
        ),
        shaped(
            "the answer is in thinking",
            Ollama,
            |answer| json!({"message": {"role": "assistant", "content": "", "thinking": answer.to_string()}, "done": true, "done_reason": "stop"}),
        ),
        shaped(
            "a generation in place of a chat",
            Ollama,
            |answer| json!({"response": answer.to_string(), "done": true, "done_reason": "stop"}),
        ),
        habit("line by line", Ollama, |_, request| {
            let lines = pieces(&fake_model::answer(request).to_string());
            let lines: Vec<String> = lines
                .iter()
                .map(|piece| {
                    json!({"message": {"role": "assistant", "content": piece}, "done": false}).to_string()
                })
                .collect();
            let end = json!({"message": {"content": ""}, "done": true, "done_reason": "stop"});
            Step::raw(200, &format!("{}\n{end}\n", lines.join("\n")))
        }),
    ]
}
