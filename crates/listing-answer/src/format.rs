use listing_domain::attributes::{AttributeText, KnownAttributes, Source};
use listing_domain::details::NamedAlternative;
use listing_domain::generation::RenderedData;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::notes::Notes;
use listing_domain::options::Language;
use listing_domain::ports::BoxError;
use listing_domain::quantity::Quantity;
use listing_domain::request::{DetailLevel, ItemReferences};
use listing_domain::usecase::{
    AnswerEditor, AnswerFormat, EditableParts, RenderedAnswer, StoredItem, StoredSources, WrittenListings,
};

use crate::answer::{GeneratedData, PlatformListing, RewrittenData};
use crate::code::Code;
use crate::details::{Alternative, AttributeDetail, AttributeDetails};
use crate::stored::known;

/// The documented JSON format of responses.
#[derive(Debug, Clone, Copy, Default)]
pub struct JsonAnswers;

impl AnswerFormat for JsonAnswers {
    fn render(
        &self,
        written: &WrittenListings,
        references: &ItemReferences,
        detail_level: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError> {
        let data = GeneratedData::new(written, detail_level).with_references(references);
        Ok(data.rendered(written.language)?)
    }

    fn merge(
        &self,
        stored: &RenderedData,
        language: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        let mut data = GeneratedData::read(stored)?;
        data.merge(GeneratedData::new(written, DetailLevel::WithDetails), written.language);
        Ok(data.rendered(language)?)
    }

    fn correct(
        &self,
        stored: &RenderedData,
        language: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        let mut data = GeneratedData::read(stored)?;
        data.correct(corrected);
        Ok(data.rendered(language)?)
    }

    fn rewritten(
        &self,
        data: &RenderedData,
        id: GenerationId,
        rewrites: u32,
        is_charged: bool,
    ) -> Result<RenderedData, BoxError> {
        let (id, data) = (id.to_string(), GeneratedData::read(data)?);
        Ok(RenderedData::new(serde_json::to_vec(&RewrittenData { id, rewrites, charged: is_charged, data })?))
    }

    fn item(&self, stored: &RenderedData) -> Result<StoredItem, BoxError> {
        let GeneratedData { attributes, listings, notes, details, .. } = GeneratedData::read(stored)?;
        let (details, alternatives) =
            details.map(|details| (details.attributes, details.alternatives)).unzip();
        let name = details.as_ref().and_then(|details| details.name.as_ref());
        let condition = details.as_ref().and_then(|details| details.condition.as_ref());
        // The seller's words are more precise than the response's code.
        let condition = condition.and_then(|condition| condition.stated.as_deref());
        let brand = details.as_ref().and_then(|details| details.brand.as_ref());
        let brand = brand.and_then(|brand| brand.stated.as_deref());
        let is_sellers = name.is_some_and(|name| name.source.known() == Some(Source::Seller));
        let audience = details.as_ref().and_then(|details| details.audience.as_ref());
        let audience = audience.and_then(|audience| audience.value.parse().ok());
        let alternatives = alternatives.into_iter().flatten();
        // A text that would be invalid in a request is dropped.
        let read = |name, text: &str| AttributeText::parse(name, known(text)?).ok().flatten();
        Ok(StoredItem {
            name: read("name", &attributes.name),
            confidence: name.map_or(0.0, |name| name.confidence),
            known: KnownAttributes {
                name: read("name", &attributes.name).filter(|_| is_sellers),
                notes: notes.and_then(|notes| Notes::parse("notes", &notes).ok().flatten()),
                brand: read("brand", brand.unwrap_or(&attributes.brand)),
                size: read("size", &attributes.size),
                condition: read("condition", condition.unwrap_or(&attributes.condition)),
                color: read("color", &attributes.color),
                material: read("material", &attributes.material),
                quantity: attributes.quantity.and_then(|number| Quantity::new(number.into()).ok()),
                audience: attributes.audience.and_then(|audience| audience.known()),
            },
            sources: details.as_ref().map(sources).unwrap_or_default(),
            audience,
            text: listings.first().map(|first| format!("{}\n\n{}", first.title, first.description)),
            alternatives: alternatives
                .map(|Alternative { name, confidence }| NamedAlternative { name, confidence })
                .collect(),
            listings: listings.iter().filter_map(target).collect(),
        })
    }
}

impl AnswerEditor for JsonAnswers {
    fn editable(
        &self,
        stored: &RenderedData,
        language: Language,
        catalogue: &Catalogue,
    ) -> Result<EditableParts, BoxError> {
        let data = GeneratedData::read(stored)?;
        let editable = |listing: &PlatformListing| {
            let currency = data.listing_currency(listing, catalogue, language);
            Some((listing.platform.known()?, listing.editable(currency)))
        };
        let listings = data.listings.iter().filter_map(editable).collect();
        Ok(EditableParts { listings, references: data.references() })
    }

    fn edit(
        &self,
        stored: &RenderedData,
        language: Language,
        catalogue: &Catalogue,
        edited: &EditableParts,
    ) -> Result<RenderedAnswer, BoxError> {
        let mut data = GeneratedData::read(stored)?.with_references(&edited.references);
        for (platform, edit) in &edited.listings {
            if !data.edit(catalogue.marketplace(*platform), edit.clone()) {
                return Err(format!("no listing for {platform}").into());
            }
        }
        Ok(data.rendered(language)?)
    }

    fn restore(
        &self,
        stored: &RenderedData,
        first: &RenderedData,
        language: Language,
        platform: Platform,
    ) -> Result<Option<RenderedAnswer>, BoxError> {
        let (mut data, first) = (GeneratedData::read(stored)?, GeneratedData::read(first)?);
        Ok(data.restore(&first, platform).then(|| data.rendered(language)).transpose()?)
    }
}

fn sources(details: &AttributeDetails) -> StoredSources {
    let source = |detail: &Option<AttributeDetail>| detail.as_ref()?.source.known();
    StoredSources {
        size: source(&details.size),
        color: source(&details.color),
        material: source(&details.material),
    }
}

/// With the listing's language only if it differs from the answer's.
fn target(listing: &PlatformListing) -> Option<(Platform, Option<Language>)> {
    Some((listing.platform.known()?, listing.language.as_ref().and_then(Code::known)))
}
