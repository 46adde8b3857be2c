//! The export formats, one file for each.

mod acp;
mod csv;
mod ebay;
mod etsy;
mod google_merchant;
mod json_ld;
mod shopify;
mod woocommerce;
mod zip;

pub use acp::Acp;
pub use csv::ListingsCsv;
pub use ebay::Ebay;
pub use etsy::Etsy;
pub use google_merchant::GoogleMerchant;
pub use json_ld::JsonLd;
pub use shopify::Shopify;
pub use woocommerce::WooCommerce;
pub use zip::Zip;
pub(crate) use zip::{ArchiveWriter, folders};

use std::collections::HashSet;

use listing_domain::product::Audience;

use crate::format::{ExportFormat, ExportOptions, FormatId};
use crate::item::ExportItem;
use crate::report::{ExportReport, Finding};
use crate::text::one_line;

impl FormatId {
    /// Returns the format with a host's options.
    pub fn format(self, options: &ExportOptions) -> Box<dyn ExportFormat> {
        let shop_url = options.shop_url.clone();
        match self {
            Self::EbayUs => Box::new(Ebay::US),
            Self::EbayUk => Box::new(Ebay::UK),
            Self::EbayFr => Box::new(Ebay::FR),
            Self::Shopify => Box::new(Shopify),
            Self::WooCommerce => Box::new(WooCommerce),
            Self::Etsy => Box::new(Etsy),
            Self::GoogleMerchant => Box::new(GoogleMerchant { shop_url }),
            Self::Acp => Box::new(Acp { shop_url }),
            Self::JsonLd => Box::new(JsonLd { shop_url }),
            Self::Csv => Box::new(ListingsCsv),
            Self::Zip => Box::new(Zip),
        }
    }
}

/// Returns an ID for each item that is unique in the file: the SKU, or the generation's ID for items without
/// SKU or with that of an earlier item.
fn unique_ids(items: &[ExportItem]) -> Vec<String> {
    let mut seen = HashSet::new();
    let sku = |item: &ExportItem| item.sku.as_ref().map(|sku| one_line(sku.as_str()));
    let own = |item| sku(item).filter(|sku| seen.insert(sku.clone()));
    let own: Vec<_> = items.iter().map(own).collect();
    own.into_iter().zip(items).map(|(own, item)| own.unwrap_or_else(|| item.id.to_string())).collect()
}

/// Reports the currency of every item, if their prices are in several.
fn report_mixed_currencies(items: &[ExportItem], report: &mut ExportReport) {
    let priced = items.iter().filter_map(|item| Some((item, item.shop_listing()?.price.currency())));
    let priced: Vec<_> = priced.collect();
    if priced.iter().any(|(_, currency)| *currency != priced[0].1) {
        for (item, currency) in priced {
            report.add(item, [Finding::UnstatedCurrency(currency)]);
        }
    }
}

/// Returns the gender of a feed; `None` if it is not stated.
const fn gender(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::Women | Audience::Girls | Audience::BabyGirls => Some("female"),
        Audience::Men | Audience::Boys | Audience::BabyBoys => Some("male"),
        Audience::Unisex => Some("unisex"),
        Audience::Children | Audience::Baby => None,
    }
}

/// Returns the age group of a feed. A baby may be an infant or a toddler, so that it has none.
const fn age_group(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::Women | Audience::Men | Audience::Unisex => Some("adult"),
        Audience::Girls | Audience::Boys | Audience::Children => Some("kids"),
        Audience::Baby | Audience::BabyGirls | Audience::BabyBoys => None,
    }
}
