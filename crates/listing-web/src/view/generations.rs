//! The pages with the history of generations and with one generation.

use askama::Template;
use jiff::Timestamp;
use listing_domain::attributes::{AttributeText, Source};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Language, Tone};
use listing_export::ExportFile;

use super::{FormatMenu, Layout, NoticeKind, PlatformChoice, Problem};

/// `/account/generations`: the history of generations, newest first.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/list.html")]
pub struct Generations {
    /// The page layout.
    pub layout: Layout,
    /// The generations on this page.
    pub items: Vec<GenerationItem>,
    /// The search text; empty to list all generations.
    pub search: String,
    /// The query value `after` that opens the next page, if there is one.
    pub next: Option<String>,
    /// The formats for exports.
    pub formats: FormatMenu,
    /// The number of days for which generations stay in the history.
    pub retention_days: u32,
}

/// A generation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationItem {
    /// The id of the generation.
    pub id: GenerationId,
    /// The time when the generation was created.
    pub created_at: Timestamp,
    /// The item's name.
    pub name: String,
    /// The names of the marketplaces with a listing.
    pub platforms: Vec<String>,
    /// The suggested price; `None` for generations that an earlier version stored.
    pub price: Option<Money>,
    /// True when a thumbnail of the item is stored.
    pub has_thumbnail: bool,
}

/// `/account/generations/ID`: the listings of one generation, ready to edit and copy.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/one.html")]
pub struct GenerationPage {
    /// The page layout.
    pub layout: Layout,
    /// The id of the generation.
    pub id: GenerationId,
    /// The time when the generation was created.
    pub created_at: Timestamp,
    /// The language of the listings; each card has its own.
    pub language: Language,
    /// The item's name.
    pub name: String,
    /// True when a thumbnail of the item is stored.
    pub has_thumbnail: bool,
    /// True when the listings can be edited, which needs a stored generation.
    pub is_editable: bool,
    /// The listings, one for each marketplace.
    pub cards: Vec<Card>,
    /// The suggested price and its reason.
    pub price: PriceBand,
    /// The item's attributes with their sources.
    pub attributes: Vec<AttributeRow>,
    /// The seller's stock number, if stated.
    pub sku: Option<String>,
    /// Warnings about all listings.
    pub warnings: Vec<String>,
    /// Facts that buyers look for and the seller did not state, in sentences.
    pub missing: Vec<String>,
    /// Remarks on the photos.
    pub photos: Vec<PhotoRow>,
    /// The comparison of all marketplaces for the item; `None` for a generation that is not stored.
    pub comparison: Option<ComparisonTable>,
    /// The form that corrects the item's name; `None` where the generation cannot be rewritten.
    pub correction: Option<CorrectionForm>,
    /// The form that rewrites the listings; `None` where rewriting is off.
    pub again: Option<RewriteForm>,
    /// The formats for exports.
    pub formats: FormatMenu,
}

/// One marketplace's listing on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The marketplace.
    pub platform: Platform,
    /// The marketplace's name.
    pub name: String,
    /// The language of the listing's text.
    pub language: Language,
    /// The digest of the stored version of the listing.
    pub version: String,
    /// The listing's title.
    pub title: String,
    /// The title's length in UTF-16 units, as marketplaces count it.
    pub title_length: usize,
    /// The marketplace's maximum title length.
    pub title_limit: usize,
    /// The listing's description.
    pub description: String,
    /// The description's length in UTF-16 units, as marketplaces count it.
    pub description_length: usize,
    /// The marketplace's maximum description length.
    pub description_limit: usize,
    /// The price as text for its form field.
    pub amount: String,
    /// The currency of the price.
    pub currency: Currency,
    /// The proceeds after the marketplace's fees, where the fees are certain.
    pub net: Option<Money>,
    /// The marketplace's category for the item.
    pub category: String,
    /// The item's condition in the marketplace's words.
    pub condition: String,
    /// All conditions that the marketplace offers, in its words.
    pub conditions: Vec<String>,
    /// Warnings for the seller.
    pub warnings: Vec<String>,
    /// The reasons why the marketplace would refuse an edited listing.
    pub findings: Vec<String>,
    /// The reason why the typed listing could not be saved.
    pub problem: Option<Problem>,
    /// True when the seller edited the listing.
    pub is_edited: bool,
    /// True when the listing differs from its first version, so that the page offers to restore it.
    pub is_restorable: bool,
}

/// The price range of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceBand {
    /// The lowest price of the range.
    pub low: Money,
    /// The suggested price.
    pub suggested: Money,
    /// The highest price of the range.
    pub high: Money,
    /// The explanation of the suggested price.
    pub reason: String,
}

impl PriceBand {
    /// Returns the position of the suggested price in a price bar 300 units wide, with a margin at both ends.
    fn mark(&self) -> i64 {
        let width = (self.high.minor() - self.low.minor()).max(1);
        let position = 300 * (self.suggested.minor() - self.low.minor()) / width;
        position.clamp(7, 293)
    }
}

/// The comparison of all marketplaces for an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonTable {
    /// The reasons for the best marketplaces, in sentences.
    pub reasons: Vec<String>,
    /// A row for each marketplace, the best first.
    pub rows: Vec<ComparisonRow>,
}

/// A marketplace in the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonRow {
    /// The marketplace's name.
    pub name: String,
    /// True for the best marketplaces.
    pub is_best: bool,
    /// The suggested price there; `None` if the item cannot be sold there.
    pub price: Option<Money>,
    /// The certain fees.
    pub fees: Option<Money>,
    /// The amount that remains after certain fees.
    pub net: Option<Money>,
    /// The fit for the item, in a sentence.
    pub fit: String,
    /// The fees, in a sentence; empty if the item cannot be sold there.
    pub fee_note: String,
    /// The most important limits, in a few words each; empty if the item cannot be sold there.
    pub constraints: Vec<String>,
}

/// A kind of attribute of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// The item's name.
    Name,
    /// The item's brand.
    Brand,
    /// The item's size.
    Size,
    /// The item's condition.
    Condition,
    /// The item's primary color.
    Color,
    /// The item's primary material.
    Material,
    /// The people for whom the item is made, such as women or children.
    Audience,
}

/// An attribute of the item with its source and evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeRow {
    /// The kind of attribute.
    pub kind: AttributeKind,
    /// The attribute's value; a code is shown as a word in the page's language.
    pub value: String,
    /// The source of the value, for example the photos or the seller.
    pub source: Source,
    /// The evidence for the value, in a sentence.
    pub evidence: String,
    /// The confidence in a detected value in percent, from 0 to 100; `None` for stated or assumed values.
    pub percent: Option<u8>,
}

/// The remarks on one photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoRow {
    /// The number of the photo, from 1.
    pub number: usize,
    /// The remarks, in sentences.
    pub notes: Vec<String>,
}

/// The form that corrects the item's name and rewrites its listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionForm {
    /// Suggested names for the item, in the language of the generation.
    pub choices: Vec<String>,
    /// The refused name that the seller typed; empty otherwise.
    pub typed: String,
    /// The number of rewrites left for this generation.
    pub left: u32,
    /// The maximum number of rewrites per generation.
    pub limit: u32,
}

/// The form that rewrites a generation's listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteForm {
    /// The marketplaces; those of the generation are checked.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the generation's listings.
    pub language: Language,
    /// The tone of the generation's listings.
    pub tone: Tone,
    /// The number of rewrites left for this generation.
    pub left: u32,
    /// The maximum number of rewrites per generation.
    pub limit: u32,
}
