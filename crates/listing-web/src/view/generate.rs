//! Pages to request listings and to wait for them.

use askama::Template;
use jiff::Timestamp;
use listing_domain::attributes::AttributeText;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_domain::product::Audience;
use listing_domain::quantity::Quantity;

use super::{AccountPlan, Layout, NoticeKind, Problem};

/// `/account/new`.
#[derive(Template, Debug, Clone)]
#[template(path = "generate/new.html")]
pub struct NewGeneration {
    /// The page layout.
    pub layout: Layout,
    /// The marketplaces.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the listings.
    pub language: Language,
    /// The tone of the listings.
    pub tone: Tone,
    /// The analysis quality.
    pub quality: Quality,
    /// The seller's statements.
    pub typed: TypedAttributes,
    /// The problems with the form.
    pub problems: Vec<Problem>,
    /// The id of the future generation, so that sending the form twice makes one.
    pub draft: GenerationId,
    /// The account's plan and usage.
    pub plan: AccountPlan,
}

/// A marketplace to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformChoice {
    /// The marketplace.
    pub platform: Platform,
    /// The marketplace's name.
    pub name: String,
    /// True when the marketplace is chosen.
    pub is_checked: bool,
}

/// The seller's statements about an item, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedAttributes {
    /// The kind of item.
    pub name: String,
    /// Free text.
    pub notes: String,
    /// The brand.
    pub brand: String,
    /// The size.
    pub size: String,
    /// The condition.
    pub condition: String,
    /// The color.
    pub color: String,
    /// The material.
    pub material: String,
    /// The number of items.
    pub quantity: String,
    /// The audience of the item.
    pub audience: Option<Audience>,
}

/// `/account/generations/ID` while the service writes the listings.
#[derive(Template, Debug, Clone)]
#[template(path = "generate/progress.html")]
pub struct Progress {
    /// The page layout.
    pub layout: Layout,
    /// The id of the future generation.
    pub id: GenerationId,
    /// The progress.
    pub state: ProgressState,
}

/// The progress of an unfinished generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressState {
    /// The service is writing the listings.
    Running {
        /// The start.
        since: Timestamp,
    },
    /// The generation is not in this process: another process may be writing the listings.
    Elsewhere {
        /// The start.
        since: Timestamp,
    },
    /// The generation failed, at no charge.
    Failed {
        /// The reasons.
        problems: Vec<Problem>,
    },
}
