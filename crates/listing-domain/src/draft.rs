//! The request to a writer (an AI model or the built-in engine), and its answer, the draft. The domain then
//! applies the marketplaces' limits, labels, categories and prices.

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
    /// At least one, unless `product` is set.
    pub photos: Arc<[PreparedPhoto]>,
    /// The product, if already known: the writer then ignores the photos.
    pub product: Option<KnownProduct>,
    /// The marketplaces.
    pub platforms: Platforms,
    /// The language and the market.
    pub locale: Locale,
    /// The tone.
    pub tone: Tone,
    /// The level of detail of the photo analysis.
    pub quality: Quality,
    /// The seller's attributes, without contact data, used instead of detected ones.
    pub known: KnownAttributes,
    /// The marketplaces' rules.
    pub catalogue: Arc<Catalogue>,
    /// The time limit. A writer that forwards the request sets the remaining time.
    pub within: Duration,
    /// The queue for a writer on this machine.
    pub lane: Lane,
    /// Records the cost of each AI call, failed ones included.
    pub expenses: Expenses,
}

impl DraftRequest {
    /// The same request with another time limit, for the next writer.
    #[must_use]
    pub fn with_time_limit(&self, within: Duration) -> Self {
        Self { within, ..self.clone() }
    }

    /// The product that the typed name means. The known product takes precedence, since the name may mean
    /// another one in another language.
    pub fn named(&self) -> Option<Product> {
        let known = self.product.as_ref().map(|known| known.product).filter(|product| product.is_named());
        self.known.name.as_ref().and(known).or_else(|| self.known.product(self.locale.language))
    }

    /// The useful photos in order, at least one if there are any. Since each costs time and money, duplicates
    /// and nearly empty ones are left out if others remain.
    pub fn useful_photos(&self) -> Vec<&PreparedPhoto> {
        self.useful_photo_indexes().into_iter().filter_map(|index| self.photos.get(index)).collect()
    }

    /// The indexes, from 0, of [`Self::useful_photos`].
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

/// A product from an earlier generation, known without photos. Its `Debug` omits the texts, because they must
/// not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct KnownProduct {
    /// The product.
    pub product: Product,
    /// The audience, if worn and known.
    pub audience: Option<Audience>,
    /// The name in the earlier listing, in any language. It may mention a pattern.
    pub name: Option<AttributeText>,
    /// The earlier listing's text, in any language, for facts without an attribute, such as a model. A writer
    /// takes no wording from it.
    pub text: Option<String>,
}

impl KnownProduct {
    /// A known product without further facts.
    pub const fn of(product: Product) -> Self {
        Self { product, audience: None, name: None, text: None }
    }

    /// The same without contact data in its texts, as a writer's input.
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

/// A writer's time limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriterDeadlines {
    /// The limit for the quality `standard`.
    pub standard: Duration,
    /// The limit for the quality `high`.
    pub high: Duration,
}

impl Default for WriterDeadlines {
    fn default() -> Self {
        Self { standard: Duration::from_secs(45), high: Duration::from_secs(90) }
    }
}

impl WriterDeadlines {
    /// The limit for a quality.
    pub const fn of(&self, quality: Quality) -> Duration {
        match quality {
            Quality::Standard => self.standard,
            Quality::High => self.high,
        }
    }

    /// The longest limit. A quota unit must stay reserved longer than that.
    pub fn longest(&self) -> Duration {
        self.standard.max(self.high)
    }
}

/// A writer's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The product, only as precise as the writer is sure.
    pub product: Product,
    /// The audience, if worn and known.
    pub audience: Option<Audience>,
    /// The detected attributes.
    pub attributes: Attributes,
    /// The texts, one for each requested marketplace.
    pub texts: Vec<PlatformText>,
    /// The price opinion, if any.
    pub price: Option<PriceOpinion>,
    /// Other possible products, most likely first.
    pub alternatives: Vec<Alternative>,
}

/// Another possible product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The product.
    pub product: Product,
    /// The probability, from 0 to 1.
    pub confidence: f32,
}

/// A writer's text for one marketplace, not yet adapted to its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformText {
    /// The marketplace.
    pub platform: Platform,
    /// The title.
    pub title: String,
    /// The description, lines separated by `\n`.
    pub description: String,
    /// Words for hashtags, most useful first, without `#`.
    pub hashtags: Vec<String>,
}

/// A writer's opinion of the price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceOpinion {
    /// The price for a quick sale.
    pub low: Money,
    /// The fair price, without a margin for haggling.
    pub mid: Money,
    /// The price for a patient seller.
    pub high: Money,
    /// The reason, in the request's language.
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
                PreparedPhoto { jpeg: Vec::new(), pixels, notes: notes.to_vec(), taken_at: None }
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
