//! Compares the API reference page with the OpenAPI document. The tests read the document as plain JSON, not
//! through the page's own types.

use std::collections::HashSet;

use serde_json::Value;

use super::*;
use crate::openapi::openapi_json;

fn document() -> Value {
    serde_json::from_str(&openapi_json()).unwrap()
}

fn rendered() -> String {
    page(&openapi_json()).unwrap()
}

/// Returns the visible text: no markup, single spaces.
fn text_of(markup: &str) -> String {
    let mut text = String::new();
    let mut is_markup = false;
    for character in markup.chars() {
        match character {
            '<' => is_markup = true,
            '>' => {
                is_markup = false;
                text.push(' ');
            }
            other if !is_markup => text.push(other),
            _ => {}
        }
    }
    let text = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")]
        .into_iter()
        .chain([("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")])
        .fold(text, |text, (entity, character)| text.replace(entity, character));
    words(&text)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the part of the page from the element with this id to the next `end`.
fn part<'a>(page: &'a str, id: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no element {id}"));
    rest.split(end).next().unwrap()
}

/// Returns a description without backticks.
fn plain_text(value: &Value) -> String {
    words(&value.as_str().unwrap_or_default().replace('`', " "))
}

fn tight(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn every_field_has_type_bounds_default_example_and_meaning() {
    let (document, page) = (document(), rendered());
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut fields = 0;
    for (object, schema) in schemas {
        let Some(properties) = schema["properties"].as_object() else { continue };
        for (name, field) in properties {
            fields += 1;
            let shown = text_of(part(&page, &format!("{object}.{name}"), "</dd>"));
            let place = format!("{object}.{name}: {shown}");
            let required =
                schema["required"].as_array().is_some_and(|all| all.contains(&name.as_str().into()));
            assert_eq!(shown.contains("required"), required, "{place}");
            let alternative = field["oneOf"].as_array().map_or(field, |any| &any[0]);
            assert!(tight(&shown).contains(&tight(&plain_text(&alternative["description"]))), "{place}");
            let reference = alternative["$ref"].as_str().or(field["items"]["$ref"].as_str());
            let type_name = reference.map_or_else(
                || {
                    let types = field["type"].as_array().map_or(&field["type"], |types| &types[0]);
                    types.as_str().unwrap_or("string").to_owned()
                },
                |reference| reference.rsplit('/').next().unwrap().to_owned(),
            );
            assert!(shown.contains(&type_name), "{place}");
            let is_object = schemas.get(&type_name).is_some_and(|schema| schema["type"] == "object");
            assert_ne!(shown.contains("example"), is_object, "{place}");
            for bound in ["minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern"] {
                let bound = &field[bound];
                let written = bound.as_str().map_or_else(|| bound.to_string(), str::to_owned);
                assert!(bound.is_null() || shown.contains(&written), "{written} in {place}");
            }
        }
    }
    assert!(fields > 40, "{fields}");
    for (field, default) in [("language", "fr"), ("tone", "friendly"), ("quality", "standard")] {
        let shown = text_of(part(&page, &format!("GenerateRequest.{field}"), "</dd>"));
        assert!(shown.contains(&format!("default {default}")), "{shown}");
    }
}

#[test]
fn every_operation_has_its_samples_and_every_status_its_body_and_headers() {
    let (document, page) = (document(), rendered());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let heading = text_of(part(&page, id, "</h2>").trim_start_matches('>'));
            assert_eq!(heading, format!("{} {path}", method.to_uppercase()));
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let id_example = parameters.filter(|it| it["name"] == "id").find_map(|it| it["example"].as_str());
            let called = path.replace("{id}", id_example.unwrap_or_default());
            let samples = part(&page, &format!("{id}-samples"), "<h3");
            for language in ["curl", "Python", "TypeScript", "Rust"] {
                let (_, code) = samples.split_once(&format!("<summary>{language}</summary>")).unwrap();
                let code = text_of(code.split("</details>").next().unwrap());
                assert!(code.contains(&called) && code.contains("X-API-Key"), "{language}: {code}");
                let has_method = code.to_lowercase().contains(method.as_str());
                let is_default = language == "curl" && ["get", "post"].contains(&method.as_str());
                assert!(has_method || is_default, "{language}: {code}");
                let sends_photos = matches!(id, "generateListings" | "createBatch");
                assert_eq!(code.contains("photo.jpg"), sends_photos, "{language}: {code}");
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"].as_str().map(|reference| {
                    let pointer = reference.trim_start_matches('#');
                    document.pointer(pointer).unwrap()
                });
                let response = shared.unwrap_or(response);
                let shown = text_of(part(&page, &format!("{id}-{status}"), "</details>"));
                assert!(shown.contains(&plain_text(&response["description"])), "{status}: {shown}");
                let content = response["content"].as_object().unwrap();
                for media_type in content.keys().filter(|name| *name != "application/json") {
                    assert!(shown.contains(media_type.as_str()), "{media_type} in {status}: {shown}");
                }
                let example = content.get("application/json").map(|json| &json["example"]);
                for line in example.into_iter().flat_map(leaves) {
                    assert!(tight(&shown).contains(&tight(&line)), "{line} in {status}: {shown}");
                }
                for header in response["headers"].as_object().unwrap().keys() {
                    assert!(shown.contains(header.as_str()), "{header} in {status}");
                }
            }
        }
    }
}

