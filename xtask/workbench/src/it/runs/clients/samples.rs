//! Tests the documentation's code samples: taken from the served page, prepared as documented, and run.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use listing_testkit::pictures::PNG_DATA_URI;
use serde_json::{Value, json};

use super::answers::{STRANGERS_KEY, tight};
use super::language::{self, Language};
use super::toolbox::{end_of, stdout_of};
use super::{Environment, Figures, page};
use xtask::project;

/// The second one's result shows that the first one was charged.
const OPERATIONS: [&str; 2] = ["generateListings", "getUsage"];
/// Copied to the samples' folder.
const PHOTO: &str = "table-lamp.jpg";

/// With a key of its own account, and without one.
pub(super) fn verify(env: &Environment, language: &Language) -> Result<Figures> {
    let page = env.fetch("/docs")?;
    let samples = OPERATIONS.map(|operation| page::sample(&page, operation, language.name));
    let samples = samples.into_iter().collect::<Result<Vec<_>>>()?;
    let folder = tempfile::tempdir()?;
    fs::copy(project::samples().join(PHOTO), folder.path().join("photo.jpg"))?;
    let start = (language.prepare)(&env.toolbox, folder.path(), &samples)?;
    let key = env.deployment.account(&language.name.to_lowercase())?.key;
    let mut compared = 0;
    for operation in OPERATIONS {
        let result = run(&mut start(operation), &env.server.url, &key, folder.path())?;
        ensure!(result.is_fine, "the sample of {operation} failed: {}", end_of(&result.text));
        let (printed, facts) = (tight(&result.text), env.answers.facts(operation)?);
        for fact in &facts {
            ensure!(
                printed.contains(fact),
                "the sample of {operation} does not print {fact}: {}",
                end_of(&result.text)
            );
        }
        compared += facts.len();
    }
    for operation in OPERATIONS {
        let result = run(&mut start(operation), &env.server.url, STRANGERS_KEY, folder.path())?;
        ensure!(
            result.is_fine == language.exits_with_zero_on_refusal,
            "the sample of {operation} has the wrong exit code after a refusal: {}",
            result.text
        );
        let has_reason = tight(&result.text).contains(&tight(&env.answers.refusal));
        ensure!(
            has_reason,
            "the sample of {operation} does not print the reason for the refusal: {}",
            end_of(&result.text)
        );
    }
    Ok(vec![
        ("samples".to_owned(), OPERATIONS.len().to_string()),
        ("values printed as answered".to_owned(), compared.to_string()),
        ("refusals printed".to_owned(), OPERATIONS.len().to_string()),
    ])
}

/// Responses to the calls of `docs/api.md` must have the documented form.
pub(super) fn verify_calls_for_people(env: &Environment) -> Result<Figures> {
    language::assert_has_curl()?;
    let text = fs::read_to_string(project::root().join("docs/api.md"))?;
    let calls = page::calls(&text);
    ensure!(!calls.is_empty(), "docs/api.md has no call");
    let key = env.deployment.account("people")?.key;
    let generation = generate(&env.server.url, &key)?;
    let folder = tempfile::tempdir()?;
    for (call, answer) in &calls {
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path());
        let body = stdout_of(
            shell
                .args([
                    "-c",
                    &call.replace("BASE", &env.server.url).replace("/ID", &format!("/{generation}")),
                ])
                .env("KEY", &key),
        )?;
        let body: Value =
            serde_json::from_str(&body).with_context(|| format!("{call} printed no valid JSON: {body}"))?;
        let (expected, found) = (form(&serde_json::from_str(answer)?), form(&body));
        ensure!(is_documented(&expected, &found), "{call}: expected {expected}, found {found}");
    }
    Ok(vec![("calls".to_owned(), calls.len().to_string())])
}

/// Makes the generation that the calls of the page name, and returns its id.
fn generate(url: &str, key: &str) -> Result<String> {
    let body = json!({
        "photos": [PNG_DATA_URI], "platforms": ["ebay", "vinted"], "language": "fr", "sku": "JKT-0042"
    });
    let request = ureq::post(format!("{url}/api/v1/listings")).header("x-api-key", key);
    let answer = request.send_json(&body).context("the generation of the page failed")?;
    let id = answer.headers().get("x-generation-id").context("the response has no generation id")?;
    Ok(id.to_str()?.to_owned())
}

/// Returns true for a response with exactly the documented members. The last page of a list has no cursor.
fn is_documented(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            found.keys().all(|name| expected.contains_key(name))
                && expected.iter().all(|(name, value)| match found.get(name) {
                    Some(found) => is_documented(value, found),
                    None => name == "nextCursor",
                })
        }
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(one, other)| is_documented(one, other))
        }
        _ => expected == found,
    }
}

/// Replaces each text, number and Boolean by the name of its type.
fn form(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), form(value))).collect(),
        Value::Array(items) => items.iter().take(1).map(form).collect(),
        Value::String(_) => "text".into(),
        Value::Number(_) => "number".into(),
        Value::Bool(_) => "yes or no".into(),
        Value::Null => Value::Null,
    }
}

struct Finished {
    is_fine: bool,
    text: String,
}

/// Sets the page's environment variables.
fn run(command: &mut Command, url: &str, key: &str, folder: &Path) -> Result<Finished> {
    let output = command
        .current_dir(folder)
        .env("PTL_URL", url)
        .env("PTL_KEY", key)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let text = [output.stdout, output.stderr].concat();
    Ok(Finished { is_fine: output.status.success(), text: String::from_utf8_lossy(&text).into_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_with_other_values_of_the_same_types_have_the_same_form() {
        let usage = json!({ "success": true, "data": { "used": 1, "plan": "free", "list": [1, 2] } });
        let other = json!({ "success": false, "data": { "used": 3, "plan": "pro", "list": [1] } });
        assert_eq!(form(&usage), form(&other));
        assert_ne!(form(&usage), form(&json!({ "success": true, "data": { "used": "1" } })));
    }

    #[test]
    fn only_the_cursor_of_a_documented_response_may_be_missing() {
        let page = json!({ "data": { "items": [{ "id": "text" }], "nextCursor": "text" } });
        assert!(is_documented(&page, &page));
        assert!(is_documented(&page, &json!({ "data": { "items": [{ "id": "text" }] } })));
        for wrong in [
            json!({ "data": { "items": [] } }),
            json!({ "data": { "items": [{}] } }),
            json!({ "data": { "items": [{ "id": "text", "more": "text" }] } }),
        ] {
            assert!(!is_documented(&page, &wrong), "{wrong}");
        }
    }
}
