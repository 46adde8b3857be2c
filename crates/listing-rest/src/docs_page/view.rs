//! The data of the API reference page, in the order in which it shows them.

use std::collections::HashMap;

use askama::Template;
use indexmap::IndexMap;
use serde_json::Value;

use super::document::{Body, Document, Operation, Response};
use super::json::{Example, Notation, on_one_line};
use super::markup;
use super::samples::{self, Call, Sample};
use super::schema::{Schema, ShownType};

/// The header for which each run of a code sample generates a new value.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

#[derive(Template)]
#[template(path = "docs/page.html")]
pub(super) struct Page<'a> {
    title: &'a str,
    version: &'a str,
    about: &'a str,
    style: &'static str,
    keys: Vec<(&'a str, &'a str)>,
    operations: Vec<OperationView<'a>>,
    objects: Vec<ObjectView<'a>>,
    lists: Vec<ListView<'a>>,
}

/// An operation with all its responses.
struct OperationView<'a> {
    id: &'a str,
    method: String,
    path: &'a str,
    summary: &'a str,
    about: &'a str,
    parameters: Vec<FieldView<'a>>,
    body: Option<BodyView<'a>>,
    samples: Vec<Sample>,
    answers: Vec<AnswerView<'a>>,
}

/// A body and a link to its schema.
struct BodyView<'a> {
    about: &'a str,
    schema: &'a str,
    example: String,
}

/// A response status of an operation.
struct AnswerView<'a> {
    status: &'a str,
    body: BodyView<'a>,
    headers: Vec<FieldView<'a>>,
}

struct ObjectView<'a> {
    name: &'a str,
    about: &'a str,
    fields: Vec<FieldView<'a>>,
}

struct FieldView<'a> {
    name: &'a str,
    shown_type: ShownType,
    is_required: bool,
    bounds: Vec<String>,
    default: Option<String>,
    example: Option<String>,
    about: &'a str,
}

/// A string schema with its own section: a closed list or a pattern.
struct ListView<'a> {
    name: &'a str,
    about: &'a str,
    codes: Vec<(&'a str, &'a str)>,
    bounds: Vec<String>,
}

/// Values from the document's examples, by the names of the object and the field.
type Examples<'a> = HashMap<(&'a str, &'a str), &'a Value>;

impl<'a> Page<'a> {
    /// Builds the page from an OpenAPI document.
    pub(super) fn new(document: &'a Document, style: &'static str) -> askama::Result<Self> {
        let examples = examples(document);
        let path_operations = |(path, methods): (&'a String, &'a IndexMap<String, Operation>)| {
            let operation_view = move |(method, operation): (&'a String, &'a Operation)| {
                OperationView::new(document, path, method, operation)
            };
            methods.iter().map(operation_view).collect::<Vec<_>>()
        };
        let schemas = &document.components.schemas;
        let (objects, texts): (Vec<_>, Vec<_>) =
            schemas.iter().partition(|(_, schema)| !schema.properties.is_empty());
        let object = |(name, schema): (&'a String, &'a Schema)| ObjectView {
            name,
            about: document.about(schema),
            fields: fields(document, name, schema, &examples),
        };
        let security_schemes = document.components.security_schemes.values();
        Ok(Self {
            title: &document.info.title,
            version: &document.info.version,
            about: &document.info.description,
            style,
            keys: security_schemes
                .map(|scheme| (scheme.name.as_str(), scheme.description.as_str()))
                .collect(),
            operations: document.paths.iter().flat_map(path_operations).collect::<askama::Result<_>>()?,
            objects: objects.into_iter().map(object).collect(),
            lists: texts.into_iter().map(|(name, schema)| ListView::new(document, name, schema)).collect(),
        })
    }
}

impl<'a> OperationView<'a> {
    fn new(
        document: &'a Document,
        path: &'a str,
        method: &'a str,
        operation: &'a Operation,
    ) -> askama::Result<Self> {
        let parameters = operation.parameters.iter().map(|parameter| FieldView {
            name: &parameter.name,
            shown_type: parameter.schema.shown_type(),
            is_required: parameter.required,
            bounds: document.bounds(&parameter.schema),
            default: None,
            example: parameter.example.as_ref().map(on_one_line),
            about: &parameter.description,
        });
        let body = operation.request_body.as_ref();
        let example = body.and_then(|body| example_of(document, body));
        let sample_headers: Vec<(&str, String)> = operation
            .parameters
            .iter()
            .filter(|parameter| parameter.place == "header" && parameter.name != IDEMPOTENCY_KEY)
            .filter_map(|parameter| Some((parameter.name.as_str(), on_one_line(parameter.example.as_ref()?))))
            .collect();
        let is_idempotent = operation.parameters.iter().any(|parameter| parameter.name == IDEMPOTENCY_KEY);
        let path_examples = operation.parameters.iter().filter(|parameter| parameter.place == "path");
        let sample_path = path_examples.fold(path.to_owned(), |sample, parameter| {
            let example = parameter.example.as_ref().and_then(|example| example.as_str()).unwrap_or_default();
            sample.replace(&format!("{{{}}}", parameter.name), example)
        });
        let call = Call {
            method,
            path: &sample_path,
            headers: &sample_headers,
            is_idempotent,
            has_photo: example.as_ref().is_some_and(Example::has_photo),
            body: example.as_ref(),
        };
        let answer = |(status, response): (&'a String, &'a Response)| {
            AnswerView::new(document, status, document.response(response))
        };
        Ok(Self {
            id: &operation.id,
            method: method.to_uppercase(),
            path,
            summary: operation.summary.trim_end_matches('.'),
            about: &operation.description,
            parameters: parameters.collect(),
            body: body.map(|body| BodyView::new(document, body)),
            samples: samples::render_all(&call)?,
            answers: operation.responses.iter().map(answer).collect(),
        })
    }
}

