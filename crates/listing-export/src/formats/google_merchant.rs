//! Feeds of Google Merchant Center.

use std::collections::HashMap;
use std::io::Write;

use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::report::{ExportReport, Finding, Problem};
use crate::shop_url::ShopUrl;
use crate::table::{Row, Table, are_addresses, decimal, is_decimal, is_filled, photo_cells, write_table};

use super::{age_group, gender, unique_ids};

/// A product feed for Google Merchant Center, and for catalogs of Meta, which share the names. It needs the
/// address of each item's page, so that it is for hosts with a shop.
#[derive(Debug, Clone, Default)]
pub struct GoogleMerchant {
    /// The template of item pages. Without it, every item lacks its required `link`.
    pub shop_url: Option<ShopUrl>,
}

/// The attributes of the product data specification. Source: support.google.com/merchants (official).
const COLUMNS: &[&str] = &[
    "id",
    "title",
    "description",
    "link",
    "image_link",
    "additional_image_link",
    "availability",
    "price",
    "condition",
    "brand",
    "gtin",
    "mpn",
    "identifier_exists",
    "google_product_category",
    "product_type",
    "color",
    "size",
    "age_group",
    "gender",
    "material",
    "pattern",
    "item_group_id",
    "shipping_weight",
];

/// The longest texts, in characters (own knowledge).
const ID_MAX: usize = 50;
const TITLE_MAX: usize = 150;
const DESCRIPTION_MAX: usize = 5_000;
const TYPE_MAX: usize = 750;
const TEXT_MAX: usize = 100;
const BRAND_MAX: usize = 70;
/// The allowed number of photos: the main one and ten more.
const PHOTOS_MAX: usize = 11;

impl GoogleMerchant {
    fn row(&self, item: &ExportItem, listing: &ExportListing, id: &str) -> Row {
        let mut row = Row::new(COLUMNS);
        row.line("id", id, ID_MAX);
        row.line("title", &listing.title, TITLE_MAX);
        row.lines("description", &listing.description, DESCRIPTION_MAX);
        row.require(&["title", "description"]);
        match self.shop_url.as_ref().and_then(|template| template.of(item)) {
            Some(link) => row.address("link", &link),
            None => row.findings.push(Finding::MissingRequired("link")),
        }
        let photos = photo_cells(item, PHOTOS_MAX, &mut row.findings);
        match photos.split_first() {
            Some((first, others)) => {
                row.set("image_link", first);
                row.set("additional_image_link", others.join(","));
            }
            None => row.findings.push(Finding::MissingRequired("image_link")),
        }
        row.set("availability", "in_stock");
        row.set("price", format!("{} {}", decimal(listing.price), listing.price.currency()));
        match item.attributes.is_new() {
            Some(is_new) => row.set("condition", if is_new { "new" } else { "used" }),
            // Google takes a product without condition for a new one.
            None => row.findings.push(Finding::MissingRequired("condition")),
        }
        row.line("product_type", &listing.category, TYPE_MAX);
        let it = item.attributes.translated(item.language, listing.language);
        row.known("brand", it.brand.as_deref(), BRAND_MAX);
        row.known("color", it.color.as_deref(), TEXT_MAX);
        row.known("size", it.size.as_deref(), TEXT_MAX);
        row.known("material", it.material.as_deref(), TEXT_MAX);
        row.set("age_group", it.audience.and_then(age_group).unwrap_or_default());
        row.set("gender", it.audience.and_then(gender).unwrap_or_default());
        row
    }
}

impl ExportFormat for GoogleMerchant {
    fn id(&self) -> FormatId {
        FormatId::GoogleMerchant
    }

    fn file_name(&self) -> &'static str {
        "google-merchant.csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let ids: HashMap<_, _> = items.iter().map(|item| item.id).zip(unique_ids(items)).collect();
        let rows = |item: &ExportItem, listing: &ExportListing| vec![self.row(item, listing, &ids[&item.id])];
        write_table(out, COLUMNS, items, ExportItem::shop_listing, rows)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let (table, mut problems) = Table::read(file, COLUMNS, 0);
        problems.extend(table.controls());
        let is_price = |it: &str| {
            it.split_once(' ').is_some_and(|(amount, currency)| is_decimal(amount) && currency.len() == 3)
        };
        let is_address = |it: &str| crate::text::is_web_address(it);
        problems.extend(table.check_all(&[
            ("id", "must have 1 to 50 characters", &|it: &str| is_filled(it, ID_MAX)),
            ("title", "must have 1 to 150 characters", &|it| is_filled(it, TITLE_MAX)),
            ("description", "must have 1 to 5,000 characters", &|it| is_filled(it, DESCRIPTION_MAX)),
            ("link", "must be a web address", &is_address),
            ("image_link", "must be a web address", &is_address),
            ("additional_image_link", "must be up to 10 web addresses", &|it| are_addresses(it, ',', 10)),
            ("availability", "must be in_stock", &|it| it == "in_stock"),
            ("price", "must be an amount with its currency", &is_price),
            ("condition", "must be new, used or refurbished", &|it| {
                ["new", "used", "refurbished"].contains(&it)
            }),
        ]));
        problems.extend(table.repeated("id"));
        problems
    }
}
