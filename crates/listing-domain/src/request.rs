//! Requests for listings, with checked fields.

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
    /// The maximum number of photos.
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

    /// The photos, in order.
    pub fn into_inner(self) -> Vec<PhotoUpload> {
        self.0
    }
}

/// The marketplaces: at least one, each once, in order.
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

    /// The marketplaces, in order.
    pub fn as_slice(&self) -> &[Platform] {
        &self.0
    }
}

/// A request's options. A stored generation keeps all except the market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingOptions {
    /// The marketplaces.
    pub platforms: Platforms,
    /// The listings' language.
    pub language: Language,
    /// The listings' tone.
    pub tone: Tone,
    /// The detail of the photo analysis.
    pub quality: Quality,
    /// The country of sale; `None` means the account's setting, then the service's default. `None` in a
    /// stored generation.
    pub market: Option<Market>,
}

/// The detail of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DetailLevel {
    /// The listings, the attributes, and the price with its rationale.
    #[default]
    Listings,
    /// Also the evidence.
    WithDetails,
}

/// The seller's own references, stored and repeated, never published.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemReferences {
    /// The stock number.
    pub sku: Option<Sku>,
    /// Further pairs.
    pub metadata: Metadata,
}

/// A request for listings.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationRequest {
    /// The photos.
    pub photos: PhotoUploads,
    /// The options.
    pub options: ListingOptions,
    /// The caller's attributes.
    pub known: KnownAttributes,
    /// The caller's references.
    pub references: ItemReferences,
    /// The detail of the answer.
    pub detail_level: DetailLevel,
    /// The generation's id, if the caller must know it in advance. Each can be used once.
    pub id: Option<GenerationId>,
    /// Unknown fields, of which the answer warns.
    pub ignored: Vec<IgnoredField>,
}

/// An unknown field without effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// Its name with its path: "attributes.colour".
    pub field: String,
    /// The field that may be meant: "attributes.color".
    pub suggestion: Option<String>,
    /// The warning, in English.
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
