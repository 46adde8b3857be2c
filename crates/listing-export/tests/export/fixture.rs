//! Items to export.

use listing_answer::GeneratedData;
use listing_domain::account::Plan;
use listing_domain::generation::{Generation, RenderedData};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::product::Product;
use listing_domain::quota::UsageAtCharge;
use listing_domain::request::{ListingOptions, Platforms};
use listing_export::{ExportFormat, ExportItem, ExportOptions, ExportPhoto, ExportReport, FormatId, ShopUrl};
use serde_json::{Value, json};
use uuid::Uuid;

/// The beginning of a JPEG file.
pub(crate) const JPEG: [u8; 4] = [0xff, 0xd8, 0xff, 0xe0];

/// Returns an item with everything: an English jacket for sale on eBay, Etsy and Depop.
pub(crate) fn jacket() -> ExportItem {
    let listing = |platform: &str, title: &str, category: &str, condition: &str| {
        json!({
            "platform": platform, "title": title, "price": 45.5, "category": category,
            "description": "Trucker jacket, worn twice.\nPit to pit: 21\" & sleeves < 25\".",
            "condition": condition,
        })
    };
    let category = "Clothing, Shoes & Accessories > Men > Men's Clothing > Coats, Jackets & Vests";
    let data = json!({
        "listings": [
            listing("depop", "Levi's trucker jacket", "menswear > coats-jackets > jackets", "Used - Excellent"),
            listing("ebay", "Levi's Trucker Jacket, Blue Denim, Men's M", category, "Pre-owned - Excellent"),
            listing("etsy", "Vintage denim trucker jacket", "Clothing > Jackets", ""),
        ],
        "attributes": {
            "name": "Trucker jacket", "brand": "Levi’s", "size": "M", "condition": "very_good",
            "color": "Blue", "material": "Denim", "audience": "men",
        },
        "suggestedPrice": 45.5,
        "priceRationale": "",
        "sku": "B4-0017",
        "metadata": { "shelf": "B4" },
        "details": {
            "attributes": {}, "alternatives": [], "photos": [],
            "price": {
                "low": 30, "quickSale": 40, "suggested": 45.5, "patient": 50, "high": 60, "currency": "USD",
                "market": "US", "confidence": "low", "basis": "usual", "sampleSize": 0, "asked": 0, "sold": 0,
                "ignored": 0, "sources": [],
            },
            "listings": {
                "depop": { "currency": "USD", "tags": ["denim"], "warnings": [] },
                "ebay": { "currency": "USD", "warnings": [] },
                "etsy": { "currency": "USD", "tags": ["denim jacket", "a tag that is far too long for Etsy"], "warnings": [] },
            },
        },
    });
    let photo = |number: u8, url: Option<&str>| ExportPhoto {
        file_name: format!("{number}.jpg"),
        url: url.map(str::to_owned),
        bytes: Some([&JPEG[..], &[number]].concat()),
    };
    let photos = vec![photo(1, Some("https://p.example/~1.jpg")), photo(2, Some("https://p.example/2.jpg"))];
    item(1, Language::En, &data, photos)
}

/// Returns an item with little: a French dress of unknown condition, for sale on Vinted and eBay, without
/// SKU.
pub(crate) fn dress() -> ExportItem {
    let data = json!({
        "listings": [
            {
                "platform": "vinted", "title": "Robe d’été", "description": "- Robe fluide\n- Doublée", "price": 18,
                "category": "Femmes > Vêtements > Robes", "condition": "Bon état",
            },
            {
                "platform": "ebay", "title": "=Robe d’été fluide", "description": "- Robe fluide\n- Doublée",
                "price": 18, "category": "Une catégorie sans identifiant", "condition": "Occasion - Bon état",
            },
        ],
        "attributes": {
            "name": "Robe", "brand": "Unknown", "size": "38", "condition": "Unknown", "color": "Bleu marine",
            "material": "Unknown", "quantity": 3,
        },
        "suggestedPrice": 18,
        "priceRationale": "",
    });
    let photo = ExportPhoto { file_name: "1.jpg".to_owned(), url: None, bytes: None };
    item(2, Language::Fr, &data, vec![photo])
}

/// Returns an item of a generation.
pub(crate) fn item(number: u128, language: Language, data: &Value, photos: Vec<ExportPhoto>) -> ExportItem {
    let generation = generation(number, language, data);
    let data = GeneratedData::read(generation.current()).unwrap();
    ExportItem::new(&Catalogue::default(), &generation, &data, photos)
}

/// Returns a generation with these data.
pub(crate) fn generation(number: u128, language: Language, data: &Value) -> Generation {
    let data = data.to_string();
    Generation {
        id: GenerationId::new(Uuid::from_u128(number)),
        account: AccountId::new(Uuid::nil()),
        created_at: "2026-11-26T10:00:00Z".parse().unwrap(),
        options: ListingOptions {
            platforms: Platforms::new([Platform::Ebay]).unwrap(),
            language,
            tone: Tone::Friendly,
            quality: Quality::Standard,
            market: None,
        },
        product: Product::Unknown,
        data: RenderedData::new(data.as_bytes()),
        revised: None,
        rewrites: 0,
        usage: UsageAtCharge { plan: Plan::Free, free_used: 1, free_limit: 3, credits_remaining: 0 },
        has_thumbnail: false,
    }
}

/// Returns a format for a host with a shop.
pub(crate) fn format(id: FormatId) -> Box<dyn ExportFormat> {
    let shop_url = ShopUrl::parse("shop_url", "https://shop.example/items/{id}").unwrap();
    id.format(&ExportOptions { shop_url: Some(shop_url) })
}

/// Returns a file of items with its report.
pub(crate) fn written(id: FormatId, items: &[ExportItem]) -> (Vec<u8>, ExportReport) {
    let mut file = Vec::new();
    let report = format(id).write(items, &mut file).unwrap();
    (file, report)
}

/// Returns the problems of a file, as sentences.
pub(crate) fn problems(id: FormatId, file: &[u8]) -> Vec<String> {
    format(id).validate(file).iter().map(ToString::to_string).collect()
}
