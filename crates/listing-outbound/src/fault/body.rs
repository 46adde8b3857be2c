//! Reads the bodies of error answers, which differ between services.

use std::time::Duration;

use serde_json::Value;

use super::ServiceError;
use crate::documents::values;

const MAX_DEPTH: usize = 8;
const MAX_PLAIN_CHARS: usize = 300;

/// Reads as far as possible. A proxy's page is not quoted.
pub(super) fn read(body: &[u8]) -> ServiceError {
    let text = String::from_utf8_lossy(body);
    match values(&text) {
        Ok(found) => found
            .iter()
            .find(|value| !value.is_null())
            .map_or_else(|| with_message("an empty list"), from_value),
        Err(_) if text.trim().is_empty() => with_message("an empty body"),
        Err(_) if is_plain(&text) => with_message(text.trim()),
        Err(_) => with_message("a body that is not JSON"),
    }
}

fn is_plain(text: &str) -> bool {
    !text.contains(['<', '>', '{', '\0']) && text.chars().count() <= MAX_PLAIN_CHARS
}

pub(super) fn from_value(value: &Value) -> ServiceError {
    at_depth(value, 0)
}

fn at_depth(value: &Value, depth: usize) -> ServiceError {
    if depth > MAX_DEPTH {
        return with_message("an unreadable error");
    }
    let inner = |value: &Value| at_depth(value, depth + 1);
    match value {
        // Gemini's OpenAI-compatible endpoint sends an array.
        Value::Array(values) => values.first().map_or_else(|| with_message("an empty list"), inner),
        Value::String(text) => from_text(text, depth),
        Value::Object(fields) => match (fields.get("error"), fields.get("detail"), fields.get("base_resp")) {
            (Some(error @ (Value::Object(_) | Value::Array(_))), _, _) => inner(error),
            (Some(Value::String(error)), _, _) if fields.get("message").is_none() => from_text(error, depth),
            (None, Some(detail), _) => from_detail(detail),
            (None, None, Some(base @ Value::Object(_))) => from_fields(base, depth),
            // eBay sends a list.
            _ => match fields.get("errors") {
                Some(errors @ Value::Array(_)) => inner(errors),
                _ => from_fields(value, depth),
            },
        },
        _ => with_message("an unreadable error"),
    }
}

fn with_message(message: &str) -> ServiceError {
    ServiceError { message: message.to_owned(), ..ServiceError::default() }
}

/// Ollama and LM Studio send a plain message, Mistral's proxy JSON within the text.
fn from_text(text: &str, depth: usize) -> ServiceError {
    let json = text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str::<Value>(text).ok());
    json.flatten().map_or_else(|| with_message(text), |value| at_depth(&value, depth + 1))
}

/// Nearly all services send an object with a message and a code.
fn from_fields(value: &Value, depth: usize) -> ServiceError {
    let word = |names: &[&str]| names.iter().find_map(|name| as_word(value.get(name)?));
    let inside = match value.get("message") {
        Some(inside @ (Value::Object(_) | Value::Array(_))) => Some(at_depth(inside, depth + 1)),
        Some(Value::String(text)) => Some(from_text(text, depth)),
        _ => None,
    };
    let inside = inside.unwrap_or_else(|| {
        with_message(
            &word(&["message", "msg", "status_msg", "title"]).unwrap_or_else(|| "no message".to_owned()),
        )
    });
    let details = value.get("details").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let raw = value.pointer("/metadata/raw").map(|raw| as_word(raw).unwrap_or_else(|| raw.to_string()));
    let hints = inside.hints.into_iter().chain(word(&["param"]));
    let hints = hints.chain(details.iter().flat_map(about)).chain(inner_code(value));
    ServiceError {
        code: code_of(word(&["code", "status_code"]), word(&["type"]).or_else(|| word(&["status"])))
            .or(inside.code),
        // OpenRouter has a separate field for the message of the service behind it.
        message: match raw {
            Some(raw) => format!("{}: {raw}", inside.message),
            None => inside.message,
        },
        retry_after: details.iter().find_map(|detail| seconds(detail.get("retryDelay")?.as_str()?)),
        quotas: details.iter().flat_map(|detail| texts(detail, "violations", "quotaId")).collect(),
        hints: hints.collect(),
        ..ServiceError::default()
    }
}

fn as_word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Prefers a word to a number. OpenAI reports an exhausted quota in either field.
fn code_of(code: Option<String>, kind: Option<String>) -> Option<String> {
    match (code, kind) {
        (Some(code), Some(kind)) if kind == "insufficient_quota" || code.parse::<u32>().is_ok() => Some(kind),
        (code, kind) => code.or(kind),
    }
}

/// For Azure.
fn inner_code(value: &Value) -> Option<String> {
    as_word(value.pointer("/innererror/code")?)
}

/// For one of Gemini's details.
fn about(detail: &Value) -> Vec<String> {
    let mut found = texts(detail, "fieldViolations", "field");
    found.extend(detail.get("reason").and_then(as_word));
    found
}

fn texts(value: &Value, list: &str, name: &str) -> Vec<String> {
    let items = value.get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(|item| as_word(item.get(name)?)).collect()
}

/// Parses `45.8s`.
fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

/// FastAPI's `detail` is a text, or a list of problems with their locations.
fn from_detail(detail: &Value) -> ServiceError {
    let Value::Array(problems) = detail else {
        return match detail {
            Value::Object(_) => from_fields(detail, MAX_DEPTH),
            _ => with_message(detail.as_str().unwrap_or("no message")),
        };
    };
    let place = |problem: &Value| {
        let place = problem.get("loc").and_then(Value::as_array).into_iter().flatten();
        place.filter_map(as_word).collect::<Vec<_>>().join(".")
    };
    let problem_texts = problems.iter().map(|problem| {
        format!("{} {}", place(problem), problem.get("msg").and_then(Value::as_str).unwrap_or_default())
    });
    ServiceError {
        message: problem_texts.collect::<Vec<_>>().join("; "),
        hints: problems.iter().map(place).collect(),
        ..ServiceError::default()
    }
}
