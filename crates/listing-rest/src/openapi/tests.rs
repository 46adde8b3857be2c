use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use listing_domain::attributes::AttributeText;
use listing_domain::details::Details;
use listing_domain::pricing::PriceSource;
use listing_domain::quantity::Quantity;
use listing_domain::request::PhotoUploads;
use serde_json::Value;

use super::*;

fn description() -> Value {
    serde_json::from_str(&openapi_json()).unwrap()
}

#[test]
fn docs_openapi_json_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let file = std::fs::read_to_string(path).unwrap();
    assert!(file == openapi_json(), "docs/openapi.json is out of date: run `cargo xtask openapi`");
}

#[test]
fn the_document_has_the_served_operations() {
    let description = description();
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["info"]["title"], "Photo to Listing API");
    assert_eq!(description["info"]["version"], "1.0.0");
    let paths = description["paths"].as_object().unwrap();
    let paths: Vec<&str> = paths.keys().map(String::as_str).collect();
    let described =
        crate::routes().into_iter().map(|entry| entry.path).filter(|path| path.starts_with("/api/"));
    // The document sorts its paths.
    assert_eq!(paths, described.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
    assert_eq!(description["paths"]["/api/v1/listings"]["post"]["operationId"], "generateListings");
    assert_eq!(description["paths"]["/api/v1/usage"]["get"]["operationId"], "getUsage");
    let scheme = &description["components"]["securitySchemes"]["ApiKeyAuth"];
    assert_eq!(
        (&scheme["type"], &scheme["in"], &scheme["name"]),
        (&Value::from("apiKey"), &Value::from("header"), &Value::from("X-API-Key"))
    );
}

#[test]
fn every_example_photo_is_a_valid_png() {
    let text = openapi_json();
    let photos: Vec<&str> = text.split('"').filter(|text| text.starts_with("data:image/")).collect();
    assert!(photos.len() >= 2, "{photos:?}");
    for photo in photos {
        let (_, data) = photo.split_once(";base64,").unwrap();
        let bytes = BASE64_STANDARD.decode(data).unwrap_or_else(|error| panic!("{photo}: {error}"));
        assert!(bytes.starts_with(b"\x89PNG") && bytes.ends_with(b"IEND\xAE\x42\x60\x82"), "{photo}");
    }
}

#[test]
fn limits_in_the_document_equal_those_of_the_domain() {
    let description = description();
    let request = &description["components"]["schemas"]["GenerateRequest"];
    assert_eq!(request["required"], serde_json::json!(["photos", "platforms"]));
    let photos = &request["properties"]["photos"];
    assert_eq!((&photos["minItems"], &photos["maxItems"]), (&1.into(), &PhotoUploads::MAX.into()));
    assert_eq!(request["properties"]["platforms"]["minItems"], 1);
    let schemas = &description["components"]["schemas"];
    for (list, default) in [("Language", "fr"), ("Tone", "friendly"), ("Quality", "standard")] {
        assert_eq!(schemas[list]["default"], default);
    }
    let known = description["components"]["schemas"]["KnownAttributes"]["properties"].as_object().unwrap();
    assert_eq!(known.len(), 8);
    assert_eq!(
        (&known["quantity"]["minimum"], &known["quantity"]["maximum"]),
        (&1.into(), &Quantity::MAX.into())
    );
    for (name, attribute) in known.iter().filter(|(name, _)| *name != "quantity") {
        assert_eq!(attribute["maxLength"], AttributeText::MAX_CHARS, "{name}");
    }
}

