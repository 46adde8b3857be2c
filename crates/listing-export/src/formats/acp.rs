//! Feeds of the Agentic Commerce Protocol.

use std::collections::HashSet;
use std::io::Write;

use serde_json::{Map, Value, json};

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::lang;
use crate::report::{ExportReport, Finding, Problem};
use crate::shop_url::ShopUrl;
use crate::table::photo_addresses;
use crate::text::{is_web_address, uri};

use super::unique_ids;

/// The `products.jsonl` of a feed of the Agentic Commerce Protocol: a product with one variant on each line.
/// It is for hosts with a shop.
///
/// Source: the protocol's feed schema of 2026-04-17 (official). Prices are in minor units. The schema takes only
/// URIs, so that other signs of web addresses are percent-encoded.
#[derive(Debug, Clone, Default)]
pub struct Acp {
    /// The template of item pages. Without it, products have no `url`.
    pub shop_url: Option<ShopUrl>,
}

/// The allowed number of photos; the schema has no limit.
const PHOTOS_MAX: usize = 100;
/// The fields of the schema that this crate writes.
const PRODUCT_FIELDS: [&str; 6] = ["id", "title", "description", "url", "media", "variants"];
const VARIANT_FIELDS: [&str; 9] = [
    "id",
    "title",
    "description",
    "url",
    "price",
    "availability",
    "categories",
    "condition",
    "variant_options",
];

impl Acp {
    fn product(&self, item: &ExportItem, listing: &ExportListing, id: &str) -> (Value, Vec<Finding>) {
        let mut findings = Vec::new();
        let url = self.shop_url.as_ref().and_then(|template| template.of(item));
        let photos = photo_addresses(item, PHOTOS_MAX, &mut findings);
        let image = |url: &&str| json!({ "type": "image", "url": uri(url), "alt_text": listing.title });
        let media: Vec<_> = photos.iter().map(image).collect();
        let mut product = json!({
            "id": id,
            "title": listing.title,
            "description": { "plain": listing.description },
        });
        match url {
            Some(url) => product["url"] = uri(&url).into(),
            None => findings.push(Finding::Missing("url")),
        }
        if !media.is_empty() {
            product["media"] = media.into();
        }
        product["variants"] = json!([variant(item, listing, id, &mut findings)]);
        (product, findings)
    }
}

fn variant(item: &ExportItem, listing: &ExportListing, id: &str, findings: &mut Vec<Finding>) -> Value {
    let mut variant = json!({
        "id": id,
        "title": listing.title,
        "price": { "amount": listing.price.minor(), "currency": listing.price.currency().code() },
        "availability": { "available": true, "status": "in_stock" },
        "categories": [{ "value": listing.category, "taxonomy": listing.platform.to_string() }],
    });
    match item.attributes.is_new() {
        Some(is_new) => variant["condition"] = json!([if is_new { "new" } else { "secondhand" }]),
        None => findings.push(Finding::Missing("condition")),
    }
    let words = lang::for_language(listing.language);
    let it = item.attributes.translated(item.language, listing.language);
    let known = [(words.size, it.size), (words.color, it.color), (words.material, it.material)];
    let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let options: Vec<_> = known.map(|(name, value)| json!({ "name": name, "value": value })).collect();
    if !options.is_empty() {
        variant["variant_options"] = options.into();
    }
    variant
}

impl ExportFormat for Acp {
    fn id(&self) -> FormatId {
        FormatId::Acp
    }

