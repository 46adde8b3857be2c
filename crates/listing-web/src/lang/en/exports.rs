//! English texts of exports.

use listing_export::{FormatId, Severity};

use crate::lang::words::Exports;
use crate::view::FormatGroup;

pub(super) static WORDS: Exports = Exports {
    title: "Export",
    choose: |item| format!("Choose {item}"),
    choose_all: "Choose all",
    chosen: "Chosen: ",
    all_items: |max| format!("No item chosen: all, up to {max}"),
    all_found: |max| format!("No item chosen: all results, up to {max}"),
    format_label: "File format",
    button: "Export",
    group: |group| match group {
        FormatGroup::Marketplaces => "Marketplaces",
        FormatGroup::Shops => "Shops",
        FormatGroup::Other => "Other",
    },
    format: |format| match format {
        FormatId::EbayUs => "eBay.com (drafts)",
        FormatId::EbayUk => "eBay.co.uk (drafts)",
        FormatId::EbayFr => "eBay.fr (drafts)",
        FormatId::Shopify => "Shopify",
        FormatId::WooCommerce => "WooCommerce",
        FormatId::Etsy => "Etsy format (CSV)",
        FormatId::GoogleMerchant => "Google Merchant Center",
        FormatId::Acp => "AI shopping agents (ACP)",
        FormatId::JsonLd => "Web pages (schema.org)",
        FormatId::Csv => "Spreadsheet (CSV)",
        FormatId::Zip => "Texts to copy (ZIP)",
    },
    other_format: "Change",
    none: "There is nothing to export",
    none_lead: "No item is in this file. Choose other items or another format.",
    items: |count| match count {
        1 => "1 item in the file".to_owned(),
        _ => format!("{count} items in the file"),
    },
    left_out: |count| match count {
        1 => "1 item left out".to_owned(),
        _ => format!("{count} items left out"),
    },
    newest: |max| {
        format!("The file has the newest {max} items. To export older ones, search for them or choose them.")
    },
    download: "Download the file",
    complete: "Nothing is missing from the file.",
    severity: |severity| match severity {
        Severity::LeftOut => "Left out",
        Severity::Invalid => "To complete",
        Severity::Incomplete => "Missing details",
        Severity::Changed => "To check",
    },
    severity_lead: |severity| match severity {
        Severity::LeftOut => "These items are not in the file.",
        Severity::Invalid => "The import refuses these items until you complete them.",
        Severity::Incomplete => "The import accepts these items as they are.",
        Severity::Changed => "These details differ from your listing, or need a look.",
    },
    item: "Item",
    remark: "Remark",
};
