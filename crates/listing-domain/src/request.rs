//! Accepted requests of callers.

use crate::attributes::KnownAttributes;
use crate::ids::GenerationId;
use crate::locale::Market;
use crate::marketplace::Platform;
use crate::options::{Language, Quality, Tone};
use crate::photo::PhotoUpload;

pub use crate::violation::Violation;

/// One to four photos.
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

    /// Returns the photos, in the order given.
    pub fn into_inner(self) -> Vec<PhotoUpload> {
        self.0
    }
}

/// The requested marketplaces: at least one, each once, in the order given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platforms(Vec<Platform>);

impl Platforms {
    /// Accepts at least one platform and drops repeated ones.
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

    /// Returns the platforms, in the order given.
    pub fn as_slice(&self) -> &[Platform] {
        &self.0
    }
}

/// A caller's options: marketplaces, style and thoroughness. A generation stores all except the market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingOptions {
    /// The marketplaces.
    pub platforms: Platforms,
    /// The language of the listings.
    pub language: Language,
    /// The tone of the listings.
    pub tone: Tone,
    /// The thoroughness of the look at the photos.
    pub quality: Quality,
    /// The seller's market. The default is the account's setting, then the service's. It is not stored: a
    /// stored generation has none.
    pub market: Option<Market>,
}

/// The extent of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DetailLevel {
    /// Listings, attributes, and the price with its rationale.
    #[default]
    Listings,
    /// Also the evidence for them.
    WithDetails,
}

/// A request to generate listings.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationRequest {
    /// The photos.
    pub photos: PhotoUploads,
    /// The options for the listings.
    pub options: ListingOptions,
    /// The caller's attributes.
    pub known: KnownAttributes,
    /// The extent of the answer.
    pub detail_level: DetailLevel,
    /// The generation's identity, for a caller that must know it in advance. If `None`, one is made. Each can
    /// be used once.
    pub id: Option<GenerationId>,
    /// The unknown fields of the request, about which the caller is warned.
    pub ignored: Vec<IgnoredField>,
}

/// An unknown field of a request, which was ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// The name with its path ("attributes.colour").
    pub field: String,
    /// The known field that the caller may have meant ("attributes.color").
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
    fn platforms_keep_their_order_without_repeats() {
        use Platform::{Ebay, Vinted};
        let platforms = Platforms::new([Vinted, Ebay, Vinted]).unwrap();
        assert_eq!(platforms.as_slice(), [Vinted, Ebay]);
        assert!(Platforms::new([]).is_err());
    }
}
