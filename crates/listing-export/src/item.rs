//! Items to export.

use jiff::Timestamp;
use listing_answer::{Code, GeneratedData, PlatformListing, known};
use listing_domain::attributes::Source;
use listing_domain::condition::Condition;
use listing_domain::generation::{Generation, RenderedData};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::metadata::Metadata;
use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::product::Audience;
use listing_domain::request::ItemReferences;
use listing_domain::sku::Sku;
use listing_domain::{AttributeText, KnownAttributes};

use crate::text::one_line;

/// An item with its listings, ready to be written in any format.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportItem {
    /// The identity of the generation.
    pub id: GenerationId,
    /// The time of the generation.
    pub created_at: Timestamp,
    /// The language of the attributes.
    pub language: Language,
    /// The seller's own number.
    pub sku: Option<Sku>,
    /// The caller's own fields.
    pub metadata: Metadata,
    /// The known attributes.
    pub attributes: ExportAttributes,
    /// The suggested price.
    pub price: Money,
    /// The listings, in the order of the request.
    pub listings: Vec<ExportListing>,
    /// The photos, the best first.
    pub photos: Vec<ExportPhoto>,
}

/// The attributes of an item. `None` is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportAttributes {
    /// The item's name.
    pub name: Option<String>,
    /// The brand.
    pub brand: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The stated or detected grade; `None` if the condition is unknown or in words that name no grade.
    pub grade: Option<Condition>,
    /// The primary color.
    pub color: Option<String>,
    /// The primary material.
    pub material: Option<String>,
    /// The number of pieces sold together as one item. It is not a stock: every item is for sale once.
    pub pieces: Option<u8>,
    /// The audience, stated or detected.
    pub audience: Option<Audience>,
}

/// A listing of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportListing {
    /// The marketplace.
    pub platform: Code<Platform>,
    /// The language.
    pub language: Language,
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The price.
    pub price: Money,
    /// The category path, parts separated by ` > `.
    pub category: String,
    /// The marketplace's label of the condition.
    pub condition: String,
    /// The hashtags, without `#`.
    pub tags: Vec<String>,
}

/// A photo of an item.
#[derive(Clone, PartialEq, Eq)]
pub struct ExportPhoto {
    /// The name of the file, for its extension.
    pub file_name: String,
    /// A public web address.
    pub url: Option<String>,
    /// The picture.
    pub bytes: Option<Vec<u8>>,
}

impl std::fmt::Debug for ExportPhoto {
    /// Omits the picture.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = self.bytes.as_ref().map(Vec::len);
        f.debug_struct("ExportPhoto").field("url", &self.url).field("size", &size).finish_non_exhaustive()
    }
}

impl ExportItem {
    /// Creates an item from a generation, its current data and its photos, the best first. The catalogue
    /// supplies currencies that the data of earlier versions lack.
    pub fn new(
        catalogue: &Catalogue,
        generation: &Generation,
        data: &GeneratedData,
        photos: Vec<ExportPhoto>,
    ) -> Self {
        let Generation { id, created_at, options, .. } = generation;
        Self { photos, ..Self::from_data(catalogue, *id, *created_at, options.language, data) }
    }

