//! The JSON form of answers.

use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::generation::RenderedData;
use listing_domain::ports::BoxError;
use listing_domain::request::Extent;
use listing_domain::usecase::{AnswerFormat, RenderedAnswer, StoredItem, WrittenListings};
use listing_domain::wish::Language;

use crate::answer::GeneratedData;
use crate::stored::known;

/// The JSON form of answers, as the API documents it.
#[derive(Debug, Clone, Copy, Default)]
pub struct JsonAnswers;

impl AnswerFormat for JsonAnswers {
    fn render(&self, written: &WrittenListings, extent: Extent) -> Result<RenderedAnswer, BoxError> {
        Ok(GeneratedData::new(written, extent).rendered(written.language)?)
    }

    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        let mut data = GeneratedData::read(stored)?;
        data.merge(GeneratedData::new(written, Extent::WithDetails), written.language);
        Ok(data.rendered(language)?)
    }

    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError> {
        let GeneratedData { attributes, listings, .. } = GeneratedData::read(stored)?;
        // A text that the request could not have had states nothing.
        let read = |name, text: &str| AttributeText::parse(name, known(text)?).ok().flatten();
        Ok(StoredItem {
            name: read("name", &attributes.name),
            known: KnownAttributes {
                brand: read("brand", &attributes.brand),
                size: read("size", &attributes.size),
                condition: read("condition", &attributes.condition),
                color: read("color", &attributes.color),
                material: read("material", &attributes.material),
            },
            text: listings.first().map(|first| format!("{}\n\n{}", first.title, first.description)),
        })
    }
}