impl<'a> AnswerView<'a> {
    fn new(document: &'a Document, status: &'a str, response: &'a Response) -> Self {
        let headers = response.headers.iter().map(|(name, header)| FieldView {
            name,
            shown_type: header.schema.shown_type(),
            is_required: false,
            bounds: document.bounds(&header.schema),
            default: None,
            example: None,
            about: &header.description,
        });
        Self { status, body: BodyView::new(document, &response.body), headers: headers.collect() }
    }
}

impl<'a> BodyView<'a> {
    fn new(document: &'a Document, body: &'a Body) -> Self {
        let schema = body.content.values().next().and_then(|media| media.schema.name());
        let example = example_of(document, body);
        Self {
            about: &body.description,
            schema: schema.unwrap_or_default(),
            example: example.map_or_else(String::new, |example| example.render(&Notation::JSON, 0)),
        }
    }
}

impl<'a> ListView<'a> {
    fn new(document: &'a Document, name: &'a str, schema: &'a Schema) -> Self {
        let descriptions = schema.code_descriptions.iter().map(String::as_str).chain(std::iter::repeat(""));
        let codes: Vec<_> = schema.codes.iter().map(String::as_str).zip(descriptions).collect();
        let bounds = if codes.is_empty() { document.bounds(schema) } else { Vec::new() };
        Self { name, about: document.about(schema), codes, bounds }
    }
}

fn fields<'a>(
    document: &'a Document,
    object: &'a str,
    schema: &'a Schema,
    examples: &Examples<'a>,
) -> Vec<FieldView<'a>> {
    let field = |(name, field): (&'a String, &'a Schema)| {
        // Objects have their own section and examples.
        let from_bodies = || examples.get(&(object, name.as_str())).copied().filter(|value| is_single(value));
        FieldView {
            name,
            shown_type: field.shown_type(),
            is_required: schema.required.contains(name),
            bounds: document.bounds(field),
            default: document.default_of(field).map(on_one_line),
            example: document.example_of(field).or_else(from_bodies).map(on_one_line),
            about: document.about(field),
        }
    };
    schema.properties.iter().map(field).collect()
}

/// Returns the example of a body, in schema order.
fn example_of(document: &Document, body: &Body) -> Option<Example> {
    let media = body.content.values().next()?;
    Some(Example::new(media.example.as_ref()?, &media.schema, document))
}

/// Collects each field's value from the examples of all bodies.
fn examples(document: &Document) -> Examples<'_> {
    let mut examples = Examples::new();
    let operations = document.paths.values().flat_map(IndexMap::values);
    let bodies = operations.flat_map(|operation| {
        let answers = operation.responses.values().map(|response| &document.response(response).body);
        operation.request_body.iter().chain(answers)
    });
    for media in bodies.flat_map(|body| body.content.values()) {
        if let Some(example) = &media.example {
            collect_values(document, &media.schema, example, &mut examples);
        }
    }
    examples
}

fn collect_values<'a>(
    document: &'a Document,
    schema: &'a Schema,
    value: &'a Value,
    examples: &mut Examples<'a>,
) {
    let name = schema.name().unwrap_or_default();
    let schema = document.schema(schema);
    match value {
        Value::Object(fields) => {
            for (field, schema) in &schema.properties {
                if let Some(value) = fields.get(field) {
                    examples.entry((name, field)).or_insert(value);
                    collect_values(document, schema, value, examples);
                }
            }
        }
        Value::Array(items) => {
            if let (Some(first), Some(schema)) = (items.first(), schema.items.as_deref()) {
                collect_values(document, schema, first, examples);
            }
        }
        _ => {}
    }
}

fn is_single(value: &Value) -> bool {
    match value {
        Value::Object(_) => false,
        Value::Array(items) => items.iter().all(is_single),
        _ => true,
    }
}
