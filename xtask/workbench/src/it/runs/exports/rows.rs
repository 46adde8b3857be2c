//! The rows that each table must have, from the items that were put in.

use std::collections::{BTreeMap, HashSet};

use listing_domain::options::Language;
use listing_domain::sku::Sku;
use listing_export::{ExportItem, ExportListing, FormatId};
use serde_json::json;

use super::cells::{Cell, flat, lines};
use super::columns::{
    EBAY_ACTION_FR, EBAY_ACTION_UK, EBAY_ACTION_US, SPECIFICS_FR, SPECIFICS_UK, SPECIFICS_US,
};
use super::items::{CREATED_AT, SHOP_URL};

/// Cells by column. A column that is not listed must be empty.
pub(super) type Row = BTreeMap<&'static str, Cell>;

/// Photo addresses, without the signs that separate addresses in a cell.
const PHOTOS: [&str; 2] =
    ["https://p.example/a%7Eb%2Cc%3Bd%7Ce/1.jpg?x=1&y=2", "https://p.example/été/2.jpg"];
/// eBay's ID of men's coats, jackets and vests, on all three sites.
const EBAY_CATEGORY: &str = "57988";
/// eBay's ID of pre-owned clothes in excellent condition, and of a very good condition in French.
/// Each language with its eBay condition and the department of men.
const EBAY_VALUES: [(Language, [&str; 2]); 2] =
    [(Language::En, ["2990", "Men"]), (Language::Fr, ["3000", "Homme"])];
/// Each language with the names of size, color, material and condition.
const WORDS: [(Language, [&str; 4]); 2] = [
    (Language::En, ["Size", "Color", "Material", "Condition"]),
    (Language::Fr, ["Taille", "Couleur", "Matière", "État"]),
];
const PRICE: &str = "45.50";
const DESCRIPTION_MAX_OF_GOOGLE: usize = 5_000;

/// Returns the rows of a table.
pub(super) fn expected(id: FormatId, items: &[ExportItem]) -> Vec<Row> {
    match id {
        FormatId::EbayUs => ebay(items, Language::En, "USD", EBAY_ACTION_US, &SPECIFICS_US),
        FormatId::EbayUk => ebay(items, Language::En, "GBP", EBAY_ACTION_UK, &SPECIFICS_UK),
        FormatId::EbayFr => ebay(items, Language::Fr, "EUR", EBAY_ACTION_FR, &SPECIFICS_FR),
        FormatId::Shopify => items.iter().flat_map(shopify).collect(),
        FormatId::WooCommerce => {
            let skus = unique_skus(items);
            items.iter().zip(skus).map(|(item, sku)| woocommerce(item, sku.as_deref())).collect()
        }
        FormatId::Etsy => items.iter().map(etsy).collect(),
        FormatId::GoogleMerchant => {
            let ids = unique_ids(items);
            items.iter().zip(ids).map(|(item, id)| google_merchant(item, &id)).collect()
        }
        FormatId::Csv => items.iter().flat_map(listings).collect(),
        FormatId::Acp | FormatId::JsonLd | FormatId::Zip => Vec::new(),
    }
}

/// Returns the listing for eBay, whose texts shops get as well.
pub(super) fn shop_listing(item: &ExportItem) -> &ExportListing {
    &item.listings[1]
}

/// Returns the ID of each item in a feed.
pub(super) fn unique_ids(items: &[ExportItem]) -> Vec<String> {
    let skus = unique_skus(items).into_iter().zip(items);
    skus.map(|(sku, item)| sku.unwrap_or_else(|| item.id.to_string())).collect()
}

