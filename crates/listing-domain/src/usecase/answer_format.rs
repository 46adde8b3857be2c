//! The form in which answers go out and are stored.

use super::WrittenListings;
use crate::attributes::{AttributeText, KnownAttributes, Source};
use crate::details::NamedAlternative;
use crate::generation::{GenerationSummary, RenderedData};
use crate::marketplace::Platform;
use crate::options::Language;
use crate::ports::BoxError;
use crate::product::Audience;
use crate::request::DetailLevel;

/// The form in which answers go out and are stored, and from which they are read back.
pub trait AnswerFormat: Send + Sync {
    /// Renders the response body's data, which is also stored. It runs before the charge, so that a
    /// failure charges nobody.
    ///
    /// # Errors
    /// Why it cannot be rendered.
    fn render(
        &self,
        written: &WrittenListings,
        detail_level: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Merges rewritten listings into the stored data of a generation in a language. It may run more
    /// than once for one rewrite, each time with what is stored then.
    ///
    /// # Errors
    /// Why the two cannot be merged.
    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Merges the listings of a corrected item into the stored data of a generation, with its attributes,
    /// price and evidence. It may run more than once, as [`AnswerFormat::merge`] may.
    ///
    /// # Errors
    /// Why the two cannot be merged.
    fn correct(
        &self,
        stored: &RenderedData,
        language: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Reads what stored data state of the item.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError>;
}

/// Rendered data and their summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedAnswer {
    /// The data.
    pub data: RenderedData,
    /// Their summary, for lists and searches.
    pub summary: GenerationSummary,
}

/// The facts about an item in stored data.
#[derive(Clone, Default, PartialEq)]
pub struct StoredItem {
    /// The item's name.
    pub name: Option<AttributeText>,
    /// The confidence in the name, from 0 to 1; 0 where it is not stored.
    pub confidence: f32,
    /// Its attributes: those that were found, and which the seller has seen.
    pub known: KnownAttributes,
    /// The sources of some of them.
    pub sources: StoredSources,
    /// The audience, as it was found.
    pub audience: Option<Audience>,
    /// The title and description of one listing: facts without an attribute are taken from it.
    pub text: Option<String>,
    /// Alternatives to the name, most likely first.
    pub alternatives: Vec<NamedAlternative>,
    /// The marketplaces that have a listing, each with its language where it is not that of the answer.
    pub listings: Vec<(Platform, Option<Language>)>,
}

/// The sources of attributes that depend on what the item was taken for. `None` where none is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoredSources {
    /// The source of the size.
    pub size: Option<Source>,
    /// The source of the primary colour.
    pub color: Option<Source>,
    /// The source of the primary material.
    pub material: Option<Source>,
}