/// Returns all values of an example except lists and objects, as JSON.
fn leaves(example: &Value) -> Vec<String> {
    match example {
        Value::Object(fields) => fields.values().flat_map(leaves).collect(),
        Value::Array(items) => items.iter().flat_map(leaves).collect(),
        single => vec![single.to_string()],
    }
}

#[test]
fn samples_use_the_public_address_or_else_the_requested_host() {
    for (public, host, expected) in [
        (Some("https://ptl.example.com"), Some("10.0.0.7:8080"), "https://ptl.example.com"),
        (None, Some("10.0.0.7:18600"), "http://10.0.0.7:18600"),
        (None, Some("[::1]:8080"), "http://[::1]:8080"),
        (None, Some("ptl.lan"), "http://ptl.lan"),
        (None, None, LOCAL_ADDRESS),
        (None, Some(""), LOCAL_ADDRESS),
        (None, Some("a;curl evil|sh"), LOCAL_ADDRESS),
        (None, Some("$(id)"), LOCAL_ADDRESS),
        (None, Some("<script>"), LOCAL_ADDRESS),
        (None, Some("a\nb"), LOCAL_ADDRESS),
        (None, Some(&"a".repeat(300)), LOCAL_ADDRESS),
    ] {
        assert_eq!(address(public, host), expected, "{public:?} {host:?}");
    }
    assert_eq!(rendered().matches(ADDRESS).count(), 1);
}

#[test]
fn every_run_of_a_sample_has_an_idempotency_key_of_its_own() {
    let page = rendered();
    let samples = part(&page, "generateListings-samples", "<h3");
    for (language, makes_one) in [
        ("curl", "KEY=\"$(date +%s)-$$"),
        ("Python", "uuid.uuid4()"),
        ("TypeScript", "crypto.randomUUID()"),
        ("Rust", "now.as_nanos()"),
    ] {
        let (_, code) = samples.split_once(&format!("<summary>{language}</summary>")).unwrap();
        let code = text_of(code.split("</details>").next().unwrap());
        assert!(code.contains(makes_one) && code.contains("Idempotency-Key"), "{language}: {code}");
        assert!(!code.contains("order-7-photo-2"), "{language}: {code}");
    }
}

#[test]
fn the_page_names_all_marketplaces() {
    let page = rendered();
    let platforms = text_of(part(&page, "Platform", "</ul>"));
    let document = document();
    let platform = &document["components"]["schemas"]["Platform"];
    let codes = platform["enum"].as_array().unwrap();
    assert_eq!(codes.len(), 12);
    for (code, about) in codes.iter().zip(platform["x-enum-descriptions"].as_array().unwrap()) {
        let line = format!("{} {}", code.as_str().unwrap(), about.as_str().unwrap());
        assert!(platforms.contains(&line), "{line} in {platforms}");
    }
}

#[test]
fn the_contents_cover_every_section_and_no_link_is_broken() {
    let page = rendered();
    let ids: HashSet<&str> = values_of(&page, "id=\"").collect();
    let places: Vec<&str> = values_of(&page, "href=\"#").collect();
    assert!(places.len() > 40);
    for place in &places {
        assert!(ids.contains(place), "#{place} does not exist");
    }
    let contents = page.split("<nav").nth(1).unwrap().split("</nav>").next().unwrap();
    let listed: HashSet<&str> = values_of(contents, "href=\"#").collect();
    for heading in page.split("<h2 id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(listed.contains(heading), "the contents do not list {heading}");
    }
    assert_eq!(values_of(&page, "id=\"").count(), ids.len(), "an id occurs twice");
}

fn values_of<'a>(page: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn the_page_has_no_script_and_loads_nothing() {
    let page = rendered();
    for forbidden in ["<script", " on", "src=", "@import", "url(", "<link", "<iframe", "style=\""] {
        let markup: String = page.split('<').filter_map(|tag| tag.split('>').next()).collect();
        let place = if forbidden.starts_with(' ') || forbidden.ends_with('"') { &markup } else { &page };
        let is_there = match forbidden {
            // An event handler attribute such as `onclick`.
            " on" => place
                .split(" on")
                .skip(1)
                .any(|rest| rest.split('=').next().is_some_and(|name| name.chars().all(char::is_alphabetic))),
            other => place.contains(other),
        };
        assert!(!is_there, "{forbidden}");
    }
    assert!(values_of(&page, "href=\"").all(|to| to.starts_with('#') || to.starts_with('/')));
}

#[test]
fn the_content_security_policy_allows_the_style_of_the_page() {
    let page = rendered();
    let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    let digest = BASE64_STANDARD.encode(Sha256::digest(style.as_bytes()));
    assert!(content_security_policy().contains(&format!("style-src 'sha256-{digest}'")));
}

#[test]
fn texts_of_the_document_are_escaped_on_the_page() {
    let hostile = openapi_json().replace("Generates listings from photos.", "<script>alert(1)</script>");
    let page = page(&hostile).unwrap();
    assert!(page.contains("alert(1)") && !page.contains("<script"));
}
