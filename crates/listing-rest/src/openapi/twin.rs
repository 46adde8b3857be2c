//! The same description as OpenAPI 3.0, for tools that do not read 3.1 yet.
//!
//! 3.0 has no type `null`, no list of examples and no names of properties, and passes over
//! whatever stands beside a `$ref`.

use serde_json::{Map, Value, json};

/// Says a description of version 3.1 in the words of version 3.0.
pub(super) fn of(mut description: Value) -> Value {
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
                // What is in an example is no schema.
                let value = if name == "example" || name == "default" { value } else { translated(value) };
                (name, value)
            });
            object(fields.collect())
        }
        Value::Array(items) => items.into_iter().map(translated).collect(),
        single => single,
    }
}

/// An object of the document, if it is a schema: with `nullable` for the type
/// `null`, one example, and whatever belongs to a reference around it.
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
