//! The evidence behind listings, computed from the findings without another look at the photos. For a price
//! it is in [`crate::pricing::PriceSuggestion`].

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

/// The facts and texts behind the evidence.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// The item.
    pub item: &'a Item,
    /// The attributes that a writer detected, before the seller's replaced any.
    pub detected: &'a Attributes,
    /// Other possible products, most likely first.
    pub alternatives: &'a [Alternative],
    /// The photos of the request.
    pub photos: &'a [PreparedPhoto],
    /// The finished listings.
    pub listings: &'a [Listing],
    /// The marketplaces' rules.
    pub catalogue: &'a Catalogue,
    /// The language of the sentences, and the market.
    pub locale: Locale,
}

/// The evidence behind a request's listings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    /// The evidence for each attribute.
    pub attributes: AttributesEvidence,
    /// Other possible products, most likely first, at most [`Details::MAX_ALTERNATIVES`].
    pub alternatives: Vec<NamedAlternative>,
    /// Warnings about all listings.
    pub warnings: Vec<Warning>,
    /// Unstated facts, the most important first.
    pub missing: Vec<Missing>,
    /// The photos with flaws.
    pub photos: Vec<PhotoDetails>,
    /// The details of each listing, in their order.
    pub listings: Vec<ListingDetails>,
    /// The request's fields without effect.
    pub ignored: Vec<IgnoredField>,
}

/// Another possible product.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedAlternative {
    /// Its name, in the listings' language.
    pub name: String,
    /// The probability, from 0 to 1.
    pub confidence: f32,
}

/// The flaws of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoDetails {
    /// The photo's index in the request, from 0.
    pub place: usize,
    /// The flaws, each with a sentence in the listings' language.
    pub notes: Vec<(PhotoNote, &'static str)>,
}

impl Details {
    /// The maximum length of [`Details::alternatives`].
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

/// Each name once, without that of the item's own product.
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

/// "pants" in the United States.
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
