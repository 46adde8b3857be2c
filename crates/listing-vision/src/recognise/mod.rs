//! What the product in a seller's photos is, and how sure that is.
//!
//! Every photo votes. The answer is the most precise level that is sure enough: a good
//! ("guitare acoustique"), a product type, a department, or nothing.

mod evidence;
mod garments;
mod photo;
mod verdict;

use listing_domain::photo::Pixels;
use listing_domain::product::{Department, Good, Product, ProductType};

use crate::classifier::Classification;
use crate::colour::{self, ColourFinding};
use crate::models::Models;
use crate::network::LookError;
use crate::picture::Crop;
use crate::threads::Threads;

pub use evidence::Evidence;
pub use verdict::decide;

/// How closely the photos are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Two looks at each photo, the colour from the best one. About 0.1 s a photo and 0.5 s.
    Standard,
    /// Seven looks at each photo and the colour from all. About 1 s a photo.
    High,
}

impl Depth {
    /// The looks at each photo. The squeezed whole comes first: garments are told by it.
    const fn crops(self) -> &'static [Crop] {
        match self {
            Self::Standard => &[Crop::Squash, Crop::Centre],
            Self::High => &[
                Crop::Squash,
                Crop::Centre,
                Crop::MirroredCentre,
                Crop::TopLeft,
                Crop::TopRight,
                Crop::BottomLeft,
                Crop::BottomRight,
            ],
        }
    }
}

/// What the product is, at the most precise level that is sure enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// A good of the table.
    Good(Good),
    /// A product type, but not which good of that type.
    Type(ProductType),
    /// A department, but not which product.
    Department(Department),
    /// Nothing that is sure enough to be said.
    Nothing,
}

impl Recognised {
    /// The same as the domain says it.
    pub const fn product(self) -> Product {
        match self {
            Self::Good(good) => Product::Good(good),
            Self::Type(product) => Product::Type(product),
            Self::Department(department) => Product::Department(department),
            Self::Nothing => Product::Unknown,
        }
    }
}

/// Something else that the product may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// What it may be.
    pub good: Good,
    /// How likely, from 0 to 1.
    pub confidence: f32,
}

/// What was seen in the photos.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// What the product is.
    pub product: Recognised,
    /// How sure that is, from 0 to 1; 0 when nothing was recognised.
    pub confidence: f32,
    /// What else it may be, most likely first, at most [`Recognition::MAX_ALTERNATIVES`].
    pub alternatives: Vec<Alternative>,
    /// The product's colours, if one is sure enough.
    pub colour: Option<ColourFinding>,
}

impl Recognition {
    /// The most alternatives that are given.
    pub const MAX_ALTERNATIVES: usize = 4;
}

/// Looks at all photos of one product. Takes seconds of processor time and no other resource:
/// run it where blocking is allowed. Without photos, nothing is recognised.
pub fn recognise(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    depth: Depth,
) -> Result<Recognition, LookError> {
    let mut votes = Vec::with_capacity(photos.len());
    for photo in photos {
        let looks = models.classifier().look(threads, photo, depth.crops())?;
        votes.push(vote(models, &looks));
    }
    let (product, confidence, alternatives) = verdict::decide(&Evidence::average(&votes));
    let shown = match depth {
        Depth::High => photos.to_vec(),
        Depth::Standard => clearest(photos, &votes, product).into_iter().collect(),
    };
    let colour = product_colour(models, threads, &shown, is_metallic(product))?;
    Ok(Recognition { product, confidence, alternatives, colour })
}

fn vote(models: &Models, looks: &[Classification]) -> Evidence {
    let Some((squash, rest)) = looks.split_first() else { return Evidence::default() };
    let others: Vec<&[f32]> = rest.iter().map(|look| look.probabilities.as_slice()).collect();
    Evidence::of_photo(squash, &others, models.clothing())
}

/// The photo that shows the product best.
fn clearest<'a>(photos: &[&'a Pixels], votes: &[Evidence], product: Recognised) -> Option<&'a Pixels> {
    let support = |vote: &Evidence| vote.support(product);
    let pairs = photos.iter().zip(votes);
    // The first of equals: sellers put the best photo first.
    pairs.rev().max_by(|a, b| support(a.1).total_cmp(&support(b.1))).map(|(photo, _)| *photo)
}

/// The colour that the photos agree on most.
fn product_colour(
    models: &Models,
    threads: &Threads,
    photos: &[&Pixels],
    metallic: bool,
) -> Result<Option<ColourFinding>, LookError> {
    let mut findings = Vec::new();
    for photo in photos {
        findings.extend(colour::find(&models.masker().look(threads, photo)?, metallic));
    }
    let support = |finding: &ColourFinding| -> f32 {
        let same = findings.iter().filter(|other| other.primary == finding.primary);
        same.map(|other| other.confidence).sum()
    };
    let best = findings
        .iter()
        .max_by(|a, b| support(a).total_cmp(&support(b)).then(a.confidence.total_cmp(&b.confidence)));
    Ok(best.copied())
}

/// Whether yellow and grey mean gold and silver.
fn is_metallic(product: Recognised) -> bool {
    product.product().department() == Some(Department::JewelleryWatches)
}
