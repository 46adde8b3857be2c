//! The bodies of errors, of which every family of services has its own.

use std::time::Duration;

use serde_json::Value;

use super::ServiceError;

/// Reads an error's body as well as it goes. What is no JSON (a proxy's page)
/// is not quoted.
pub(super) fn read(body: &[u8]) -> ServiceError {
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => of_value(&value),
        Err(_) if body.iter().all(u8::is_ascii_whitespace) => said("an empty body"),
        Err(_) => said("a body that is no JSON"),
    }
}

/// Reads an error out of a JSON value.
pub(super) fn of_value(value: &Value) -> ServiceError {
    match value {
        // Gemini's compatible endpoint wraps its error in an array.
        Value::Array(values) => values.first().map_or_else(|| said("an empty list"), of_value),
        // Ollama and LM Studio say just what it is.
        Value::String(message) => said(message),
        Value::Object(fields) => match (fields.get("error"), fields.get("detail")) {
            (Some(inner @ (Value::Object(_) | Value::String(_))), _) => of_value(inner),
            (None, Some(detail)) => said(&detail_of(detail)),
            // eBay has a list of errors.
            _ => match fields.get("errors") {
                Some(errors @ Value::Array(_)) => of_value(errors),
                _ => of_fields(value),
            },
        },
        _ => said("no error that can be read"),
    }
}

fn said(message: &str) -> ServiceError {
    ServiceError { message: message.to_owned(), ..ServiceError::default() }
}

/// An object with its message and code, as nearly all have them.
fn of_fields(value: &Value) -> ServiceError {
    let word = |name: &str| match value.get(name) {
        Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let details = value.get("details").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    ServiceError {
        code: code_of(word("code"), word("type").or_else(|| word("status"))),
        message: word("message").unwrap_or_else(|| "no message".to_owned()),
        retry_after: details.iter().find_map(|detail| seconds(detail.get("retryDelay")?.as_str()?)),
        quotas: details.iter().flat_map(quotas).collect(),
        ..ServiceError::default()
    }
}

/// A code in words says more than one in numbers; OpenAI has a quota's end in
/// either of the two fields.
fn code_of(code: Option<String>, kind: Option<String>) -> Option<String> {
    match (code, kind) {
        (Some(code), Some(kind)) if kind == "insufficient_quota" || code.parse::<u32>().is_ok() => Some(kind),
        (code, kind) => code.or(kind),
    }
}

/// The quotas that one of Gemini's details names.
fn quotas(detail: &Value) -> Vec<String> {
    let violations = detail.get("violations").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    violations.iter().filter_map(|violation| violation.get("quotaId")?.as_str().map(str::to_owned)).collect()
}

/// A duration such as `45.8s`.
fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

/// What FastAPI says of a request: a text, or a list with a place each.
fn detail_of(detail: &Value) -> String {
    let Value::Array(problems) = detail else {
        return detail.as_str().map_or_else(|| "no message".to_owned(), str::to_owned);
    };
    let problems = problems.iter().map(|problem| {
        let place = problem.get("loc").and_then(Value::as_array).into_iter().flatten();
        let place: Vec<&str> = place.filter_map(Value::as_str).collect();
        format!("{} {}", place.join("."), problem.get("msg").and_then(Value::as_str).unwrap_or_default())
    });
    problems.collect::<Vec<_>>().join("; ")
}
