//! Stored answers: read back, edited, and merged with listings that were written again.

use listing_domain::SearchText;
use listing_domain::attributes::UNKNOWN;
use listing_domain::generation::{GenerationSummary, RenderedData};
use listing_domain::listing::Listing;
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::Currency;
use listing_domain::usecase::RenderedAnswer;
use listing_domain::wish::Language;

use crate::answer::{GeneratedData, ItemAttributes, PlatformListing};
use crate::code::Code;
use crate::details::ListingDetails;

/// The fields of a listing that its owner may edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingEdit {
    /// The new title.
    pub title: String,
    /// The new description.
    pub description: String,
}

/// Returns an attribute's text, unless it stands for an unknown one.
pub fn known(text: &str) -> Option<&str> {
    (text != UNKNOWN).then_some(text)
}

impl GeneratedData {
    /// Reads a stored answer.
    ///
    /// # Errors
    /// When a field is missing or has another type.
    pub fn read(stored: &RenderedData) -> serde_json::Result<Self> {
        serde_json::from_slice(stored.as_bytes())
    }

    /// Returns the bytes in which the answer of a generation in a language is stored, and their
    /// summary.
    ///
    /// # Errors
    /// Never in practice: every field has a JSON form.
    pub fn rendered(&self, language: Language) -> serde_json::Result<RenderedAnswer> {
        let data = RenderedData::new(serde_json::to_vec(self)?);
        Ok(RenderedAnswer { data, summary: self.summary(language) })
    }

    /// Returns the summary for lists and searches. A search finds the attributes, titles and
    /// descriptions; what the marketplaces are called is not part of an answer.
    fn summary(&self, language: Language) -> GenerationSummary {
        let ItemAttributes { name, brand, size, condition, color, material } = &self.attributes;
        let attributes = [name, brand, size, condition, color, material].map(String::as_str);
        let texts = self.listings.iter().flat_map(|listing| [&*listing.title, &*listing.description]);
        GenerationSummary {
            // No database column of texts takes a NUL.
            name: self.name().replace(char::is_control, " "),
            price: Some(self.suggested_price.money(self.currency(language))),
            platforms: self.listings.iter().filter_map(|listing| listing.platform.known()).collect(),
            search_text: SearchText::new(attributes.into_iter().chain(texts)),
        }
    }

    /// Returns the item's name; empty where it is unknown.
    pub fn name(&self) -> &str {
        known(&self.attributes.name).unwrap_or_default()
    }

    /// Returns a marketplace's listing.
    pub fn listing(&self, platform: Platform) -> Option<&PlatformListing> {
        self.listings.iter().find(|listing| listing.platform.known() == Some(platform))
    }

    /// Returns the evidence for a listing.
    pub fn listing_details(&self, listing: &PlatformListing) -> Option<&ListingDetails> {
        self.details.as_ref()?.listings.get(&listing.platform)
    }

    /// Returns the currency of the suggested price of an answer in a language.
    pub fn currency(&self, language: Language) -> Currency {
        let stored = self.details.as_ref().and_then(|details| details.price.currency.known());
        stored.unwrap_or_else(|| Locale::new(language, None).currency())
    }

    /// Returns the currency of a listing's price: the stored one, else the marketplace's own.
    pub fn listing_currency(
        &self,
        listing: &PlatformListing,
        catalogue: &Catalogue,
        language: Language,
    ) -> Currency {
        let stored = self.listing_details(listing).and_then(|details| details.currency.known());
        stored.unwrap_or_else(|| match listing.platform.known() {
            Some(platform) => {
                let market = Locale::new(listing.language_or(language), None).market;
                catalogue.marketplace(platform).currency(market)
            }
            None => self.currency(language),
        })
    }

    /// Edits a marketplace's listing; `false` when there is none.
    #[must_use]
    pub fn edit(&mut self, platform: Platform, edit: ListingEdit) -> bool {
        let listing = self.listings.iter_mut().find(|listing| listing.platform.known() == Some(platform));
        let Some(listing) = listing else { return false };
        let ListingEdit { title, description } = edit;
        (listing.title, listing.description, listing.edited) = (title, description, Some(true));
        true
    }

    /// Replaces listings by those for the same marketplaces that were written again in a language,
    /// and adds those for other marketplaces. Attributes, price and photos stay as they are: a
    /// rewrite looks at no photo.
    pub fn merge(&mut self, written: Self, language: Language) {
        for mut listing in written.listings {
            listing.language = Some(language.into());
            match self.listings.iter_mut().find(|stored| stored.platform == listing.platform) {
                Some(stored) => *stored = listing,
                None => self.listings.push(listing),
            }
        }
        if let (Some(stored), Some(written)) = (&mut self.details, written.details) {
            stored.listings.extend(written.listings);
        }
    }
}

impl PlatformListing {
    /// Returns the listing's own language, else that of the whole answer.
    pub fn language_or(&self, language: Language) -> Language {
        self.language.as_ref().and_then(Code::known).unwrap_or(language)
    }

    /// Whether the account's owner has edited it.
    pub fn is_edited(&self) -> bool {
        self.edited == Some(true)
    }

    /// Returns the listing in a form that its marketplace can check, with the edited fields in place
    /// of its own; `None` when the marketplace is not supported any more.
    pub fn with_edit(&self, edit: ListingEdit, currency: Currency) -> Option<Listing> {
        let ListingEdit { title, description } = edit;
        Some(Listing {
            platform: self.platform.known()?,
            title,
            description,
            price: self.price.money(currency),
            category: self.category.clone(),
            condition: self.condition.clone(),
            warning: None,
        })
    }
}
