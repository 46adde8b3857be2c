//! Pages with the history of generations and with one generation.

use askama::Template;
use jiff::Timestamp;
use listing_domain::attributes::{AttributeText, Source};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Language, Tone};

use super::{Layout, NoticeKind, PlatformChoice, Problem};

/// `/account/generations`: newest first.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/list.html")]
pub struct Generations {
    /// The page layout.
    pub layout: Layout,
    /// The generations on this page.
    pub items: Vec<GenerationItem>,
    /// The search text; empty for all.
    pub search: String,
    /// The value of `after` for the next page, if there is one.
    pub next: Option<String>,
    /// The retention in days.
    pub retention_days: u32,
}

/// A generation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationItem {
    /// The id of the generation.
    pub id: GenerationId,
    /// The creation time.
    pub created_at: Timestamp,
    /// The item's name.
    pub name: String,
    /// The names of its marketplaces.
    pub platforms: Vec<String>,
    /// The suggested price; `None` for generations that an earlier version stored.
    pub price: Option<Money>,
    /// True when there is a thumbnail.
    pub has_thumbnail: bool,
}

/// `/account/generations/ID`.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/one.html")]
pub struct GenerationPage {
    /// The page layout.
    pub layout: Layout,
    /// The id of the generation.
    pub id: GenerationId,
    /// The creation time.
    pub created_at: Timestamp,
    /// The language of the page outside the cards.
    pub language: Language,
    /// The item's name.
    pub name: String,
    /// True when there is a thumbnail.
    pub has_thumbnail: bool,
    /// True when the listings can be edited, which takes a history.
    pub is_editable: bool,
    /// The listings, one for each marketplace.
    pub cards: Vec<Card>,
    /// The suggested price and its reason.
    pub price: PriceBand,
    /// The attributes and their sources.
    pub attributes: Vec<AttributeRow>,
    /// Warnings about all listings.
    pub warnings: Vec<String>,
    /// Facts that buyers look for and the seller did not state, in sentences.
    pub missing: Vec<String>,
    /// Remarks on the photos.
    pub photos: Vec<PhotoRow>,
    /// The form that corrects the item; `None` where the generation cannot be rewritten.
    pub correction: Option<CorrectionForm>,
    /// The form that rewrites the listings; `None` where rewriting is off.
    pub again: Option<RewriteForm>,
}

/// A listing on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The marketplace.
    pub platform: Platform,
    /// The marketplace's name.
    pub name: String,
    /// The language of the text.
    pub language: Language,
    /// The digest of this version.
    pub version: String,
    /// The title.
    pub title: String,
    /// The title's length, as the marketplace counts.
    pub title_length: usize,
    /// The maximum title length.
    pub title_limit: usize,
    /// The description.
    pub description: String,
    /// The description's length, as the marketplace counts.
    pub description_length: usize,
    /// The maximum description length.
    pub description_limit: usize,
    /// The price as its form field shows it.
    pub amount: String,
    /// The currency of the price.
    pub currency: Currency,
    /// The proceeds after fees, where the fees are certain.
    pub net: Option<Money>,
    /// The category.
    pub category: String,
    /// The marketplace's term for the condition.
    pub condition: String,
    /// All the marketplace's terms for conditions.
    pub conditions: Vec<String>,
    /// Warnings for the seller.
    pub warnings: Vec<String>,
    /// The reasons why the marketplace would refuse an edited listing.
    pub findings: Vec<String>,
    /// The reason why the listing could not be saved.
    pub problem: Option<Problem>,
    /// True when the seller edited the listing.
    pub is_edited: bool,
    /// True when the listing differs from its first version, so that it can be restored.
    pub is_restorable: bool,
}

/// The price range of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceBand {
    /// The lowest price.
    pub low: Money,
    /// The suggested price.
    pub suggested: Money,
    /// The highest price.
    pub high: Money,
    /// The reason for the price.
    pub reason: String,
}

impl PriceBand {
    /// Returns the position of the suggested price between the lowest and the highest, from 0 to 300.
    fn mark(&self) -> i64 {
        let width = (self.high.minor() - self.low.minor()).max(1);
        let position = 300 * (self.suggested.minor() - self.low.minor()) / width;
        position.clamp(7, 293)
    }
}

/// An attribute's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// The item's name.
    Name,
    /// The brand.
    Brand,
    /// The size.
    Size,
    /// The condition.
    Condition,
    /// The color.
    Color,
    /// The material.
    Material,
    /// The audience.
    Audience,
}

/// An attribute with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeRow {
    /// The kind.
    pub kind: AttributeKind,
    /// The value; a code is shown in the page's language.
    pub value: String,
    /// The source of the value.
    pub source: Source,
    /// The evidence, in a sentence.
    pub evidence: String,
    /// The source's confidence in percent, if the source has one.
    pub percent: Option<u8>,
}

/// Remarks on a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoRow {
    /// The number of the photo, from 1.
    pub number: usize,
    /// The remarks.
    pub notes: Vec<String>,
}

/// The form that corrects the item and rewrites its listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionForm {
    /// Suggested names for the item, in the language of the generation.
    pub choices: Vec<String>,
    /// The name that the seller typed, if it was refused; empty otherwise.
    pub typed: String,
    /// The number of rewrites left.
    pub left: u32,
    /// The maximum number of rewrites.
    pub limit: u32,
}

/// The form that rewrites a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteForm {
    /// The marketplaces; those of the generation are checked.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the generation.
    pub language: Language,
    /// The tone of the generation.
    pub tone: Tone,
    /// The number of rewrites left.
    pub left: u32,
    /// The maximum number of rewrites.
    pub limit: u32,
}
