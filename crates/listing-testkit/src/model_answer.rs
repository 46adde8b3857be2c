use listing_domain::options::Language;
use serde_json::{Map, Value, json};

/// An AI model's valid answer about a black leather jacket.
#[derive(Debug, Clone, Copy)]
pub struct ModelAnswer {
    language: Language,
    name: &'static str,
    color: &'static str,
    material: &'static str,
    description: &'static str,
    rationale: &'static str,
}

impl ModelAnswer {
    /// An answer in this language.
    pub const fn new(language: Language) -> Self {
        match language {
            Language::Fr => Self {
                language,
                name: "Veste en cuir noir",
                color: "Noir",
                material: "Cuir",
                description: "Belle veste en cuir noir, portée quelques fois seulement. Doublure intacte, fermeture qui coulisse bien.",
                rationale: "Une veste en cuir de ce type se vend autour de ce prix d’occasion.",
            },
            Language::En => Self {
                language,
                name: "Black leather jacket",
                color: "Black",
                material: "Leather",
                description: "A handsome black leather jacket, worn only a few times. The lining is whole and the zip runs smoothly.",
                rationale: "Leather jackets like this one usually sell for about that much second hand.",
            },
        }
    }

    /// The item's name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The JSON answer for marketplaces with these codes. It repeats the color or material that the seller
    /// gave.
    pub fn json<'a>(
        &self,
        platforms: impl IntoIterator<Item = &'a str>,
        stated_color: Option<&str>,
        stated_material: Option<&str>,
    ) -> Value {
        let Self { language, name, color, material, description, rationale } = *self;
        let listing = json!({ "title": name, "description": description, "hashtags": ["cuir", "veste"] });
        let listings: Map<String, Value> =
            platforms.into_iter().map(|platform| (platform.to_owned(), listing.clone())).collect();
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
                "color": seen(stated_color.unwrap_or(color), "high"),
                "material": seen(stated_material.unwrap_or(material), "medium"),
                "details": [{ "attribute": "closure", "evidence": "Photo 1.", "value": "zip" }],
            },
            "listings": listings,
            "price": {
                "rationale": rationale,
                "currency": match language { Language::Fr => "EUR", Language::En => "USD" },
                "low": 4500, "mid": 6000, "high": 8000,
            },
        })
    }
}
