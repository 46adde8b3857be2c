//! What was written before, and one of it.

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
    /// What every page has.
    pub layout: Layout,
    /// Those of this page.
    pub items: Vec<GenerationItem>,
    /// What was searched for; empty for all.
    pub search: String,
    /// The value of `after` by which the next page begins, if there is one.
    pub next: Option<String>,
    /// For how many days they are kept.
    pub kept_days: u32,
}

/// A generation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationItem {
    /// Its identity.
    pub id: GenerationId,
    /// When it was written.
    pub created_at: Timestamp,
    /// What the item is called.
    pub name: String,
    /// The names of its marketplaces.
    pub platforms: Vec<String>,
    /// The price that was suggested; none where an earlier version stored the generation.
    pub price: Option<Money>,
    /// Whether there is a small picture.
    pub has_thumbnail: bool,
}

/// `/account/generations/ID`.
#[derive(Template, Debug, Clone)]
#[template(path = "generations/one.html")]
pub struct GenerationPage {
    /// What every page has.
    pub layout: Layout,
    /// Its identity.
    pub id: GenerationId,
    /// When it was written.
    pub created_at: Timestamp,
    /// In which language all is told of it but what stands in a card.
    pub language: Language,
    /// What the item is called.
    pub name: String,
    /// Whether there is a small picture.
    pub has_thumbnail: bool,
    /// True when its listings can be edited, which takes a history.
    pub is_editable: bool,
    /// A listing for each marketplace.
    pub cards: Vec<Card>,
    /// What it may cost, and why.
    pub price: PriceBand,
    /// What is known of it, and by whom.
    pub attributes: Vec<AttributeRow>,
    /// Warnings that concern all its listings.
    pub warnings: Vec<String>,
    /// Facts that buyers look for and that are not stated, in sentences.
    pub missing: Vec<String>,
    /// What is noticeable of its photos.
    pub photos: Vec<PhotoRow>,
    /// The correction of what the item is; `None` where it cannot be written again.
    pub correction: Option<Correction>,
    /// By what it can be written again; `None` where that is switched off.
    pub again: Option<Again>,
}

/// A listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The marketplace.
    pub platform: Platform,
    /// Its name.
    pub name: String,
    /// The language of the text.
    pub language: Language,
    /// The digest of this version of the listing.
    pub version: String,
    /// The title.
    pub title: String,
    /// The title's length, as the marketplace counts.
    pub title_length: usize,
    /// The longest title.
    pub title_limit: usize,
    /// The description.
    pub description: String,
    /// The description's length, as the marketplace counts.
    pub description_length: usize,
    /// The longest description.
    pub description_limit: usize,
    /// The price, as its field has it.
    pub amount: String,
    /// The currency of the price.
    pub currency: Currency,
    /// What is left of it after fees, where these are sure.
    pub net: Option<Money>,
    /// The category.
    pub category: String,
    /// The marketplace's own word for the condition.
    pub condition: String,
    /// The marketplace's words for conditions, that one among them.
    pub conditions: Vec<String>,
    /// What its seller should know.
    pub warnings: Vec<String>,
    /// The reasons why the marketplace would refuse an edited listing.
    pub findings: Vec<String>,
    /// Why it could not be saved as it is shown.
    pub problem: Option<Problem>,
    /// True when it was edited.
    pub is_edited: bool,
    /// True when it differs from its first version, so that it can be restored.
    pub is_restorable: bool,
}

/// What an item may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceBand {
    /// The least.
    pub low: Money,
    /// What is suggested.
    pub suggested: Money,
    /// The most.
    pub high: Money,
    /// Why.
    pub reason: String,
}

impl PriceBand {
    /// Where the suggested price lies between the least and the most, of 300.
    fn mark(&self) -> i64 {
        let width = (self.high.minor() - self.low.minor()).max(1);
        let place = 300 * (self.suggested.minor() - self.low.minor()) / width;
        place.clamp(7, 293)
    }
}

/// What an attribute is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// What the item is called.
    Name,
    /// The brand.
    Brand,
    /// The size.
    Size,
    /// The condition.
    Condition,
    /// The colour.
    Color,
    /// The material.
    Material,
    /// The audience.
    Audience,
}

/// An attribute with what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeRow {
    /// What it is of.
    pub kind: AttributeKind,
    /// Its value, in the words of the page's language where it is a code.
    pub value: String,
    /// Who says so.
    pub source: Source,
    /// What it rests on, in a sentence.
    pub evidence: String,
    /// How sure the source is, in percent, where that says something.
    pub percent: Option<u8>,
}

/// What is noticeable of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoRow {
    /// The number of the photo, from 1.
    pub number: usize,
    /// What is noticeable.
    pub notes: Vec<String>,
}

/// The form that corrects what an item is and has its listings written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The names to choose from, in the language of the generation.
    pub choices: Vec<String>,
    /// The name that was typed and refused; else empty.
    pub typed: String,
    /// The number of rewrites left.
    pub left: u32,
    /// The number of rewrites in all.
    pub of: u32,
}

/// By what a generation can be written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The marketplaces; those that are there already are checked.
    pub platforms: Vec<PlatformChoice>,
    /// The language it was written in.
    pub language: Language,
    /// The voice it was written in.
    pub tone: Tone,
    /// How often it can still be written again.
    pub left: u32,
    /// How often in all.
    pub of: u32,
}
