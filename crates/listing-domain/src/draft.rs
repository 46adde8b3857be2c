//! The request to a writer (an AI model or the built-in engine), and its answer, the draft.
//!
//! A writer only looks at the photos and writes texts. The domain then applies the marketplaces' limits,
//! labels, categories and prices to the draft.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::attributes::{AttributeText, Attributes, KnownAttributes};
use crate::expense::Expenses;
use crate::lane::Lane;
use crate::lang::without_contacts;
use crate::locale::Locale;
use crate::marketplace::{Catalogue, Platform};
use crate::money::Money;
use crate::options::{Quality, Tone};
use crate::photo::{PhotoNote, PreparedPhoto};
use crate::product::{Audience, Product};
use crate::request::Platforms;

/// A request to a writer.
#[derive(Debug, Clone)]
pub struct DraftRequest {
    /// The photos: at least one, unless `product` is set.
    pub photos: Arc<[PreparedPhoto]>,
    /// The product, if it is known already. The writer then ignores the photos and relies on the product and
    /// the seller's attributes.
    pub product: Option<KnownProduct>,
    /// The marketplaces to write for.
    pub platforms: Platforms,
    /// The language to write in, and the market to sell in.
    pub locale: Locale,
    /// The tone of the texts.
    pub tone: Tone,
    /// The level of detail of the photo analysis.
    pub quality: Quality,
    /// The seller's attributes, without contact data. A writer uses them instead of detecting its own.
    pub known: KnownAttributes,
    /// The marketplaces' rules, so that the texts can fit them.
    pub catalogue: Arc<Catalogue>,
    /// The time limit for the draft. A writer that forwards the request sets the remaining time.
    pub within: Duration,
    /// The queue in which the request waits for a writer on this machine.
    pub lane: Lane,
    /// The list in which a writer records the cost of each AI call, failed calls included.
    pub expenses: Expenses,
}

impl DraftRequest {
    /// Returns the same request with another time limit, for the next writer.
    #[must_use]
    pub fn with_time_limit(&self, within: Duration) -> Self {
        Self { within, ..self.clone() }
    }

    /// Returns the product that the seller's name for the item means. The known product takes precedence,
    /// since the name may mean another product in another language.
    pub fn named(&self) -> Option<Product> {
        let known = self.product.as_ref().map(|known| known.product).filter(|product| product.is_named());
        self.known.name.as_ref().and(known).or_else(|| self.known.product(self.locale.language))
    }

    /// Returns the useful photos in order, at least one if there are any. Duplicates and nearly empty photos
    /// are left out if other photos remain, because each photo costs time and money.
    pub fn useful_photos(&self) -> Vec<&PreparedPhoto> {
        self.useful_photo_indexes().into_iter().filter_map(|index| self.photos.get(index)).collect()
    }

    /// Returns the indexes, from 0, of [`Self::useful_photos`] in the request.
    pub fn useful_photo_indexes(&self) -> Vec<usize> {
        let without = |notes: &[PhotoNote]| -> Vec<usize> {
            let photos = self.photos.iter().enumerate();
            let left = photos.filter(|(_, photo)| !photo.notes.iter().any(|note| notes.contains(note)));
            left.map(|(index, _)| index).collect()
        };
        [&[PhotoNote::Duplicate, PhotoNote::NearlyEmpty][..], &[PhotoNote::Duplicate], &[]]
            .map(without)
            .into_iter()
            .find(|indexes| !indexes.is_empty())
            .unwrap_or_default()
    }
}

/// A product that is known without photos, from an earlier generation. Its `Debug` output omits the texts,
/// because they must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct KnownProduct {
    /// The item's product, as the earlier generation found it.
    pub product: Product,
    /// The audience of the item, if it is worn and the audience is known.
    pub audience: Option<Audience>,
    /// The item's name in the earlier listing, in any language. It may mention a pattern.
    pub name: Option<AttributeText>,
    /// The earlier listing's text, in any language. It may mention a model and other facts without an
    /// attribute. A writer takes facts from it, but no wording.
    pub text: Option<String>,
}

impl KnownProduct {
    /// Creates a known product without further facts.
    pub const fn of(product: Product) -> Self {
        Self { product, audience: None, name: None, text: None }
    }

