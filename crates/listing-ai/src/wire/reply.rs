//! Reads a model's reply. Some services answer in another format or wrap the response, so the places of all
//! formats are searched.

use listing_outbound::{Fault, ServiceError, documents};
use serde_json::Value;

use super::gather::{Gathered, holds_answer};
use super::lenient::{self, count, list, word};

/// Members with a whole response.
const ENVELOPES: [&str; 5] = ["response", "data", "result", "output", "body"];
const MAX_DEPTH: usize = 4;

/// Members with the reason why the reply ended.
const REASONS: [&str; 4] = ["finish_reason", "finishReason", "stop_reason", "done_reason"];
/// The reasons that mean a content filter.
const FILTERS: [&str; 8] = [
    "SAFETY",
    "PROHIBITED_CONTENT",
    "BLOCKLIST",
    "SPII",
    "RECITATION",
    "IMAGE_SAFETY",
    "MODEL_ARMOR",
    "LANGUAGE",
];

/// A model's reply, the same for all formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The possible answers, the likeliest first.
    pub texts: Vec<String>,
    /// The model's reasoning, where some servers put the answer.
    pub thinking: String,
    /// The reason why the reply ended.
    pub finish: Finish,
    /// The token counts, if reported.
    pub tokens: Tokens,
}

/// The reason why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// The answer is complete.
    Done,
    /// The token limit was reached.
    Truncated,
    /// The model or a content filter declined, for the service's reason.
    Refused(String),
    /// Another reason of the service; a retry may help.
    Other(String),
}

/// The tokens of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Tokens sent, including photos.
    pub input: u64,
    /// Tokens in the reply, including reasoning.
    pub output: u64,
}

impl Reply {
    /// Reads the body of a successful response.
    ///
    /// # Errors
    /// [`Fault::Malformed`] without an answer; [`Fault::Service`] if the body contains an error.
    pub(super) fn read(body: &[u8]) -> Result<Self, Fault> {
        let documents = documents(body)?;
        let mut responses = Responses::default();
        for document in &documents {
            responses.open(document, 0);
        }
        // OpenRouter reports failures of the services behind it with status 200.
        if let Some(error) = responses.error() {
            return Err(ServiceError::from_success_body(error).into());
        }
        let finish = responses.finish();
        if responses.answers.is_empty() && finish.is_none() {
            return Err(no_answer(&documents));
        }
        let mut gathered = Gathered::default();
        for answer in &responses.answers {
            match alternative(answer) {
                Some(alternative) => gathered.add(alternative),
                None => gathered.add_response(answer),
            }
        }
        let (texts, thinking) = gathered.into_texts();
        let finish = finish.unwrap_or_else(|| Finish::Other("no reason".to_owned()));
        Ok(Self { texts, thinking, finish, tokens: responses.tokens() })
    }

    /// The likeliest answer, which a correction request sends back.
    pub(crate) fn text(&self) -> &str {
        self.texts.first().map_or("{}", String::as_str)
    }
}

/// A single response or those of a stream, without wrappers.
#[derive(Default)]
struct Responses<'a> {
    all: Vec<&'a Value>,
    answers: Vec<&'a Value>,
}

impl<'a> Responses<'a> {
    fn open(&mut self, value: &'a Value, depth: usize) {
        if let Value::Array(items) = value {
            for item in items {
                self.open(item, depth);
            }
        }
        if !value.is_object() || depth > MAX_DEPTH {
            return;
        }
        self.all.push(value);
        if alternative(value).is_some() || holds_answer(value) {
            self.answers.push(value);
        } else {
            for name in ENVELOPES {
                self.open(&value[name], depth + 1);
            }
        }
    }

