//! Compares our requests to AI services with those of the official clients.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value, json};

use super::Figures;
use super::generate::{Provider, generate_with};
use super::program::KEY;
use super::recorder::{Recorded, Recorder};
use super::toolbox::end_of;
use super::{Toolbox, script};

const CLIENTS: [&str; 3] = ["openai==3.52.0", "anthropic==2.11.0", "google-genai==3.4.0"];
const PROVIDERS: [Provider; 3] = [Provider::OpenAi, Provider::Anthropic, Provider::Gemini];

/// Further JSON modes, which the types of the official clients must know too.
const MODES: [(Provider, &str); 7] = [
    (Provider::OpenAi, "json_object"),
    (Provider::OpenAi, "tool"),
    (Provider::OpenAi, "prompt_only"),
    (Provider::Anthropic, "tool"),
    (Provider::Anthropic, "prompt_only"),
    (Provider::Gemini, "json_object"),
    (Provider::Gemini, "prompt_only"),
];

/// With the reason. A difference that disappears must be removed here.
const ALLOWED: [(Provider, &str, &str); 9] = [
    (Provider::OpenAi, ".stream", "some servers stream unless the request says false"),
    (Provider::Anthropic, ".stream", "some servers stream unless the request says false"),
    (Provider::Anthropic, "header authorization", "the client has sent a bearer token since its version 2"),
    (Provider::Anthropic, "header x-api-key", "the documentation's way of sending the key"),
    (Provider::Gemini, "path", "the documentation has /v1beta, the client /v1"),
    (Provider::Gemini, ".contents[0].parts[0].inlineData.mimeType", "the documentation's spelling"),
    (Provider::Gemini, ".contents[0].parts[0].inlineData.mime_type", "the client's spelling of the same"),
    (Provider::Gemini, ".contents[0].parts[0].inlineData.data", "the client writes base64 with - and _"),
    (Provider::Gemini, ".systemInstruction.role", "the client adds one, which the format ignores"),
];

pub(super) fn verify(toolbox: &Toolbox) -> Result<Figures> {
    let programs = toolbox.programs.python("clients", &CLIENTS)?;
    let recorder = Recorder::start()?;
    let sent = |provider: Provider, mode: &str| {
        let mut settings = provider.settings(&format!("{}{}", recorder.url, provider.path()), "tester-1");
        let variable = format!("PTL_{}_STRUCTURED_MODE", provider.name().to_uppercase());
        settings.insert(variable, mode.to_owned());
        let ended = generate_with(toolbox, &settings, "fr")?;
        ensure!(ended.outcome == "rejected", "a refusal ended as {}", ended.outcome);
        recorder.next()
    };
    let ours = PROVIDERS.into_iter().map(|provider| Ok((provider, sent(provider, "json_schema")?)));
    let ours: BTreeMap<Provider, Recorded> = ours.collect::<Result<_>>()?;
    let mut bodies: Map<String, Value> =
        ours.iter().map(|(provider, sent)| (provider.name().to_owned(), sent.body.clone().into())).collect();
    for (provider, mode) in MODES {
        bodies.insert(format!("{} {mode}", provider.name()), sent(provider, mode)?.body.into());
    }
    bodies.insert("key".to_owned(), KEY.into());
    let theirs = client_bodies(&programs.join("python"), bodies)?;
    let modes = theirs["modes"].as_object().context("sdk_requests.py printed no check of the JSON modes")?;
    for (mode, unknown) in modes {
        ensure!(*unknown == json!([]), "{mode}: the official client does not know {unknown}");
    }
    let (mut compared, mut differences) = (0, Vec::new());
    for (provider, ours) in &ours {
        let theirs = &theirs[provider.name()];
        for check in ["unknown", "reordered"] {
            ensure!(theirs[check] == json!([]), "{}: {check}: {}", provider.name(), theirs[check]);
        }
        let (ours, theirs) = (parts_of_ours(ours)?, parts_of_theirs(theirs)?);
        compared += ours.len();
        let fields = ours.keys().chain(theirs.keys().filter(|field| !ours.contains_key(*field)));
        let different = fields.filter(|field| ours.get(*field) != theirs.get(*field));
        differences.extend(different.map(|field| (*provider, field.clone())));
    }
    for (provider, field) in &differences {
        let is_allowed = ALLOWED.iter().any(|(whose, allowed, _)| whose == provider && allowed == field);
        ensure!(is_allowed, "{}: {field} differs from the official client's", provider.name());
    }
    for (provider, field, reason) in ALLOWED {
        let occurs = differences.iter().any(|(whose, found)| *whose == provider && found == field);
        ensure!(
            occurs,
            "{}: {field} equals the official client's now; remove the exception ({reason})",
            provider.name()
        );
    }
    Ok(vec![
        ("clients".to_owned(), CLIENTS.join(", ")),
        ("fields compared".to_owned(), compared.to_string()),
        (
            "differences".to_owned(),
            format!("{}, all of them on the list of those allowed", differences.len()),
        ),
        (
            "unknown to the clients' types".to_owned(),
            format!("nothing, in {} bodies", PROVIDERS.len() + MODES.len()),
        ),
    ])
}

/// With our requests' content.
fn client_bodies(python: &Path, bodies: Map<String, Value>) -> Result<Value> {
    let mut child = Command::new(python)
        .arg(script("sdk_requests.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start python")?;
    let mut stdin = child.stdin.take().context("python has no standard input")?;
    stdin.write_all(Value::Object(bodies).to_string().as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "{}", end_of(&String::from_utf8_lossy(&output.stderr)));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// For authentication and format.
const HEADERS: [&str; 5] =
    ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type"];

fn parts_of_ours(sent: &Recorded) -> Result<BTreeMap<String, Value>> {
    let headers = sent.headers.iter().filter(|(name, _)| HEADERS.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.clone(), value.clone().into())).collect();
    Ok(parts(&sent.path, &headers, &serde_json::from_str(&sent.body)?))
}

fn parts_of_theirs(sent: &Value) -> Result<BTreeMap<String, Value>> {
    let path = sent["path"].as_str().context("the recorded request has no path")?;
    Ok(parts(
        path,
        sent["headers"].as_object().context("the recorded request has no headers")?,
        &sent["body"],
    ))
}

/// Returns values by their paths in headers and body.
fn parts(path: &str, headers: &Map<String, Value>, body: &Value) -> BTreeMap<String, Value> {
    let mut parts = BTreeMap::from([("path".to_owned(), Value::from(path))]);
    parts.extend(headers.iter().map(|(name, value)| (format!("header {name}"), value.clone())));
    collect(body, "", &mut parts);
    parts
}

fn collect(value: &Value, field: &str, parts: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, &format!("{field}.{name}"), parts);
            }
        }
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                collect(value, &format!("{field}[{number}]"), parts);
            }
        }
        _ => {
            parts.insert(field.to_owned(), value.clone());
        }
    }
}
