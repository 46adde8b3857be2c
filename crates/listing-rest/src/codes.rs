//! The schemas of closed lists, taken from the domain's lists themselves, and
//! of texts with a form of their own.

use std::borrow::Cow;

use listing_domain::account::Plan;
use listing_domain::condition::Condition;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::wish::{Language, Quality, Tone};
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The extension that tells of each code what it stands for, as several makers of
/// clients and pages read it.
const CODE_DESCRIPTIONS: &str = "x-enum-descriptions";

macro_rules! code_schemas {
    ($($(#[$meta:meta])* $name:ident = $list:ident as $title:literal, $about:literal, $extra:expr;)+) => {$(
        $(#[$meta])*
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let codes = $list::ALL.iter().map(|value| value.code());
                let schema = ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some($about))
                    .enum_values(Some(codes));
                let extra: fn(ObjectBuilder) -> ObjectBuilder = $extra;
                extra(schema).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($title)
            }
        }
    )+};
}

// A default stands with the list rather than with the field that has it: makers of clients take a
// field with a default for one that is always there.
code_schemas! {
    /// The ids of the marketplaces.
    PlatformCode = Platform as "Platform", "The id of a marketplace.", with_names;
    /// The languages.
    LanguageCode = Language as "Language", "The language listings are written in.",
        |schema| schema.default(Some(Language::default().code().into()));
    /// The tones.
    ToneCode = Tone as "Tone", "The voice listings are written in.",
        |schema| schema.default(Some(Tone::default().code().into()));
    /// The qualities.
    QualityCode = Quality as "Quality",
        "How closely the photos are looked at: `high` gives a more detailed analysis.",
        |schema| schema.default(Some(Quality::default().code().into()));
    /// The plans.
    PlanCode = Plan as "PlanType", "What an account has subscribed to.", |schema| schema;
}

/// Says the marketplaces' names and where they are at home.
fn with_names(schema: ObjectBuilder) -> ObjectBuilder {
    let catalogue = Catalogue::default();
    let named =
        |platform: &Platform| format!("{}, {}", catalogue.marketplace(*platform).name(), platform.region());
    let descriptions: Vec<String> = Platform::ALL.iter().map(named).collect();
    schema.extensions(Some(Extensions::builder().add(CODE_DESCRIPTIONS, descriptions).build()))
}

/// The condition in an answer: open, because a seller's own words are kept.
pub(crate) struct DetectedCondition;

impl PartialSchema for DetectedCondition {
    fn schema() -> RefOr<Schema> {
        let codes: Vec<&str> = Condition::ALL.iter().map(|condition| condition.code()).collect();
        let about = format!(
            "One of the codes `{}`; the seller's own words where they name none of these; or `Unknown`.",
            codes.join("`, `")
        );
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).examples(codes).into()
    }
}

impl ToSchema for DetectedCondition {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("DetectedCondition")
    }
}

/// A photo in a request.
pub(crate) struct PhotoUri;

impl PartialSchema for PhotoUri {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "A base64-encoded image with its data URI prefix: `data:image/<subtype>;base64,<data>`. \
                 JPEG, PNG, WebP and GIF are accepted, by what the data is rather than by what the prefix \
                 says.",
            ))
            .examples([concat!(
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAC",
                "hwGA60e6kgAAAABJRU5ErkJggg=="
            )])
            .pattern(Some("^data:image/[A-Za-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$"))
            .into()
    }
}

impl ToSchema for PhotoUri {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Photo")
    }
}
