use listing_domain::SearchText;
use listing_domain::attributes::UNKNOWN;
use listing_domain::edit::ListingEdit;
use listing_domain::generation::{GenerationSummary, RenderedData};
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Marketplace, Platform};
use listing_domain::metadata::Metadata;
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::request::ItemReferences;
use listing_domain::sku::Sku;
use listing_domain::usecase::RenderedAnswer;

use crate::amount::Amount;
use crate::answer::{GeneratedData, ItemAttributes, PlatformListing};
use crate::code::Code;
use crate::details::ListingDetails;

/// Returns an attribute's text; `None` for [`UNKNOWN`].
pub fn known(text: &str) -> Option<&str> {
    (text != UNKNOWN).then_some(text)
}

impl GeneratedData {
    /// Reads a stored response.
    ///
    /// # Errors
    /// When a field is missing or has another type.
    pub fn read(stored: &RenderedData) -> serde_json::Result<Self> {
        serde_json::from_slice(stored.as_bytes())
    }

    /// Returns the bytes to store and their summary.
    ///
    /// # Errors
    /// Never: every field has a JSON form.
    pub fn rendered(&self, language: Language) -> serde_json::Result<RenderedAnswer> {
        let data = RenderedData::new(serde_json::to_vec(self)?);
        Ok(RenderedAnswer { data, summary: self.summary(language) })
    }

    /// A search covers attributes, titles, descriptions and the SKU, but not the marketplaces' names.
    fn summary(&self, language: Language) -> GenerationSummary {
        let ItemAttributes { name, brand, size, condition, color, material, audience: _, quantity: _ } =
            &self.attributes;
        let attributes = [name, brand, size, condition, color, material].map(String::as_str);
        let texts = self.listings.iter().flat_map(|listing| [&*listing.title, &*listing.description]);
        let (name, price) = self.headline(language);
        GenerationSummary {
            // Database text columns refuse NUL.
            name: name.replace(char::is_control, " "),
            price: Some(price),
            platforms: self.listings.iter().filter_map(|listing| listing.platform.known()).collect(),
            search_text: SearchText::new(attributes.into_iter().chain(texts).chain(self.sku.as_deref())),
            sku: self.references().sku,
        }
    }

    /// Returns title and price of the first edited listing, or else the item's name and the suggested price.
    pub fn headline(&self, language: Language) -> (&str, Money) {
        match self.listings.iter().find(|listing| listing.is_edited()) {
            Some(edited) => {
                let currency = self.listing_currency(edited, &Catalogue::default(), language);
                (&edited.title, edited.price.money(currency))
            }
            None => (self.name(), self.suggested_price.money(self.currency(language))),
        }
    }

    /// Returns the seller's references. Invalid ones, which the service never stores, count as absent.
    pub fn references(&self) -> ItemReferences {
        let pairs = self.metadata.as_ref().map(|pairs| pairs.0.clone()).unwrap_or_default();
        ItemReferences {
            sku: self.sku.as_deref().and_then(|sku| Sku::parse("sku", sku).ok()),
            metadata: Metadata::parse("metadata", pairs).unwrap_or_default(),
        }
    }

    /// Returns the item's name, if known.
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

    /// Returns the suggested price's currency, for a response in a language.
    pub fn currency(&self, language: Language) -> Currency {
        let stored = self.details.as_ref().and_then(|details| details.price.currency.known());
        stored.unwrap_or_else(|| Locale::new(language, None).currency())
    }

    /// Returns the stored currency, or else the marketplace's.
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

    /// Edits a listing and recomputes the proceeds after fees. Returns `false` without such a listing.
    #[must_use]
    pub fn edit(&mut self, marketplace: &Marketplace, edit: ListingEdit) -> bool {
        let Some(listing) = self.listing_mut(marketplace.platform()) else { return false };
        let ListingEdit { title, description, price, category, condition } = edit;
        let is_repriced = listing.price != price.into();
        (listing.title, listing.description, listing.price) = (title, description, price.into());
        (listing.category, listing.condition, listing.edited) = (category, condition, Some(true));
        let code = Code::from(marketplace.platform());
        let details = self.details.as_mut().and_then(|details| details.listings.get_mut(&code));
        if let Some(details) = details.filter(|_| is_repriced) {
            details.net_after_fees = marketplace.net_after_fees(price).map(Amount::from);
        }
        true
    }

    /// Returns a listing's first version, unless a correction has changed the item.
    pub fn original<'a>(&self, first: &'a Self, platform: Platform) -> Option<&'a PlatformListing> {
        let is_same_item = self.attributes == first.attributes && self.notes == first.notes;
        first.listing(platform).filter(|_| is_same_item)
    }

    /// Restores a listing's first version. Returns `false` if either is missing, or a correction has changed
    /// the item.
    #[must_use]
    pub fn restore(&mut self, first: &Self, platform: Platform) -> bool {
        let Some(original) = self.original(first, platform) else { return false };
        let Some(listing) = self.listing_mut(platform) else { return false };
        *listing = original.clone();
        if let (Some(details), Some(original)) = (&mut self.details, first.listing_details(original)) {
            details.listings.insert(platform.into(), original.clone());
        }
        true
    }

    fn listing_mut(&mut self, platform: Platform) -> Option<&mut PlatformListing> {
        self.listings.iter_mut().find(|listing| listing.platform.known() == Some(platform))
    }

    pub(crate) fn replace(&mut self, written: Vec<PlatformListing>, language: Language) {
        for mut listing in written {
            listing.language = Some(language.into());
            match self.listings.iter_mut().find(|stored| stored.platform == listing.platform) {
                Some(stored) => *stored = listing,
                None => self.listings.push(listing),
            }
        }
    }

    /// Replaces or adds listings rewritten in a language. The rest stays, since a rewrite analyzes no photos.
    pub fn merge(&mut self, written: Self, language: Language) {
        self.replace(written.listings, language);
        if let (Some(stored), Some(written)) = (&mut self.details, written.details) {
            stored.listings.extend(written.listings);
            for warning in written.warnings {
                if !stored.warnings.iter().any(|known| known.code == warning.code) {
                    stored.warnings.push(warning);
                }
            }
        }
    }
}

impl PlatformListing {
    /// Returns the listing's language, or else the response's.
    pub fn language_or(&self, language: Language) -> Language {
        self.language.as_ref().and_then(Code::known).unwrap_or(language)
    }

    /// Returns true if the owner has edited the listing.
    pub fn is_edited(&self) -> bool {
        self.edited == Some(true)
    }

    /// Returns the editable fields.
    pub fn editable(&self, currency: Currency) -> ListingEdit {
        ListingEdit {
            title: self.title.clone(),
            description: self.description.clone(),
            price: self.price.money(currency),
            category: self.category.clone(),
            condition: self.condition.clone(),
        }
    }
}
