//! What passes between the use-case and a writer: the brief and the draft.
//!
//! A writer may see and write; it decides nothing that must be right. Limits,
//! labels, categories and prices are laid over its draft by the domain.

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

/// What a writer is asked to do.
#[derive(Debug, Clone)]
pub struct DraftRequest {
    /// The photos, at least one, unless the product is known.
    pub photos: Arc<[PreparedPhoto]>,
    /// What the product is, where that is known already: nobody looks then, and what is
    /// written rests on this and on the attributes alone.
    pub product: Option<KnownProduct>,
    /// The marketplaces to write for.
    pub platforms: Platforms,
    /// The language to write in, and the market to sell in.
    pub locale: Locale,
    /// The voice to write in.
    pub tone: Tone,
    /// How closely to look.
    pub quality: Quality,
    /// What the seller knows already, without contact data; a writer uses it
    /// instead of looking.
    pub known: KnownAttributes,
    /// The rules of the marketplaces, so that a text is written to fit.
    pub catalogue: Arc<Catalogue>,
    /// How long the writer may take. One that hands the brief on hands on what
    /// is left of it.
    pub within: Duration,
    /// Whose turn it is when a writer works on this machine.
    pub lane: Lane,
    /// Where a writer notes what its calls took, also those that failed.
    pub expenses: Expenses,
}

impl DraftRequest {
    /// The same brief with less time, for the writer that it is handed on to.
    #[must_use]
    pub fn handed_on(&self, within: Duration) -> Self {
        Self { within, ..self.clone() }
    }

    /// Returns the product that the seller's name names: where it is known already, the known one, which
    /// no other language reads otherwise.
    pub fn named(&self) -> Option<Product> {
        let known = self.product.as_ref().map(|known| known.product).filter(|product| product.is_named());
        self.known.name.as_ref().and(known).or_else(|| self.known.product(self.locale.language))
    }

    /// The photos that tell something, in order, at least one of any: the same one again
    /// and one that shows hardly anything take as long and cost as much as another,
    /// and are left out while others are left.
    pub fn telling_photos(&self) -> Vec<&PreparedPhoto> {
        self.telling_places().into_iter().filter_map(|place| self.photos.get(place)).collect()
    }

    /// The places of the same photos in the request, from 0.
    pub fn telling_places(&self) -> Vec<usize> {
        let without = |notes: &[PhotoNote]| -> Vec<usize> {
            let photos = self.photos.iter().enumerate();
            let left = photos.filter(|(_, photo)| !photo.notes.iter().any(|note| notes.contains(note)));
            left.map(|(place, _)| place).collect()
        };
        [&[PhotoNote::Duplicate, PhotoNote::NearlyEmpty][..], &[PhotoNote::Duplicate], &[]]
            .map(without)
            .into_iter()
            .find(|places| !places.is_empty())
            .unwrap_or_default()
    }
}

/// What is sold, known before anybody looks. Has no `Debug` of its texts, which no log may have.
#[derive(Clone, PartialEq, Eq)]
pub struct KnownProduct {
    /// What it is.
    pub product: Product,
    /// Whom a worn item is made for, if that is known.
    pub audience: Option<Audience>,
    /// What it was called before, in any language: it may tell a pattern.
    pub name: Option<AttributeText>,
    /// What was written of it before, in any language: it may tell a model, and whatever else has
    /// no attribute. A writer takes facts from it and no words.
    pub text: Option<String>,
}

impl KnownProduct {
    /// A product of which nothing else is known.
    pub const fn of(product: Product) -> Self {
        Self { product, audience: None, name: None, text: None }
    }

    /// What of it a writer is told: no contact data.
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

/// How long a writer may take, by the quality asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriterDeadlines {
    /// For `standard`.
    pub standard: Duration,
    /// For `high`.
    pub high: Duration,
}

impl Default for WriterDeadlines {
    fn default() -> Self {
        Self { standard: Duration::from_secs(45), high: Duration::from_secs(90) }
    }
}

impl WriterDeadlines {
    /// How long a writer may take for a quality.
    pub const fn of(&self, quality: Quality) -> Duration {
        match quality {
            Quality::Standard => self.standard,
            Quality::High => self.high,
        }
    }

    /// The longest of them: a held unit must outlive it.
    pub fn longest(&self) -> Duration {
        self.standard.max(self.high)
    }
}

/// What a writer saw and wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What the item is, at the level the writer is sure of.
    pub product: Product,
    /// Whom a worn item is made for, when that can be told.
    pub audience: Option<Audience>,
    /// What was detected. The seller's attributes are laid over it.
    pub attributes: Attributes,
    /// The texts, one for each platform of the brief.
    pub texts: Vec<PlatformText>,
    /// What the writer thinks it is worth, if it has an opinion.
    pub price: Option<PriceOpinion>,
    /// What else the item may be, most likely first; empty where the writer says nothing of it.
    pub alternatives: Vec<Alternative>,
}

/// Something else that an item may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// What it may be.
    pub product: Product,
    /// How likely, from 0 to 1.
    pub confidence: f32,
}

/// A text for one marketplace, not yet valid for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformText {
    /// The marketplace.
    pub platform: Platform,
    /// The title.
    pub title: String,
    /// The description, lines separated by `\n`.
    pub description: String,
    /// Words for hashtags, most telling first, without the `#`.
    pub hashtags: Vec<String>,
}

/// A writer's opinion of the price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceOpinion {
    /// What it would fetch quickly.
    pub low: Money,
    /// What it is worth.
    pub mid: Money,
    /// What a patient seller might get.
    pub high: Money,
    /// Why, in the brief's language.
    pub rationale: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Language;
    use crate::photo::Pixels;

    #[test]
    fn photos_that_tell_nothing_are_left_out_while_others_are_left() {
        use PhotoNote::{Blurred, Duplicate, NearlyEmpty, Small};
        let check = |notes: &[&[PhotoNote]], expected: &[usize]| {
            let photo = |(width, notes): (u32, &&[PhotoNote])| {
                let side = usize::try_from(width).unwrap();
                let pixels = Pixels::new(width, 1, vec![0; side * 3]).unwrap();
                PreparedPhoto { jpeg: Vec::new(), pixels, notes: notes.to_vec() }
            };
            let brief = DraftRequest {
                photos: (1..).zip(notes).map(photo).collect(),
                product: None,
                platforms: Platforms::new([Platform::Ebay]).unwrap(),
                locale: Locale::from(Language::default()),
                tone: Tone::default(),
                quality: Quality::default(),
                known: KnownAttributes::default(),
                catalogue: Arc::default(),
                within: Duration::ZERO,
                lane: Lane::NOBODY,
                expenses: Expenses::default(),
            };
            let told = brief.telling_photos().into_iter();
            let told: Vec<usize> =
                told.map(|photo| usize::try_from(photo.pixels.width()).unwrap() - 1).collect();
            assert_eq!(told, expected, "{notes:?}");
        };
        check(&[&[]], &[0]);
        check(&[&[], &[Duplicate], &[Blurred, Small]], &[0, 2]);
        check(&[&[NearlyEmpty], &[Blurred], &[Duplicate]], &[1]);
        check(&[&[NearlyEmpty], &[NearlyEmpty, Duplicate], &[NearlyEmpty, Small]], &[0, 2]);
        check(&[&[NearlyEmpty]], &[0]);
        check(&[], &[]);
    }
}
