//! What was generated, read from the form in which it is stored: that of the interface's answers,
//! with what pages have added to it.

use listing_domain::attributes::UNKNOWN;
use listing_domain::generation::RenderedData;
use listing_domain::listing::Listing;
use listing_domain::locale::{Locale, Market};
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::{Currency, Money};
use listing_domain::ports::BoxError;
use listing_domain::usecase::WrittenListings;
use listing_domain::wish::Language;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What was generated.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Stored {
    pub(crate) listings: Vec<StoredListing>,
    pub(crate) attributes: Map<String, Value>,
    pub(crate) suggested_price: f64,
    pub(crate) price_rationale: String,
    pub(crate) details: Option<StoredDetails>,
}

/// A listing.
#[derive(Debug, Deserialize)]
pub(crate) struct StoredListing {
    pub(crate) platform: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) price: f64,
    pub(crate) category: String,
    pub(crate) condition: String,
    /// The language, where it was written again.
    #[serde(default)]
    pub(crate) language: Option<String>,
    /// Whether its owner has edited it.
    #[serde(default)]
    pub(crate) edited: bool,
}

/// What it rests on.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StoredDetails {
    pub(crate) attributes: Map<String, Value>,
    pub(crate) price: StoredPrice,
    pub(crate) photos: Vec<StoredPhoto>,
    pub(crate) listings: Map<String, Value>,
}

/// What the price rests on.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StoredPrice {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) currency: String,
}

/// What is noticeable of a photo.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StoredPhoto {
    /// Its number, from 1.
    pub(crate) photo: usize,
    pub(crate) notes: Value,
}

impl Stored {
    /// Reads what is stored.
    pub(crate) fn read(data: &RenderedData) -> serde_json::Result<Self> {
        serde_json::from_slice(data.as_bytes())
    }

    /// What the item is called.
    pub(crate) fn name(&self) -> String {
        self.attribute("name").unwrap_or_default().to_owned()
    }

    /// An attribute, if anybody knows it.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).and_then(Value::as_str).filter(|text| *text != UNKNOWN)
    }

    /// The currency of the suggested price.
    pub(crate) fn currency(&self, language: Language) -> Currency {
        let told = self.details.as_ref().and_then(|details| details.price.currency.parse().ok());
        told.unwrap_or_else(|| Locale::new(language, None).currency())
    }
}

impl StoredListing {
    /// Its marketplace; `None` for one that is not served any more.
    pub(crate) fn platform(&self) -> Option<Platform> {
        self.platform.parse().ok()
    }

    /// Its language, where the generation was wished for in another one.
    pub(crate) fn language(&self, wished: Language) -> Language {
        self.language.as_deref().and_then(|code| code.parse().ok()).unwrap_or(wished)
    }

    /// Its currency: what is told of it, or what the marketplace has.
    pub(crate) fn currency(&self, stored: &Stored, catalogue: &Catalogue, wished: Language) -> Currency {
        let details = stored.details.as_ref().and_then(|details| details.listings.get(&self.platform));
        let told = details.and_then(|listing| listing.get("currency")).and_then(Value::as_str);
        told.and_then(|code| code.parse().ok()).unwrap_or_else(|| match self.platform() {
            Some(platform) => {
                let market: Market = Locale::new(self.language(wished), None).market;
                catalogue.marketplace(platform).currency(market)
            }
            None => stored.currency(wished),
        })
    }

    /// The listing, to be judged by its marketplace's rules, with other texts.
    pub(crate) fn with_texts(
        &self,
        stored: &Stored,
        catalogue: &Catalogue,
        wished: Language,
        texts: (&str, &str),
    ) -> Option<Listing> {
        Some(Listing {
            platform: self.platform()?,
            title: texts.0.to_owned(),
            description: texts.1.to_owned(),
            price: money(self.price, self.currency(stored, catalogue, wished)),
            category: self.category.clone(),
            condition: self.condition.clone(),
            warning: None,
        })
    }
}

/// An amount as JSON has it. Amounts of ours have two decimals at most, and are far below where
/// numbers of this kind lose any.
pub(crate) fn money(amount: f64, currency: Currency) -> Money {
    let text = format!("{amount:.2}");
    let (major, minor) = text.split_once('.').unwrap_or((&text, "0"));
    let minor = major.parse::<i64>().unwrap_or(0).saturating_mul(100) + minor.parse::<i64>().unwrap_or(0);
    Money::from_minor(minor, currency)
}

