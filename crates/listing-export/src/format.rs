//! The interface of the export formats, and their list.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use listing_domain::ids::GenerationId;
use listing_domain::ports::StoreError;

use crate::item::ExportItem;
use crate::report::{ExportReport, Problem};
use crate::shop_url::ShopUrl;

/// The error for a file that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The output failed.
    #[error("cannot write the export")]
    Io(#[from] io::Error),
    /// A row could not be written.
    #[error("cannot write a row of the export")]
    Csv(#[from] csv::Error),
    /// A value could not be written as JSON.
    #[error("cannot write the export as JSON")]
    Json(#[from] serde_json::Error),
    /// A stored generation could not be read.
    #[error("cannot read the stored generation {id}")]
    Unreadable {
        /// The generation.
        id: GenerationId,
        /// The reason.
        source: serde_json::Error,
    },
    /// The stored photos could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The work was interrupted.
    #[error("the export was interrupted")]
    Interrupted,
    /// The archive could not be written.
    #[error("cannot write the archive")]
    Zip(#[from] zip::result::ZipError),
}

/// A file format of an importer.
pub trait ExportFormat: Send + Sync {
    /// Returns the format's ID.
    fn id(&self) -> FormatId;

    /// Returns the suggested file name.
    fn file_name(&self) -> &'static str;

    /// Returns the media type.
    fn media_type(&self) -> &'static str;

    /// Writes a file of items. The report has everything that the file lacks or has in another form.
    ///
    /// # Errors
    /// When the output fails.
    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError>;

    /// Returns every reason for which the importer would refuse a file, or take a wrong value from it.
    fn validate(&self, file: &[u8]) -> Vec<Problem>;
}

/// The ID of an export format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormatId {
    /// Drafts for ebay.com.
    EbayUs,
    /// Drafts for ebay.co.uk.
    EbayUk,
    /// Drafts for ebay.fr.
    EbayFr,
    /// Products for Shopify.
    Shopify,
    /// Products for `WooCommerce`.
    WooCommerce,
    /// The columns of Etsy's own download, which importers of other shops read.
    Etsy,
    /// A feed for Google Merchant Center.
    GoogleMerchant,
    /// A feed of the Agentic Commerce Protocol.
    Acp,
    /// Products of schema.org, for a shop's own pages.
    JsonLd,
    /// A table for spreadsheets.
    Csv,
    /// Photos, texts to copy, and the table.
    Zip,
}

/// Every format, in the order for a list of choices.
pub const FORMATS: [FormatId; 11] = [
    FormatId::EbayUs,
    FormatId::EbayUk,
    FormatId::EbayFr,
    FormatId::Shopify,
    FormatId::WooCommerce,
    FormatId::Etsy,
    FormatId::GoogleMerchant,
    FormatId::Acp,
    FormatId::JsonLd,
    FormatId::Csv,
    FormatId::Zip,
];

/// The host's options for exports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The template of item pages in the host's own shop.
    pub shop_url: Option<ShopUrl>,
}

impl ExportOptions {
    /// Returns true for a format that the host can offer: a feed without the addresses of item pages is useless.
    pub const fn offers(&self, format: FormatId) -> bool {
        self.shop_url.is_some() || !format.needs_shop_url()
    }

    /// Returns the formats that the host can offer, in the order for a list of choices.
    pub fn formats(&self) -> Vec<FormatId> {
        FORMATS.into_iter().filter(|format| self.offers(*format)).collect()
    }
}

impl FormatId {
    /// Returns true if the file links each item to its page in the host's own shop.
    const fn needs_shop_url(self) -> bool {
        matches!(self, Self::GoogleMerchant | Self::Acp | Self::JsonLd)
    }

    /// Returns the code, as used in the API and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Self::EbayUs => "ebay-us",
            Self::EbayUk => "ebay-uk",
            Self::EbayFr => "ebay-fr",
            Self::Shopify => "shopify",
            Self::WooCommerce => "woocommerce",
            Self::Etsy => "etsy",
            Self::GoogleMerchant => "google-merchant",
            Self::Acp => "acp",
            Self::JsonLd => "json-ld",
            Self::Csv => "csv",
            Self::Zip => "zip",
        }
    }
}

impl fmt::Display for FormatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The error for an unknown format ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("format must be one of {}", FORMATS.map(FormatId::code).join(", "))]
pub struct UnknownFormat;

impl FromStr for FormatId {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        FORMATS.into_iter().find(|format| format.code() == text).ok_or(UnknownFormat)
    }
}
