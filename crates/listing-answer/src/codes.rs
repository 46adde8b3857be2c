//! The OpenAPI schemas of closed lists of codes, from the domain's lists, and of strings with a format.

use std::borrow::Cow;

use listing_domain::account::Plan;
use listing_domain::attributes::Source;
use listing_domain::condition::Condition;
use listing_domain::details::{MissingFact, WarningCode};
use listing_domain::locale::Market;
use listing_domain::marketplace::{Catalogue, FactOrigin, Fit, Platform, Rule, Severity};
use listing_domain::money::Currency;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::PhotoNote;
use listing_domain::pricing::{BasisKind, ComparableKind, Confidence};
use listing_domain::product::Audience;
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Client generators and documentation tools read this.
const CODE_DESCRIPTIONS: &str = "x-enum-descriptions";

macro_rules! code_schemas {
    ($($(#[$meta:meta])* $name:ident = $list:ident as $title:literal, $about:literal, $extra:expr;)+) => {$(
        $(#[$meta])*
        pub struct $name;

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

// The default belongs to the list: client generators treat a field with a default as always present.
code_schemas! {
    /// The schema of a marketplace's id.
    PlatformCode = Platform as "Platform", "The id of a marketplace.", with_names;
    /// The schema of a language.
    LanguageCode = Language as "Language", "The language listings are written in.",
        |schema| schema.default(Some(Language::default().code().into()));
    /// The schema of a tone.
    ToneCode = Tone as "Tone", "The voice listings are written in.",
        |schema| schema.default(Some(Tone::default().code().into()));
    /// The schema of a photo analysis's quality.
    QualityCode = Quality as "Quality",
        "The level of the photo analysis: `high` gives a more detailed analysis.",
        |schema| schema.default(Some(Quality::default().code().into()));
    /// The schema of an attribute's source.
    SourceCode = Source as "AttributeSource",
        "The source of an attribute's value: `seller` is the request itself; `label` is what is written on \
         the item or its label; `seen` is what the photos show; `model` is an AI model; `assumed` is a default \
         without a source.",
        |schema| schema.examples(["label"]);
    /// The schema of an audience.
    AudienceCode = Audience as "Audience",
        "The people that an item is made for: `children` and `baby` are of either sex, or of an unknown one.",
        |schema| schema.examples(["girls"]);
    /// The schema of a currency.
    CurrencyCode = Currency as "Currency", "A currency (ISO 4217).", |schema| schema.examples(["EUR"]);
    /// The schema of a country.
    MarketCode = Market as "Market", "A country (ISO 3166-1).", |schema| schema.examples(["FR"]);
    /// The schema of the confidence in a price.
    PriceConfidenceCode = Confidence as "PriceConfidence",
        "The confidence in a price: `low` is a rough guide, and for `high` several comparable items agree.",
        |schema| schema.examples(["medium"]);
    /// The schema of a price's main evidence.
    PriceBasisCode = BasisKind as "PriceBasis",
        "The main basis of a price: `comparables` are prices that were seen; `opinion` is the estimate of an \
         AI model, with a table of usual prices; `table` is that table alone.",
        |schema| schema.examples(["comparables"]);
    /// The schema of a kind of price: asked or paid.
    PriceKindCode = ComparableKind as "PriceKind",
        "The kind of prices: `asking` prices, or those of items that were `sold`.",
        |schema| schema.examples(["asking"]);
    /// The schema of a remark on a photo.
    PhotoNoteCode = PhotoNote as "PhotoNoteCode",
        "A remark on a photo: `small` and so without details; `nearly_empty`; `blurred`; `duplicate` of an \
         earlier one.",
        |schema| schema.examples(["blurred"]);
    /// The schema of a fact that may be missing.
    MissingFactCode = MissingFact as "MissingFact",
        "A fact that buyers look for and the request does not state: the `size` of something worn; `brand`; \
         `model`; `measurements`; `condition`; whether it `works`; whether it is `complete`; the state of \
         its `battery`; the `audience` that it is for; `material`.",
        |schema| schema.examples(["size"]);
    /// The schema of a warning's topic.
    WarningTopic = WarningCode as "WarningCode",
        "The topic of a warning: `not_taken`: the marketplace does not accept such goods, or has no category \
         for them; `restricted`: it accepts only some of them; `check_brand`: the brand is uncertain, or \
         often counterfeited; `condition_assumed`: no stated condition was understood, so one was assumed; \
         `condition_label`: the marketplace does not have the condition, so another label was chosen; \
         `audience_assumed`: the audience is not stated, so the category of one audience was chosen; \
         `minimum_price`: the marketplace's minimum price is higher than the item's worth.",
        |schema| schema.examples(["condition_assumed"]);
    /// The schema of a rule of the check.
    RuleCode = Rule as "Rule",
        "A rule of the check. Codes never change; later versions may add some. `required_field` names its \
         field in `field`. `refused_words`, `refused_character` and `symbol_run` are words and characters that \
         the marketplace does not allow. `category_unknown` is a category that this service does not know, and \
         `category_not_leaf` one with subcategories.",
        |schema| schema.examples(["title_too_long"]);
    /// The schema of a finding's consequence.
    SeverityCode = Severity as "Severity",
        "The consequence: for an `error`, the marketplace refuses the listing, as far as is known; a `warning` \
         should be corrected or checked.",
        |schema| schema.examples(["error"]);
    /// The schema of a fact's origin.
    FactOriginCode = FactOrigin as "FactOrigin",
        "The origin of a fact: `official` is the marketplace's own page, or a public copy of its interface \
         description; `live` is its site, as another tool's developers saw it; `tool` is another tool.",
        |schema| schema.examples(["official"]);
    /// The schema of a marketplace's fit for an item.
    FitCode = Fit as "Fit",
        "The fit of a marketplace for an item: `specialist` is for such goods; `general` has a category for \
         them; `limited` accepts only some of them, which the seller has to check; `not_taken` does not accept \
         them; on `other_market`, prices are in another currency than the item's; for `below_minimum`, the item \
         is worth less than the minimum price. The last three are not ranked.",
        |schema| schema.examples(["general"]);
    /// The schema of an account's plan.
    PlanCode = Plan as "PlanType", "The plan of an account.", |schema| schema;
}

fn with_names(schema: ObjectBuilder) -> ObjectBuilder {
    let catalogue = Catalogue::default();
    let named =
        |platform: &Platform| format!("{}, {}", catalogue.marketplace(*platform).name(), platform.region());
    let descriptions: Vec<String> = Platform::ALL.iter().map(named).collect();
    schema.extensions(Some(Extensions::builder().add(CODE_DESCRIPTIONS, descriptions).build()))
}

/// The schema of the condition in a response: not only codes, since it may be in the seller's own words.
pub struct DetectedCondition;

impl PartialSchema for DetectedCondition {
    fn schema() -> RefOr<Schema> {
        let codes: Vec<&str> = Condition::ALL.iter().map(|condition| condition.code()).collect();
        let about = format!(
            "One of the codes `{}`; the seller's own words if they match no code; or `Unknown`.",
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

/// The schema of a photo in a request.
pub struct PhotoUri;

impl PartialSchema for PhotoUri {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "A base64-encoded image with its data URI prefix: `data:image/<subtype>;base64,<data>`. \
                 JPEG, PNG, WebP and GIF are accepted, as recognized from the data, whatever the prefix \
                 says; HEIC and AVIF where the host has a decoder. At most 10 MB and 52 million pixels; \
                 progressive JPEG with color at full size at most 38 million.",
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
