//! The port that renders answers for the response and for storage.

use super::WrittenListings;
use crate::attributes::{AttributeText, KnownAttributes, Source};
use crate::details::NamedAlternative;
use crate::edit::ListingEdit;
use crate::generation::{GenerationSummary, RenderedData};
use crate::ids::GenerationId;
use crate::marketplace::{Catalogue, Platform};
use crate::options::Language;
use crate::ports::BoxError;
use crate::product::Audience;
use crate::request::{DetailLevel, ItemReferences};

/// Renders answers for the response and for storage, and reads them back.
pub trait AnswerFormat: Send + Sync {
    /// Renders the response body's data, which is also stored. It runs before the charge, so that a failure
    /// charges nothing.
    ///
    /// # Errors
    /// The reason why rendering failed.
    fn render(
        &self,
        written: &WrittenListings,
        references: &ItemReferences,
        detail_level: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Merges rewritten listings into the stored data of a generation in a language. It may run several times
    /// for one rewrite, each time with the data stored by then.
    ///
    /// # Errors
    /// The reason why merging failed.
    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Merges the listings, attributes, price and evidence of a corrected item into a generation's stored
    /// data. Like [`AnswerFormat::merge`], it may run several times.
    ///
    /// # Errors
    /// The reason why merging failed.
    fn correct(
        &self,
        stored: &RenderedData,
        language: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Renders the data of the response to a rewrite, with the rewritten data of the generation. By default,
    /// these are the response.
    ///
    /// # Errors
    /// The reason why rendering failed.
    fn rewritten(
        &self,
        data: &RenderedData,
        id: GenerationId,
        rewrites: u32,
        is_charged: bool,
    ) -> Result<RenderedData, BoxError> {
        let _ = (id, rewrites, is_charged);
        Ok(data.clone())
    }

    /// Reads the facts about the item from stored data.
    ///
    /// # Errors
    /// The reason why reading failed.
    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError>;
}

/// Edits stored answers.
pub trait AnswerEditor: Send + Sync {
    /// Reads the parts of stored data of a generation in a language that its owner may edit.
    ///
    /// # Errors
    /// The reason why reading failed.
    fn editable(
        &self,
        stored: &RenderedData,
        language: Language,
        catalogue: &Catalogue,
    ) -> Result<EditableParts, BoxError>;

    /// Replaces the given parts of stored data of a generation in a language. Other listings stay.
    ///
    /// # Errors
    /// The reason why reading or rendering failed.
    fn edit(
        &self,
        stored: &RenderedData,
        language: Language,
        catalogue: &Catalogue,
        edited: &EditableParts,
    ) -> Result<RenderedAnswer, BoxError>;

    /// Restores a marketplace's listing in stored data to its first version. `None` when either version has no
    /// such listing, or a correction has changed the item.
    ///
    /// # Errors
    /// The reason why reading or rendering failed.
    fn restore(
        &self,
        stored: &RenderedData,
        first: &RenderedData,
        language: Language,
        platform: Platform,
    ) -> Result<Option<RenderedAnswer>, BoxError>;
}

/// Rendered data and their summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedAnswer {
    /// The rendered bytes.
    pub data: RenderedData,
    /// The summary of the data, for lists and searches.
    pub summary: GenerationSummary,
}

/// The parts of a generation's data that its owner may edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditableParts {
    /// The listings with their marketplaces.
    pub listings: Vec<(Platform, ListingEdit)>,
    /// The seller's references.
    pub references: ItemReferences,
}

/// The facts about an item that stored data contain.
#[derive(Clone, Default, PartialEq)]
pub struct StoredItem {
    /// The item's name, if it is known.
    pub name: Option<AttributeText>,
    /// The confidence in the name, from 0 to 1; 0 where it is not stored.
    pub confidence: f32,
    /// The attributes that were found and shown to the seller.
    pub known: KnownAttributes,
    /// The sources of the attributes that depend on the product.
    pub sources: StoredSources,
    /// The audience that was found, such as women.
    pub audience: Option<Audience>,
    /// The title and description of one listing, which may contain facts that have no attribute.
    pub text: Option<String>,
    /// Alternatives to the name, most likely first.
    pub alternatives: Vec<NamedAlternative>,
    /// The marketplaces with a listing, each with its language if it differs from the answer's.
    pub listings: Vec<(Platform, Option<Language>)>,
}

/// The sources of attributes that depend on the product. `None` where none is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoredSources {
    /// The source of the size.
    pub size: Option<Source>,
    /// The source of the primary color.
    pub color: Option<Source>,
    /// The source of the primary material.
    pub material: Option<Source>,
}
