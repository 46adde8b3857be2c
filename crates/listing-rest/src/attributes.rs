//! The attributes of an item in request bodies.

use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::product::Audience;
use listing_domain::quantity::{InvalidQuantity, Quantity};
use listing_domain::request::Violation;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::json::{Lenient, Object, Text, Whole, or_record};

/// The attributes that the seller knows. An empty text or `Unknown` counts as not given.
#[derive(Deserialize, ToSchema)]
#[schema(as = KnownAttributes)]
pub(crate) struct AttributesBody<'a> {
    /// The kind of item, its model or its title: "slow cooker", "Le Petit Prince". It overrides what the
    /// photos show. An extension of the API.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120, example = "Doudoune longue")]
    name: Lenient<Text<'a>>,
    /// Product brand name.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    brand: Lenient<Text<'a>>,
    /// Product size, as free text.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    size: Lenient<Text<'a>>,
    /// Product condition, as free text.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    condition: Lenient<Text<'a>>,
    /// Primary color.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    color: Lenient<Text<'a>>,
    /// Primary material.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    material: Lenient<Text<'a>>,
    /// The number of items sold together. Default: a number in the other attributes ("lot de 3"). An
    /// extension of the API.
    #[serde(default)]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 99, example = 3)]
    quantity: Lenient<Whole>,
    /// The audience: `women`, `men`, `girls`, `boys`, `baby` or `unisex`; `children` where the sex does not
    /// matter, `baby_girls` or `baby_boys`. A word for one of these in any language of the service ("homme",
    /// "fille"), in upper or lower case, works too. The audience decides the categories. Default: the
    /// audience in the other attributes, such as "fille 8 ans". An extension of the API.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 120, example = "girls")]
    audience: Lenient<Text<'a>>,
}

/// The fields of attributes, with their paths.
pub(crate) const ATTRIBUTES: &[&str] = &[
    "attributes.name",
    "attributes.brand",
    "attributes.size",
    "attributes.condition",
    "attributes.color",
    "attributes.material",
    "attributes.quantity",
    "attributes.audience",
];

/// Parses the attributes of a request.
pub(crate) fn attributes(
    field: &Lenient<Object<AttributesBody<'_>>>,
    violations: &mut Vec<Violation>,
) -> KnownAttributes {
    let body = match field {
        Lenient::Given(Object { fields, .. }) => fields,
        Lenient::Absent => return KnownAttributes::default(),
        Lenient::WrongType => {
            violations.push(Violation::new("attributes", "must be an object"));
            return KnownAttributes::default();
        }
    };
    let brand = attribute("brand", &body.brand, AttributeText::parse, violations);
    let mut text = |name, value| attribute(name, value, AttributeText::parse, violations);
    let known = KnownAttributes {
        name: text("name", &body.name),
        notes: None,
        brand,
        size: text("size", &body.size),
        condition: text("condition", &body.condition),
        color: text("color", &body.color),
        material: text("material", &body.material),
        audience: None,
        quantity: None,
    };
    let audience = attribute("audience", &body.audience, Audience::parse, violations);
    KnownAttributes { audience, quantity: quantity(&body.quantity, violations), ..known }
}

/// Parses an attribute with `parse`, under the full path of its field.
fn attribute<T>(
    name: &str,
    value: &Lenient<Text<'_>>,
    parse: impl Fn(&str, &str) -> Result<Option<T>, Violation>,
    violations: &mut Vec<Violation>,
) -> Option<T> {
    let field = format!("attributes.{name}");
    let outcome = match value {
        Lenient::Absent => Ok(None),
        Lenient::Given(Text(text)) => parse(&field, text),
        Lenient::WrongType => Err(Violation::new(field, "must be a string")),
    };
    or_record(outcome, violations).flatten()
}

/// Parses the quantity, if present.
fn quantity(value: &Lenient<Whole>, violations: &mut Vec<Violation>) -> Option<Quantity> {
    let outcome = match value {
        Lenient::Absent => return None,
        Lenient::Given(Whole(number)) => Quantity::new(*number),
        Lenient::WrongType => Err(InvalidQuantity),
    };
    let violation = |invalid: InvalidQuantity| Violation::new("attributes.quantity", invalid.to_string());
    or_record(outcome.map_err(violation), violations)
}