    /// Returns the known product with texts that contain no contact data, as input for a writer.
    #[must_use]
    pub fn without_contacts(&self) -> Self {
        let text = self.text.as_ref().map(|text| {
            let lines: Vec<String> = text.lines().map(without_contacts).collect();
            lines.join("\n")
        });
        Self { name: self.name.as_ref().and_then(AttributeText::without_contacts), text, ..*self }
    }
}

impl fmt::Debug for KnownProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KnownProduct({:?}, {:?})", self.product, self.audience)
    }
}

/// The time limits of a writer, one for each quality of the photo analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriterDeadlines {
    /// The time limit for the quality `standard`.
    pub standard: Duration,
    /// The time limit for the quality `high`.
    pub high: Duration,
}

impl Default for WriterDeadlines {
    fn default() -> Self {
        Self { standard: Duration::from_secs(45), high: Duration::from_secs(90) }
    }
}

impl WriterDeadlines {
    /// Returns the time limit for a quality.
    pub const fn of(&self, quality: Quality) -> Duration {
        match quality {
            Quality::Standard => self.standard,
            Quality::High => self.high,
        }
    }

    /// Returns the longest time limit. A reserved quota unit must stay reserved longer than that.
    pub fn longest(&self) -> Duration {
        self.standard.max(self.high)
    }
}

/// A writer's answer: its findings about the item, and its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The product, only as precise as the writer is sure: a jacket, or just clothing.
    pub product: Product,
    /// The audience of the item, if it is worn and the writer knows it.
    pub audience: Option<Audience>,
    /// The attributes that the writer detected. The seller's attributes take precedence over them.
    pub attributes: Attributes,
    /// The texts, one for each requested marketplace.
    pub texts: Vec<PlatformText>,
    /// The writer's price opinion, if any.
    pub price: Option<PriceOpinion>,
    /// Other products that the item may be, most likely first. Empty if the writer names none.
    pub alternatives: Vec<Alternative>,
}

/// Another product that the item may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The product that the item may be instead.
    pub product: Product,
    /// The probability that the item is this product, from 0 to 1.
    pub confidence: f32,
}

/// A writer's text for one marketplace, not yet adapted to the marketplace's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformText {
    /// The marketplace for which the text is written.
    pub platform: Platform,
    /// The title, as the writer wrote it.
    pub title: String,
    /// The description, lines separated by `\n`.
    pub description: String,
    /// Words for hashtags, most useful first, without the `#`.
    pub hashtags: Vec<String>,
}

/// A writer's opinion of the price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceOpinion {
    /// The price for a quick sale.
    pub low: Money,
    /// The fair price, without a margin for haggling.
    pub mid: Money,
    /// The price that a patient seller might get.
    pub high: Money,
    /// The reason for the prices, in the request's language.
    pub rationale: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Language;
    use crate::photo::Pixels;

    #[test]
    fn duplicate_or_empty_photos_are_left_out_if_others_remain() {
        use PhotoNote::{Blurred, Duplicate, NearlyEmpty, Small};
        let check = |notes: &[&[PhotoNote]], expected: &[usize]| {
            let photo = |(width, notes): (u32, &&[PhotoNote])| {
                let side = usize::try_from(width).unwrap();
                let pixels = Pixels::new(width, 1, vec![0; side * 3]).unwrap();
                PreparedPhoto { jpeg: Vec::new(), pixels, notes: notes.to_vec() }
            };
            let request = DraftRequest {
                photos: (1..).zip(notes).map(photo).collect(),
                product: None,
                platforms: Platforms::new([Platform::Ebay]).unwrap(),
                locale: Locale::from(Language::default()),
                tone: Tone::default(),
                quality: Quality::default(),
                known: KnownAttributes::default(),
                catalogue: Arc::default(),
                within: Duration::ZERO,
                lane: Lane::NO_ACCOUNT,
                expenses: Expenses::default(),
            };
            let useful = request.useful_photos().into_iter();
            let useful: Vec<usize> =
                useful.map(|photo| usize::try_from(photo.pixels.width()).unwrap() - 1).collect();
            assert_eq!(useful, expected, "{notes:?}");
        };
        check(&[&[]], &[0]);
        check(&[&[], &[Duplicate], &[Blurred, Small]], &[0, 2]);
        check(&[&[NearlyEmpty], &[Blurred], &[Duplicate]], &[1]);
        check(&[&[NearlyEmpty], &[NearlyEmpty, Duplicate], &[NearlyEmpty, Small]], &[0, 2]);
        check(&[&[NearlyEmpty]], &[0]);
        check(&[], &[]);
    }
}
