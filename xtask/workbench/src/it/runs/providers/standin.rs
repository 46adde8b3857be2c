//! What a model that behaves would answer.

use serde_json::{Map, Value, json};

/// The marketplaces that are asked for, in both languages.
pub(super) const PLATFORMS: [&str; 2] = ["vinted", "leboncoin"];

/// A good answer about a jacket.
pub(super) fn answer(language: &str) -> Value {
    let is_french = language == "fr";
    let (name, color, material, description, rationale) = if is_french {
        (
            "Veste en cuir noir",
            "Noir",
            "Cuir",
            "Belle veste en cuir noir, portée quelques fois seulement. Doublure intacte, fermeture qui coulisse bien.",
            "Une veste en cuir de ce type se vend autour de ce prix d’occasion.",
        )
    } else {
        (
            "Black leather jacket",
            "Black",
            "Leather",
            "A handsome black leather jacket, worn only a few times. The lining is whole and the zip runs smoothly.",
            "Leather jackets like this one usually sell for about that much second hand.",
        )
    };
    let listing = json!({ "title": name, "description": description, "hashtags": ["cuir", "veste"] });
    let listings: Map<String, Value> =
        PLATFORMS.iter().map(|platform| ((*platform).to_owned(), listing.clone())).collect();
    let seen = |value: &str, confidence: &str| json!({ "evidence": "Photo 1.", "value": value, "confidence": confidence });
    json!({
        "observations": "Photo 1 shows a black leather jacket on a hanger.",
        "visible_text": [],
        "suspicious_text": false,
        "department": "clothing",
        "product_type": "jacket",
        "audience": "not_determinable",
        "attributes": {
            "name": seen(name, "high"),
            "brand": seen("not_determinable", "low"),
            "size": seen("not_determinable", "low"),
            "condition": seen("very_good", "medium"),
            "color": seen(color, "high"),
            "material": seen(material, "medium"),
            "details": [{ "attribute": "closure", "evidence": "Photo 1.", "value": "zip" }],
        },
        "listings": listings,
        "price": {
            "rationale": rationale,
            "currency": if is_french { "EUR" } else { "USD" },
            "low": 4500, "mid": 6000, "high": 8000,
        },
    })
}

/// The name that a good answer leads to.
pub(super) fn name(language: &str) -> &'static str {
    if language == "fr" { "Veste en cuir noir" } else { "Black leather jacket" }
}
