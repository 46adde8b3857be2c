//! The form in which answers go out and are stored.

use super::WrittenListings;
use crate::attributes::{AttributeText, KnownAttributes};
use crate::generation::RenderedData;
use crate::ports::BoxError;
use crate::request::Extent;

/// The form in which answers go out and are stored, and from which they are read back.
pub trait AnswerFormat: Send + Sync {
    /// Renders the response body's data, which is also stored. It runs before the charge, so that a
    /// failure charges nobody.
    ///
    /// # Errors
    /// Why it cannot be rendered.
    fn render(&self, written: &WrittenListings, extent: Extent) -> Result<RenderedData, BoxError>;

    /// Merges rewritten listings into stored data. It may run more than once for one rewrite, each
    /// time with what is stored then.
    ///
    /// # Errors
    /// Why the two cannot be merged.
    fn merge(&self, stored: &RenderedData, written: &WrittenListings) -> Result<RenderedData, BoxError>;

    /// Reads what stored data state of the item.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError>;
}

/// The facts about an item in stored data.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct StoredItem {
    /// The item's name.
    pub name: Option<AttributeText>,
    /// Its attributes: those that were found, and which the seller has seen.
    pub known: KnownAttributes,
    /// The title and description of one listing: facts without an attribute are taken from it.
    pub text: Option<String>,
}
