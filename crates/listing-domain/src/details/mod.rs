//! The evidence behind listings: what each attribute rests on, what else the item may be, what is
//! noticeable of the photos, and what a seller should know of each listing.
//!
//! All of it is computed from what was found, and nothing is said that was not. What a price rests
//! on is told by [`crate::pricing::PriceSuggestion`] itself.

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
use crate::text::capitalised;

pub use crate::missing_fact::MissingFact;
pub use attributes::{AttributeEvidence, AttributesEvidence};
pub use listings::{ListingDetails, Warning, WarningCode};
pub use missing::Missing;

/// What listings were written from.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// What is sold.
    pub item: &'a Item,
    /// What was detected, before the seller's attributes were laid over it.
    pub detected: &'a Attributes,
    /// What else it may be, most likely first.
    pub alternatives: &'a [Alternative],
    /// The photos.
    pub photos: &'a [PreparedPhoto],
    /// What was written.
    pub listings: &'a [Listing],
    /// The rules of the marketplaces.
    pub catalogue: &'a Catalogue,
    /// The language of the sentences, and where it is sold.
    pub locale: Locale,
}

/// The evidence behind listings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    /// What each attribute rests on.
    pub attributes: AttributesEvidence,
    /// What else the item may be, most likely first, at most [`Details::MAX_ALTERNATIVES`].
    pub alternatives: Vec<NamedAlternative>,
    /// Warnings that concern all listings.
    pub warnings: Vec<Warning>,
    /// Facts that buyers look for and that are not stated, the most important first.
    pub missing: Vec<Missing>,
    /// The photos of which something is noticeable.
    pub photos: Vec<PhotoDetails>,
    /// What is to be known of each listing, in their order.
    pub listings: Vec<ListingDetails>,
    /// The fields of the request that were passed over.
    pub ignored: Vec<IgnoredField>,
}

/// Something else that the item may be.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedAlternative {
    /// What it is called.
    pub name: String,
    /// How likely, from 0 to 1.
    pub confidence: f32,
}

/// What is noticeable of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoDetails {
    /// The place of the photo in the request, from 0.
    pub place: usize,
    /// What is noticeable, each with a sentence in the language of the listings.
    pub notes: Vec<(PhotoNote, &'static str)>,
}

impl Details {
    /// The most alternatives that are given.
    pub const MAX_ALTERNATIVES: usize = 5;

    /// The evidence of what was found.
    pub fn of(findings: &Findings<'_>) -> Self {
        Self {
            attributes: attributes::of(findings),
            alternatives: alternatives(findings),
            warnings: listings::of_all(findings),
            missing: missing::of(findings),
            photos: photos(findings),
            listings: listings::of(findings),
            ignored: Vec::new(),
        }
    }
}

/// The alternatives by name, each name once, and none that is the item's own.
fn alternatives(findings: &Findings<'_>) -> Vec<NamedAlternative> {
    let own = product_name(findings.item.product, findings.locale);
    let mut named: Vec<NamedAlternative> = Vec::new();
    for alternative in findings.alternatives {
        let name = capitalised(product_name(alternative.product, findings.locale));
        let is_told = name == capitalised(own) || named.iter().any(|other| other.name == name);
        if !is_told && named.len() < Details::MAX_ALTERNATIVES {
            named.push(NamedAlternative { name, confidence: alternative.confidence });
        }
    }
    named
}

/// The name of a product where it is sold.
pub(crate) fn product_name(product: Product, locale: Locale) -> &'static str {
    let american = product.american(locale.language).filter(|_| locale.market == Market::UnitedStates);
    american.unwrap_or_else(|| product.noun(locale.language).text())
}

fn photos(findings: &Findings<'_>) -> Vec<PhotoDetails> {
    let said = lang::of(findings.locale.language).details.photo;
    let details = |(place, photo): (usize, &PreparedPhoto)| PhotoDetails {
        place,
        notes: photo.notes.iter().map(|note| (*note, said(*note))).collect(),
    };
    findings.photos.iter().enumerate().map(details).filter(|details| !details.notes.is_empty()).collect()
}

#[cfg(test)]
mod tests;
