//! The pages to request listings and to wait for them.

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
use listing_domain::sku::Sku;

use super::{AccountPlan, Layout, NoticeKind, Problem};

/// `/account/new`: the form that requests listings.
#[derive(Template, Debug, Clone)]
#[template(path = "generate/new.html")]
pub struct NewGeneration {
    /// The page layout.
    pub layout: Layout,
    /// The marketplaces to choose from.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the listings.
    pub language: Language,
    /// The tone of the listings.
    pub tone: Tone,
    /// The quality of the photo analysis.
    pub quality: Quality,
    /// The seller's typed statements about the item.
    pub typed: TypedAttributes,
    /// The problems with a sent form.
    pub problems: Vec<Problem>,
    /// The id of the next generation, so that a form sent twice starts one.
    pub draft: GenerationId,
    /// The account's plan and usage.
    pub plan: AccountPlan,
}

/// A marketplace that a form offers.
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
    /// The kind of item, its model or its title.
    pub name: String,
    /// Free text that the listings quote, such as measurements.
    pub notes: String,
    /// The stock number.
    pub sku: String,
    /// The brand.
    pub brand: String,
    /// The item's size.
    pub size: String,
    /// The item's condition.
    pub condition: String,
    /// The item's primary color.
    pub color: String,
    /// The item's primary material.
    pub material: String,
    /// The number of items sold together.
    pub quantity: String,
    /// The people for whom the item is made; `None` if not stated.
    pub audience: Option<Audience>,
}

/// `/account/generations/ID` while the service writes the listings.
#[derive(Template, Debug, Clone)]
#[template(path = "generate/progress.html")]
pub struct Progress {
    /// The page layout.
    pub layout: Layout,
    /// The id under which the generation will be stored.
    pub id: GenerationId,
    /// The progress of the generation.
    pub state: ProgressState,
}

/// The state of a generation that is not in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressState {
    /// The service is writing the listings.
    Running {
        /// The time when writing started.
        since: Timestamp,
    },
    /// The generation is unknown to this process: another process may be writing the listings.
    Elsewhere {
        /// The time when writing started.
        since: Timestamp,
    },
    /// The generation failed, at no charge.
    Failed {
        /// The reasons why no listings were written.
        problems: Vec<Problem>,
    },
}