    /// Creates an item without photos from an answer that is not stored as a generation, in the language of its
    /// request.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn from_answer(
        catalogue: &Catalogue,
        id: GenerationId,
        created_at: Timestamp,
        language: Language,
        answer: &RenderedData,
    ) -> serde_json::Result<Self> {
        let data = GeneratedData::read(answer)?;
        Ok(Self::from_data(catalogue, id, created_at, language, &data))
    }

    fn from_data(
        catalogue: &Catalogue,
        id: GenerationId,
        created_at: Timestamp,
        language: Language,
        data: &GeneratedData,
    ) -> Self {
        let listing = |listing| ExportListing::new(catalogue, data, listing, language);
        let ItemReferences { sku, metadata } = data.references();
        Self {
            id,
            created_at,
            language,
            sku,
            metadata,
            attributes: ExportAttributes::new(data),
            price: data.suggested_price.money(data.currency(language)),
            listings: data.listings.iter().map(listing).collect(),
            photos: Vec::new(),
        }
    }

    /// Returns the listing for a marketplace.
    pub fn listing(&self, platform: Platform) -> Option<&ExportListing> {
        self.listings.iter().find(|listing| listing.platform.known() == Some(platform))
    }

    /// Returns the listing whose texts suit a shop: eBay's, else Etsy's, else the first.
    pub(crate) fn shop_listing(&self) -> Option<&ExportListing> {
        let preferred = [Platform::Ebay, Platform::Etsy].into_iter().find_map(|it| self.listing(it));
        preferred.or_else(|| self.listings.first())
    }

    /// Returns the end of the identity, to distinguish items of one name. Its beginning may be a time.
    pub(crate) fn short_id(&self) -> String {
        let id = self.id.to_string();
        id[id.len().saturating_sub(8)..].to_owned()
    }
}

impl ExportListing {
    fn new(
        catalogue: &Catalogue,
        data: &GeneratedData,
        listing: &PlatformListing,
        language: Language,
    ) -> Self {
        let tags = data.listing_details(listing).and_then(|details| details.tags.clone());
        Self {
            platform: listing.platform.clone(),
            language: listing.language_or(language),
            title: listing.title.clone(),
            description: listing.description.clone(),
            price: listing.price.money(data.listing_currency(listing, catalogue, language)),
            category: listing.category.clone(),
            condition: listing.condition.clone(),
            tags: tags.unwrap_or_default(),
        }
    }

    /// Returns the last part of the category path.
    pub(crate) fn category_leaf(&self) -> &str {
        self.category.rsplit(" > ").next().unwrap_or_default()
    }
}

impl ExportAttributes {
    fn new(data: &GeneratedData) -> Self {
        let text = |text: &String| known(text).map(str::to_owned);
        let it = &data.attributes;
        let stated = it.audience.as_ref().and_then(Code::known);
        let detected = || {
            let detail = data.details.as_ref()?.attributes.audience.as_ref()?;
            let is_assumed = detail.source.known() == Some(Source::Assumed);
            detail.value.parse().ok().filter(|_| !is_assumed)
        };
        Self {
            name: text(&it.name),
            brand: text(&it.brand),
            size: text(&it.size),
            grade: it.condition.parse().ok(),
            color: text(&it.color),
            material: text(&it.material),
            pieces: it.quantity,
            audience: stated.or_else(detected),
        }
    }

    /// Returns the attributes for a text in `to`, without blank ones. Colors and materials that the domain
    /// knows are translated.
    pub(crate) fn translated(&self, from: Language, to: Language) -> Self {
        let filled = |text: &Option<String>| text.clone().filter(|text| !one_line(text).is_empty());
        let it = Self {
            name: filled(&self.name),
            brand: filled(&self.brand),
            size: filled(&self.size),
            color: filled(&self.color),
            material: filled(&self.material),
            ..*self
        };
        if from == to { it } else { it.in_language(to) }
    }

    fn in_language(self, to: Language) -> Self {
        let read = |field, text: &Option<String>| AttributeText::parse(field, text.as_deref()?).ok()?;
        let known = KnownAttributes {
            color: read("color", &self.color),
            material: read("material", &self.material),
            ..KnownAttributes::default()
        };
        let known = known.translated(to);
        let text = |text: Option<AttributeText>| text.map(|text| text.as_str().to_owned());
        Self {
            color: text(known.color).or_else(|| self.color.clone()),
            material: text(known.material).or_else(|| self.material.clone()),
            ..self
        }
    }

    /// Returns true for a grade of new goods; `None` if the grade is unknown.
    pub(crate) fn is_new(&self) -> Option<bool> {
        self.grade.map(|grade| matches!(grade, Condition::NewWithTags | Condition::New))
    }
}
