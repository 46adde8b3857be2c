//! The web addresses of a host's own shop.

use listing_domain::Violation;
use listing_domain::sku::Sku;

use crate::item::ExportItem;
use crate::text::{is_web_address, percent_encode};

/// A template of the address of an item's page in a shop, as in `https://shop.example/items/{sku}`. It has
/// `{sku}` or `{id}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopUrl(String);

const SKU: &str = "{sku}";
const ID: &str = "{id}";

impl ShopUrl {
    /// Reads a template. The error names the field.
    ///
    /// # Errors
    /// When the template is not a web address or has no placeholder.
    pub fn parse(field: &str, template: &str) -> Result<Self, Violation> {
        let has_placeholder = template.contains(SKU) || template.contains(ID);
        // A placeholder in the host would let an item choose the site.
        let is_fixed = template.split('/').nth(2).is_some_and(|host| !host.contains('{'));
        if has_placeholder && is_fixed && is_web_address(&template.replace(SKU, "x").replace(ID, "x")) {
            return Ok(Self(template.to_owned()));
        }
        let message = "must be a web address with {sku} or {id}, as in https://shop.example/items/{sku}";
        Err(Violation::new(field, message))
    }

    /// Returns the address of an item's page; `None` if it needs a SKU, and the item has none or one that would
    /// lead to another folder.
    pub fn of(&self, item: &ExportItem) -> Option<String> {
        let mut address = self.0.replace(ID, &item.id.to_string());
        if address.contains(SKU) {
            let sku = item.sku.as_ref().map(Sku::as_str).filter(|sku| !FOLDERS.contains(sku))?;
            address = address.replace(SKU, &encoded(sku));
        }
        Some(address)
    }
}

/// Segments that lead to another folder. Browsers read their encoded forms alike.
const FOLDERS: [&str; 2] = [".", ".."];

/// Returns a text as one segment of a path.
fn encoded(text: &str) -> String {
    let mut segment = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || "-_".contains(c) {
            segment.push(c);
        } else {
            percent_encode(&mut segment, c);
        }
    }
    segment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_needs_a_placeholder_in_the_path() {
        for template in ["https://shop.example/{sku}", "http://shop.example/i?id={id}&s={sku}"] {
            assert!(ShopUrl::parse("shop_url", template).is_ok(), "{template}");
        }
        for template in ["", "https://shop.example/", "{sku}", "https://{sku}.example/", "ftp://a/{id}"] {
            let refused = ShopUrl::parse("shop_url", template).unwrap_err();
            assert!(refused.to_string().starts_with("shop_url must be a web address"), "{template}");
        }
    }

    #[test]
    fn sku_is_one_path_segment() {
        assert_eq!(encoded("../é b"), "%2E%2E%2F%C3%A9%20b");
    }
}
