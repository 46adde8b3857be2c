//! What a caller asks for, once it has been found acceptable.

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
    /// The most photos in one request.
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

    /// The photos, in the order given.
    pub fn into_inner(self) -> Vec<PhotoUpload> {
        self.0
    }
}

/// The marketplaces asked for: at least one, each once, in the order asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platforms(Vec<Platform>);

impl Platforms {
    /// Accepts at least one platform and keeps the first of each.
    pub fn new(asked: impl IntoIterator<Item = Platform>) -> Result<Self, Violation> {
        let mut platforms = Vec::new();
        for platform in asked {
            if !platforms.contains(&platform) {
                platforms.push(platform);
            }
        }
        if platforms.is_empty() {
            return Err(Violation::new("platforms", "must be a non-empty array of platform ids"));
        }
        Ok(Self(platforms))
    }

    /// The platforms, in the order asked.
    pub fn as_slice(&self) -> &[Platform] {
        &self.0
    }
}

/// What a caller wishes for: where to sell, how it should read, and how closely
/// to look. All of it but the market is kept with a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingOptions {
    /// The marketplaces.
    pub platforms: Platforms,
    /// The language of the listings.
    pub language: Language,
    /// The voice of the listings.
    pub tone: Tone,
    /// How closely to look.
    pub quality: Quality,
    /// Where the seller sells; without it, where the account's settings say, else where the
    /// service says that items are sold. It is not kept: a generation that is found again has none.
    pub market: Option<Market>,
}

/// How much of what was found goes out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DetailLevel {
    /// The listings, the attributes, the price and why.
    #[default]
    Listings,
    /// The evidence behind them, too.
    WithDetails,
}

/// A request to generate listings.
#[derive(Clone, PartialEq, Eq)]
pub struct GenerationRequest {
    /// The photos.
    pub photos: PhotoUploads,
    /// What the listings should be.
    pub options: ListingOptions,
    /// What the caller knows already.
    pub known: KnownAttributes,
    /// How much the caller wants to hear.
    pub detail_level: DetailLevel,
    /// The identity that the generation is kept under, for a caller that must know it before
    /// the work is done; without it, one is made. Each can be used once.
    pub id: Option<GenerationId>,
    /// The fields of the request that have no meaning, of which the caller is warned.
    pub ignored: Vec<IgnoredField>,
}

/// A field of a request that has no meaning and was passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredField {
    /// Its name, with its place ("attributes.colour").
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
    fn one_to_four_photos() {
        for (count, accepted) in [(0, false), (1, true), (4, true), (5, false)] {
            let photos = vec![PhotoUpload::new(String::new()); count];
            assert_eq!(PhotoUploads::new(photos).is_ok(), accepted, "{count}");
        }
    }

    #[test]
    fn platforms_keep_their_order_and_come_once() {
        use Platform::{Ebay, Vinted};
        let platforms = Platforms::new([Vinted, Ebay, Vinted]).unwrap();
        assert_eq!(platforms.as_slice(), [Vinted, Ebay]);
        assert!(Platforms::new([]).is_err());
    }
}