#[test]
fn details_are_optional_and_requested_with_include() {
    let description = description();
    let parameters = description["paths"]["/api/v1/listings"]["post"]["parameters"].as_array().unwrap();
    let include = parameters.iter().find(|parameter| parameter["name"] == "include").unwrap();
    assert_eq!((&include["in"], &include["required"]), (&"query".into(), &false.into()));
    assert_eq!(include["schema"], serde_json::json!({ "type": "string", "enum": ["details"] }));
    let schemas = &description["components"]["schemas"];
    let required = schemas["GeneratedData"]["required"].as_array().unwrap();
    assert_eq!(required.len(), 4, "the documented fields alone: {required:?}");
    assert_eq!(schemas["Details"]["properties"]["alternatives"]["maxItems"], Details::MAX_ALTERNATIVES);
    assert_eq!(schemas["PriceSource"]["properties"]["links"]["maxItems"], PriceSource::MAX_LINKS);
    for field in ["name", "brand", "size", "condition", "color", "material"] {
        assert!(schemas["AttributeDetails"]["properties"][field].is_object(), "{field}");
    }
}

#[test]
fn every_answer_has_the_common_headers_and_every_error_an_example() {
    let description = description();
    for (path, method) in [
        ("/api/v1/listings", "post"),
        ("/api/v1/check", "post"),
        ("/api/v1/usage", "get"),
        ("/api/v1/generations", "get"),
        ("/api/v1/generations/{id}", "get"),
        ("/api/v1/generations/{id}", "delete"),
        ("/api/v1/generations/{id}/platforms", "get"),
    ] {
        let responses = description["paths"][path][method]["responses"].as_object().unwrap();
        for (status, response) in responses {
            let response = match response["$ref"].as_str() {
                Some(reference) => description.pointer(reference.trim_start_matches('#')).unwrap(),
                None => response,
            };
            for header in ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"]
            {
                assert!(response["headers"][header].is_object(), "{path} {status} {header}");
            }
            let example = &response["content"]["application/json"]["example"];
            assert!(example.is_object(), "{path} {status}");
            if let Ok(number) = status.parse::<u16>()
                && number >= 400
            {
                assert_eq!(example["statusCode"], number);
                let retry = response["headers"]["Retry-After"].is_object();
                assert_eq!(retry, matches!(number, 409 | 429 | 503), "{path} {status}");
            }
        }
    }
}

#[test]
fn every_reference_in_the_document_resolves() {
    fn check(root: &Value, value: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    assert!(root.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
                }
                fields.values().for_each(|value| check(root, value));
            }
            Value::Array(items) => items.iter().for_each(|value| check(root, value)),
            _ => {}
        }
    }
    let description = description();
    check(&description, &description);
}

#[test]
fn the_openapi_3_0_document_has_no_keyword_unknown_to_3_0() {
    let version_3_0: Value = serde_json::from_str(&json_3_0_of(&Served::default())).unwrap();
    assert_eq!(version_3_0["openapi"], "3.0.3");
    let mut nullable = 0;
    visit(&version_3_0, &mut |object| {
        assert!(!object.contains_key("examples") && !object.contains_key("propertyNames"), "{object:?}");
        // A schema may have a field called `type`.
        let is_known = |name: &Value| name.is_object() || name.is_string() && name != "null";
        assert!(object.get("type").is_none_or(is_known), "{object:?}");
        assert!(!object.contains_key("$ref") || object.len() == 1, "{object:?}");
        nullable += usize::from(object.get("nullable") == Some(&true.into()));
    });
    assert_eq!(nullable, 47, "optional fields of all requests");
    let language = &version_3_0["components"]["schemas"]["GenerateRequest"]["properties"]["language"];
    assert_eq!(language["allOf"][0]["allOf"][0]["$ref"], "#/components/schemas/Language");
    // The documents agree where the version does not matter.
    let description = description();
    for pointer in ["/paths/~1api~1v1~1listings/post/responses/200/content", "/info/contact", "/servers"] {
        assert!(description.pointer(pointer).is_some(), "{pointer}");
        assert_eq!(description.pointer(pointer), version_3_0.pointer(pointer), "{pointer}");
    }
}

/// Calls `to_each` with every JSON object of a document, except those in examples.
fn visit(value: &Value, to_each: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            to_each(fields);
            for (_, value) in fields.iter().filter(|(name, _)| *name != "example") {
                visit(value, to_each);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| visit(item, to_each)),
        _ => {}
    }
}