/// The data with another title and description of a marketplace's listing; `None` when there is
/// no such listing.
pub(crate) fn edited(
    data: &RenderedData,
    platform: Platform,
    title: &str,
    description: &str,
) -> Result<Option<RenderedData>, serde_json::Error> {
    let mut value: Value = serde_json::from_slice(data.as_bytes())?;
    let Some(listing) = listing_of(&mut value, platform) else { return Ok(None) };
    listing.insert("title".to_owned(), json!(title));
    listing.insert("description".to_owned(), json!(description));
    listing.insert("edited".to_owned(), json!(true));
    Ok(Some(RenderedData::new(serde_json::to_vec(&value)?)))
}

/// The data with listings that were written again in the place of those for the same
/// marketplaces, and behind the others where there were none.
pub(crate) fn merged(
    data: &RenderedData,
    written: &WrittenListings,
    rendered: &RenderedData,
) -> Result<RenderedData, BoxError> {
    let mut value: Value = serde_json::from_slice(data.as_bytes())?;
    let mut new: Value = serde_json::from_slice(rendered.as_bytes())?;
    let language = written.language.code();
    let listings = new.get_mut("listings").and_then(Value::as_array_mut).map(std::mem::take);
    for mut listing in listings.unwrap_or_default() {
        if let Some(fields) = listing.as_object_mut() {
            fields.insert("language".to_owned(), json!(language));
        }
        let platform = listing.get("platform").cloned().unwrap_or_default();
        let all = value.get_mut("listings").and_then(Value::as_array_mut).ok_or("no listings are stored")?;
        match all.iter_mut().find(|known| known.get("platform") == Some(&platform)) {
            Some(known) => *known = listing,
            None => all.push(listing),
        }
    }
    // What is to be known of each listing, and nothing else: the photos were not looked at again.
    if let Some(Value::Object(details)) = new.pointer_mut("/details/listings").map(Value::take)
        && let Some(Value::Object(known)) = value.pointer_mut("/details/listings")
    {
        known.extend(details);
    }
    Ok(RenderedData::new(serde_json::to_vec(&value)?))
}

fn listing_of(value: &mut Value, platform: Platform) -> Option<&mut Map<String, Value>> {
    let listings = value.get_mut("listings")?.as_array_mut()?;
    let its = listings
        .iter_mut()
        .find(|listing| listing.get("platform").and_then(Value::as_str) == Some(platform.code()));
    its?.as_object_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> RenderedData {
        RenderedData::new(text.as_bytes())
    }

    const STORED: &str = r#"{"listings":[
        {"platform":"ebay","title":"Old","description":"Words","price":12.5,"category":"A > B","condition":"Used"},
        {"platform":"vinted","title":"Alt","description":"Worte","price":12,"category":"C","condition":"Bon"}],
        "attributes":{"name":"Jacket","brand":"Unknown"},"suggestedPrice":12.5,"priceRationale":"Because"}"#;

    #[test]
    fn what_is_stored_is_read() {
        let stored = Stored::read(&data(STORED)).unwrap();
        assert_eq!(stored.name(), "Jacket");
        assert_eq!(stored.attribute("brand"), None);
        assert_eq!(stored.listings[0].platform(), Some(Platform::Ebay));
        assert_eq!(money(stored.listings[0].price, Currency::Usd).minor(), 1_250);
        assert_eq!(money(12.49, Currency::Usd).minor(), 1_249);
        assert_eq!(money(100_000.0, Currency::Usd).minor(), 10_000_000);
    }

    #[test]
    fn an_edit_changes_one_listing() {
        let new = edited(&data(STORED), Platform::Ebay, "New", "Text").unwrap().unwrap();
        let stored = Stored::read(&new).unwrap();
        assert_eq!((stored.listings[0].title.as_str(), stored.listings[0].edited), ("New", true));
        assert_eq!((stored.listings[1].title.as_str(), stored.listings[1].edited), ("Alt", false));
        assert!(edited(&data(STORED), Platform::Etsy, "New", "Text").unwrap().is_none());
    }
}