    /// Adds the messages and alternative answers inside them.
    fn inner(&self) -> impl Iterator<Item = &'a Value> {
        self.all.iter().copied().flat_map(|response| {
            let own = [response, &response["message"], &response["delta"]];
            own.into_iter().chain(alternative(response))
        })
    }

    fn error(&self) -> Option<&'a Value> {
        self.inner().find_map(|value| lenient::error(&value["error"]).or(lenient::error(&value["base_resp"])))
    }

    fn finish(&self) -> Option<Finish> {
        let last = |names: &[&str]| {
            self.inner().filter_map(|value| names.iter().find_map(|name| word(&value[*name]))).last()
        };
        let messages = || self.inner().flat_map(|value| [value, &value["message"], &value["delta"]]);
        if messages().any(|message| word(&message["refusal"]).is_some()) {
            return Some(Finish::Refused("refusal".to_owned()));
        }
        let blocked = self.all.iter().find_map(|response| word(&response["promptFeedback"]["blockReason"]));
        if let Some(reason) = blocked.filter(|_| self.answers.is_empty()) {
            return Some(Finish::Refused(reason.to_owned()));
        }
        let cut = self.all.iter().find_map(|response| word(&response["incomplete_details"]["reason"]));
        let status = || last(&["status"]).filter(|status| matches!(*status, "completed" | "incomplete"));
        let reason = last(&REASONS).or(cut).or_else(status)?;
        let lower = reason.to_ascii_lowercase();
        Some(match lower.as_str() {
            "stop" | "tool_calls" | "function_call" | "end_turn" | "stop_sequence" | "tool_use"
            | "completed" | "complete" => Finish::Done,
            "length"
            | "max_tokens"
            | "model_length"
            | "model_context_window_exceeded"
            | "max_output_tokens"
            | "incomplete" => Finish::Truncated,
            "content_filter" | "sensitive" => Finish::Refused("content_filter".to_owned()),
            "refusal" => {
                let category =
                    self.inner().filter_map(|value| word(&value["stop_details"]["category"])).last();
                Finish::Refused(category.unwrap_or("refusal").to_owned())
            }
            _ if FILTERS.iter().any(|filter| filter.eq_ignore_ascii_case(reason)) => {
                Finish::Refused(reason.to_owned())
            }
            _ => Finish::Other(reason.to_owned()),
        })
    }

    fn tokens(&self) -> Tokens {
        let counts = || self.inner().flat_map(|value| [value, &value["usage"], &value["usageMetadata"]]);
        // The counts of a stream grow from event to event.
        let most = |name: &str| counts().map(|value| count(&value[name])).max().unwrap_or(0);
        // Cached tokens come on top.
        let parts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
        let input = parts.iter().map(|name| most(name)).fold(0, u64::saturating_add);
        let others = ["prompt_tokens", "promptTokenCount", "prompt_eval_count"];
        let thought = most("candidatesTokenCount").saturating_add(most("thoughtsTokenCount"));
        let written = ["completion_tokens", "output_tokens", "eval_count"];
        Tokens {
            input: others.iter().map(|name| most(name)).fold(input, u64::max),
            output: written.iter().map(|name| most(name)).fold(thought, u64::max),
        }
    }
}

fn alternative(response: &Value) -> Option<&Value> {
    ["choices", "candidates"].iter().find_map(|name| list(&response[*name]).first())
}

fn no_answer(documents: &[Value]) -> Fault {
    let speaks = |document: &&Value| {
        ["message", "msg", "detail", "errors"]
            .iter()
            .any(|name| document.get(*name).is_some_and(Value::is_string))
    };
    match documents.iter().find(speaks) {
        Some(document) => ServiceError::from_success_body(document).into(),
        None => Fault::Malformed("the response has no answer in a known field".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &Value) -> Reply {
        Reply::read(body.to_string().as_bytes()).unwrap_or_else(|fault| panic!("{body}: {fault}"))
    }

    #[test]
    fn answer_is_read_from_every_format_and_wrapping() {
        let shapes = [
            json!({"choices": [{"message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}]}),
            json!({"choices": [{"text": "a", "finish_reason": "stop"}]}),
            json!({"type": "message", "role": "assistant", "content": [{"type": "text", "text": "a"}], "stop_reason": "end_turn"}),
            json!({"candidates": [{"content": {"role": "model", "parts": [{"text": "a"}]}, "finishReason": "STOP"}]}),
            json!({"message": {"role": "assistant", "content": "a"}, "done": true, "done_reason": "stop"}),
            json!({"response": "a", "done": true, "done_reason": "stop"}),
            json!({"object": "response", "status": "completed", "text": {"format": {"type": "text"}}, "reasoning": {"effort": null},
                "output": [{"type": "message", "content": [{"type": "output_text", "text": "a"}]}]}),
        ];
        for shape in shapes {
            for wrapped in [
                shape.clone(),
                json!({"data": shape}),
                json!({"code": 200, "message": "ok", "data": shape}),
                json!({"result": shape, "success": true, "errors": []}),
                json!({"output": shape}),
                json!({"data": {"response": shape}}),
                json!([shape]),
            ] {
                let reply = read(&wrapped);
                assert_eq!((reply.texts, reply.finish), (vec!["a".to_owned()], Finish::Done), "{wrapped}");
            }
        }
    }

    #[test]
    fn tokens_are_counted_under_every_name() {
        let tokens = |usage: Value| {
            let mut response = json!({"content": "a"});
            response.as_object_mut().unwrap().extend(usage.as_object().unwrap().clone());
            let Tokens { input, output } = read(&response).tokens;
            (input, output)
        };
        assert_eq!(tokens(json!({"usage": {"prompt_tokens": 7, "completion_tokens": 2}})), (7, 2));
        let cached = json!({"input_tokens": 3, "cache_read_input_tokens": 4, "output_tokens": 2});
        assert_eq!(tokens(json!({"usage": cached})), (7, 2));
        let gemini = json!({"promptTokenCount": 7, "candidatesTokenCount": 1, "thoughtsTokenCount": 1});
        assert_eq!(tokens(json!({"usageMetadata": gemini})), (7, 2));
        assert_eq!(tokens(json!({"prompt_eval_count": 7, "eval_count": 2.0})), (7, 2));
        assert_eq!(tokens(json!({"usage": null})), (0, 0));
    }

    #[test]
    fn response_without_an_answer_field_is_an_error() {
        for body in [
            json!({}),
            json!({"usage": {"prompt_tokens": 7}}),
            json!({"choices": []}),
            json!({"message": "No."}),
            json!({"data": {"message": "No."}}),
            json!({"code": 500, "data": null}),
        ] {
            assert!(Reply::read(body.to_string().as_bytes()).is_err(), "{body}");
        }
    }
}