/// Returns the address of an item's page.
pub(super) fn link(item: &ExportItem) -> Option<String> {
    let sku = item.sku.as_ref()?.as_str();
    if sku == "." || sku == ".." {
        return None;
    }
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let encoded = |byte: u8| {
        if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let sku: String = sku.bytes().map(encoded).collect();
    Some(SHOP_URL.replace("{sku}", &sku).replace("{id}", &item.id.to_string()))
}

/// Returns the SKU of each item; `None` if it has none, or that of an earlier item.
fn unique_skus(items: &[ExportItem]) -> Vec<Option<String>> {
    let mut seen = HashSet::new();
    let sku = |item: &ExportItem| Some(flat(item.sku.as_ref()?.as_str()));
    items.iter().map(|item| sku(item).filter(|sku| seen.insert(sku.clone()))).collect()
}

fn sku(item: &ExportItem) -> Cell {
    Cell::line(item.sku.as_ref().map_or("", |sku| sku.as_str()))
}

fn known(text: Option<&String>) -> Cell {
    Cell::line(text.map_or("", String::as_str))
}

/// Returns a table's values for a language.
fn by_language<const N: usize>(
    table: &[(Language, [&'static str; N])],
    language: Language,
) -> [&'static str; N] {
    table.iter().find(|(other, _)| *other == language).map_or([""; N], |(_, values)| *values)
}

fn ebay(
    items: &[ExportItem],
    language: Language,
    currency: &str,
    action: &'static str,
    specifics: &[&'static str; 5],
) -> Vec<Row> {
    let row = |item: &ExportItem| {
        let listing = shop_listing(item);
        let has_price = listing.price.currency().code() == currency;
        let [condition, _] = by_language(&EBAY_VALUES, listing.language);
        let [_, men] = by_language(&EBAY_VALUES, language);
        let it = &item.attributes;
        let [brand, size, color, material, department] = *specifics;
        Row::from([
            (action, Cell::exact("Draft")),
            ("Custom label (SKU)", sku(item)),
            ("Category ID", Cell::exact(if listing.language == language { EBAY_CATEGORY } else { "" })),
            ("Title", Cell::line(&listing.title)),
            ("Price", Cell::exact(if has_price { PRICE } else { "" })),
            ("Quantity", Cell::exact("1")),
            ("Item photo URL", Cell::exact(PHOTOS.join("|"))),
            ("Condition ID", Cell::exact(condition)),
            ("Description", Cell::Html(lines(&listing.description))),
            ("Format", Cell::exact("FixedPrice")),
            (brand, known(it.brand.as_ref())),
            (size, known(it.size.as_ref())),
            (color, known(it.color.as_ref())),
            (material, known(it.material.as_ref())),
            (department, Cell::exact(men)),
        ])
    };
    items.iter().map(row).collect()
}

/// Returns the row of a product, and one for each further photo.
fn shopify(item: &ExportItem) -> [Row; 2] {
    let (listing, it) = (shop_listing(item), &item.attributes);
    let [size, color, material, _] = by_language(&WORDS, listing.language);
    let id = item.id.to_string();
    let handle = Cell::Handle(id[id.len() - 8..].to_owned());
    let leaf = listing.category.rsplit(" > ").next().unwrap_or_default();
    let photo = |number: usize| {
        [
            ("URL handle", handle.clone()),
            ("Product image URL", Cell::exact(PHOTOS[number - 1])),
            ("Image position", Cell::exact(number.to_string())),
            ("Image alt text", Cell::line(&listing.title)),
        ]
    };
    let mut first = Row::from([
        ("Title", Cell::line(&listing.title)),
        ("Description", Cell::Html(lines(&listing.description))),
        ("Vendor", known(it.brand.as_ref())),
        ("Type", Cell::line(leaf)),
        ("Tags", Cell::exact("denim, été")),
        ("Published on online store", Cell::exact("FALSE")),
        ("Status", Cell::exact("draft")),
        ("SKU", sku(item)),
        ("Option1 name", Cell::exact(size)),
        ("Option1 value", known(it.size.as_ref())),
        ("Option2 name", Cell::exact(color)),
        ("Option2 value", known(it.color.as_ref())),
        ("Option3 name", Cell::exact(material)),
        ("Option3 value", known(it.material.as_ref())),
        ("Price", Cell::exact(PRICE)),
        ("Inventory tracker", Cell::exact("shopify")),
        ("Inventory quantity", Cell::exact("1")),
        ("Continue selling when out of stock", Cell::exact("deny")),
        ("Google Shopping / Gender", Cell::exact("male")),
        ("Google Shopping / Age group", Cell::exact("adult")),
        ("Google Shopping / Condition", Cell::exact("used")),
    ]);
    first.extend(photo(1));
    [first, Row::from(photo(2))]
}

fn woocommerce(item: &ExportItem, sku: Option<&str>) -> Row {
    let (listing, it) = (shop_listing(item), &item.attributes);
    let [size, color, material, condition] = by_language(&WORDS, listing.language);
    // A comma within a value has a backslash.
    let value = |text: &str| Cell::line(&text.replace(',', "\\,"));
    let known = |text: &Option<String>| value(text.as_deref().unwrap_or_default());
    Row::from([
        ("Type", Cell::exact("simple")),
        ("SKU", Cell::line(sku.unwrap_or_default())),
        ("Name", Cell::line(&listing.title)),
        ("Published", Cell::exact("-1")),
        ("Is featured?", Cell::exact("0")),
        ("Visibility in catalog", Cell::exact("visible")),
        ("Description", Cell::Html(lines(&listing.description))),
        ("In stock?", Cell::exact("1")),
        ("Stock", Cell::exact("1")),
        ("Backorders allowed?", Cell::exact("0")),
        ("Sold individually?", Cell::exact("1")),
        ("Regular price", Cell::exact(PRICE)),
        ("Categories", value(&listing.category)),
        ("Tags", Cell::exact("denim, été")),
        ("Images", Cell::exact(PHOTOS.join(", "))),
        ("Brands", known(&it.brand)),
        ("Attribute 1 name", Cell::exact(size)),
        ("Attribute 1 value(s)", known(&it.size)),
        ("Attribute 1 visible", Cell::exact("1")),
        ("Attribute 1 global", Cell::exact("0")),
        ("Attribute 2 name", Cell::exact(color)),
        ("Attribute 2 value(s)", known(&it.color)),
        ("Attribute 2 visible", Cell::exact("1")),
        ("Attribute 2 global", Cell::exact("0")),
        ("Attribute 3 name", Cell::exact(material)),
        ("Attribute 3 value(s)", known(&it.material)),
        ("Attribute 3 visible", Cell::exact("1")),
        ("Attribute 3 global", Cell::exact("0")),
        ("Attribute 4 name", Cell::exact(condition)),
        ("Attribute 4 value(s)", value(&listing.condition)),
        ("Attribute 4 visible", Cell::exact("1")),
        ("Attribute 4 global", Cell::exact("0")),
    ])
}

fn etsy(item: &ExportItem) -> Row {
    let listing = &item.listings[2];
    Row::from([
        ("TITLE", Cell::line(&listing.title)),
        ("DESCRIPTION", Cell::Text(lines(&listing.description))),
        ("PRICE", Cell::exact(PRICE)),
        ("CURRENCY_CODE", Cell::exact(listing.price.currency().code())),
        ("QUANTITY", Cell::exact("1")),
        // Without the tag that is too long and the sign that Etsy refuses.
        ("TAGS", Cell::exact("denim jacket,l'été,r b")),
        ("MATERIALS", known(item.attributes.material.as_ref())),
        ("IMAGE1", Cell::exact(PHOTOS[0])),
        ("IMAGE2", Cell::exact(PHOTOS[1])),
        ("SKU", sku(item)),
    ])
}

fn google_merchant(item: &ExportItem, id: &str) -> Row {
    let (listing, it) = (shop_listing(item), &item.attributes);
    // Addresses of pages have no sign that separates addresses.
    let link = link(item).unwrap_or_default();
    let price = format!("{PRICE} {}", listing.price.currency().code());
    Row::from([
        ("id", Cell::line(id)),
        ("title", Cell::line(&listing.title)),
        ("description", Cell::Beginning(lines(&listing.description), DESCRIPTION_MAX_OF_GOOGLE)),
        ("link", Cell::Exact(link)),
        ("image_link", Cell::exact(PHOTOS[0])),
        ("additional_image_link", Cell::exact(PHOTOS[1])),
        ("availability", Cell::exact("in_stock")),
        ("price", Cell::Exact(price)),
        ("condition", Cell::exact("used")),
        ("brand", known(it.brand.as_ref())),
        ("product_type", Cell::line(&listing.category)),
        ("color", known(it.color.as_ref())),
        ("size", known(it.size.as_ref())),
        ("age_group", Cell::exact("adult")),
        ("gender", Cell::exact("male")),
        ("material", known(it.material.as_ref())),
    ])
}

/// Returns a row for each listing. Texts keep every character.
fn listings(item: &ExportItem) -> Vec<Row> {
    let raw = |text: Option<&str>| Cell::Text(text.unwrap_or_default().to_owned());
    let it = &item.attributes;
    let metadata = item.metadata.pairs().iter().map(|(_, note)| json!({ "note": note }).to_string());
    let metadata = metadata.collect::<Vec<_>>().concat();
    let row = |listing: &ExportListing| {
        Row::from([
            ("generation", Cell::exact(item.id.to_string())),
            ("created_at", Cell::exact(CREATED_AT)),
            ("platform", Cell::exact(listing.platform.to_string())),
            ("title", raw(Some(&listing.title))),
            ("description", raw(Some(&listing.description))),
            ("price", Cell::exact("45.5")),
            ("currency", Cell::exact(listing.price.currency().code())),
            ("category", raw(Some(&listing.category))),
            ("condition", raw(Some(&listing.condition))),
            ("sku", raw(item.sku.as_ref().map(Sku::as_str))),
            ("brand", raw(it.brand.as_deref())),
            ("size", raw(it.size.as_deref())),
            ("color", raw(it.color.as_deref())),
            ("material", raw(it.material.as_deref())),
            ("quantity", Cell::exact("3")),
            ("metadata", Cell::Text(metadata.clone())),
        ])
    };
    item.listings.iter().map(row).collect()
}

/// Returns the names of a category's path.
pub(super) fn category_path(item: &ExportItem) -> Vec<String> {
    shop_listing(item).category.split(" > ").map(str::to_owned).collect()
}
