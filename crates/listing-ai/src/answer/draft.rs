use std::collections::BTreeMap;

use listing_domain::attributes::{Attribute, Attributes, Source};
use listing_domain::draft::{Draft, DraftRequest, PlatformText, PriceOpinion};
use listing_domain::marketplace::Platform;
use listing_domain::money::Money;
use listing_domain::product::{Department, Product, ProductType};

use super::{Answer, Price, Seen, Text};

/// These numbers are not probabilities; only their order matters.
const HIGH: f32 = 0.9;
const MEDIUM: f32 = 0.6;

/// Leaves out uncertain values and, if the request has no photos, all attributes except the name.
pub(super) fn from_answer(answer: Answer, request: &DraftRequest) -> Draft {
    let attributes = attributes(&answer);
    let (product, audience, attributes) = if let Some(known) = &request.product {
        (known.product, known.audience, Attributes { name: attributes.name, ..Attributes::default() })
    } else {
        let product = product(&answer.product_type, &answer.department);
        (product, answer.audience.parse().ok(), attributes)
    };
    let texts = texts(answer.listings, request);
    Draft {
        product,
        audience,
        attributes,
        texts,
        price: Some(opinion(answer.price, request)),
        alternatives: Vec::new(),
    }
}

fn product(product: &str, department: &str) -> Product {
    let product = product.parse::<ProductType>().map(Product::Type);
    let department = || department.parse::<Department>().map(Product::Department);
    product.or_else(|_| department()).unwrap_or(Product::Unknown)
}

fn attributes(answer: &Answer) -> Attributes {
    let found = &answer.attributes;
    let certain = |seen: &Seen| answer.is_certain(seen).then(|| attribute(seen));
    let likely = |seen: &Seen| {
        let is_likely = matches!(seen.confidence.as_str(), super::HIGH | super::MEDIUM);
        (seen.is_determined() && is_likely).then(|| attribute(seen))
    };
    Attributes {
        name: likely(&found.name),
        brand: certain(&found.brand),
        size: certain(&found.size),
        condition: likely(&found.condition),
        color: likely(&found.color),
        material: likely(&found.material),
        quantity: None,
    }
}

fn attribute(seen: &Seen) -> Attribute {
    let value = seen.value.split_whitespace().collect::<Vec<_>>().join(" ");
    Attribute::new(value, Source::Model, if seen.confidence == super::HIGH { HIGH } else { MEDIUM })
}

fn texts(mut listings: BTreeMap<String, Text>, request: &DraftRequest) -> Vec<PlatformText> {
    let mut text_of = |platform: Platform| {
        let Text { title, description, hashtags } = listings.remove(platform.code())?;
        Some(PlatformText { platform, title, description, hashtags })
    };
    request.platforms.as_slice().iter().filter_map(|platform| text_of(*platform)).collect()
}

fn opinion(price: Price, request: &DraftRequest) -> PriceOpinion {
    let money = |minor| Money::from_minor(minor, request.locale.currency());
    PriceOpinion {
        low: money(price.low),
        mid: money(price.mid),
        high: money(price.high),
        rationale: price.rationale,
    }
}
