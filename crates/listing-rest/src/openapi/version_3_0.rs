//! The document as OpenAPI 3.0, for tools that cannot read 3.1.
//!
//! Version 3.0 has no type `null`, no list of examples and no `propertyNames`, and ignores keywords next to a
//! `$ref`.

use serde_json::{Map, Value, json};

/// Converts a document from version 3.1 to 3.0.
pub(super) fn downgrade(mut description: Value) -> Value {
    description["openapi"] = "3.0.3".into();
    if let Some(license) = description.pointer_mut("/info/license").and_then(Value::as_object_mut) {
        license.remove("identifier");
    }
    translated(description)
}

fn translated(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                // Examples are data, not schemas.
                let value = if name == "example" || name == "default" { value } else { translated(value) };
                (name, value)
            });
            object(fields.collect())
        }
        Value::Array(items) => items.into_iter().map(translated).collect(),
        single => single,
    }
}

/// Converts a JSON object of the document, if it is a schema. It writes `nullable` for the type `null`, a
/// single example, and `allOf` around a reference with other keywords.
fn object(mut fields: Map<String, Value>) -> Value {
    if let Some(Value::Array(types)) = fields.get("type") {
        let is_nullable = types.iter().any(|name| name == "null");
        let name = types.iter().find(|name| *name != "null").cloned().unwrap_or_default();
        fields.insert("type".to_owned(), name);
        fields.insert("nullable".to_owned(), is_nullable.into());
    }
    fields.remove("propertyNames");
    if let Some(Value::Array(examples)) = fields.get("examples") {
        let first = examples.first().cloned();
        fields.remove("examples");
        fields.extend(first.map(|example| ("example".to_owned(), example)));
    }
    if let Some(Value::Array(alternatives)) = fields.get("oneOf") {
        let is_null = |schema: &&Value| schema["type"] == "null";
        let others: Vec<Value> = alternatives.iter().filter(|schema| !is_null(schema)).cloned().collect();
        if others.len() < alternatives.len() {
            fields.remove("oneOf");
            fields.insert("allOf".to_owned(), others.into());
            fields.insert("nullable".to_owned(), true.into());
        }
    }
    if fields.len() > 1
        && let Some(reference) = fields.remove("$ref")
    {
        fields.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
    }
    fields.into()
}
