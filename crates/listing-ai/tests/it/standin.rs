//! A model that behaves: it reads what it is asked and answers accordingly, so
//! that a test can change just what it is about.

use listing_testkit::service::{Received, Step};
use serde_json::{Map, Value, json};

use crate::formats::{Format, text_of};

/// A good answer to a request about a black leather jacket.
pub(crate) fn answer(request: &Received) -> Value {
    let text = text_of(request);
    let is_french = text.contains("Language of every text: French");
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
    let listings: Map<String, Value> = platforms(&text)
        .map(|platform| {
            let tags = json!(["cuir", "veste"]);
            (platform.to_owned(), json!({"title": name, "description": description, "hashtags": tags}))
        })
        .collect();
    let known = known(&text);
    let told = |name: &str, seen: &'static str| known[name].as_str().unwrap_or(seen).to_owned();
    let (color, material) = (told("color", color), told("material", material));
    let seen = |value: &str, confidence: &str| json!({"evidence": "Photo 1.", "value": value, "confidence": confidence});
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
            "color": seen(&color, "high"),
            "material": seen(&material, "medium"),
            "details": [{"attribute": "closure", "evidence": "Photo 1.", "value": "zip"}],
        },
        "listings": listings,
        "price": {
            "rationale": rationale, "currency": if is_french { "EUR" } else { "USD" },
            "low": 4500, "mid": 6000, "high": 8000,
        },
    })
}

/// A service with that model.
pub(crate) fn good(format: Format, request: &Received) -> Step {
    Step::ok(&format.done(&answer(request).to_string()))
}

/// What the seller says, which it does not contradict.
fn known(text: &str) -> Value {
    let json = text.split_once("The seller's data, as JSON:\n").and_then(|(_, rest)| rest.lines().next());
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// The marketplaces that a task asks for, by its lines such as `- vinted (Vinted): …`.
fn platforms(text: &str) -> impl Iterator<Item = &str> {
    let list = text.split_once("for each of these marketplaces:\n").map_or("", |(_, rest)| rest);
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| Some(line.strip_prefix("- ")?.split_once(" (")?.0))
}
