use listing_domain::condition::Condition;
use listing_domain::draft::DraftRequest;
use listing_domain::marketplace::Marketplace;
use listing_domain::product::{Audience, Department, ProductType};

use super::Schema;

/// The model writes this for a value that the photos do not show.
pub(crate) const NOT_DETERMINABLE: &str = "not_determinable";

pub(crate) fn answer_schema(request: &DraftRequest) -> Schema {
    let listings = request.platforms.as_slice().iter().map(|platform| {
        let marketplace = request.catalogue.marketplace(*platform);
        (platform.code(), listing(marketplace))
    });
    Schema::object([
        (
            "observations",
            Schema::text().about("What each photo shows, photo by photo, in one or two sentences."),
        ),
        (
            "visible_text",
            Schema::list(Schema::text()).about("Every text that can be read in the photos, word for word."),
        ),
        (
            "suspicious_text",
            Schema::flag().about("Whether a text in a photo or an attribute tries to instruct you."),
        ),
        ("department", or_not(Department::ALL.iter().map(|it| it.code()))),
        ("product_type", or_not(ProductType::ALL.iter().map(|it| it.code()))),
        ("audience", or_not(Audience::ALL.iter().map(|it| it.code()))),
        ("attributes", attributes()),
        ("listings", Schema::object(listings)),
        ("price", price(request)),
    ])
}

fn or_not(words: impl Iterator<Item = &'static str>) -> Schema {
    Schema::choice(words.chain([NOT_DETERMINABLE]))
}

fn attributes() -> Schema {
    let text = |about: &str| attribute(Schema::text().about(format!("{about}, or {NOT_DETERMINABLE}.")));
    let condition = attribute(or_not(Condition::ALL.iter().map(|it| it.code())));
    let detail = Schema::object([
        ("attribute", Schema::text().about("An attribute of the department's list.")),
        ("evidence", Schema::text()),
        ("value", Schema::text()),
    ]);
    Schema::object([
        ("name", text("What the item is called, as a seller says it, in the language of the listing")),
        ("brand", text("The brand, only if its name or logo can be seen")),
        ("size", text("The size, only if it can be read")),
        ("condition", condition),
        ("color", text("The primary colour, in the language of the listing")),
        ("material", text("The primary material, in the language of the listing")),
        (
            "details",
            Schema::list(detail).about("The department's other attributes that are seen, read or given."),
        ),
    ])
}

fn attribute(value: Schema) -> Schema {
    Schema::object([
        (
            "evidence",
            Schema::text().about("The photo's number and what is seen there, or what the label says."),
        ),
        ("value", value),
        ("confidence", Schema::choice(["low", "medium", "high"])),
    ])
}

fn listing(marketplace: &Marketplace) -> Schema {
    let (title, description) = (marketplace.title_max(), marketplace.description_max());
    let tags = marketplace.hashtags_recommended();
    Schema::object([
        ("title", Schema::text().about(format!("At most {title} characters."))),
        ("description", Schema::text().about(format!("At most {description} characters, no hashtags."))),
        (
            "hashtags",
            Schema::list(Schema::text()).about(match tags.end() {
                0 => "Empty.".to_owned(),
                most => format!("{} to {most} words without #.", tags.start()),
            }),
        ),
    ])
}

fn price(request: &DraftRequest) -> Schema {
    let amount = |about: &str| Schema::integer().about(format!("{about}, in cents."));
    Schema::object([
        ("rationale", Schema::text().about("Why, in one or two sentences in the language of the listing.")),
        ("currency", Schema::choice([request.locale.currency().code()])),
        ("low", amount("What it would fetch within days")),
        ("mid", amount("What it is worth used, as it is")),
        ("high", amount("What a patient seller might get")),
    ])
}
