//! The evidence behind listings: the sources of attributes, alternative products, flaws of photos, and
//! warnings for the seller.
//!
//! It is computed from the findings alone, without another look at the photos. The evidence for a price is in
//! [`crate::pricing::PriceSuggestion`].

mod attributes;
mod listings;
mod missing;

use crate::attributes::Attributes;
use crate::draft::Alternative;
use crate::lang;
use crate::listing::{Item, Listing};
use crate::locale::{Locale, Market};
use crate::marketplace::Catalogue;
use crate::photo::{PhotoNote, PreparedPhoto};
use crate::product::Product;
use crate::request::IgnoredField;
use crate::text::capitalized;

pub use crate::missing_fact::MissingFact;
pub use attributes::{AttributeEvidence, AttributesEvidence};
pub use listings::{ListingDetails, Warning, WarningCode};
pub use missing::Missing;

/// The facts and texts from which the evidence is computed.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// The item for sale.
    pub item: &'a Item,
    /// The attributes that a writer detected, before the seller's replaced any.
    pub detected: &'a Attributes,
    /// Other products that the item may be, most likely first.
    pub alternatives: &'a [Alternative],
    /// The photos of the request.
    pub photos: &'a [PreparedPhoto],
    /// The finished listings.
    pub listings: &'a [Listing],
    /// The rules of the marketplaces.
    pub catalogue: &'a Catalogue,
    /// The language of the sentences, and the market.
    pub locale: Locale,
}

/// The evidence behind a request's listings, as the answer shows it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    /// The evidence for each attribute.
    pub attributes: AttributesEvidence,
    /// Other products that the item may be, most likely first, at most [`Details::MAX_ALTERNATIVES`].
    pub alternatives: Vec<NamedAlternative>,
    /// Warnings that concern all listings.
    pub warnings: Vec<Warning>,
    /// Unstated facts that buyers look for, the most important first.
    pub missing: Vec<Missing>,
    /// The photos that have flaws.
    pub photos: Vec<PhotoDetails>,
    /// The details of each listing, in the order of the listings.
    pub listings: Vec<ListingDetails>,
    /// The fields of the request that had no effect.
    pub ignored: Vec<IgnoredField>,
}

/// Another product that the item may be, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedAlternative {
    /// The product's name, in the listings' language.
    pub name: String,
    /// The probability that the item is this product, from 0 to 1.
    pub confidence: f32,
}

/// The flaws of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoDetails {
    /// The index of the photo in the request, from 0.
    pub place: usize,
    /// The flaws, each with a sentence in the listings' language.
    pub notes: Vec<(PhotoNote, &'static str)>,
}

impl Details {
    /// The maximum number of entries in [`Details::alternatives`].
    pub const MAX_ALTERNATIVES: usize = 5;

    /// Computes the evidence from the findings.
    pub fn of(findings: &Findings<'_>) -> Self {
        Self {
            attributes: attributes::evidence(findings),
            alternatives: alternatives(findings),
            warnings: listings::shared_warnings(findings),
            missing: missing::missing_facts(findings),
            photos: photos(findings),
            listings: listings::listing_details(findings),
            ignored: Vec::new(),
        }
    }
}

/// Returns the names of alternative products, each once, without the name of the item's own product.
fn alternatives(findings: &Findings<'_>) -> Vec<NamedAlternative> {
    let own = product_name(findings.item.product, findings.locale);
    let mut named: Vec<NamedAlternative> = Vec::new();
    for alternative in findings.alternatives {
        let name = capitalized(product_name(alternative.product, findings.locale));
        let is_listed = name == capitalized(own) || named.iter().any(|other| other.name == name);
        if !is_listed && named.len() < Details::MAX_ALTERNATIVES {
            named.push(NamedAlternative { name, confidence: alternative.confidence });
        }
    }
    named
}

/// Returns the name of a product in the language and market of a locale: "pants" in the United States.
pub(crate) fn product_name(product: Product, locale: Locale) -> &'static str {
    let american = product.american(locale.language).filter(|_| locale.market == Market::UnitedStates);
    american.unwrap_or_else(|| product.noun(locale.language).text())
}

fn photos(findings: &Findings<'_>) -> Vec<PhotoDetails> {
    let sentence = lang::of(findings.locale.language).details.photo;
    let details = |(place, photo): (usize, &PreparedPhoto)| PhotoDetails {
        place,
        notes: photo.notes.iter().map(|note| (*note, sentence(*note))).collect(),
    };
    findings.photos.iter().enumerate().map(details).filter(|details| !details.notes.is_empty()).collect()
}

#[cfg(test)]
mod tests;
