use reqwest::header::HeaderValue;

use super::*;

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap())).collect()
}

fn read(status: u16, body: &str) -> ServiceError {
    ServiceError::read(status, &HeaderMap::new(), body.as_bytes(), None)
}

#[test]
fn error_bodies_of_all_known_structures_are_read() {
    let check = |body: &str, code: Option<&str>, message: &str| {
        let error = read(400, body);
        assert_eq!((error.code.as_deref(), error.message.as_str()), (code, message), "{body}");
    };
    check(
        r#"{"error":{"message":"No.","type":"invalid_request_error","param":null,"code":"bad_image"}}"#,
        Some("bad_image"),
        "No.",
    );
    check(
        r#"{"error":{"code":400,"message":"No.","type":"invalid_request_error"}}"#,
        Some("invalid_request_error"),
        "No.",
    );
    check(
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Busy."},"request_id":"r"}"#,
        Some("overloaded_error"),
        "Busy.",
    );
    let gemini = r#"{"error":{"code":429,"message":"Quota.","status":"RESOURCE_EXHAUSTED","details":[]}}"#;
    check(gemini, Some("RESOURCE_EXHAUSTED"), "Quota.");
    check(&format!("[{gemini}]"), Some("RESOURCE_EXHAUSTED"), "Quota.");
    check(r#"{"error":"model not found"}"#, None, "model not found");
    check(
        r#"{"object":"error","message":"No.","type":"BadRequest","code":"1300"}"#,
        Some("BadRequest"),
        "No.",
    );
    check(r#"{"detail":"Not Found"}"#, None, "Not Found");
    check(
        r#"{"detail":[{"loc":["body","model"],"msg":"field required","type":"missing"}]}"#,
        None,
        "body.model field required",
    );
    let ebay = r#"{"errors":[{"errorId":1001,"domain":"OAuth","message":"Invalid access token"}]}"#;
    check(ebay, None, "Invalid access token");
    check("<html>Bad Gateway</html>", None, "a body that is not JSON");
    check("", None, "an empty body");
    check("7", None, "an unreadable error");
}

#[test]
fn keys_are_hidden_in_the_message_of_an_error() {
    let key = ApiKey::new("secret".to_owned());
    let body =
        r#"{"error":{"message":"Wrong key secret or sk-proj-abc, or AIzaSyA1234567890123456789012 !"}}"#;
    let error = ServiceError::read(401, &HeaderMap::new(), body.as_bytes(), Some(&key));
    assert_eq!(error.message, "Wrong key … or … or … !");
    assert_eq!(format!("{key:?}"), "ApiKey(…)");
    let long = format!(r#"{{"error":"{}"}}"#, "é ".repeat(600));
    assert_eq!(read(400, &long).message.chars().count(), MAX_MESSAGE_CHARS);
}

#[test]
fn a_retry_time_is_read_in_all_its_forms() {
    let check = |pairs: &[(&'static str, &str)], expected: Option<u64>| {
        assert_eq!(retry_after(&headers(pairs)), expected.map(Duration::from_millis), "{pairs:?}");
    };
    check(&[], None);
    check(&[("retry-after", "2")], Some(2_000));
    check(&[("retry-after", "0.25")], Some(250));
    check(&[("retry-after-ms", "150"), ("retry-after", "2")], Some(150));
    let (now, then) = ("Sat, 21 Nov 2026 10:00:00 GMT", "Sat, 21 Nov 2026 10:00:30 GMT");
    check(&[("date", now), ("retry-after", then)], Some(30_000));
    check(&[("date", then), ("retry-after", now)], Some(0));
    check(&[("retry-after", then)], None);
    check(&[("retry-after", "-1")], None);
    check(&[("retry-after", "soon")], None);
    let gemini = read(
        429,
        r#"{"error":{"code":429,"message":"Quota.","status":"RESOURCE_EXHAUSTED",
        "details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"45.5s"}]}}"#,
    );
    assert_eq!(gemini.retry_after, Some(Duration::from_millis(45_500)));
}

#[test]
fn an_error_sent_with_success_has_the_status_in_its_body() {
    let error = ServiceError::from_success_body(&serde_json::json!({"code": 429, "message": "Slow down."}));
    assert_eq!((error.status, error.message.as_str()), (429, "Slow down."));
    assert_eq!(ServiceError::from_success_body(&serde_json::json!({"message": "?"})).status, 502);
}

#[test]
fn parameters_and_reasons_are_found_anywhere_in_an_error() {
    let check = |body: &str, message: &str, hints: &[&str]| {
        let error = read(400, body);
        let found: Vec<&str> = error.hints.iter().map(String::as_str).collect();
        assert_eq!((error.message.as_str(), found.as_slice()), (message, hints), "{body}");
    };
    check(r#"{"error":{"message":"No.","param":"max_tokens"}}"#, "No.", &["max_tokens"]);
    check(
        r#"{"object":"error","message":{"detail":[{"loc":["body","store"],"msg":"Extra"}]},"code":null}"#,
        "body.store Extra",
        &["body.store"],
    );
    check(
        r#"{"message":"{\"detail\":[{\"loc\":[\"body\",\"n\"],\"msg\":\"Extra\"}]}"}"#,
        "body.n Extra",
        &["body.n"],
    );
    check(
        r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"tools: no"}}}"#,
        "Provider returned error: tools: no",
        &[],
    );
    check(
        r#"[{"error":{"code":400,"message":"Bad.","details":[
            {"reason":"API_KEY_INVALID"},{"fieldViolations":[{"field":"generation_config"}]}]}}]"#,
        "Bad.",
        &["API_KEY_INVALID", "generation_config"],
    );
    check("event: error\ndata: {\"error\":\"Busy.\"}\n\n", "Busy.", &[]);
    check("\u{feff}{\"error\":\"Busy.\"}", "Busy.", &[]);
    check("no available server\n", "no available server", &[]);
    check(
        r#"{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#,
        "insufficient balance",
        &[],
    );
    check(
        r#"{"error":{"message":"No.","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
        "No.",
        &["ResponsibleAIPolicyViolation"],
    );
}
