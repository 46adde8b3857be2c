//! Products of schema.org as JSON-LD.

use std::io::Write;

use serde_json::{Value, json};

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::report::{ExportReport, Finding, Problem};
use crate::shop_url::ShopUrl;
use crate::table::{decimal, is_decimal, photo_addresses};
use crate::text::is_web_address;

/// Products of schema.org with an offer each, for the pages of a shop.
///
/// The properties are those of schema.org's Product and Offer (own knowledge). The condition of the item is
/// that of a stated or detected grade, and missing otherwise. `<` is escaped, so that a page may contain the
/// document in a script element.
#[derive(Debug, Clone, Default)]
pub struct JsonLd {
    /// The template of item pages. Without it, products have no `url`.
    pub shop_url: Option<ShopUrl>,
}

const CONTEXT: &str = "https://schema.org";
const NEW: &str = "https://schema.org/NewCondition";
const USED: &str = "https://schema.org/UsedCondition";
const IN_STOCK: &str = "https://schema.org/InStock";
/// The allowed number of photos; schema.org has no limit.
const PHOTOS_MAX: usize = 100;

impl JsonLd {
    fn product(&self, item: &ExportItem, listing: &ExportListing) -> (Value, Vec<Finding>) {
        let mut findings = Vec::new();
        let photos = photo_addresses(item, PHOTOS_MAX, &mut findings);
        let mut product = json!({ "@type": "Product", "name": listing.title });
        if listing.title.is_empty() {
            findings.push(Finding::MissingRequired("name"));
        }
        if !photos.is_empty() {
            product["image"] = photos.into();
        }
        product["description"] = listing.description.as_str().into();
        if let Some(sku) = &item.sku {
            product["sku"] = sku.as_str().into();
        }
        let it = item.attributes.translated(item.language, listing.language);
        match it.brand {
            Some(brand) => product["brand"] = json!({ "@type": "Brand", "name": brand }),
            None => findings.push(Finding::Missing("brand")),
        }
        for (field, value) in [("color", it.color), ("size", it.size), ("material", it.material)] {
            match value {
                Some(value) => product[field] = value.into(),
                None => findings.push(Finding::Missing(field)),
            }
        }
        let mut offer = json!({
            "@type": "Offer",
            "price": decimal(listing.price),
            "priceCurrency": listing.price.currency().code(),
            "availability": IN_STOCK,
        });
        match item.attributes.is_new() {
            Some(is_new) => {
                let condition = if is_new { NEW } else { USED };
                product["itemCondition"] = condition.into();
                offer["itemCondition"] = condition.into();
            }
            None => findings.push(Finding::Missing("itemCondition")),
        }
        match self.shop_url.as_ref().and_then(|template| template.of(item)) {
            Some(url) => {
                product["url"] = url.as_str().into();
                offer["url"] = url.into();
            }
            None => findings.push(Finding::Missing("url")),
        }
        product["offers"] = offer;
        (product, findings)
    }
}

impl ExportFormat for JsonLd {
    fn id(&self) -> FormatId {
        FormatId::JsonLd
    }

    fn file_name(&self) -> &'static str {
        "products.jsonld"
    }

    fn media_type(&self) -> &'static str {
        "application/ld+json"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let (mut report, mut products) = (ExportReport::default(), Vec::new());
        for item in items {
            let Some(listing) = item.shop_listing() else {
                report.add(item, [Finding::NoListings]);
                continue;
            };
            let (product, findings) = self.product(item, listing);
            products.push(product);
            report.add(item, findings);
        }
        report.written = products.len();
        let document = json!({ "@context": CONTEXT, "@graph": products });
        let document = serde_json::to_string_pretty(&document)?.replace('<', "\\u003c");
        out.write_all(document.as_bytes())?;
        out.write_all(b"\n")?;
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let document: Value = match serde_json::from_slice(file) {
            Ok(document) => document,
            Err(error) => return vec![Problem::of_file(format!("not JSON: {error}"))],
        };
        let mut problems = Vec::new();
        if document["@context"] != CONTEXT {
            problems.push(Problem::of_file("the context is not that of schema.org"));
        }
        if file.contains(&b'<') {
            problems.push(Problem::of_file("a page cannot contain an unescaped <"));
        }
        let Some(products) = document["@graph"].as_array() else {
            problems.push(Problem::of_file("no list of products"));
            return problems;
        };
        for (number, product) in (1..).zip(products) {
            let found = product_problems(product);
            problems.extend(found.into_iter().map(|(field, message)| Problem::new(number, field, message)));
        }
        problems
    }
}

fn product_problems(product: &Value) -> Vec<(&'static str, &'static str)> {
    let offer = &product["offers"];
    let is_filled = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let is_url = |value: &Value| value.is_null() || value.as_str().is_some_and(is_web_address);
    let is_condition = |value: &Value| value.is_null() || value == NEW || value == USED;
    let is_currency = |text: &str| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    let images = product["image"].as_array();
    let checks = [
        (product["@type"] == "Product", "@type", "must be Product"),
        (is_filled(&product["name"]), "name", "must not be empty"),
        (images.is_none_or(|all| all.iter().all(is_url)), "image", "must be web addresses"),
        (product["brand"].is_null() || is_filled(&product["brand"]["name"]), "brand", "must have a name"),
        (is_url(&product["url"]), "url", "must be a web address"),
        (is_condition(&product["itemCondition"]), "itemCondition", "must be new or used"),
        (product["itemCondition"] == offer["itemCondition"], "itemCondition", "must be that of the offer"),
        (offer["@type"] == "Offer", "offers", "must be an Offer"),
        (offer["price"].as_str().is_some_and(is_decimal), "price", "must be an amount with two decimals"),
        (offer["priceCurrency"].as_str().is_some_and(is_currency), "priceCurrency", "must be a code"),
        (offer["availability"] == IN_STOCK, "availability", "must be InStock"),
    ];
    checks
        .into_iter()
        .filter(|(is_valid, ..)| !is_valid)
        .map(|(_, field, message)| (field, message))
        .collect()
}
