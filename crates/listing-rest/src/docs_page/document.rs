//! The parts of an OpenAPI 3.1 document that the API reference page shows.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

use super::schema::{Schema, last_part};

#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) info: Info,
    pub(super) paths: IndexMap<String, IndexMap<String, Operation>>,
    pub(super) components: Components,
}

#[derive(Deserialize)]
pub(super) struct Info {
    pub(super) title: String,
    pub(super) version: String,
    #[serde(default)]
    pub(super) description: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Operation {
    #[serde(rename = "operationId")]
    pub(super) id: String,
    #[serde(default)]
    pub(super) summary: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) parameters: Vec<Parameter>,
    pub(super) request_body: Option<Body>,
    pub(super) responses: IndexMap<String, Response>,
}

#[derive(Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    #[serde(rename = "in")]
    pub(super) place: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) required: bool,
    pub(super) schema: Schema,
    pub(super) example: Option<Value>,
}

/// The body of a request or response.
#[derive(Deserialize)]
pub(super) struct Body {
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) content: IndexMap<String, Media>,
}

#[derive(Deserialize)]
pub(super) struct Media {
    pub(super) schema: Schema,
    pub(super) example: Option<Value>,
}

/// A response, or a reference to a shared one.
#[derive(Deserialize)]
pub(super) struct Response {
    #[serde(rename = "$ref")]
    pub(super) reference: Option<String>,
    #[serde(flatten)]
    pub(super) body: Body,
    #[serde(default)]
    pub(super) headers: IndexMap<String, Header>,
}

#[derive(Deserialize)]
pub(super) struct Header {
    #[serde(default)]
    pub(super) description: String,
    pub(super) schema: Schema,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Components {
    pub(super) schemas: IndexMap<String, Schema>,
    #[serde(default)]
    pub(super) responses: IndexMap<String, Response>,
    #[serde(default)]
    pub(super) security_schemes: IndexMap<String, SecurityScheme>,
}

#[derive(Deserialize)]
pub(super) struct SecurityScheme {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) description: String,
}

impl Document {
    /// Returns the schema that a reference names; any other schema unchanged.
    pub(super) fn schema<'a>(&'a self, schema: &'a Schema) -> &'a Schema {
        schema.name().and_then(|name| self.components.schemas.get(name)).unwrap_or(schema)
    }

    /// Returns the response that a reference names; any other response unchanged.
    pub(super) fn response<'a>(&'a self, response: &'a Response) -> &'a Response {
        let name = response.reference.as_deref().and_then(last_part);
        name.and_then(|name| self.components.responses.get(name)).unwrap_or(response)
    }

    /// Returns the constraints of a value as phrases, such as "at most 120 characters".
    pub(super) fn bounds(&self, schema: &Schema) -> Vec<String> {
        let mut bounds = schema.own_bounds();
        let named = self.schema(schema);
        if !std::ptr::eq(named, schema) {
            bounds.extend(named.own_bounds());
        }
        if let Some(items) = &schema.items {
            bounds.extend(self.bounds(items).into_iter().map(|bound| format!("each: {bound}")));
        }
        bounds
    }

    /// Returns the default value of a schema, or of the one that it references.
    pub(super) fn default_of<'a>(&'a self, schema: &'a Schema) -> Option<&'a Value> {
        schema.default.as_ref().or_else(|| self.schema(schema).default.as_ref())
    }

    /// Returns the example of a schema, or of the one that it references.
    pub(super) fn example_of<'a>(&'a self, schema: &'a Schema) -> Option<&'a Value> {
        schema.own_example().or_else(|| self.schema(schema).own_example())
    }

    /// Returns the description at the reference, or else of the referenced schema.
    pub(super) fn about<'a>(&'a self, schema: &'a Schema) -> &'a str {
        schema.own_text().or_else(|| self.schema(schema).own_text()).unwrap_or_default()
    }
}
