//! Reports of written files, and problems of files.

use std::fmt;

use listing_answer::Code;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::options::Language;
use listing_domain::sku::Sku;

use crate::item::ExportItem;

/// The result of writing a file: every item that it lacks, and every value that it lacks or has in another
/// form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportReport {
    /// The number of items in the file.
    pub written: usize,
    /// The remarks, in the order of the items. Those that concern several items follow.
    pub remarks: Vec<Remark>,
}

/// A remark about one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The identity of the item's generation.
    pub item: GenerationId,
    /// The item's SKU.
    pub sku: Option<Sku>,
    /// The finding.
    pub finding: Finding,
}

/// The weight of a finding, heaviest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file does not have the item.
    LeftOut,
    /// The importer will refuse the item until the seller completes it.
    Invalid,
    /// A value is missing that the importer does not require.
    Incomplete,
    /// A value differs from the stored one, or needs a look.
    Changed,
}

impl Severity {
    /// Returns the code, as used in the API and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Self::LeftOut => "left-out",
            Self::Invalid => "invalid",
            Self::Incomplete => "incomplete",
            Self::Changed => "changed",
        }
    }
}

/// A finding about an item in a file. [`Finding::sentence`] has it in words, and `Display` in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The item has no listing for the format's marketplace.
    NoListing(Platform),
    /// The item has no listing at all.
    NoListings,
    /// The listing is in another language than the marketplace's site.
    OtherLanguage {
        /// The language of the listing.
        found: Language,
        /// The language of the site.
        needed: Language,
    },
    /// The table of categories has no ID for the path.
    NoCategoryId(String),
    /// The ID comes from another site's tree of categories.
    CategoryIdOfOtherSite(String),
    /// The table of conditions has no ID for the label.
    NoConditionId(String),
    /// No grade was stated or detected; the listing has this assumed label.
    ConditionAssumed(String),
    /// The price is in another currency than the file, and is left out.
    OtherCurrency {
        /// The currency of the listing.
        found: Currency,
        /// The currency of the file.
        needed: Currency,
    },
    /// The file states no currency, and its items have prices in several.
    UnstatedCurrency(Currency),
    /// A value that the importer requires is unknown.
    MissingRequired(&'static str),
    /// A value that the importer accepts is unknown.
    Missing(&'static str),
    /// The text of a field is longer than allowed, and was cut.
    Cut {
        /// The field.
        field: &'static str,
        /// The allowed length, in characters.
        max: usize,
    },
    /// Control characters or repeated spaces of a field were removed.
    Cleaned(&'static str),
    /// An apostrophe precedes a sign in a field that a spreadsheet would take for a formula.
    Quoted(&'static str),
    /// The texts are those of another marketplace's listing.
    OtherPlatform(Code<Platform>),
    /// Some photos have no public web address, and are left out.
    PhotosWithoutAddress(usize),
    /// The file has only the first photos.
    TooManyPhotos {
        /// The number of photos left out.
        left_out: usize,
        /// The allowed number.
        max: usize,
    },
    /// Some photos have no picture, and are left out.
    PhotosWithoutPicture(usize),
    /// No photos of the item are stored.
    NoPhotos,
    /// Another item of the file has the same SKU, so the file has none for this item.
    RepeatedSku,
    /// Some tags are too long or too many, and are left out.
    TagsLeftOut(usize),
}

impl Finding {
    /// Returns the weight.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoListing(_) | Self::NoListings => Severity::LeftOut,
            Self::OtherLanguage { .. } | Self::NoCategoryId(_) | Self::MissingRequired(_) => {
                Severity::Invalid
            }
            Self::NoConditionId(_)
            | Self::OtherCurrency { .. }
            | Self::Missing(_)
            | Self::PhotosWithoutAddress(_)
            | Self::TooManyPhotos { .. }
            | Self::PhotosWithoutPicture(_)
            | Self::NoPhotos
            | Self::RepeatedSku
            | Self::TagsLeftOut(_) => Severity::Incomplete,
            Self::CategoryIdOfOtherSite(_)
            | Self::ConditionAssumed(_)
            | Self::UnstatedCurrency(_)
            | Self::Cut { .. }
            | Self::Cleaned(_)
            | Self::Quoted(_)
            | Self::OtherPlatform(_) => Severity::Changed,
        }
    }
}

impl ExportReport {
    /// Adds the findings about an item.
    pub(crate) fn add(&mut self, item: &ExportItem, findings: impl IntoIterator<Item = Finding>) {
        let remark = |finding| Remark { item: item.id, sku: item.sku.clone(), finding };
        self.remarks.extend(findings.into_iter().map(remark));
    }
}

/// A reason for which an importer would refuse a file, or take a wrong value from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The number of the item's record in the file, from 1; `None` for the file itself.
    pub record: Option<usize>,
    /// The column or field; empty for the record or the file.
    pub field: String,
    /// The reason, as an English sentence without its period.
    pub message: String,
}

impl Problem {
    pub(crate) fn of_file(message: impl Into<String>) -> Self {
        Self { record: None, field: String::new(), message: message.into() }
    }

    pub(crate) fn new(record: usize, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { record: Some(record), field: field.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(record) = self.record {
            write!(f, "record {record}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.message)
    }
}
