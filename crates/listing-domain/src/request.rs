//! Requests to generate listings, after their fields were checked.

use crate::attributes::KnownAttributes;
use crate::ids::GenerationId;
use crate::locale::Market;
use crate::marketplace::Platform;
use crate::metadata::Metadata;
use crate::options::{Language, Quality, Tone};
use crate::photo::PhotoUpload;
use crate::sku::Sku;

pub use crate::violation::Violation;

/// The photos of a request, one to four.
#[derive(Clone, PartialEq, Eq)]
pub struct PhotoUploads(Vec<PhotoUpload>);

impl PhotoUploads {
    /// The maximum number of photos in one request.
    pub const MAX: usize = 4;

    /// Accepts one to [`PhotoUploads::MAX`] photos.
    pub fn new(photos: Vec<PhotoUpload>) -> Result<Self, Violation> {
        if photos.is_empty() || photos.len() > Self::MAX {
            let accepted = format!("must be a non-empty array of at most {} base64 images", Self::MAX);
            Err(Violation::new("photos", accepted))
        } else {
            Ok(Self(photos))
        }
    }

    /// Returns the photos, in the order of the request.
    pub fn into_inner(self) -> Vec<PhotoUpload> {
        self.0
    }
}

/// The requested marketplaces: at least one, each once, in the order of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platforms(Vec<Platform>);

impl Platforms {
    /// Accepts at least one marketplace and drops repetitions.
    pub fn new(requested: impl IntoIterator<Item = Platform>) -> Result<Self, Violation> {
        let mut platforms = Vec::new();
        for platform in requested {
            if !platforms.contains(&platform) {
                platforms.push(platform);
            }
        }
        if platforms.is_empty() {
            return Err(Violation::new("platforms", "must be a non-empty array of platform ids"));
        }
        Ok(Self(platforms))
    }

    /// Returns the marketplaces, in the order of the request.
    pub fn as_slice(&self) -> &[Platform] {
        &self.0
    }
}

/// The options of a request. A stored generation keeps all of them except the market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingOptions {
    /// The marketplaces to write listings for.
    pub platforms: Platforms,
    /// The language of the listings.
    pub language: Language,
    /// The tone of the listings.
    pub tone: Tone,
    /// The level of detail of the photo analysis.
    pub quality: Quality,
    /// The country in which the item is sold; `None` means the account's setting, then the service's default.
    /// It is `None` in a stored generation.
    pub market: Option<Market>,
}

/// The level of detail of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DetailLevel {
    /// Only the listings, the attributes, and the price with its rationale.
    #[default]
    Listings,
    /// Also the evidence for the listings, attributes and price.
    WithDetails,
}

/// The seller's own references to an item. They are stored and repeated, and never published.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemReferences {
    /// The seller's stock number.
    pub sku: Option<Sku>,
    /// Further pairs of key and value.
    pub metadata: Metadata,
}

/// A request to generate listings.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationRequest {
    /// The photos of the item, one to four.
    pub photos: PhotoUploads,
    /// The options for the listings.
    pub options: ListingOptions,
    /// The item's attributes, as far as the caller sent them.
    pub known: KnownAttributes,
    /// The caller's references to the item.
    pub references: ItemReferences,
    /// The extent of the answer.
    pub detail_level: DetailLevel,
    /// The id of the generation, for a caller that must know it in advance; `None` creates one. Each id can
    /// be used once.
    pub id: Option<GenerationId>,
    /// The unknown fields of the request. The answer warns the caller about them.
    pub ignored: Vec<IgnoredField>,
}

/// A field of a request that is unknown and therefore had no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// The name of the field with its path: "attributes.colour".
    pub field: String,
    /// The known field that the caller may have meant: "attributes.color".
    pub suggestion: Option<String>,
    /// The warning for the caller, in English.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_four_photos_are_accepted() {
        for (count, accepted) in [(0, false), (1, true), (4, true), (5, false)] {
            let photos = vec![PhotoUpload::new(String::new()); count];
            assert_eq!(PhotoUploads::new(photos).is_ok(), accepted, "{count}");
        }
    }

    #[test]
    fn repeated_platforms_are_dropped_and_the_order_is_kept() {
        use Platform::{Ebay, Vinted};
        let platforms = Platforms::new([Vinted, Ebay, Vinted]).unwrap();
        assert_eq!(platforms.as_slice(), [Vinted, Ebay]);
        assert!(Platforms::new([]).is_err());
    }
}
