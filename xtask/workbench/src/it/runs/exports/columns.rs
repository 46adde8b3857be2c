//! The columns of each table, from the importers' own templates and documentation.

use listing_export::FormatId;

/// Returns the header of a table, and the number of lines before it.
pub(super) fn header(id: FormatId) -> (Vec<&'static str>, usize) {
    match id {
        FormatId::EbayUs => (ebay("US|Country=US|Currency=USD", &SPECIFICS_US), EBAY_INFO_LINES),
        FormatId::EbayUk => (ebay("UK|Country=GB|Currency=GBP", &SPECIFICS_UK), EBAY_INFO_LINES),
        FormatId::EbayFr => (ebay("France|Country=FR|Currency=EUR", &SPECIFICS_FR), EBAY_INFO_LINES),
        FormatId::Shopify => (split(SHOPIFY), 0),
        FormatId::WooCommerce => (split(WOOCOMMERCE), 0),
        FormatId::Etsy => (split(ETSY), 0),
        FormatId::GoogleMerchant => (split(GOOGLE_MERCHANT), 0),
        FormatId::Csv => (split(LISTINGS), 0),
        FormatId::Acp | FormatId::JsonLd | FormatId::Zip => (Vec::new(), 0),
    }
}

/// The names of the specifics' columns: brand, size, color, material and department.
pub(super) const SPECIFICS_US: [&str; 5] = ["C:Brand", "C:Size", "C:Color", "C:Material", "C:Department"];
pub(super) const SPECIFICS_UK: [&str; 5] = ["C:Brand", "C:Size", "C:Colour", "C:Material", "C:Department"];
pub(super) const SPECIFICS_FR: [&str; 5] =
    ["C:Marque", "C:Taille", "C:Couleur", "C:Matière", "C:Département"];

pub(super) const EBAY_ACTION_US: &str = "Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8)";
pub(super) const EBAY_ACTION_UK: &str = "Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193|CC=UTF-8)";
pub(super) const EBAY_ACTION_FR: &str = "Action(SiteID=France|Country=FR|Currency=EUR|Version=1193|CC=UTF-8)";
const EBAY_INFO_LINES: usize = 3;

fn ebay(site: &str, specifics: &[&'static str]) -> Vec<&'static str> {
    let actions = [EBAY_ACTION_US, EBAY_ACTION_UK, EBAY_ACTION_FR];
    let action = actions.into_iter().filter(|action| action.contains(&format!("SiteID={site}|")));
    action.chain(split(EBAY)).chain(specifics.iter().copied()).collect()
}

/// Splits a list at its bars, because names have commas.
fn split(columns: &'static str) -> Vec<&'static str> {
    columns.split('|').map(str::trim).collect()
}

/// The columns of eBay's drafts after the action.
const EBAY: &str = "Custom label (SKU)|Category ID|Title|UPC|Price|Quantity|Item photo URL|Condition ID|\
    Description|Format";

const SHOPIFY: &str = "Title|URL handle|Description|Vendor|Product category|Type|Tags|\
    Published on online store|Status|SKU|Barcode|Option1 name|Option1 value|Option1 Linked To|Option2 name|\
    Option2 value|Option2 Linked To|Option3 name|Option3 value|Option3 Linked To|Price|Compare-at price|\
    Cost per item|Charge tax|Tax code|Unit price total measure|Unit price total measure unit|\
    Unit price base measure|Unit price base measure unit|Inventory tracker|Inventory quantity|\
    Continue selling when out of stock|Weight value (grams)|Weight unit for display|Requires shipping|\
    Fulfillment service|Product image URL|Image position|Image alt text|Variant image URL|Gift card|SEO title|\
    SEO description|Color (product.metafields.shopify.color-pattern)|\
    Google Shopping / Google product category|Google Shopping / Gender|Google Shopping / Age group|\
    Google Shopping / Manufacturer part number (MPN)|Google Shopping / Ad group name|\
    Google Shopping / Ads labels|Google Shopping / Condition|Google Shopping / Custom product|\
    Google Shopping / Custom label 0|Google Shopping / Custom label 1|Google Shopping / Custom label 2|\
    Google Shopping / Custom label 3|Google Shopping / Custom label 4";

/// Names of `WooCommerce`'s own export; it reads columns by name, in any order and number.
const WOOCOMMERCE: &str = "Type|SKU|Name|Published|Is featured?|Visibility in catalog|Description|In stock?|\
    Stock|Backorders allowed?|Sold individually?|Regular price|Categories|Tags|Images|Brands|Attribute 1 name|\
    Attribute 1 value(s)|Attribute 1 visible|Attribute 1 global|Attribute 2 name|Attribute 2 value(s)|\
    Attribute 2 visible|Attribute 2 global|Attribute 3 name|Attribute 3 value(s)|Attribute 3 visible|\
    Attribute 3 global|Attribute 4 name|Attribute 4 value(s)|Attribute 4 visible|Attribute 4 global";

const ETSY: &str = "TITLE|DESCRIPTION|PRICE|CURRENCY_CODE|QUANTITY|TAGS|MATERIALS|IMAGE1|IMAGE2|IMAGE3|IMAGE4|\
    IMAGE5|IMAGE6|IMAGE7|IMAGE8|IMAGE9|IMAGE10|VARIATION 1 TYPE|VARIATION 1 NAME|VARIATION 1 VALUES|\
    VARIATION 2 TYPE|VARIATION 2 NAME|VARIATION 2 VALUES|VARIATION 3 TYPE|VARIATION 3 NAME|VARIATION 3 VALUES|\
    SKU";

const GOOGLE_MERCHANT: &str = "id|title|description|link|image_link|additional_image_link|availability|price|\
    condition|brand|gtin|mpn|identifier_exists|google_product_category|product_type|color|size|age_group|\
    gender|material|pattern|item_group_id|shipping_weight";

/// The columns of this project's own table.
const LISTINGS: &str = "generation|created_at|platform|title|description|price|currency|category|condition|\
    sku|brand|size|color|material|quantity|metadata";
