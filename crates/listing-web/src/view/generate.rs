//! Listings are asked for, and waited for.

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
    /// What every page has.
    pub layout: Layout,
    /// The marketplaces.
    pub platforms: Vec<PlatformChoice>,
    /// The language of the listings.
    pub language: Language,
    /// Their voice.
    pub tone: Tone,
    /// How closely to look.
    pub quality: Quality,
    /// What the seller states.
    pub typed: Typed,
    /// What was wrong.
    pub problems: Vec<Problem>,
    /// The identity of the generation to be, so that sending twice makes one.
    pub draft: GenerationId,
    /// How the account stands.
    pub plan: AccountPlan,
}

/// A marketplace that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformChoice {
    /// The marketplace.
    pub platform: Platform,
    /// Its name.
    pub name: String,
    /// Whether it is chosen.
    pub is_checked: bool,
}

/// What a seller states of an item, as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// The kind of thing.
    pub name: String,
    /// Free text.
    pub notes: String,
    /// The brand.
    pub brand: String,
    /// The size.
    pub size: String,
    /// The condition.
    pub condition: String,
    /// The colour.
    pub color: String,
    /// The material.
    pub material: String,
    /// The number of things.
    pub quantity: String,
    /// The audience of the item.
    pub audience: Option<Audience>,
}

/// `/account/generations/ID` while listings are being written.
#[derive(Template, Debug, Clone)]
#[template(path = "generate/progress.html")]
pub struct Progress {
    /// What every page has.
    pub layout: Layout,
    /// The generation to be.
    pub id: GenerationId,
    /// How far it is.
    pub state: ProgressState,
}

/// How far a generation is that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressState {
    /// It is being written.
    Running {
        /// Since when.
        since: Timestamp,
    },
    /// This process knows nothing of it: another one may be writing it.
    Elsewhere {
        /// Since when.
        since: Timestamp,
    },
    /// It failed, and cost nothing.
    Failed {
        /// Why.
        problems: Vec<Problem>,
    },
}