    fn file_name(&self) -> &'static str {
        "products.jsonl"
    }

    fn media_type(&self) -> &'static str {
        "application/jsonl"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let mut report = ExportReport::default();
        for (item, id) in items.iter().zip(unique_ids(items)) {
            let Some(listing) = item.shop_listing() else {
                report.add(item, [Finding::NoListings]);
                continue;
            };
            let (product, findings) = self.product(item, listing, &id);
            serde_json::to_writer(&mut *out, &product)?;
            out.write_all(b"\n")?;
            report.written += 1;
            report.add(item, findings);
        }
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let Ok(text) = std::str::from_utf8(file) else {
            return vec![Problem::of_file("not UTF-8")];
        };
        let (mut problems, mut ids) = (Vec::new(), HashSet::new());
        // A description may have other line breaks than that between products.
        for (number, line) in (1..).zip(text.split_terminator('\n')) {
            let Ok(Value::Object(product)) = serde_json::from_str(line) else {
                problems.push(Problem::new(number, "", "not a JSON object"));
                continue;
            };
            let found = product_problems(&product);
            problems.extend(found.into_iter().map(|(field, message)| Problem::new(number, field, message)));
            let id = product.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            if !ids.insert(id) {
                problems.push(Problem::new(number, "id", "an earlier product has the same ID"));
            }
        }
        problems
    }
}

fn product_problems(product: &Map<String, Value>) -> Vec<(&'static str, String)> {
    let mut problems = unknown_fields(product, &PRODUCT_FIELDS);
    let is_text = |value: Option<&Value>| value.and_then(Value::as_str).is_some_and(|it| !it.is_empty());
    let is_url = |value: &Value| value.as_str().is_some_and(is_web_address);
    if !is_text(product.get("id")) {
        problems.push(("id", "must be a text".to_owned()));
    }
    if product.get("description").is_some_and(|it| !it["plain"].is_string()) {
        problems.push(("description", "must have a plain text".to_owned()));
    }
    if product.get("url").is_some_and(|url| !is_url(url)) {
        problems.push(("url", "must be a web address".to_owned()));
    }
    let media = product.get("media").and_then(Value::as_array);
    if product.contains_key("media") && media.is_none_or(|all| all.iter().any(|it| !is_url(&it["url"]))) {
        problems.push(("media", "must be a list with web addresses".to_owned()));
    }
    match product.get("variants").and_then(Value::as_array).map(Vec::as_slice) {
        None | Some([]) => problems.push(("variants", "must have a variant".to_owned())),
        Some(variants) => problems.extend(variants.iter().flat_map(variant_problems)),
    }
    problems
}

fn variant_problems(variant: &Value) -> Vec<(&'static str, String)> {
    let Some(fields) = variant.as_object() else { return vec![("variants", "must be objects".to_owned())] };
    let mut problems = unknown_fields(fields, &VARIANT_FIELDS);
    let is_text = |value: &Value| value.as_str().is_some_and(|it| !it.is_empty());
    if !is_text(&variant["id"]) || !variant["title"].is_string() {
        problems.push(("variants", "must have an ID and a title".to_owned()));
    }
    let price = &variant["price"];
    let is_currency = |it: &str| it.len() == 3 && it.bytes().all(|byte| byte.is_ascii_uppercase());
    let has_currency = price["currency"].as_str().is_some_and(is_currency);
    if !price["amount"].is_u64() || !has_currency {
        problems.push(("price", "must be minor units with a currency".to_owned()));
    }
    let is_condition = |it: &Value| it == "new" || it == "secondhand";
    let conditions = variant["condition"].as_array();
    if fields.contains_key("condition") && conditions.is_none_or(|all| !all.iter().all(is_condition)) {
        problems.push(("condition", "must be new or secondhand".to_owned()));
    }
    let options = variant["variant_options"].as_array();
    let is_option = |it: &Value| is_text(&it["name"]) && is_text(&it["value"]);
    if fields.contains_key("variant_options") && options.is_none_or(|all| !all.iter().all(is_option)) {
        problems.push(("variant_options", "must have names and values".to_owned()));
    }
    problems
}

fn unknown_fields(fields: &Map<String, Value>, known: &[&str]) -> Vec<(&'static str, String)> {
    let unknown = fields.keys().filter(|field| !known.contains(&field.as_str()));
    unknown.map(|field| ("", format!("the schema refuses the field {field}"))).collect()
}
